//! Why an input cannot be answered.

use crate::limits::Exceeded;

agon_core::refusals! {
    /// Why an input cannot be answered.
    pub enum Refusal {
        Syntax { wanted: &'static str, found: String } => "{wanted} expected, not {found}",
        Number { found: String, most: i32 } => "{found} is not a number: an int has at most 2147483647, a double is less than {most} with 1 to 3 decimals, as in 0.23",
        Overflow => "ArithmeticException: a double is at most 1000000 here",
        Limit { limit: Exceeded } => "{limit}",
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

impl From<Exceeded> for Refusal {
    fn from(limit: Exceeded) -> Refusal {
        Refusal::Limit { limit }
    }
}
