//! The operators, for reading and for writing.

/// How the priorities of the operands compare with that of the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Lower.
    Lower,
    /// Lower or the same.
    Same,
}

/// An operator: its priority, and what its operands may be.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// The priority; a lower one binds tighter.
    pub priority: u32,
    /// The operand on the left.
    pub left: Side,
    /// The operand on the right.
    pub right: Side,
}

impl Operator {
    /// The largest priority of the operand on the left.
    pub fn left_priority(self) -> u32 {
        self.priority - u32::from(self.left == Side::Lower)
    }

    /// The largest priority of the operand on the right.
    pub fn right_priority(self) -> u32 {
        self.priority - u32::from(self.right == Side::Lower)
    }
}

/// The operator between two terms.
pub fn infix(name: &str) -> Option<Operator> {
    use Side::{Lower, Same};
    let (priority, left, right) = match name {
        ":-" => (1200, Lower, Lower),
        ";" => (1100, Lower, Same),
        "->" => (1050, Lower, Same),
        "," => (1000, Lower, Same),
        "=" | "\\=" | "==" | "\\==" | "is" | "=:=" | "=\\=" | "<" | ">" | "=<" | ">=" | "@<"
        | "@>" | "@=<" | "@>=" => (700, Lower, Lower),
        "+" | "-" => (500, Same, Lower),
        "*" | "/" | "//" | "mod" | "rem" => (400, Same, Lower),
        "**" => (200, Lower, Lower),
        "^" => (200, Lower, Same),
        _ => return None,
    };
    Some(Operator { priority, left, right })
}

/// The operator before a term; it has no operand on the left.
pub fn prefix(name: &str) -> Option<Operator> {
    let priority = match name {
        ":-" | "?-" => 1200,
        "\\+" => 900,
        "-" | "+" => 200,
        _ => return None,
    };
    let right = if priority == 1200 { Side::Lower } else { Side::Same };
    Some(Operator { priority, left: Side::Lower, right })
}
