//! The operators, for reading and for writing.

/// An operator, by the largest priorities; a lower one binds tighter.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Of the operand on the left.
    pub left: u32,
    /// Of the operator.
    pub priority: u32,
    /// Of the operand on the right.
    pub right: u32,
}

/// The operator between two terms.
pub fn infix(name: &str) -> Option<Operator> {
    let (left, priority, right) = match name {
        ":-" => (1199, 1200, 1199),
        ";" => (1099, 1100, 1100),
        "->" => (1049, 1050, 1050),
        "," => (999, 1000, 1000),
        "=" | "\\=" | "==" | "\\==" | "is" | "=:=" | "=\\=" | "<" | ">" | "=<" | ">=" | "@<"
        | "@>" | "@=<" | "@>=" => (699, 700, 699),
        "+" | "-" => (500, 500, 499),
        "*" | "/" | "//" | "mod" | "rem" => (400, 400, 399),
        "**" => (199, 200, 199),
        "^" => (199, 200, 200),
        _ => return None,
    };
    Some(Operator { left, priority, right })
}

/// The operator before a term; it has no operand on the left.
pub fn prefix(name: &str) -> Option<Operator> {
    let (priority, right) = match name {
        ":-" | "?-" => (1200, 1199),
        "\\+" => (900, 900),
        "-" | "+" => (200, 200),
        _ => return None,
    };
    Some(Operator { left: 0, priority, right })
}
