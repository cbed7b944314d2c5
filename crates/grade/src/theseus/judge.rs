//! Judges a tree by the hand-in's own evaluations.

use std::collections::BTreeMap;

use super::board::Board;
use super::function;
use super::tree_question::{Purpose, name};
use agon_handin::Answer;

/// The answers about a board.
#[derive(Default)]
pub struct Evaluations {
    /// Each text with its processor time, by purpose.
    texts: BTreeMap<String, (String, u64)>,
    /// The question whose answer is incomplete, and why.
    pub incomplete: Option<(Purpose, String)>,
}

impl Evaluations {
    /// Assigns the parts of an answer to their purposes.
    pub fn read(purposes: &[Purpose], answer: &Answer) -> Evaluations {
        let texts = purposes
            .iter()
            .zip(&answer.parts)
            .map(|(purpose, part)| (format!("{purpose:?}"), (part.text.clone(), part.micros)));
        Evaluations { texts: texts.collect(), incomplete: None }
    }

    fn text(&self, purpose: Purpose) -> Option<&str> {
        self.texts.get(&format!("{purpose:?}")).map(|(text, _)| text.as_str())
    }

    fn micros(&self, purpose: Purpose) -> Option<u64> {
        self.texts.get(&format!("{purpose:?}")).map(|&(_, micros)| micros)
    }

    fn number(&self, purpose: Purpose) -> Option<f64> {
        self.text(purpose)?.parse().ok().filter(|number: &f64| !number.is_nan())
    }
}

/// The result of a check.
pub struct Judged {
    /// The index of the method.
    pub function: usize,
    pub kind: &'static str,
    /// The right answer.
    pub expected: String,
    /// The hand-in's answer, if it is wrong.
    pub answered: Option<String>,
    /// Whether it is wrong only because of another method.
    pub follows: bool,
    pub micros: Option<u64>,
}

fn judged(
    function: usize,
    kind: &'static str,
    expected: impl Into<String>,
    answered: Option<String>,
) -> Judged {
    Judged { function, kind, expected: expected.into(), answered, follows: false, micros: None }
}

#[derive(Clone, Debug)]
struct Node {
    mv: String,
    text: String,
    evaluation: f64,
    children: Vec<Node>,
}

pub fn judge(board: &Board, found: &Evaluations) -> Vec<Judged> {
    let mut checks = Vec::new();
    let moves = board.moves(board.side);
    for (place, die) in moves.iter().enumerate() {
        let purpose = Purpose::Move(place, 0);
        let answered = match found.text(purpose) {
            Some(_) if found.number(purpose).is_some() => None,
            Some(text) => Some(format!("for the die {die}: {text}")),
            None => Some(incomplete(found)),
        };
        // Whoever answers always the same answers with numbers, too.
        if answered.is_some() {
            let micros = found.micros(purpose);
            let check = judged(function::EVALUATE, NUMBERS, "a number", answered);
            checks.push(Judged { micros, ..check });
            return checks;
        }
    }
    if let Some((Purpose::Reply(..) | Purpose::Move(..), how)) = &found.incomplete {
        // Boards after a move are as good as any other.
        checks.push(judged(function::EVALUATE, NUMBERS, "a number", Some(how.clone())));
        return checks;
    }
    let text = found.text(Purpose::Tree).map_or_else(|| incomplete(found), String::from);
    let shape = read_tree(&text);
    let micros = found.micros(Purpose::Tree);
    let children = match shape {
        Ok(children) => children,
        Err(function) => {
            let right = "a tree of nodes DEPTH X Y DIE EVALUATION: own moves at depth 1, answers at depth 2";
            let check = judged(function, DEPTHS, right, Some(text.clone()));
            checks.push(Judged { micros, ..check });
            checks.extend(judge_next_move(board, found, None));
            return checks;
        }
    };
    let own = judge_moves(board, found, &children);
    let mut replies = judge_replies(board, found, &children);
    // A tree without these nodes leaves all boards as they are.
    let has = |checks: &[Judged], kind| {
        checks.iter().any(|check| check.kind == kind && check.answered.is_none())
    };
    let (has_children, has_answers) = (has(&own, CHILDREN), has(&replies, ANSWERS));
    let mut boards = judge_boards(board, found);
    boards.retain(|check| {
        has_children && (check.kind != NO_ANSWER || has_answers || check.answered.is_some())
    });
    // On a wrong board the answers are wrong, too.
    let has_wrong_board = boards
        .iter()
        .any(|check| check.function == function::CREATE_MY_SUBTREE && check.answered.is_some());
    for check in replies.iter_mut().chain(&mut boards) {
        let is_below = check.function == function::CREATE_OPPONENT_SUBTREE;
        check.follows = has_wrong_board && is_below && check.answered.is_some();
    }
    checks.extend(own.into_iter().map(|check| Judged { micros, ..check }));
    checks.extend(replies);
    checks.extend(judge_choice(found, &children));
    checks.extend(judge_next_move(board, found, Some(&children)));
    checks.extend(boards);
    checks
}

/// The kinds of checks of the boards of a tree.
pub const KEPT: &str = "the given board and the players stay as they are";
pub const OWN_MOVE: &str = "the board of a child after its move";
pub const NO_ANSWER: &str = "the board of a child without the answers to it";

/// Judges the board that the tree grew from, and that of one child.
fn judge_boards(board: &Board, found: &Evaluations) -> Vec<Judged> {
    let mut checks = Vec::new();
    let kept = found.text(Purpose::Kept).filter(|text| !text.starts_with("error "));
    checks.extend(kept.map(|text| {
        let answered = (text != "yes").then(|| text.to_string());
        judged(function::CREATE_MY_SUBTREE, KEPT, "all is as before", answered)
    }));
    let (me, other) = (board.side, board.side.opponent());
    for (place, &die) in board.moves(me).iter().enumerate() {
        let after = board.after(me, die);
        let Some(text) = found.text(Purpose::After(place)) else { continue };
        let told: Vec<&str> = text.split(' ').collect();
        for (side, function, kind) in [
            (me, function::CREATE_MY_SUBTREE, OWN_MOVE),
            (other, function::CREATE_OPPONENT_SUBTREE, NO_ANSWER),
        ] {
            // What its board does not tell is no fault.
            let tile = told.get(side.index()).and_then(|tile| tile.parse().ok());
            let right = after.id(side);
            checks.extend(tile.map(|tile: usize| {
                let answered = (right != tile).then(|| format!("{} on {tile}", name(side)));
                let expected = format!("below the die {die}: {} on {right}", name(side));
                judged(function, kind, expected, answered)
            }));
        }
    }
    checks
}

/// The kinds of checks of a tree and of the choice in it.
pub const NUMBERS: &str = "a number for each move";
pub const DEPTHS: &str = "a tree of two levels";
pub const CHILDREN: &str = "a child for each move";
pub const OWN_VALUES: &str = "evaluations of the moves";
pub const ANSWERS: &str = "a child for each answer";
pub const ANSWER_VALUES: &str = "evaluations of the answers";
pub const OWN_TREE: &str = "the own tree";
pub const BEST_CHILD: &str = "the move of the best child";

fn incomplete(found: &Evaluations) -> String {
    found.incomplete.as_ref().map_or_else(|| "nothing".into(), |(_, how)| how.clone())
}

/// Reads the lines of a tree. The error is the index of the method at fault.
fn read_tree(text: &str) -> Result<Vec<Node>, usize> {
    let mut lines = text.lines();
    let is_tree = lines.next().is_some_and(|line| line.starts_with("nodes "));
    lines.next().filter(|_| is_tree).ok_or(function::CREATE_MY_SUBTREE)?;
    let mut children: Vec<Node> = Vec::new();
    for line in lines {
        let (depth, rest) = line.split_once(' ').ok_or(function::CREATE_MY_SUBTREE)?;
        let (mv, evaluation) = rest.rsplit_once(' ').ok_or(function::CREATE_MY_SUBTREE)?;
        let blamed = if children.is_empty() {
            function::CREATE_MY_SUBTREE
        } else {
            function::CREATE_OPPONENT_SUBTREE
        };
        let evaluation = evaluation.parse().map_err(|_| blamed)?;
        let node = Node { mv: mv.into(), text: line.into(), evaluation, children: Vec::new() };
        match (depth, children.last_mut()) {
            ("1", _) => children.push(node),
            ("2", Some(above)) => above.children.push(node),
            _ => return Err(blamed),
        }
    }
    Ok(children)
}

/// The nodes that belong at a place in the tree, as lines.
fn expected(depth: u32, at: (usize, usize), dice: impl Iterator<Item = String>) -> Vec<String> {
    dice.map(|die| format!("{depth} {} {} {die}", at.0, at.1)).collect()
}

/// Whether the nodes have exactly these moves, in any order.
fn has_moves(nodes: &[Node], right: &[String]) -> bool {
    let mut found: Vec<&str> = nodes.iter().map(|node| node.mv.as_str()).collect();
    let mut right: Vec<&str> =
        right.iter().filter_map(|line| line.split_once(' ')).map(|(_, mv)| mv).collect();
    found.sort_unstable();
    right.sort_unstable();
    found == right
}

fn lines(nodes: &[Node]) -> String {
    if nodes.is_empty() {
        return "no nodes".into();
    }
    nodes.iter().map(|node| node.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Compares evaluations. Sums of decimals are inexact.
fn is_equal(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-6 * (1.0 + other.abs())
}

/// The child whose move leads to this place.
fn child<'a>(board: &Board, children: &'a [Node], place: usize) -> Option<&'a Node> {
    let die = *board.moves(board.side).get(place)?;
    children.iter().find(|child| child.mv.ends_with(&format!(" {die}")))
}

/// Judges the children of the root.
fn judge_moves(board: &Board, found: &Evaluations, children: &[Node]) -> Vec<Judged> {
    let moves = board.moves(board.side);
    let right = expected(1, board.place(board.side), moves.iter().map(ToString::to_string));
    let is_right = has_moves(children, &right);
    let answered = (!is_right).then(|| lines(children));
    let with_any = right.iter().map(|line| format!("{line} (its evaluation)")).collect::<Vec<_>>();
    let mut checks =
        vec![judged(function::CREATE_MY_SUBTREE, CHILDREN, with_any.join("\n"), answered)];
    if !is_right {
        return checks;
    }
    let value = |place: usize, variant: usize| found.number(Purpose::Move(place, variant));
    let fits = |variant: usize| {
        (0..moves.len()).all(|place| {
            let Some(child) = child(board, children, place) else { return false };
            value(place, variant).is_none_or(|value| is_equal(child.evaluation, value))
        })
    };
    let with_values = right
        .iter()
        .enumerate()
        .map(|(place, line)| format!("{line} {}", value(place, 0).unwrap_or_default()));
    let expected = with_values.collect::<Vec<_>>().join("\n");
    let answered = (!fits(0) && !fits(1)).then(|| lines(children));
    // Whoever has one child is right, too, where there is one move.
    if right.len() == 1 {
        checks.clear();
    }
    // Whoever does not evaluate has nothing but zeros.
    if answered.is_some() || right.len() > 1 && children.iter().any(|child| child.evaluation != 0.0)
    {
        checks.push(judged(function::CREATE_MY_SUBTREE, OWN_VALUES, expected, answered));
    }
    checks
}

/// Judges the opponent's replies below each child.
fn judge_replies(board: &Board, found: &Evaluations, children: &[Node]) -> Vec<Judged> {
    let other = board.side.opponent();
    let mut known = Vec::new();
    let (mut right_all, mut found_all, mut is_right) = (Vec::new(), Vec::new(), true);
    for (place, die) in board.moves(board.side).into_iter().enumerate() {
        let after = board.after(board.side, die);
        let Some(child) = child(board, children, place) else { continue };
        // The assignment does not say whether a finished game has replies.
        if after.is_over() {
            continue;
        }
        let replies = after.moves(other);
        let right = expected(2, after.place(other), replies.iter().map(ToString::to_string));
        is_right &= has_moves(&child.children, &right);
        for (reply, line) in right.iter().enumerate() {
            let own = found.number(Purpose::Reply(place, reply, 0));
            let value = own.map(|value| child.evaluation - value);
            right_all.push(match value {
                Some(value) => format!("{line} {value}"),
                None => format!("{line} (its evaluation)"),
            });
            let mv = line.split_once(' ').map_or("", |(_, mv)| mv);
            let node = child.children.iter().find(|node| node.mv == mv);
            known.extend(node.map(|node| (place, reply, child.evaluation, node.evaluation)));
        }
        right_all.push(format!("(below {})", child.text));
        found_all.extend(child.children.iter().map(|node| node.text.clone()));
        found_all.push(format!("(below {})", child.text));
    }
    if right_all.is_empty() {
        return Vec::new();
    }
    let (right_all, found_all) = (right_all.join("\n"), found_all.join("\n"));
    let answered = (!is_right).then(|| found_all.clone());
    let mut checks =
        vec![judged(function::CREATE_OPPONENT_SUBTREE, ANSWERS, right_all.clone(), answered)];
    if is_right {
        let fits = |variant: usize| {
            known.iter().all(|&(place, reply, above, evaluation)| {
                let value = found.number(Purpose::Reply(place, reply, variant));
                value.is_none_or(|value| is_equal(evaluation, above - value))
            })
        };
        let answered = (!(0..4).any(fits)).then_some(found_all);
        // Whoever does not evaluate has the numbers of the parents.
        if answered.is_some() || known.iter().any(|&(_, _, above, own)| !is_equal(own, above)) {
            checks.push(judged(
                function::CREATE_OPPONENT_SUBTREE,
                ANSWER_VALUES,
                right_all,
                answered,
            ));
        }
    }
    checks
}

/// The indices of the children with the largest value. Empty if a child has no replies: the
/// assignment does not say what it is worth.
fn best(children: &[Node]) -> Vec<usize> {
    if children.iter().any(|child| child.children.is_empty()) {
        return Vec::new();
    }
    let least = |child: &Node| {
        child.children.iter().map(|node| node.evaluation).fold(f64::INFINITY, f64::min)
    };
    let values: Vec<f64> = children.iter().map(least).collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..values.len()).filter(|&place| is_equal(values[place], most)).collect()
}

/// The tree as lines: own moves, each with its replies.
fn tree_lines(children: &[Node]) -> String {
    let nodes = children.iter().flat_map(|child| [child].into_iter().chain(&child.children));
    nodes.map(|node| node.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Judges the choice in the hand-in's own tree.
fn judge_choice(found: &Evaluations, children: &[Node]) -> Option<Judged> {
    let right = best(children);
    if right.is_empty() {
        return None;
    }
    let text = found.text(Purpose::Choose).map_or_else(|| incomplete(found), String::from);
    let is_right = text.parse().is_ok_and(|place: usize| right.contains(&place));
    // Whoever always takes the first one is right, too.
    if is_right && right.contains(&0) {
        return None;
    }
    let right: Vec<String> = right.iter().map(usize::to_string).collect();
    let answered = (!is_right).then(|| format!("{text}\nin its tree\n{}", tree_lines(children)));
    let check = judged(function::CHOOSE_MIN_MAX_MOVE, OWN_TREE, right.join(" or "), answered);
    Some(Judged { micros: found.micros(Purpose::Choose), ..check })
}

/// Judges the next move: it must be that of the best child in the hand-in's own tree.
fn judge_next_move(
    board: &Board,
    found: &Evaluations,
    children: Option<&[Node]>,
) -> Option<Judged> {
    let text = found.text(Purpose::NextMove).map_or_else(|| incomplete(found), String::from);
    let (row, column) = board.place(board.side);
    let die_of = |mv: &str| mv.rsplit(' ').next().map(String::from);
    let dice: Vec<String> = match children {
        // Without a tree there is no best move.
        None => Vec::new(),
        Some(children) => {
            best(children).iter().filter_map(|&place| die_of(&children[place].mv)).collect()
        }
    };
    let legal: Vec<String> =
        board.moves(board.side).iter().map(|die| format!("{row} {column} {die}")).collect();
    let right: Vec<String> = if dice.is_empty() {
        legal
    } else {
        dice.iter().map(|die| format!("{row} {column} {die}")).collect()
    };
    let is_right = right.contains(&text);
    // Whoever always makes the first move is right, too.
    let is_first = |child: &Node| die_of(&child.mv).is_some_and(|die| dice.contains(&die));
    if is_right && (dice.is_empty() || children.and_then(<[Node]>::first).is_some_and(is_first)) {
        return None;
    }
    // The move of the child that the hand-in chose, even if that is not the best one.
    let chosen = children.and_then(|children| {
        let place: usize = found.text(Purpose::Choose)?.parse().ok()?;
        die_of(&children.get(place)?.mv)
    });
    let has_tree = children.is_some();
    let follows = !has_tree || chosen.is_some_and(|die| text == format!("{row} {column} {die}"));
    let answered = (!is_right).then(|| match children {
        Some(children) => format!("{text}\nin its tree\n{}", tree_lines(children)),
        None => text.clone(),
    });
    let check = judged(function::GET_NEXT_MOVE, BEST_CHILD, right.join(" or "), answered);
    Some(Judged { follows: follows && !is_right, micros: found.micros(Purpose::NextMove), ..check })
}
