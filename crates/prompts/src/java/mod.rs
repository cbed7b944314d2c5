//! The REPL of theseus: the assignment's Java classes, with variables and trees of nodes.

mod methods;
mod nodes;
mod objects;
mod syntax;
mod tokens;
mod value;

use std::collections::BTreeMap;

use agon_arena::Refused;
use agon_core::{Game as _, Present as _, Side, quote};
use agon_games::theseus::{DEPTHS, Path, Position, Theseus};

use crate::repl::{Language, Repl};
use nodes::{NodeRef, Nodes};
use syntax::{Expression, Statement};
use value::{BoardRef, Kind, Value, incompatible};

agon_core::refusals! {
    /// Why an input cannot be answered.
    pub enum Refusal {
        Syntax { wanted: &'static str, found: String } => "{wanted} expected, not {found}",
        Number { found: String, most: i32 } => "{found} is not a number: an int has at most 2147483647, a double is less than {most} with 1 to 3 decimals, as in 0.23",
        Overflow => "ArithmeticException: a double is at most 1000000 here",
        TooMany { what: &'static str, most: usize } => "OutOfMemoryError: there are at most {most} {what}",
        InStatement { number: usize, reason: String } => "statement {number}: {reason}; the statements before it have been executed",
        NoClass { name: String } => "cannot find symbol: class {name}; the types are int, double, boolean, int[], String, Board, Node and ArrayList<Node>",
        NoVariable { name: String, known: String } => "cannot find symbol: variable {name}; there are {known}. A method is called with parentheses, as in getNextMove(0, 112)",
        NoMethod { name: String, owner: &'static str, known: String } => "cannot find symbol: method {name}; {owner} has {known}",
        NoField { name: String, owner: &'static str, known: &'static str } => "cannot find symbol: field {name}; {owner} has {known}",
        Types { found: &'static str, wanted: &'static str } => "incompatible types: {found} cannot be converted to {wanted}",
        Operator { sign: &'static str, left: &'static str, right: &'static str } => "bad operand types for {sign}: {left} {right}; numbers can be added, subtracted and compared",
        NotAssignable => "unexpected type: assign to a variable or to a field of a node, as in root.nodeEvaluation = 3",
        GameBoard => "board is the board of the game and cannot be assigned; copy it: Board copy = board.clone()",
        Usage { usage: &'static str } => "wrong arguments; usage: {usage}",
        Null { what: &'static str } => "NullPointerException: {what} is null",
        Bounds { index: i32, length: usize } => "IndexOutOfBoundsException: index {index} out of bounds for length {length}",
        HasParent => "IllegalArgumentException: the node is the child of another node",
        Cycle => "IllegalArgumentException: a node cannot be below itself",
        NoBoard => "NullPointerException: the node has no board: make it with new Node(board), or use setNodeBoard(board)",
        NoChildren => "IllegalArgumentException: the node has no children: call createMySubtree(currentPos, opponentCurrentPos, root, 1) before",
        NoMove { length: usize } => "IllegalArgumentException: a move has three numbers {{x, y, dice}}, not {length}",
        NodeDepth { found: i32, most: i32 } => "IllegalArgumentException: the depth of a node is 0 to {most}, not {found}",
        MyDepth { found: i32 } => "IllegalArgumentException: my moves lead to depth 1, 3 or 5, not {found}: createMySubtree(currentPos, opponentCurrentPos, root, 1)",
        OpponentDepth { found: i32 } => "IllegalArgumentException: moves of the opponent lead to depth 2, 4 or 6, not {found}: createOpponentSubtree(currentPos, opponentCurrentPos, parent, 2, parentEval)",
        NoTile { found: i32, most: usize } => "a position is the id of a tile from 0 to {most}, not {found}",
        NoDie { found: i32 } => "a die is 1, 3, 5 or 7, not {found}",
        Blocked { die: u8, tile: String } => "die {die} leads from {tile} into a wall",
        SameTile => "Theseus and the Minotaur cannot be on the same tile",
        Depth { found: i32, least: u32, most: u32 } => "the depth is a whole number from {least} to {most}, not {found}",
        GameOver => "the game is over",
    }
}

/// The state of a session: a board, the player that calls refer to, its path, variables and
/// nodes.
pub struct JavaRepl {
    game: Theseus,
    position: Position,
    player: Side,
    depth: u32,
    path: Path,
    variables: BTreeMap<String, (Kind, Value)>,
    nodes: Nodes,
    /// The root of the last move's tree, until the board changes otherwise.
    root: Option<NodeRef>,
}

/// The most variables of a session.
const MAX_VARIABLES: usize = 100;

/// The board of the game, which is always declared.
const BOARD: &str = "board";

impl Repl for JavaRepl {
    fn language(&self) -> Language {
        Language::Java
    }

    fn prompt(&self) -> &'static str {
        "> "
    }

    fn is_complete(&self, text: &str) -> bool {
        syntax::is_complete(text)
    }

    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        let statements = syntax::parse(text)?;
        let count = statements.len();
        let mut answers = Vec::new();
        for (index, statement) in statements.into_iter().enumerate() {
            let answer = self.execute(statement).map_err(|refusal| match count {
                1 => refusal,
                _ => Refusal::InStatement { number: index + 1, reason: refusal.to_string() },
            });
            answers.extend(answer?);
        }
        Ok((!answers.is_empty()).then(|| answers.join("\n")))
    }

    fn help(&self) -> &'static str {
        include_str!("help.txt")
    }
}

impl JavaRepl {
    /// A session at the start of a game, with Theseus as the player.
    pub fn new(game: Theseus) -> JavaRepl {
        JavaRepl {
            position: game.start(),
            game,
            player: Side::First,
            depth: *DEPTHS.start(),
            path: Path::default(),
            variables: BTreeMap::new(),
            nodes: Nodes::default(),
            root: None,
        }
    }

    /// Executes a statement; returns what it prints.
    fn execute(&mut self, statement: Statement) -> Result<Option<String>, Refusal> {
        let held = self.variables.values().filter_map(|(_, value)| match value {
            Value::Node(node) | Value::NodeList(node) => Some(*node),
            _ => None,
        });
        self.nodes.collect(held.chain(self.root));
        let value = match statement {
            Statement::Evaluate(expression) => {
                let value = self.evaluate(&expression)?;
                return Ok(self.print(&value));
            }
            Statement::Typed(kind, call) => {
                check_kind(kind, &call)?;
                self.evaluate(&call)?.converted(kind)?
            }
            Statement::Declare(kind, name, value) => {
                if name == BOARD {
                    return Err(Refusal::GameBoard);
                }
                if kind == Kind::Void {
                    return Err(Refusal::NoClass { name: quote("void") });
                }
                if self.variables.len() >= MAX_VARIABLES && !self.variables.contains_key(&name) {
                    return Err(Refusal::TooMany { what: "variables", most: MAX_VARIABLES });
                }
                let is_given = value.is_some();
                let value = match value {
                    Some(expression) => {
                        check_kind(kind, &expression)?;
                        self.evaluate(&expression)?.converted(kind)?
                    }
                    None => kind.initial(),
                };
                self.variables.insert(name, (kind, value.clone()));
                if !is_given {
                    return Ok(None);
                }
                value
            }
            Statement::Assign(Expression::Name(name), expression) => {
                let known = self.variables.get(&name).map(|(kind, _)| *kind);
                let kind = known.ok_or_else(|| self.no_variable(&name))?;
                check_kind(kind, &expression)?;
                let value = self.evaluate(&expression)?.converted(kind)?;
                self.variables.insert(name, (kind, value.clone()));
                value
            }
            Statement::Assign(Expression::Field(owner, field), expression) => {
                let node = self.evaluate(&owner)?.node()?;
                let value = self.evaluate(&expression)?;
                self.set_field(node, &field, value.clone())?;
                value
            }
            Statement::Assign(..) => return Err(Refusal::NotAssignable),
        };
        // A drawing after every assignment would hide the rest.
        Ok(if matches!(value, Value::Board(_)) { None } else { self.print(&value) })
    }

    fn no_variable(&self, name: &str) -> Refusal {
        let known = [BOARD].into_iter().chain(self.variables.keys().map(String::as_str));
        let known: Vec<&str> = known.collect();
        match name {
            BOARD => Refusal::GameBoard,
            _ => Refusal::NoVariable { name: quote(name), known: known.join(", ") },
        }
    }

    fn evaluate(&mut self, expression: &Expression) -> Result<Value, Refusal> {
        Ok(match expression {
            Expression::Null => Value::Null,
            Expression::Boolean(value) => Value::Boolean(*value),
            Expression::Int(number) => Value::Int(*number),
            Expression::Double(number) => Value::Double(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Array(parts) => {
                let parts = self.evaluate_all(parts)?;
                let numbers: Result<Vec<i32>, Refusal> = parts.iter().map(Value::int).collect();
                Value::IntArray(numbers?)
            }
            Expression::Name(name) => match (self.variables.get(name), name.as_str()) {
                (Some((_, value)), _) => value.clone(),
                (None, BOARD) => Value::Board(BoardRef::Game),
                // The sides, as setPlayer takes them.
                (None, "theseus" | "minotaur") => Value::Text(name.clone()),
                (None, _) => return Err(self.no_variable(name)),
            },
            Expression::New(class, arguments) => {
                let arguments = self.evaluate_all(arguments)?;
                self.construct(class, &arguments)?
            }
            Expression::Call(None, method, arguments) => self.call(method, arguments)?,
            Expression::Call(Some(owner), method, arguments) => match &**owner {
                // The player may have any name, such as theseus.getNextMove(0, 112).
                Expression::Name(name)
                    if !self.variables.contains_key(name) && methods::is_method(method) =>
                {
                    self.call(method, arguments)?
                }
                owner => {
                    let owner = self.evaluate(owner)?;
                    let arguments = self.evaluate_all(arguments)?;
                    self.call_on(&owner, method, &arguments)?
                }
            },
            Expression::Field(owner, field) => {
                let owner = self.evaluate(owner)?;
                self.field(&owner, field)?
            }
            Expression::Index(array, index) => {
                let array = self.evaluate(array)?;
                let index = self.evaluate(index)?.int()?;
                match &array {
                    Value::IntArray(numbers) => Value::Int(*at(numbers, index)?),
                    Value::Null => return Err(Refusal::Null { what: "the array" }),
                    other => return Err(incompatible(other.kind_name(), Kind::IntArray)),
                }
            }
            Expression::Negate(expression) => self.evaluate(expression)?.negated()?,
            Expression::Binary(left, sign, right) => {
                let left = self.evaluate(left)?;
                left.combined(sign, &self.evaluate(right)?)?
            }
        })
    }

    fn evaluate_all(&mut self, expressions: &[Expression]) -> Result<Vec<Value>, Refusal> {
        expressions.iter().map(|expression| self.evaluate(expression)).collect()
    }

    /// A value as it is printed; nothing for `void`.
    fn print(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Void => return None,
            Value::Null => "null".into(),
            Value::Int(number) => number.to_string(),
            Value::Double(worth) => worth.to_string(),
            Value::Boolean(value) => value.to_string(),
            Value::Text(text) => text.clone(),
            Value::IntArray(numbers) => format!("{numbers:?}"),
            Value::Board(board) => self.draw(self.position_of(*board)),
            Value::Node(node) => self.describe(*node),
            Value::NodeList(node) => {
                let children = self.nodes.children(*node).iter().enumerate();
                let lines: Vec<String> = children
                    .map(|(index, &child)| format!("{index}: {}", self.describe(child)))
                    .collect();
                if lines.is_empty() { "[]".into() } else { lines.join("\n") }
            }
        })
    }

    /// A board as the terminal draws it.
    fn draw(&self, position: Position) -> String {
        let view = self.game.view(&position, None);
        self.game.text_board(&view).unwrap_or_default().trim_end().to_string()
    }

    fn position_of(&self, board: BoardRef) -> Position {
        match board {
            BoardRef::Game => self.position,
            BoardRef::Copy(position) => position,
        }
    }
}

/// The element of an index.
fn at<T>(elements: &[T], index: i32) -> Result<&T, Refusal> {
    let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
    element.ok_or(Refusal::Bounds { index, length: elements.len() })
}

/// Refuses a call whose result does not fit, before it has any effect.
fn check_kind(kind: Kind, expression: &Expression) -> Result<(), Refusal> {
    let Expression::Call(None, method, _) = expression else { return Ok(()) };
    match methods::result_of(method) {
        Some(result) if !kind.takes(result) => Err(incompatible(result.name(), kind)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
