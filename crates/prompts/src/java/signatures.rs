//! What the methods of the assignment's `MinMaxPlayer` take and give.

use super::value::Kind;

/// A method: its name, what it gives, and how it is called.
pub struct Method {
    pub name: &'static str,
    /// The type of what it gives.
    pub gives: Kind,
    pub usage: &'static str,
}

const fn method(name: &'static str, gives: Kind, usage: &'static str) -> Method {
    Method { name, gives, usage }
}

pub const METHODS: [Method; 11] = [
    method(
        "getNextMove",
        Kind::IntArray,
        "int[] getNextMove(int currentPos, int opponentCurrentPos), as in getNextMove(0, 112)",
    ),
    method(
        "evaluate",
        Kind::Double,
        "double evaluate(int currentPos, int dice, Board board), as in evaluate(0, 3, board); \
         evaluate(0, 3) takes the board of the game",
    ),
    method(
        "chooseMinMaxMove",
        Kind::Int,
        "int chooseMinMaxMove(Node root); chooseMinMaxMove() takes the tree of the last move",
    ),
    method(
        "createMySubtree",
        Kind::Void,
        "void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth), as in \
         createMySubtree(202, 199, root, 1)",
    ),
    method(
        "createOpponentSubtree",
        Kind::Void,
        "void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, \
         int depth, double parentEval), as in createOpponentSubtree(187, 199, child, 2, 0.23)",
    ),
    method("getRoot", Kind::Node, "Node getRoot()"),
    method("tree", Kind::Text, "tree() or tree(Node root)"),
    method("board", Kind::Text, "board()"),
    method("statistics", Kind::Text, "statistics()"),
    method("setPlayer", Kind::Text, "setPlayer(theseus) or setPlayer(minotaur)"),
    method("setDepth", Kind::Int, "setDepth(int depth), as in setDepth(2)"),
];

pub fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}
