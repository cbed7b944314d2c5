//! The REPL of theseus: the assignment's Java classes, with variables and trees of nodes.

mod methods;
mod nodes;
mod objects;
mod refusal;
mod signatures;
mod syntax;
mod tokens;
mod value;

use std::collections::BTreeMap;

use agon_arena::Refused;
use agon_core::{Game as _, Present as _, Side, quote};
use agon_games::theseus::{DEPTHS, Path, Position, Theseus};

use crate::limits::NAMES;
use crate::repl::{Language, Repl};
use nodes::{NodeRef, Nodes};
use refusal::Refusal;
use syntax::{Expression, Statement};
use value::{BoardRef, Kind, Value, incompatible, printed};

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

    fn reply(&mut self, text: &str) -> Result<Option<String>, Refused> {
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
            Statement::Signature(name) => {
                let method = signatures::find(&name).ok_or_else(|| methods::no_method(&name))?;
                return Ok(Some(method.usage.into()));
            }
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
                if !self.variables.contains_key(&name) {
                    NAMES.check(self.variables.len() + 1)?;
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
                    if !self.variables.contains_key(name) && signatures::find(method).is_some() =>
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
            Value::Double(worth) => printed(*worth),
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

fn at<T>(elements: &[T], index: i32) -> Result<&T, Refusal> {
    let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
    element.ok_or(Refusal::Bounds { index, length: elements.len() })
}

/// Refuses a call whose result does not fit, before it has any effect.
fn check_kind(kind: Kind, expression: &Expression) -> Result<(), Refusal> {
    let Expression::Call(None, method, _) = expression else { return Ok(()) };
    match signatures::find(method).map(|method| method.gives) {
        Some(result) if !kind.takes(result) => Err(incompatible(result.name(), kind)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
