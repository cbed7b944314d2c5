//! Questions about a state, and how answers are judged.

use agon_core::{Game as _, Notation as _, Outcome, Side};
use agon_games::byte::{Byte, Move, Position};
use agon_handin::{Answer, CallError, Names, Part, find_assignment};

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
    /// How often the search to a depth calls the heuristic.
    Cutoffs(u32),
    /// How good the state is for a player.
    Heuristic(Side),
    /// How good the state, which the player has won, is for both, and one that it has lost for it.
    WonAndLost(Side),
    /// How good the state and others are for a player with its rules and without.
    Inference(Side),
}

/// The kinds of checks that are not kinds of states or moves.
pub const UNCHANGED: &str = "the given state is left unchanged";
pub const WON: &str = "a won game";
pub const ROWS_OF: [&str; 2] = ["rows of X", "rows of O"];
pub const BEGINS: &str = "size, side to move and score";
pub const LINES: &str = "a line for each row";
pub const DIFFERENT: &str = "another state looks different";
pub const LEGAL_MOVE: &str = "a legal move";
pub const CUTS_OFF: &str = "cuts off branches";
pub const NUMBER: &str = "a number";
pub const WON_IS_BETTER: &str = "a won game is better than a lost one";
pub const PLAYER_COUNTS: &str = "its player counts";
pub const RULES_DECIDE: &str = "its rules decide";
pub const ONLY_INFERENCE: &str = "nothing but inference decides";

/// Of fewer states it cannot be said that a search must cut some off.
const LEAST_LEAVES: u64 = 500;

/// States that are evaluated beside the one that is asked about.
const OTHERS: [&str; 2] = ["8 X 1-0 C3:OOX,D4:X,G5:XX,H2:O", "8 O 0-1 B4:XO,C3:OO,F6:XOO,H8:X"];

/// Whether the best move can be judged: a search without cutoffs is small enough, and the game
/// cannot end within its depth.
pub fn is_judged(game: &Byte, position: &Position, depth: u32) -> bool {
    let most = [usize::MAX, usize::MAX, 16, 8][depth.min(3) as usize];
    game.moves(position).len() <= most && !blame::can_end(game, position, depth)
}

/// Between the answers of `goal` for a state and for the first one.
const FIRST: &str = ", and in the first state ";

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
            Asked::Minimax(depth) | Asked::Cutoffs(depth) => format!("({name} {state} {depth})"),
            Asked::Heuristic(side) | Asked::Inference(side) => {
                format!("({name} {state} '{})", form::side(*side))
            }
            Asked::WonAndLost(side) => {
                let [me, other] = [*side, side.opponent()].map(form::side);
                let lost = self.lost();
                format!(
                    "(list ({name} {state} '{me}) ({name} {state} '{other}) ({name} '{lost} '{me}))"
                )
            }
        }
    }

    /// What a person types to see a failed check of this kind.
    fn typed_for(&self, kind: &str, answered: &str, names: &Names, state: &str) -> String {
        let call = |state: &str| self.call(names, state);
        let first = || format!("'{}", form::state(&self.game, &self.game.start()));
        match &self.asked {
            _ if kind == UNCHANGED => {
                format!("(let ((s (copy-tree {state}))) {} s)", call("s"))
            }
            Asked::Goal if answered.contains(FIRST) => {
                format!("(list {} {})", call(state), call(&first()))
            }
            Asked::Show if kind == DIFFERENT => {
                format!("(progn {} {})", call(state), call(&first()))
            }
            Asked::Inference(side) => {
                let side = form::side(*side);
                let values: Vec<String> = self
                    .rated_states()
                    .map(|state| {
                        format!("({} '{state} '{side})", lisp_name(names.of(self.function())))
                    })
                    .collect();
                let values = format!("(list {})", values.join("\n        "));
                match kind {
                    RULES_DECIDE => format!(
                        "(let ((f (fdefinition 'prepare-knowledge)))\n  (setf (fdefinition \
                         'prepare-knowledge) (lambda (rules &rest more) (apply f nil more)))\n  {values})"
                    ),
                    _ => format!(
                        "(progn\n  (setf (fdefinition 'infer) (constantly nil))\n  (setf (fdefinition \
                         'count-results) (constantly 0))\n  {values})"
                    ),
                }
            }
            Asked::Cutoffs(_) => {
                let heuristic = lisp_name(names.of(function::HEURISTIC));
                format!(
                    "(let ((n 0) (f (fdefinition '{heuristic})))\n  (setf (fdefinition '{heuristic}) \
                     (lambda (&rest given) (incf n) (apply f given)))\n  {} n)",
                    call(state)
                )
            }
            _ => call(state),
        }
    }

    /// The state with the points of the players exchanged.
    fn lost(&self) -> Form {
        let mut state = self.state();
        if let Form::List(parts) = &mut state
            && let Some(Form::List(score)) = parts.get_mut(2)
        {
            score.reverse();
        }
        state
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
            Asked::Cutoffs(depth) => format!("(agon-driver::rated {depth})"),
            Asked::WonAndLost(side) => {
                let [me, other] = [*side, side.opponent()].map(form::side);
                let lost = format!("(agon-driver::state-in '{})", self.lost());
                format!(
                    "(list ({name} agon-driver::s '{me}) ({name} agon-driver::s '{other}) ({name} {lost} '{me}))"
                )
            }
            Asked::Inference(side) => {
                let states: Vec<String> =
                    self.rated_states().map(|state| state.to_string()).collect();
                format!("(agon-driver::inferred '{} '({}))", form::side(*side), states.join(" "))
            }
        }
    }

    /// The states whose values are compared with rules and without.
    fn rated_states(&self) -> impl Iterator<Item = Form> {
        let others = OTHERS.iter().filter_map(|text| Byte::read(text).ok());
        let others = others.map(|(game, position)| form::state(&game, &position));
        [self.state()].into_iter().chain(others)
    }

    /// The number of states that a search without cutoffs rates.
    fn leaves(&self, position: &Position, depth: u32) -> u64 {
        let moves = self.game.moves(position);
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        moves.iter().map(|&mv| self.leaves(&self.game.after(position, mv), depth - 1)).sum()
    }

    /// The kind of case that the state is.
    fn kind(&self) -> &'static str {
        let start: u32 = self.game.start().checkers();
        let won: u32 = Side::BOTH.iter().map(|&side| self.position.score(side)).sum();
        match self.game.outcome(&self.position) {
            Some(Outcome::Win(_)) => WON,
            Some(Outcome::Draw) => "neither side can move",
            None if self.game.moves(&self.position) == [Move::Pass] => "a forced pass",
            None if self.position.checkers() + 8 * won < start => "a board with few checkers",
            None if self.game.side() == 10 => "a board of 10 x 10",
            None => "a board of 8 x 8",
        }
    }

    /// Judges a complete answer.
    fn found(&self, parts: &[Option<Form>], texts: &[&str]) -> Vec<Found> {
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
            Asked::Initial => self.first_found(first.as_ref(), &text),
            Asked::Goal => {
                let (right, is_right) = match self.game.outcome(&self.position) {
                    Some(Outcome::Win(side)) => {
                        // The assignment allows a `goal` that only says that the game is over.
                        let right = Form::atom(form::side(side));
                        let is_told = is(&right) || is(&Form::atom("T"));
                        (right, is_told && parts.get(1) == Some(&Some(Form::NIL)))
                    }
                    _ => (Form::NIL, is(&Form::NIL)),
                };
                // The first state matters only where the answer would be right otherwise.
                let is_first = is(&right) || is(&Form::atom("T"));
                let (expected, shown) = match is_first && texts.len() == 2 {
                    true => (format!("{right}{FIRST}NIL"), texts.join(FIRST)),
                    false => (right.to_string(), text),
                };
                vec![(self.kind(), expected, (!is_right).then_some(shown))]
            }
            Asked::Show => {
                let [board, other] = [0, 1]
                    .map(|place| texts.get(place).map_or(String::new(), |text| unquoted(text)));
                let lines = board.lines().filter(|line| !line.trim().is_empty()).count();
                let is_board = lines >= self.game.side() && Form::read(&board).is_none();
                let answered = (!is_board).then(|| {
                    if board.is_empty() { "nothing is printed".into() } else { board.clone() }
                });
                let same = (board == other).then(|| "the first state looks the same".to_string());
                vec![
                    (LINES, format!("a board with {} rows", self.game.side()), answered),
                    (DIFFERENT, "it is not the first state".into(), same),
                ]
            }
            Asked::Moves => {
                let right = self.moves();
                // The assignment does not say how a pass is written.
                let is_move = |form: &Form| form.items().is_some_and(|parts| parts.len() > 1);
                let has_none = || {
                    let items = first.as_ref().and_then(Form::items);
                    items.is_some_and(|items| !items.iter().any(is_move))
                };
                let answered = match right.iter().any(is_move) {
                    false if has_none() => None,
                    _ => differing(&right, first.as_ref(), &text, Form::whole_move),
                };
                vec![(self.kind(), lines(&right), answered)]
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
                let Some(legal) = self.legal(mv) else { return Vec::new() };
                let (right, is_right) = (self.after(legal), is_state(&self.after(legal)));
                vec![(kind, right.to_string(), wrong(is_right)), unchanged()]
            }
            Asked::Minimax(_) => self.best_found(parts, &text),
            Asked::Heuristic(_) => {
                let is_number = text.starts_with("(T");
                let value = text.split_once(' ').map_or("", |(_, rest)| rest.trim_end_matches(')'));
                let answered = (!is_number).then(|| value.to_string());
                vec![(NUMBER, "a number".into(), answered)]
            }
            Asked::Cutoffs(depth) => {
                let Some((calls, own, rates_alike)) = read_calls(&text) else { return Vec::new() };
                let all = self.leaves(&self.position, *depth).max(own);
                // Another function rates the states, or all of them alike, or they are so few that
                // there may be nothing to cut off.
                if calls == 0 || rates_alike || all < LEAST_LEAVES {
                    return Vec::new();
                }
                let is_right = calls < all;
                let answered = (!is_right).then(|| format!("{calls} states are rated"));
                vec![(CUTS_OFF, format!("fewer than {all} states are rated"), answered)]
            }
            Asked::WonAndLost(_) => {
                let values = numbers(first.as_ref());
                let [Some(won), other, lost] = [0, 1, 2].map(|place| values.get(place).copied())
                else {
                    return vec![(WON_IS_BETTER, "a number".into(), Some(text.clone()))];
                };
                let smaller = |found: Option<f64>| found.is_some_and(|found| found < won);
                let answered = |is_right: bool| (!is_right).then(|| text.clone());
                vec![
                    (PLAYER_COUNTS, "the second is smaller".into(), answered(smaller(other))),
                    (WON_IS_BETTER, "the third is smaller".into(), answered(smaller(lost))),
                ]
            }
            Asked::Inference(_) => inference_found(first.as_ref(), &text),
        }
    }

    /// Judges the first state row by row.
    fn first_found(&self, first: Option<&Form>, text: &str) -> Vec<Found> {
        let start = form::state(&self.game, &self.game.start());
        let parts =
            |form: &Form| form.items().filter(|parts| parts.len() == 4).map(<[Form]>::to_vec);
        let (found, right) = (first.and_then(parts), parts(&start).unwrap_or_default());
        let row = |state: Option<&[Form]>, row: &Form| -> Option<Vec<Form>> {
            let stacks = state?.get(3)?.items()?.iter();
            let is_here = |stack: &&Form| {
                let square = stack.items().and_then(<[Form]>::first).and_then(Form::items);
                square.and_then(<[Form]>::first) == Some(row)
            };
            let mut stacks: Vec<Form> = stacks.filter(is_here).cloned().collect();
            stacks.sort();
            Some(stacks)
        };
        let mut checks = Vec::new();
        for number in 0..self.game.side() {
            let name = Form::atom(char::from(b'A' + number as u8));
            let wanted = row(Some(&right), &name).unwrap_or_default();
            let found = row(found.as_deref(), &name);
            let is_right = found.as_ref() == Some(&wanted);
            // The first and the last row are empty.
            if wanted.is_empty() && is_right {
                continue;
            }
            let found = found.map_or(text.to_string(), |found| lines(&found));
            let kind = ROWS_OF[(number + 1) % 2];
            checks.push((
                kind,
                format!("row {name}:\n{}", lines(&wanted)),
                (!is_right).then_some(found),
            ));
        }
        let is_right = found.as_deref().is_some_and(|found| found[..3] == right[..3]);
        let expected = Form::List(right.iter().take(3).cloned().collect()).to_string();
        checks.push((BEGINS, expected, (!is_right).then(|| text.to_string())));
        checks
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
        let kind = if winning.is_empty() { LEGAL_MOVE } else { blame::WIN_IN_ONE };
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
            // Whoever always makes the first move is right, too.
            let is_first = part(3).is_some_and(|first| best.contains(&first.whole_move()));
            if is_first && answered.is_none() {
                return found;
            }
            found.push((blame::BY_HEURISTIC, format!("one of\n{}", lines(&best)), answered));
        }
        found
    }

    /// The state before the first move, in the driver.
    fn first_state(&self) -> String {
        format!("(agon-driver::state-in '{})", form::state(&self.game, &self.game.start()))
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
            Asked::Minimax(_) | Asked::Cutoffs(_) => function::MINIMAX,
            Asked::Heuristic(_) | Asked::WonAndLost(_) | Asked::Inference(_) => function::HEURISTIC,
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
                "(agon-driver::shown agon-driver::s) (agon-driver::shown {})",
                self.first_state()
            ),
            Asked::Goal if self.game.outcome(&self.position).is_some() => {
                let goal = driver_name(function::GOAL);
                format!("{call} (if ({goal} {}) T NIL)", self.first_state())
            }
            Asked::Minimax(depth) => {
                let is_judged = is_judged(&self.game, &self.position, depth);
                let best = blame::best_moves(self, depth);
                format!(
                    "(setq agon-driver::r {call}) (ignore-errors (agon-driver::state-out agon-driver::r)) {} ({}first ({} agon-driver::s))",
                    if is_judged { &best } else { "NIL" },
                    "cl:",
                    driver_name(function::MOVES),
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
        let mut found = self.found(&parts, &texts);
        // The heuristic may be too slow for all moves at once. That is no fault of the search.
        let is_enough = matches!(self.asked, Asked::Minimax(_)) && parts.len() >= 2;
        if let Some(error) = answer.error.as_ref().filter(|_| !is_enough) {
            if !matches!(self.asked, Asked::Initial) {
                found.truncate(1);
            }
            // That a search does not come so deep in time is asked elsewhere.
            for (_, _, answered) in &mut found {
                *answered = Some(error.to_string());
            }
        }
        let mut checks = Vec::new();
        for (step, (kind, expected, answered)) in found.into_iter().enumerate() {
            let difference = answered.map(|answered| Difference {
                asked: self.typed_for(kind, &answered, names, &state),
                expected,
                answered,
                is_costly: answer.error.as_ref().is_some_and(CallError::is_costly),
            });
            let is_last = difference.is_some();
            let micros = micros.filter(|_| step == 0);
            checks.push(Check { function: self.function(), kind, step, micros, difference });
            if is_last && self.asked != Asked::Initial {
                break;
            }
        }
        checks
    }

    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        let null = |texts: Vec<String>| {
            let parts = texts.into_iter().map(|text| Part { text, micros: 0 }).collect();
            (self.function(), Answer { parts, ..Answer::default() })
        };
        let (given, nil) = (self.state().to_string(), || "NIL".to_string());
        let answers = match &self.asked {
            Asked::Initial => vec![vec![format!("({} X (0 0) NIL)", self.game.side())]],
            Asked::Goal | Asked::Valid(_) => vec![vec![nil()]],
            // An empty board, whatever the state.
            Asked::Show => vec![vec![format!("{:?}", ".\n".repeat(3 * self.game.side())); 2]],
            Asked::Moves => vec![vec![nil()], vec!["(PASS)".into()]],
            Asked::Play(mv) => {
                // The starter kit makes moves, but leaves full stacks on the board.
                let full = |mv: &Move| {
                    let after = self.game.after(&self.position, *mv);
                    Side::BOTH.iter().any(|&side| after.score(side) > self.position.score(side))
                };
                let made = self.legal(mv).filter(|mv| !full(mv)).map(|mv| self.after(mv));
                let made = made.map_or_else(nil, |made| made.to_string());
                vec![vec![given.clone(), given.clone()], vec![made, given]]
            }
            Asked::Successors => {
                vec![vec![nil(), given.clone()], vec![format!("({given})"), given]]
            }
            Asked::Minimax(_) => {
                let moves = self.moves();
                let ends = [moves.first(), moves.last()].into_iter().flatten();
                ends.map(|mv| vec![mv.to_string(), nil(), nil(), nil()]).collect()
            }
            Asked::Cutoffs(_) => vec![vec!["(0 0 NIL NIL)".into()]],
            Asked::Heuristic(_) => vec![vec!["(T 0)".into()]],
            Asked::WonAndLost(_) => vec![vec!["(0 0 0)".into()]],
            Asked::Inference(_) => vec![vec![":NONE".into()]],
        };
        answers.into_iter().map(null).collect()
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

/// The number of calls, that of states by the hand-in's own moves, and whether all have the same
/// value.
fn read_calls(text: &str) -> Option<(u64, u64, bool)> {
    let words: Vec<&str> = text.trim_matches(['(', ')']).split(' ').collect();
    let &[calls, own, least, most] = words.as_slice() else { return None };
    Some((calls.parse().ok()?, own.parse().ok()?, least == most))
}

/// A list of numbers, as far as they are numbers.
fn numbers(form: Option<&Form>) -> Vec<f64> {
    let items = form.and_then(Form::items).unwrap_or_default().iter();
    let number = |form: &Form| {
        let text = form.to_string().replace(['D', 'F'], "E");
        match text.split_once('/') {
            Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
            None => text.parse().ok(),
        }
    };
    items.map_while(number).collect()
}

/// Judges what is left of a heuristic without its rules, and without answers to its queries.
fn inference_found(first: Option<&Form>, text: &str) -> Vec<Found> {
    let rules = "other values without rules";
    let only = "the same value for all states without inference";
    if text == ":NONE" {
        let nothing = "it calls nothing that infers".to_string();
        return vec![
            (RULES_DECIDE, rules.into(), Some(nothing.clone())),
            (ONLY_INFERENCE, only.into(), Some(nothing)),
        ];
    }
    let Some([_, own, emptied, unanswered]) = first.and_then(Form::items) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // Where the rules are not handed over by the heuristic it cannot be told.
    if *emptied != Form::NIL {
        let answered = (own == emptied).then(|| format!("{emptied}, with rules and without"));
        found.push((RULES_DECIDE, rules.into(), answered));
    }
    let values = numbers(Some(unanswered));
    let differ = values.windows(2).any(|pair| pair[0] != pair[1]);
    found.push((ONLY_INFERENCE, only.into(), differ.then(|| unanswered.to_string())));
    found
}

/// A string as the Lisp writes it, without its quotes.
fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    inside.replace("\\\"", "\"").replace("\\\\", "\\")
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
