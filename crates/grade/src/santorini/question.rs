//! Scripts as questions: asks, judges, blames and shrinks them.

use std::collections::BTreeSet;

use agon_core::{Rng, Side};
use agon_handin::{Answer, CallError, Names, Part, missing};

use super::evaluation::{FAST, Values, Verdict};
use super::games::{illegal_move, move_kind};
use super::script::{Call, Oracle, function, show_place, without_order};
use super::value::HaskellValue;
use crate::question::{Ask, Blame, Check, Difference, Question};
use crate::questionnaire::CAN_BE_CALLED;

/// A list of calls. Each call is checked.
#[derive(Clone, Debug)]
pub struct Script {
    /// The first is `initializeGame`.
    pub calls: Vec<Call>,
}

/// The number of continuations that are tried to tell a wrong game from a wrong screenshot.
const PROBES: usize = 40;

/// Kinds of cases.
pub const PLACEMENT: &str = "places the pawns for a game";
pub const SAME_GAME: &str = "gives the same game after an illegal move";
pub const VALUE: &str = "is a whole number";

impl Script {
    /// Agon's game before the first call. `None` if the pawns may not be placed there.
    fn oracle(&self) -> Option<Oracle> {
        match self.calls.first()? {
            Call::Initialize(pawns) => Oracle::new(*pawns),
            _ => None,
        }
    }

    /// Whether the assignment defines every call: it leaves open what happens after the end of a
    /// game.
    pub fn is_valid(&self) -> bool {
        let Some(mut oracle) = self.oracle() else { return false };
        self.calls.iter().all(|&call| {
            let asks = matches!(call, Call::Try(_) | Call::Moves);
            let is_fine = !(asks && oracle.is_over());
            oracle.call(call);
            is_fine
        })
    }

    fn code(&self) -> String {
        let calls: Vec<String> = self.calls.iter().map(|call| call.code()).collect();
        format!("[{}]", calls.join(","))
    }

    /// The kind of case of each call, which depends on the calls before it.
    fn kinds(&self) -> Vec<&'static str> {
        let Some(mut oracle) = self.oracle() else { return Vec::new() };
        // A new move after an undo, and a refused move since the last change.
        let (mut has_branched, mut has_refused) = (false, false);
        let kinds = self.calls.iter().map(|&call| {
            let (past, future) = oracle.history();
            let kind = match call {
                Call::Initialize(_) => PLACEMENT,
                Call::Try(cells) => move_kind(&oracle, cells),
                Call::Undo => match past {
                    0 => "does nothing at the start",
                    _ if oracle.is_over() => "a move that has won",
                    _ if has_refused => "the last move, after a refused one",
                    1 => "back to the start",
                    _ => "the last move",
                },
                Call::Redo => match future {
                    0 if has_branched => "does nothing after a new move",
                    0 => "does nothing without an undo",
                    _ if has_refused => "still works after an illegal move",
                    _ => "a move that was undone",
                },
                Call::Moves => match past {
                    0 => "at the start",
                    1..10 => "early in a game",
                    _ => "late in a game",
                },
                Call::Evaluate(_) => VALUE,
            };
            oracle.call(call);
            let is_same = oracle.history() == (past, future);
            match call {
                Call::Initialize(_) => (has_branched, has_refused) = (false, false),
                Call::Try(_) if is_same => has_refused = true,
                Call::Try(_) => (has_branched, has_refused) = (has_branched || future > 0, false),
                Call::Undo if !is_same => (has_branched, has_refused) = (false, false),
                _ => has_refused &= is_same,
            }
            kind
        });
        kinds.collect()
    }

    /// The calls that lead to some calls of the same game, as a person types them.
    fn shown(&self, steps: &[usize], names: &Names) -> String {
        let last = steps.iter().copied().max().unwrap_or(0);
        let is_first = |call: &Call| matches!(call, Call::Initialize(_));
        let first = self.calls[..=last].iter().rposition(is_first).unwrap_or(0);
        let mut lines = Vec::new();
        let mut games = 0;
        for (place, call) in self.calls.iter().enumerate().take(last + 1).skip(first) {
            let name = names.of(call.function());
            let game = format!("game{games}");
            let made = match call {
                Call::Initialize([a, b, c, d]) => {
                    let [a, b, c, d] = [a, b, c, d].map(|&place| show_place(place));
                    format!("{name} ({a},{b}) ({c},{d})")
                }
                Call::Try(cells) => {
                    let [from, to, build] = cells.map(show_place);
                    format!("{name} {game} ({from},{to},{build})")
                }
                Call::Undo | Call::Redo => format!("{name} {game}"),
                Call::Moves | Call::Evaluate(_) => {
                    if steps.contains(&place) {
                        let side = match call {
                            Call::Evaluate(Side::First) => "'B' ",
                            Call::Evaluate(Side::Second) => "'R' ",
                            _ => "",
                        };
                        lines.push(format!("{name} {side}{game}"));
                    }
                    continue;
                }
            };
            games += 1;
            lines.push(format!("game{games} = {made}"));
            if steps.contains(&place) {
                lines.push(format!("{} game{games}", names.of(function::SCREENSHOT)));
            }
        }
        lines.join("\n")
    }

    /// The answer of a program of which one function does nothing and all others are right. It stops
    /// where that shows.
    fn null_answer(&self, null: usize) -> Option<Answer> {
        let mut oracle = self.oracle()?;
        let mut answer = Answer::default();
        let start = oracle.screenshot().to_string();
        for &call in &self.calls {
            let (before, is_null) = (oracle.clone(), call.function() == null);
            oracle.call(call);
            let is_changed = call.changes() && before.history() != oracle.history();
            let text = match call {
                Call::Evaluate(_) if is_null => "0".into(),
                Call::Moves if is_null => "[]".into(),
                _ if is_changed && is_null => before.answer(call),
                // A picture that never changes.
                _ if is_changed && null == function::SCREENSHOT => start.clone(),
                _ => oracle.answer(call),
            };
            answer.parts.push(Part { text, micros: 0 });
            let is_shown = call == Call::Moves || is_changed;
            if is_shown && (is_null || null == function::SCREENSHOT) {
                break;
            }
        }
        Some(answer)
    }

    /// The answer of a program that is right.
    #[cfg(test)]
    pub fn right_answer(&self) -> Option<Answer> {
        self.null_answer(usize::MAX)
    }

    /// The kinds of the checks that a right program passes, and one that does nothing does not.
    pub fn telling(&self) -> BTreeSet<&'static str> {
        let Some(mut oracle) = self.oracle() else { return BTreeSet::new() };
        let mut telling = BTreeSet::new();
        let mut values = Values::default();
        // The functions that have done something.
        let mut has_acted = [false; function::EVALUATE + 1];
        for (step, (&call, kind)) in self.calls.iter().zip(self.kinds()).enumerate() {
            let before = oracle.history();
            oracle.call(call);
            let function = call.function();
            has_acted[function] |= oracle.history() != before || call == Call::Moves;
            match call {
                Call::Initialize(_) => values.begin(),
                Call::Evaluate(side) => {
                    let found = values.add(side, oracle.value(side), 0, &oracle, step);
                    telling.extend(found.iter().map(|verdict| verdict.kind));
                }
                _ if has_acted[function] => drop(telling.insert(kind)),
                _ => (),
            }
        }
        if has_acted[function::TRY] {
            telling.extend([PLACEMENT, picture_kind(&oracle)]);
        }
        telling.remove(FAST);
        telling
    }
}

impl Question for Script {
    fn function(&self) -> usize {
        self.calls.last().map_or(0, |call| call.function())
    }

    fn uses(&self, function: usize) -> bool {
        self.calls.iter().any(|call| call.function() == function)
    }

    fn text(&self, _: &Names) -> String {
        self.code()
    }

    fn typed(&self, names: &Names) -> String {
        self.shown(&[self.calls.len() - 1], names)
    }

    fn size(&self) -> usize {
        self.calls.len()
    }

    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        let used = (0..=function::EVALUATE)
            .filter(|&null| null == function::SCREENSHOT || self.uses(null));
        // A game that does not depend on its pawns is wrong at once.
        let used = used.filter(|&null| null != function::INITIALIZE);
        used.filter_map(|null| Some((null, self.null_answer(null)?))).collect()
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let Some(mut oracle) = self.oracle() else { return Vec::new() };
        let mut checks = Vec::new();
        let mut values = Values::default();
        // A game that has begun is right only if it can be played.
        let mut begun = None;
        // Any number is right, so this is checked once.
        let mut has_value = false;
        for (step, (&call, kind)) in self.calls.iter().zip(self.kinds()).enumerate() {
            let before = oracle.history();
            oracle.call(call);
            let part = answer.parts.get(step);
            let micros = part.map(|part| part.micros);
            let function = call.function();
            let wrong = match part {
                Some(part) => differs(call, &part.text, &oracle),
                None => {
                    let error = answer.error.as_ref();
                    Some((
                        right(call, &oracle),
                        error.map_or("nothing".into(), CallError::to_string),
                    ))
                }
            };
            if let Some((expected, answered)) = wrong {
                let is_costly =
                    part.is_none() && answer.error.as_ref().is_some_and(CallError::is_costly);
                let asked = self.shown(&[step], names);
                let difference = Some(Difference { asked, expected, answered, is_costly });
                checks.push(Check { function, kind, step, micros, difference });
                return checks;
            }
            let passed = Check { function, kind, step, micros, difference: None };
            match call {
                Call::Initialize(_) => {
                    values.begin();
                    begun = Some(passed);
                }
                Call::Try(_) if oracle.history() != before => {
                    checks.extend(begun.take());
                    checks.push(passed);
                }
                Call::Evaluate(_) if has_value => (),
                _ => checks.push(passed),
            }
            has_value |= matches!(call, Call::Evaluate(_));
            if let (Call::Evaluate(side), Some(part)) = (call, part)
                && let Some(HaskellValue::Int(value)) = HaskellValue::read(&part.text)
            {
                for verdict in values.add(side, value, part.micros, &oracle, step) {
                    let Verdict { kind, expected, values, steps } = verdict;
                    let difference = expected.map(|expected| {
                        let asked = self.shown(&steps, names);
                        Difference { asked, expected, answered: values, is_costly: false }
                    });
                    let is_wrong = difference.is_some();
                    checks.push(Check { function, kind, step, micros: None, difference });
                    if is_wrong {
                        return checks;
                    }
                }
            }
        }
        let step = self.calls.len() - 1;
        checks.push(Check {
            function: function::SCREENSHOT,
            kind: picture_kind(&oracle),
            step,
            micros: None,
            difference: None,
        });
        checks
    }

    fn blame(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        let Some(difference) = &check.difference else { return Blame::Function };
        for (place, name) in names.0.iter().enumerate() {
            if place != check.function && difference.answered.contains(&missing(name)) {
                return Blame::Other(place, CAN_BE_CALLED);
            }
        }
        if let Some(blame) = self.blame_ignored(check, names, ask) {
            return blame;
        }
        if ![function::INITIALIZE, function::TRY].contains(&check.function) {
            return Blame::Function;
        }
        self.blame_picture(check, ask).unwrap_or(Blame::Function)
    }

    fn smaller(&self, check: &Check) -> Vec<Box<dyn Question>> {
        let calls = &self.calls[..=check.step.min(self.calls.len() - 1)];
        let mut smaller = Vec::new();
        // The last game alone.
        let is_first = |call: &Call| matches!(call, Call::Initialize(_));
        let first = calls.iter().rposition(is_first).unwrap_or(0);
        if first > 0 || calls.len() < self.calls.len() {
            smaller.push(Script { calls: calls[first..].to_vec() });
        }
        let inner = calls.len().saturating_sub(2);
        let mut span = inner;
        while span > 0 {
            for begin in (1..=inner + 1 - span).step_by(span.div_ceil(2)) {
                let mut calls = calls.to_vec();
                calls.drain(begin..begin + span);
                smaller.push(Script { calls });
            }
            span /= 2;
        }
        smaller.retain(Script::is_valid);
        smaller.into_iter().map(|script| Box::new(script) as Box<dyn Question>).collect()
    }
}

impl Script {
    /// Looks for an earlier call that should have been ignored: without it all answers are right.
    fn blame_ignored(&self, check: &Check, names: &Names, ask: &mut Ask) -> Option<Blame> {
        let calls = &self.calls[..=check.step];
        let kinds = self.kinds();
        let mut oracle = self.oracle()?;
        let mut ignored = Vec::new();
        for &call in calls {
            let before = (oracle.history(), *oracle.position());
            oracle.call(call);
            let is_ignored = before == (oracle.history(), *oracle.position());
            let is_call = matches!(call, Call::Try(_) | Call::Undo | Call::Redo);
            ignored.push(is_ignored && is_call);
        }
        // The last call is the one that failed.
        ignored[check.step] = false;
        let ignored: Vec<usize> = (0..calls.len()).filter(|&place| ignored[place]).collect();
        // A later one may only have shown what an earlier one did. Several may have to be left out.
        let alone = ignored.iter().map(|&place| vec![place]);
        let by_function = [function::TRY, function::UNDO, function::REDO].map(|function| {
            let of_function = ignored.iter().filter(|&&place| calls[place].function() == function);
            of_function.copied().collect::<Vec<_>>()
        });
        let by_function = by_function.into_iter().filter(|places| places.len() > 1);
        let mut suspects = alone.chain(by_function);
        let found = suspects.find(|left_out| {
            let rest = (0..calls.len()).filter(|place| !left_out.contains(place));
            let script = Script { calls: rest.map(|place| calls[place]).collect() };
            script.judge(&ask(&script.code()), names).iter().all(Check::passed)
        })?;
        let (suspect, last) = (calls[found[0]].function(), found[found.len() - 1]);
        let kind = if suspect == function::TRY { SAME_GAME } else { kinds[last] };
        Some(Blame::Other(suspect, kind))
    }

    /// Whether a wrong screenshot shows a correct game. If so, the game accepts and rejects the
    /// next moves correctly.
    fn blame_picture(&self, check: &Check, ask: &mut Ask) -> Option<Blame> {
        let calls = self.calls.iter().take(check.step + 1).filter(|call| call.changes());
        let script = Script { calls: calls.copied().collect() };
        let mut oracle = script.oracle()?;
        script.calls.iter().for_each(|&call| oracle.call(call));
        let HaskellValue::Tuple(shown) = HaskellValue::read(&check.difference.as_ref()?.answered)?
        else {
            return None;
        };
        // After the end nothing can be tried. The end itself is checked with the moves.
        if oracle.is_over() || shown.first() != Some(&HaskellValue::Bool(false)) {
            return None;
        }
        let mut rng = Rng::seeded(script.calls.len() as u64);
        let mut seen = Default::default();
        for probe in 0..PROBES {
            let (mut oracle, mut probed) = (oracle.clone(), script.clone());
            let mut legal = Vec::new();
            for _ in 0..=probe % 3 {
                let moves = oracle.moves();
                let cells = match rng.below(4) {
                    0 => illegal_move(&oracle, &mut seen, &mut rng)?,
                    _ => *rng.pick(&moves)?,
                };
                legal.push(oracle.is_legal(cells));
                oracle.call(Call::Try(cells));
                probed.calls.push(Call::Try(cells));
                if oracle.is_over() {
                    break;
                }
            }
            let answer = ask(&probed.code());
            let parts: Vec<&str> = answer.parts.iter().map(|part| part.text.as_str()).collect();
            if parts.len() != probed.calls.len() {
                return Some(Blame::Function);
            }
            let changes = parts[script.calls.len() - 1..].windows(2).map(|pair| pair[0] != pair[1]);
            if !changes.eq(legal) {
                return Some(Blame::Function);
            }
        }
        Some(Blame::Other(function::SCREENSHOT, picture_kind(&oracle)))
    }
}

fn picture_kind(oracle: &Oracle) -> &'static str {
    let position = oracle.position();
    let cells = agon_games::santorini::Board::STANDARD.cells();
    let highest = cells.iter().map(|cell| position.height(cell)).max();
    match highest {
        _ if oracle.is_over() => "a finished game",
        Some(4) => "a game with domes",
        Some(1..) => "a game with buildings",
        _ => "a game without buildings",
    }
}

/// Agon's answer.
fn right(call: Call, oracle: &Oracle) -> String {
    match call {
        Call::Moves => counted_moves(&oracle.possible_moves()),
        Call::Evaluate(_) => "a whole number".into(),
        _ => oracle.screenshot().to_string(),
    }
}

fn counted_moves(moves: &HaskellValue) -> String {
    match moves {
        HaskellValue::List(moves) => agon_core::counted(moves.len(), "move"),
        other => other.to_string(),
    }
}

/// The right answer and the hand-in's, if they differ.
fn differs(call: Call, text: &str, oracle: &Oracle) -> Option<(String, String)> {
    let found = HaskellValue::read(text);
    match call {
        Call::Moves => {
            let right = oracle.possible_moves().sorted();
            let found = found.map(HaskellValue::sorted);
            match found.as_ref() == Some(&right) {
                true => None,
                false => Some(compare_moves(&right, found, text)),
            }
        }
        Call::Evaluate(_) => match found {
            Some(HaskellValue::Int(_)) => None,
            _ => Some((right(call, oracle), text.into())),
        },
        _ => {
            let right = oracle.screenshot();
            let is_right =
                found.is_some_and(|found| without_order(found) == without_order(right.clone()));
            if is_right { None } else { Some((right.to_string(), text.into())) }
        }
    }
}

/// Describes how two lists of moves differ.
fn compare_moves(
    right: &HaskellValue,
    found: Option<HaskellValue>,
    text: &str,
) -> (String, String) {
    let (HaskellValue::List(right), Some(HaskellValue::List(found))) = (right, found) else {
        return (counted_moves(right), text.into());
    };
    let missing: Vec<String> =
        right.iter().filter(|&mv| !found.contains(mv)).map(HaskellValue::to_string).collect();
    let wrong: Vec<String> =
        found.iter().filter(|&mv| !right.contains(mv)).map(HaskellValue::to_string).collect();
    let mut answered = agon_core::counted(found.len(), "move");
    for (words, moves) in [("missing", missing), ("not legal", wrong)] {
        if let Some(first) = moves.first() {
            answered += &format!("; {} {words}, such as {first}", moves.len());
        }
    }
    if found.windows(2).any(|pair| pair[0] == pair[1]) {
        answered += "; some are listed twice";
    }
    (agon_core::counted(right.len(), "move"), answered)
}
