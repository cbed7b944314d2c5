//! Finds the function at fault for a wrong answer, and smaller states with the same failure.

use agon_core::{Game as _, Notation as _, Outcome};
use agon_games::byte::{Byte, Move, Position};
use agon_handin::Names;

use super::form::Form;
use super::function;
use super::question::{Asked, ByteQuestion, driver_name};
use crate::question::{Ask, Blame, Check};

/// The check that minimax uses the hand-in's heuristic.
pub const BY_HEURISTIC: &str = "the best move by its own heuristic";

/// The check that minimax takes an immediate win.
pub const WIN_IN_ONE: &str = "a win in one move";

/// Decides whether a wrong answer is a follow-on error: whether it agrees with another function
/// that is wrong for the same state. That function is `moves`, or `valid` for the move that `play`
/// makes.
pub fn blame(question: &ByteQuestion, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
    let Some(difference) = &check.difference else { return Blame::Function };
    if check.step > 0 && check.kind != BY_HEURISTIC {
        return Blame::Function;
    }
    let mut value = |form: &str| {
        let answer = ask(&format!("{} ({form})", question.state()));
        answer.parts.first().map(|part| part.text.clone()).filter(|_| answer.error.is_none())
    };
    let name = driver_name;
    let call = |function: usize| format!("({} agon-driver::s)", name(function));
    if check.kind == BY_HEURISTIC {
        // A hand-in may count the depth from 0.
        let Asked::Minimax(depth) = question.asked else { return Blame::Function };
        // The best moves are found by its own moves, which may be wrong.
        let agrees = format!("(agon-driver::agrees agon-driver::s {depth})");
        if value(&agrees).is_none_or(|text| text == "NIL") {
            return Blame::FollowOn;
        }
        let deeper = best_moves(question, depth + 1);
        let deeper = value(&deeper).as_deref().and_then(Form::read);
        let found = Form::read(&difference.answered).map(Form::whole_move);
        let is_best = deeper.as_ref().and_then(Form::items).is_none_or(|moves| {
            let mut moves = moves.iter().cloned().map(Form::whole_move);
            found.is_none_or(|found| moves.any(|mv| mv == found))
        });
        return if is_best { Blame::FollowOn } else { Blame::Function };
    }
    if is_undefined(&difference.answered, names.of(check.function)) {
        return Blame::Function;
    }
    if is_error(&difference.answered) {
        let valid = |mv: &Form| format!("({} agon-driver::s '{mv})", name(function::VALID));
        let used = match &question.asked {
            Asked::Play(mv) => vec![valid(mv)],
            Asked::Valid(_) | Asked::Successors | Asked::Goal => vec![call(function::MOVES)],
            Asked::Minimax(_) => {
                let heuristic = name(function::HEURISTIC);
                vec![call(function::MOVES), format!("({heuristic} agon-driver::s 'X)")]
            }
            _ => Vec::new(),
        };
        let fails = used.iter().any(|form| value(form).is_none());
        return if fails { Blame::FollowOn } else { Blame::Function };
    }
    let mut own_moves = || -> Option<Vec<Form>> {
        let form = Form::read(&value(&call(function::MOVES))?)?;
        let mut moves: Vec<Form> = form.items()?.iter().cloned().map(Form::whole_move).collect();
        moves.sort();
        moves.dedup();
        (moves != question.moves()).then_some(moves)
    };
    let follows = match &question.asked {
        Asked::Valid(mv) => own_moves().is_some_and(|moves| {
            let is_listed = moves.contains(&mv.clone().whole_move());
            is_listed == (difference.answered != "NIL")
        }),
        Asked::Play(mv) => {
            let valid = format!("({} agon-driver::s '{mv})", name(function::VALID));
            let is_valid = value(&valid).map(|text| text != "NIL");
            is_valid.is_some_and(|is_valid| {
                is_valid != question.legal(mv).is_some()
                    && is_valid == (difference.answered != "NIL")
            })
        }
        Asked::Successors => {
            let made = format!(
                "(mapcar (lambda (agon-driver::r) (agon-driver::state-out ({} agon-driver::s agon-driver::r))) {})",
                name(function::PLAY),
                call(function::MOVES)
            );
            let own = format!(
                "(mapcar (function agon-driver::state-out) {})",
                call(function::SUCCESSORS)
            );
            let (made, own) =
                (value(&made).as_deref().and_then(states), value(&own).as_deref().and_then(states));
            own.is_some() && made == own
        }
        Asked::Goal => {
            question.game.outcome(&question.position) == Some(Outcome::Draw)
                && own_moves().is_some()
        }
        Asked::Minimax(depth) => {
            let found = Form::read(&difference.answered).map(Form::whole_move);
            own_moves().is_some_and(|moves| {
                found.as_ref().is_some_and(|found| moves.contains(found) && *found != Form::NIL)
            }) || check.kind == WIN_IN_ONE
                && *depth == 1
                && rates_alike(question, &difference.answered, &mut value)
        }
        _ => false,
    };
    if follows { Blame::FollowOn } else { Blame::Function }
}

/// Whether the error message, from either Lisp, says that the function is not defined.
fn is_undefined(answered: &str, name: &str) -> bool {
    let name = name.to_uppercase();
    let words = [format!("{name} is undefined"), format!("undefined function {name}")];
    words.iter().any(|words| answered.contains(words))
}

/// Whether the call gave an error or timed out.
fn is_error(answered: &str) -> bool {
    let begins = ["error: ", "the program "].iter().any(|words| answered.starts_with(words));
    begins || answered == "no answer in time"
}

/// Reads a list of states and sorts it.
fn states(text: &str) -> Option<Vec<Form>> {
    let form = Form::read(text)?;
    let mut states: Vec<Form> = form.items()?.iter().cloned().map(Form::sorted_state).collect();
    states.sort();
    states.dedup();
    Some(states)
}

/// Whether the hand-in's heuristic rates the state after this move as high as a won one. If so, a
/// search of depth 1 may choose it.
fn rates_alike(
    question: &ByteQuestion,
    answered: &str,
    value: &mut dyn FnMut(&str) -> Option<String>,
) -> bool {
    let Some(found) = Form::read(answered).filter(|mv| question.legal(mv).is_some()) else {
        return false;
    };
    let [play, heuristic] = [function::PLAY, function::HEURISTIC].map(driver_name);
    let mover = super::form::side(question.position.to_move());
    let rating = |mv: &Form| format!("({heuristic} ({play} agon-driver::s '{mv}) '{mover})");
    let all = winning_moves(question);
    let best = all.iter().map(|&mv| {
        rating(&super::form::read_move(&question.game.write_move(&question.position, mv)))
    });
    let best: Vec<String> = best.collect();
    value(&format!("(>= {} (max {}))", rating(&found), best.join(" ")))
        .is_some_and(|text| text == "T")
}

/// A Lisp form that computes the best moves at a depth by the hand-in's heuristic: the best for the
/// player, or the worst for the opponent.
pub fn best_moves(question: &ByteQuestion, depth: u32) -> String {
    let functions = [function::MOVES, function::PLAY, function::HEURISTIC];
    let functions = functions.map(|function| format!("'{}", driver_name(function)));
    let me = question.position.to_move();
    let [me, other] = [me, me.opponent()].map(super::form::side);
    format!("(agon-driver::best-moves {depth} {} '{me} '{other})", functions.join(" "))
}

/// Whether the game can end within `depth` moves. The assignment does not say what an ended game is
/// worth.
pub fn can_end(game: &Byte, position: &Position, depth: u32) -> bool {
    game.outcome(position).is_some()
        || depth > 0
            && game
                .moves(position)
                .iter()
                .any(|&mv| can_end(game, &game.after(position, mv), depth - 1))
}

pub fn winning_moves(question: &ByteQuestion) -> Vec<Move> {
    let ByteQuestion { game, position, .. } = question;
    let mover = Some(Outcome::Win(position.to_move()));
    let mut moves = game.moves(position);
    moves.retain(|&mv| game.outcome(&game.after(position, mv)) == mover);
    moves
}

/// Whether every reply to a move loses at once.
pub fn wins_by_force(question: &ByteQuestion, mv: Move) -> bool {
    let ByteQuestion { game, position, .. } = question;
    let after = game.after(position, mv);
    let won = Some(Outcome::Win(position.to_move()));
    game.outcome(&after).is_none()
        && game.moves(&after).iter().all(|&reply| game.outcome(&game.after(&after, reply)) == won)
}

/// The same question about boards with fewer stacks, with fewer checkers or with another score.
pub fn smaller(question: &ByteQuestion) -> Vec<ByteQuestion> {
    let ByteQuestion { game, position, asked } = question;
    if *asked == Asked::Initial {
        let small = Byte::new(8).ok().filter(|_| game.side() > 8);
        return small
            .map(|game| ByteQuestion { game, position: game.start(), asked: Asked::Initial })
            .into_iter()
            .collect();
    }
    let text = game.write(position);
    let parts: Vec<&str> = text.split(' ').collect();
    let &[side, mover, score, stacks] = parts.as_slice() else { return Vec::new() };
    let stacks: Vec<&str> = stacks.split(',').filter(|stack| stack.contains(':')).collect();
    let mut texts = Vec::new();
    let mut add = |side: &str, score: &str, stacks: &[&str]| {
        let stacks = if stacks.is_empty() { "-".to_string() } else { stacks.join(",") };
        texts.push(format!("{side} {mover} {score} {stacks}"));
    };
    if side == "10" {
        add("8", score, &stacks);
    }
    if score != "0-0" {
        add(side, "0-0", &stacks);
    }
    // Large parts first, then single stacks, then single checkers.
    let mut width = stacks.len().div_ceil(2);
    while width > 0 {
        for begin in (0..stacks.len()).step_by(width) {
            let end = (begin + width).min(stacks.len());
            add(side, score, &[&stacks[..begin], &stacks[end..]].concat());
        }
        width = if width == 1 { 0 } else { width.div_ceil(2) };
    }
    for place in 0..stacks.len() {
        let stack = stacks[place];
        let (at, checkers) = stack.split_once(':').unwrap_or((stack, ""));
        for level in 0..checkers.len() {
            let fewer = format!("{at}:{}{}", &checkers[..level], &checkers[level + 1..]);
            let mut stacks = stacks.clone();
            stacks[place] = &fewer;
            add(side, score, &stacks);
        }
    }
    let is_over = game.outcome(position).is_some();
    let read = texts.iter().filter_map(|text| Byte::read(text).ok());
    // A question about a game in progress may have no answer once the game is over.
    let alike = read.filter(|(game, position)| {
        match asked {
            // The assignment does not say what it is when nobody can move.
            Asked::Goal => game.outcome(position) != Some(Outcome::Draw),
            Asked::Cutoffs(depth) => !can_end(game, position, *depth),
            _ => game.outcome(position).is_some() == is_over,
        }
    });
    alike.map(|(game, position)| ByteQuestion { game, position, asked: asked.clone() }).collect()
}
