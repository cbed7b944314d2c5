//! Questions about a state, and how answers are judged.

use agon_core::{Game as _, Notation as _, Outcome, Side};
use agon_games::byte::{Byte, Move, Position};
use agon_handin::{Answer, CallError, Names, find_assignment};

use super::form::{self, Form};
use super::moves::kind_of;
use super::{blame, function};
use crate::question::{Ask, Blame, Check, Difference, Question};

#[derive(Clone, Debug)]
pub struct ByteQuestion {
    /// Holds the size of the board.
    pub game: Byte,
    pub position: Position,
    pub asked: Asked,
}

/// What is asked about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The state before the first move. It ignores the position.
    Initial,
    /// The winner.
    Goal,
    /// The board as text.
    Show,
    /// The legal moves.
    Moves,
    /// Whether a move is legal.
    Valid(Form),
    /// The state after a move.
    Play(Form),
    /// The states after all legal moves.
    Successors,
    /// The best move at a depth.
    Minimax(u32),
    /// How good the state is for a player.
    Heuristic(Side),
}

/// The check that a function does not change the state that it is given.
const UNCHANGED: &str = "the given state is left unchanged";

/// Whether the best move can be judged: a search without cutoffs is small enough, and the game
/// cannot end within its depth.
pub fn is_judged(game: &Byte, position: &Position, depth: u32) -> bool {
    let most = [usize::MAX, usize::MAX, 16, 8][depth.min(3) as usize];
    game.moves(position).len() <= most && !blame::can_end(game, position, depth)
}

/// The kind of the check, the right answer, and the hand-in's answer if that is wrong.
type Found = (&'static str, String, Option<String>);

impl ByteQuestion {
    /// Reads a form as a legal move.
    pub fn legal(&self, mv: &Form) -> Option<Move> {
        let mv = self.game.read_move(&self.position, &mv.to_string()).ok()?;
        self.game.is_legal(&self.position, mv).then_some(mv)
    }

    pub fn state(&self) -> Form {
        form::state(&self.game, &self.position)
    }

    /// The legal moves as sorted lists.
    pub fn moves(&self) -> Vec<Form> {
        let moves = self.game.moves(&self.position).into_iter();
        let mut moves: Vec<Form> =
            moves.map(|mv| form::read_move(&self.game.write_move(&self.position, mv))).collect();
        moves.sort();
        moves
    }

    /// The state after a legal move.
    fn after(&self, mv: Move) -> Form {
        form::state(&self.game, &self.game.after(&self.position, mv)).sorted_state()
    }

    /// The call as a person types it, with `state` as its name for the state.
    fn call(&self, names: &Names, state: &str) -> String {
        let name = lisp_name(names.of(self.function()));
        match &self.asked {
            Asked::Initial => format!("({name} {})", self.game.side()),
            Asked::Goal | Asked::Show | Asked::Moves | Asked::Successors => {
                format!("({name} {state})")
            }
            Asked::Valid(mv) | Asked::Play(mv) => format!("({name} {state} '{mv})"),
            Asked::Minimax(depth) => format!("({name} {state} {depth})"),
            Asked::Heuristic(side) => format!("({name} {state} '{})", form::side(*side)),
        }
    }

    /// The call of the driver, which knows what the function is in the hand-in.
    fn driver_call(&self) -> String {
        let name = driver_name(self.function());
        match &self.asked {
            Asked::Initial => format!("({name} {})", self.game.side()),
            Asked::Goal | Asked::Show | Asked::Moves | Asked::Successors => {
                format!("({name} agon-driver::s)")
            }
            Asked::Valid(mv) | Asked::Play(mv) => format!("({name} agon-driver::s '{mv})"),
            Asked::Minimax(depth) => format!("({name} agon-driver::s {depth})"),
            Asked::Heuristic(side) => format!("({name} agon-driver::s '{})", form::side(*side)),
        }
    }

    /// The kind of case that the state is.
    fn kind(&self) -> &'static str {
        let start: u32 = self.game.start().checkers();
        let won: u32 = Side::BOTH.iter().map(|&side| self.position.score(side)).sum();
        match self.game.outcome(&self.position) {
            Some(Outcome::Win(_)) => "a won game",
            Some(Outcome::Draw) => "neither side can move",
            None if self.game.moves(&self.position) == [Move::Pass] => "a forced pass",
            None if self.position.checkers() + 8 * won < start => "a board with few checkers",
            None if self.game.side() == 10 => "a board of 10 x 10",
            None => "a board of 8 x 8",
        }
    }

    /// Judges a complete answer.
    fn found(&self, parts: &[Option<Form>], texts: &[&str], printed: &str) -> Vec<Found> {
        let first = parts.first().cloned().flatten();
        let text = texts.first().copied().unwrap_or("").to_string();
        let wrong = |is_right: bool| if is_right { None } else { Some(text.clone()) };
        let is = |right: &Form| first.as_ref() == Some(right);
        let is_state = |right: &Form| first.clone().map(Form::sorted_state).as_ref() == Some(right);
        let unchanged = || {
            let given = self.state();
            let left = parts.get(1).cloned().flatten().map(Form::sorted_state);
            let is_same = left.as_ref() == Some(&given.clone().sorted_state());
            let changed = texts.get(1).copied().unwrap_or("");
            let answered = (!is_same).then(|| format!("the state is now {changed}"));
            (UNCHANGED, format!("the state is still {given}"), answered)
        };
        match &self.asked {
            Asked::Initial => {
                let start = form::state(&self.game, &self.game.start());
                let kind = if self.game.side() == 8 { "8 x 8" } else { "10 x 10" };
                let is_right = is_state(&start.clone().sorted_state());
                vec![(kind, start.to_string(), wrong(is_right))]
            }
            Asked::Goal => {
                let right = match self.game.outcome(&self.position) {
                    Some(Outcome::Win(side)) => Form::atom(form::side(side)),
                    Some(Outcome::Draw) => Form::atom("DRAW"),
                    None => Form::NIL,
                };
                // The assignment allows a `goal` that only says that the game is over.
                let is_right = is(&right) || right != Form::NIL && is(&Form::atom("T"));
                vec![(self.kind(), right.to_string(), wrong(is_right))]
            }
            Asked::Show => {
                let is_right = !printed.trim().is_empty() || text.starts_with('"');
                let answered = (!is_right).then(|| "nothing was printed".to_string());
                vec![(self.kind(), "the board is printed".into(), answered)]
            }
            Asked::Moves => {
                let right = self.moves();
                vec![(
                    self.kind(),
                    lines(&right),
                    differing(&right, first.as_ref(), &text, Form::whole_move),
                )]
            }
            Asked::Successors => {
                let moves = self.game.moves(&self.position).into_iter();
                let mut right: Vec<Form> = moves.map(|mv| self.after(mv)).collect();
                right.sort();
                right.dedup();
                let found = differing(&right, first.as_ref(), &text, Form::sorted_state);
                vec![(self.kind(), lines(&right), found), unchanged()]
            }
            Asked::Valid(mv) => {
                let right = if self.legal(mv).is_some() { "T" } else { "NIL" };
                let is_right = first.is_some_and(|form| (form == Form::NIL) == (right == "NIL"));
                vec![(kind_of(&self.game, &self.position, mv), right.into(), wrong(is_right))]
            }
            Asked::Play(mv) => {
                let kind = kind_of(&self.game, &self.position, mv);
                let (right, is_right) = match self.legal(mv) {
                    Some(legal) => (self.after(legal), is_state(&self.after(legal))),
                    // The assignment does not say what `play` returns for an illegal move.
                    None => (Form::NIL, is(&Form::NIL) || is_state(&self.state().sorted_state())),
                };
                vec![(kind, right.to_string(), wrong(is_right)), unchanged()]
            }
            Asked::Minimax(_) => self.best_found(parts, &text),
            Asked::Heuristic(_) => {
                let is_number = text.starts_with("(T");
                let value = text.split_once(' ').map_or("", |(_, rest)| rest.trim_end_matches(')'));
                let answered = (!is_number).then(|| value.to_string());
                vec![(self.kind(), "a number".into(), answered)]
            }
        }
    }

    /// Judges the move or the state that minimax returned, also by the hand-in's own heuristic.
    fn best_found(&self, parts: &[Option<Form>], text: &str) -> Vec<Found> {
        let part = |place: usize| parts.get(place).cloned().flatten();
        let after = part(1).map(Form::sorted_state);
        let moves = self.game.moves(&self.position);
        let legal = part(0)
            .as_ref()
            .and_then(|mv| self.legal(mv))
            .or_else(|| moves.iter().copied().find(|&mv| Some(self.after(mv)) == after));
        let winning = blame::winning_moves(self);
        let kind = match self.kind() {
            "a forced pass" => "a forced pass",
            _ if winning.is_empty() => "a legal move",
            _ => blame::WIN_IN_ONE,
        };
        let is_best = legal.is_some_and(|mv| {
            winning.is_empty() || winning.contains(&mv) || blame::wins_by_force(self, mv)
        });
        let shown = if winning.is_empty() { self.moves() } else { self.written(&winning) };
        let answered = (!is_best).then(|| text.to_string());
        let mut found = vec![(kind, format!("one of\n{}", lines(&shown)), answered)];
        let best = part(2).filter(|best| *best != Form::NIL);
        if let (Some(best), Some(legal)) = (best.as_ref().and_then(Form::items), legal) {
            let best: Vec<Form> = best.iter().cloned().map(Form::whole_move).collect();
            let legal = self.written(&[legal]).remove(0);
            let answered = (!best.contains(&legal)).then(|| legal.to_string());
            found.push((blame::BY_HEURISTIC, format!("one of\n{}", lines(&best)), answered));
        }
        found
    }

    fn written(&self, moves: &[Move]) -> Vec<Form> {
        let moves = moves.iter();
        moves.map(|&mv| form::read_move(&self.game.write_move(&self.position, mv))).collect()
    }
}

impl Question for ByteQuestion {
    fn function(&self) -> usize {
        match self.asked {
            Asked::Initial => function::INITIAL,
            Asked::Goal => function::GOAL,
            Asked::Show => function::SHOW,
            Asked::Moves => function::MOVES,
            Asked::Valid(_) => function::VALID,
            Asked::Play(_) => function::PLAY,
            Asked::Successors => function::SUCCESSORS,
            Asked::Minimax(_) => function::MINIMAX,
            Asked::Heuristic(_) => function::HEURISTIC,
        }
    }

    fn text(&self, _names: &Names) -> String {
        let call = self.driver_call();
        let same = "(agon-driver::state-out agon-driver::s)";
        let forms = match self.asked {
            Asked::Initial => format!("(agon-driver::state-out {call})"),
            Asked::Play(_) => format!("(agon-driver::state-out {call}) {same}"),
            Asked::Successors => {
                format!("(mapcar (function agon-driver::state-out) {call}) {same}")
            }
            Asked::Show => format!(
                "(let ((agon-driver::r {call})) (and (stringp agon-driver::r) (string/= agon-driver::r \"\") agon-driver::r))"
            ),
            Asked::Minimax(depth) => {
                let is_judged = is_judged(&self.game, &self.position, depth);
                let best = blame::best_moves(self, depth);
                format!(
                    "(setq agon-driver::r {call}) (ignore-errors (agon-driver::state-out agon-driver::r)) {}",
                    if is_judged { &best } else { "NIL" }
                )
            }
            Asked::Heuristic(_) => {
                format!(
                    "(let ((agon-driver::r {call})) (list (realp agon-driver::r) agon-driver::r))"
                )
            }
            _ => call,
        };
        match self.asked {
            Asked::Initial => format!("NIL ({forms})"),
            _ => format!("{} ({forms})", self.state()),
        }
    }

    fn size(&self) -> usize {
        match self.asked {
            Asked::Initial => self.game.side() - 8,
            _ => self.position.occupied().count(),
        }
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        if matches!(&answer.error, Some(CallError::Exception(why)) if why.contains(CANNOT_BUILD)) {
            return Vec::new();
        }
        let state = format!("'{}", self.state());
        let micros = answer.parts.first().map(|part| part.micros);
        let parts: Vec<Option<Form>> =
            answer.parts.iter().map(|part| Form::read(&part.text)).collect();
        let texts: Vec<&str> = answer.parts.iter().map(|part| part.text.as_str()).collect();
        let mut found = self.found(&parts, &texts, &answer.printed);
        // The heuristic may be too slow for all moves at once. That is no fault of the search.
        let is_enough = matches!(self.asked, Asked::Minimax(_)) && parts.len() == 2;
        if let Some(error) = answer.error.as_ref().filter(|_| !is_enough) {
            found.truncate(1);
            found[0].2 = Some(error.to_string());
        }
        let mut checks = Vec::new();
        for (step, (kind, expected, answered)) in found.into_iter().enumerate() {
            let difference = answered.map(|answered| Difference {
                asked: self.call(names, &state),
                expected,
                answered,
                is_costly: answer.error.as_ref().is_some_and(CallError::is_costly),
            });
            let is_last = difference.is_some();
            let micros = micros.filter(|_| step == 0);
            checks.push(Check { function: self.function(), kind, step, micros, difference });
            if is_last {
                break;
            }
        }
        checks
    }

    fn blame(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        blame::blame(self, check, names, ask)
    }

    fn smaller(&self, _: &Check) -> Vec<Box<dyn Question>> {
        blame::smaller(self)
            .into_iter()
            .map(|smaller| Box::new(smaller) as Box<dyn Question>)
            .collect()
    }
}

/// The driver's words where a hand-in has states of its own, and it cannot make this one.
const CANNOT_BUILD: &str = "this state cannot be made for the hand-in";

/// The driver's name of a function of the assignment.
pub fn driver_name(function: usize) -> String {
    let assignment = find_assignment("byte").expect("it is listed");
    format!("agon-driver::ask-{}", assignment.functions[function])
}

/// A name as the Lisp reader changes it.
pub fn lisp_name(name: &str) -> String {
    if name.contains('\'') { format!("|{}|", name.to_uppercase()) } else { name.into() }
}

fn lines(forms: &[Form]) -> String {
    if forms.is_empty() {
        return Form::NIL.to_string();
    }
    forms.iter().map(Form::to_string).collect::<Vec<_>>().join("\n")
}

/// The answer, unless it is a list of these forms in any order.
fn differing(
    right: &[Form],
    found: Option<&Form>,
    text: &str,
    plain: impl Fn(Form) -> Form,
) -> Option<String> {
    let Some(items) = found.and_then(Form::items) else { return Some(text.to_string()) };
    let mut items: Vec<Form> = items.iter().cloned().map(plain).collect();
    items.sort();
    items.dedup();
    if items == right {
        return None;
    }
    let mut words = lines(&items);
    let missing: Vec<&Form> = right.iter().filter(|form| !items.contains(form)).collect();
    let wrong: Vec<&Form> = items.iter().filter(|form| !right.contains(form)).collect();
    for (what, forms) in [("missing", missing), ("wrong", wrong)] {
        if let Some(first) = forms.first() {
            let more = if forms.len() > 1 { " and more" } else { "" };
            words += &format!("\n{what}: {first}{more}");
        }
    }
    Some(words)
}
