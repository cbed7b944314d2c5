//! The values of the REPL, and their types.

use agon_games::theseus::{Position, Worth};

use super::nodes::NodeRef;
use super::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Void,
    Int,
    Double,
    Boolean,
    IntArray,
    Text,
    Board,
    Node,
    NodeList,
}

impl Kind {
    /// The type of this name.
    pub fn named(name: &str) -> Option<Kind> {
        use Kind::{Board, Boolean, Double, Int, IntArray, Node, NodeList, Text, Void};
        let name = if name == "List<Node>" { NodeList.name() } else { name };
        let all = [Void, Int, Double, Boolean, IntArray, Text, Board, Node, NodeList];
        all.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in Java.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Void => "void",
            Kind::Int => "int",
            Kind::Double => "double",
            Kind::Boolean => "boolean",
            Kind::IntArray => "int[]",
            Kind::Text => "String",
            Kind::Board => "Board",
            Kind::Node => "Node",
            Kind::NodeList => "ArrayList<Node>",
        }
    }

    /// What a variable of this type holds if nothing is assigned to it.
    pub fn initial(self) -> Value {
        match self {
            Kind::Void => Value::Void,
            Kind::Int => Value::Int(0),
            Kind::Double => Value::Double(Worth(0)),
            Kind::Boolean => Value::Boolean(false),
            Kind::IntArray | Kind::Text | Kind::Board | Kind::Node | Kind::NodeList => Value::Null,
        }
    }

    /// Whether a value of another type can be assigned.
    pub fn takes(self, other: Kind) -> bool {
        self == other || (self, other) == (Kind::Double, Kind::Int)
    }
}

/// A board: that of the game, which changes with every move, or a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardRef {
    Game,
    Copy(Position),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Void,
    Null,
    Int(i32),
    Double(Worth),
    Boolean(bool),
    IntArray(Vec<i32>),
    Text(String),
    Board(BoardRef),
    Node(NodeRef),
    /// The children of a node.
    NodeList(NodeRef),
}

/// The largest double in thousandths, either way.
const MAX_THOUSANDTHS: i64 = 1_000_000_000;

/// A double that a calculation gives.
fn double(thousandths: i64) -> Result<Worth, Refusal> {
    let fits = (-MAX_THOUSANDTHS..=MAX_THOUSANDTHS).contains(&thousandths);
    fits.then_some(Worth(thousandths as i32)).ok_or(Refusal::Overflow)
}

/// A double as Java prints it: `0.23`, `0.0`.
pub fn printed(Worth(worth): Worth) -> String {
    let sign = if worth < 0 { "-" } else { "" };
    let decimals = format!("{:03}", worth.unsigned_abs() % 1000);
    let decimals = match decimals.trim_end_matches('0') {
        "" => "0",
        some => some,
    };
    format!("{sign}{}.{decimals}", worth.unsigned_abs() / 1000)
}

impl Value {
    /// Its type; `null` has none of its own.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Value::Null => return None,
            Value::Void => Kind::Void,
            Value::Int(_) => Kind::Int,
            Value::Double(_) => Kind::Double,
            Value::Boolean(_) => Kind::Boolean,
            Value::IntArray(_) => Kind::IntArray,
            Value::Text(_) => Kind::Text,
            Value::Board(_) => Kind::Board,
            Value::Node(_) => Kind::Node,
            Value::NodeList(_) => Kind::NodeList,
        })
    }

    pub fn kind_name(&self) -> &'static str {
        self.kind().map_or("null", Kind::name)
    }

    /// The value as one of a type, if Java converts it without being asked.
    pub fn converted(self, kind: Kind) -> Result<Value, Refusal> {
        match (kind, self) {
            (Kind::Double, Value::Int(number)) => {
                Ok(Value::Double(double(1000 * i64::from(number))?))
            }
            (_, Value::Null) if kind.initial() == Value::Null => Ok(Value::Null),
            (_, value) if value.kind() == Some(kind) => Ok(value),
            (_, value) => Err(incompatible(value.kind_name(), kind)),
        }
    }

    pub fn int(&self) -> Result<i32, Refusal> {
        match self {
            Value::Int(number) => Ok(*number),
            other => Err(incompatible(other.kind_name(), Kind::Int)),
        }
    }

    pub fn double(&self) -> Result<Worth, Refusal> {
        match self {
            Value::Int(number) => double(1000 * i64::from(*number)),
            Value::Double(worth) => Ok(*worth),
            other => Err(incompatible(other.kind_name(), Kind::Double)),
        }
    }

    pub fn node(&self) -> Result<NodeRef, Refusal> {
        match self {
            Value::Node(node) => Ok(*node),
            Value::Null => Err(Refusal::Null { what: "the node" }),
            other => Err(incompatible(other.kind_name(), Kind::Node)),
        }
    }

    pub fn board(&self) -> Result<BoardRef, Refusal> {
        match self {
            Value::Board(board) => Ok(*board),
            Value::Null => Err(Refusal::Null { what: "the board" }),
            other => Err(incompatible(other.kind_name(), Kind::Board)),
        }
    }

    /// The number with its sign changed.
    pub fn negated(&self) -> Result<Value, Refusal> {
        match self {
            Value::Int(number) => Ok(Value::Int(number.wrapping_neg())),
            Value::Double(Worth(worth)) => Ok(Value::Double(Worth(-worth))),
            other => Err(Refusal::Operator { sign: "-", left: other.kind_name(), right: "" }),
        }
    }

    /// A sum, a difference or a comparison. Whole numbers wrap around as in Java.
    pub fn combined(&self, sign: &'static str, right: &Value) -> Result<Value, Refusal> {
        let wrong = || Refusal::Operator { sign, left: self.kind_name(), right: right.kind_name() };
        if let (Value::Int(left), Value::Int(right), "+" | "-") = (self, right, sign) {
            let result = match sign {
                "+" => left.wrapping_add(*right),
                _ => left.wrapping_sub(*right),
            };
            return Ok(Value::Int(result));
        }
        let Some((left, number)) = self.thousandths().zip(right.thousandths()) else {
            let may_equal = self.kind() == right.kind() || [self, right].contains(&&Value::Null);
            return match sign {
                "==" if may_equal => Ok(Value::Boolean(self == right)),
                "!=" if may_equal => Ok(Value::Boolean(self != right)),
                _ => Err(wrong()),
            };
        };
        Ok(match sign {
            "+" => Value::Double(double(left + number)?),
            "-" => Value::Double(double(left - number)?),
            "<" => Value::Boolean(left < number),
            ">" => Value::Boolean(left > number),
            "<=" => Value::Boolean(left <= number),
            ">=" => Value::Boolean(left >= number),
            "==" => Value::Boolean(left == number),
            "!=" => Value::Boolean(left != number),
            _ => return Err(wrong()),
        })
    }

    fn thousandths(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(1000 * i64::from(*number)),
            Value::Double(Worth(worth)) => Some((*worth).into()),
            _ => None,
        }
    }
}

/// The refusal of a value of one type where another is needed.
pub fn incompatible(found: &'static str, wanted: Kind) -> Refusal {
    Refusal::Types { found, wanted: wanted.name() }
}
