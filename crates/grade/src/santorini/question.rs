//! Scripts as questions: asks, judges, blames and shrinks them.

use agon_core::Rng;
use agon_handin::{Answer, CallError, Names, missing};

use super::games::illegal_move;
use super::script::{Call, Oracle, Step, function, show_place, without_order};
use super::value::HaskellValue;
use crate::question::{Ask, Blame, Check, Difference, Question};

/// A list of calls. Each call is checked.
#[derive(Clone, Debug)]
pub struct Script {
    /// The first is `initializeGame`.
    pub steps: Vec<Step>,
}

/// The check that a position before a win is rated high.
pub const NEAR_WIN: &str = "is higher when a pawn can step onto level 3";

/// The number of continuations that are tried to tell a wrong game from a wrong screenshot.
const PROBES: usize = 40;

impl Script {
    /// Agon's game before the first call. `None` if the pawns may not be placed there.
    fn oracle(&self) -> Option<Oracle> {
        match self.steps.first()?.call {
            Call::Initialize(pawns) => Oracle::new(pawns),
            _ => None,
        }
    }

    /// Whether the assignment defines every call: it leaves open what happens after the end of a
    /// game.
    pub fn is_valid(&self) -> bool {
        let Some(mut oracle) = self.oracle() else { return false };
        self.steps.iter().all(|step| {
            let asks = matches!(step.call, Call::Try(_) | Call::Moves);
            let is_fine = !(asks && oracle.is_over());
            oracle.call(step.call);
            is_fine
        })
    }

    fn code(&self) -> String {
        let calls: Vec<String> = self.steps.iter().map(|step| step.call.code()).collect();
        format!("[{}]", calls.join(","))
    }

    /// The calls up to a step, as a person types them.
    fn shown(&self, step: usize, names: &Names) -> String {
        let mut lines = Vec::new();
        let mut games = 0;
        for (place, Step { call, .. }) in self.steps.iter().enumerate().take(step + 1) {
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
                    if place == step {
                        let side = match call {
                            Call::Evaluate(agon_core::Side::First) => "'B' ",
                            Call::Evaluate(agon_core::Side::Second) => "'R' ",
                            _ => "",
                        };
                        lines.push(format!("{name} {side}{game}"));
                    }
                    continue;
                }
            };
            games += 1;
            lines.push(format!("game{games} = {made}"));
            if place == step {
                lines.push(format!("{} game{games}", names.of(function::SCREENSHOT)));
            }
        }
        lines.join("\n")
    }
}

impl Question for Script {
    fn function(&self) -> usize {
        self.steps.last().map_or(0, |step| step.call.function())
    }

    fn uses(&self, function: usize) -> bool {
        self.steps.iter().any(|step| step.call.function() == function)
    }

    fn text(&self, _: &Names) -> String {
        self.code()
    }

    fn size(&self) -> usize {
        self.steps.len()
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let Some(mut oracle) = self.oracle() else { return Vec::new() };
        let mut checks = Vec::new();
        let mut first_value = None;
        for (place, &Step { call, kind }) in self.steps.iter().enumerate() {
            oracle.call(call);
            let part = answer.parts.get(place);
            let answered = part.map(|part| part.text.as_str());
            let difference = match answered {
                Some(text) => differs(call, kind, text, &oracle, &mut first_value),
                None => Some((
                    right(call, &oracle),
                    answer.error.as_ref().map_or("nothing".into(), CallError::to_string),
                )),
            };
            let is_costly =
                answered.is_none() && answer.error.as_ref().is_some_and(CallError::is_costly);
            let difference = difference.map(|(expected, answered)| Difference {
                asked: self.shown(place, names),
                expected,
                answered,
                is_costly,
            });
            let is_wrong = difference.is_some();
            let micros = part.map(|part| part.micros);
            checks.push(Check { function: call.function(), kind, step: place, micros, difference });
            if is_wrong {
                return checks;
            }
        }
        let step = self.steps.len() - 1;
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
                return Blame::Other(place, "can be called");
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
        let steps = &self.steps[..=check.step.min(self.steps.len() - 1)];
        let mut smaller = Vec::new();
        if steps.len() < self.steps.len() {
            smaller.push(Script { steps: steps.to_vec() });
        }
        let inner = steps.len().saturating_sub(2);
        let mut span = inner;
        while span > 0 {
            for begin in (1..=inner + 1 - span).step_by(span.div_ceil(2)) {
                let mut steps = steps.to_vec();
                steps.drain(begin..begin + span);
                smaller.push(Script { steps });
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
        let steps = &self.steps[..=check.step];
        let mut oracle = self.oracle()?;
        let mut ignored = Vec::new();
        for step in steps {
            let before = (oracle.history(), *oracle.position());
            oracle.call(step.call);
            let is_ignored = before == (oracle.history(), *oracle.position());
            let is_call = matches!(step.call, Call::Try(_) | Call::Undo | Call::Redo);
            ignored.push(is_ignored && is_call);
        }
        // The last call is the one that failed.
        ignored[check.step] = false;
        for suspect in [function::REDO, function::UNDO, function::TRY] {
            let is_left_out =
                |place: usize| ignored[place] && steps[place].call.function() == suspect;
            let left_out = steps.iter().enumerate().rfind(|&(place, _)| is_left_out(place));
            let Some((_, last)) = left_out else { continue };
            let rest = steps.iter().enumerate().filter(|&(place, _)| !is_left_out(place));
            let without = Script { steps: rest.map(|(_, &step)| step).collect() };
            let checks = without.judge(&ask(&without.code()), names);
            if checks.iter().all(Check::passed) {
                return Some(Blame::Other(suspect, last.kind));
            }
        }
        None
    }

    /// Whether a wrong screenshot shows a correct game. If so, the game accepts and rejects the
    /// next moves correctly.
    fn blame_picture(&self, check: &Check, ask: &mut Ask) -> Option<Blame> {
        let calls = self.steps.iter().take(check.step + 1).filter(|step| step.call.changes());
        let script = Script { steps: calls.copied().collect() };
        let mut oracle = script.oracle()?;
        script.steps.iter().for_each(|step| oracle.call(step.call));
        let HaskellValue::Tuple(shown) = HaskellValue::read(&check.difference.as_ref()?.answered)?
        else {
            return None;
        };
        // After the end nothing can be tried. The end itself is checked with the moves.
        if oracle.is_over() || shown.first() != Some(&HaskellValue::Bool(false)) {
            return None;
        }
        let mut rng = Rng::seeded(script.steps.len() as u64);
        let mut seen = Default::default();
        for probe in 0..PROBES {
            let (mut oracle, mut probed) = (oracle.clone(), script.clone());
            let mut legal = Vec::new();
            for _ in 0..=probe % 3 {
                let moves = oracle.moves();
                let call = match rng.below(4) {
                    0 => illegal_move(&oracle, &mut seen, &mut rng)?.call,
                    _ => Call::Try(*rng.pick(&moves)?),
                };
                let Call::Try(cells) = call else { return None };
                legal.push(oracle.is_legal(cells));
                oracle.call(call);
                probed.steps.push(Step { call, kind: "" });
                if oracle.is_over() {
                    break;
                }
            }
            let answer = ask(&probed.code());
            let parts: Vec<&str> = answer.parts.iter().map(|part| part.text.as_str()).collect();
            if parts.len() != probed.steps.len() {
                return Some(Blame::Function);
            }
            let changes = parts[script.steps.len() - 1..].windows(2).map(|pair| pair[0] != pair[1]);
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
fn differs(
    call: Call,
    kind: &str,
    text: &str,
    oracle: &Oracle,
    first_value: &mut Option<i64>,
) -> Option<(String, String)> {
    let found = HaskellValue::read(text);
    match call {
        Call::Moves => {
            let right = oracle.possible_moves().sorted();
            let found = found.map(HaskellValue::sorted);
            if found.as_ref() == Some(&right) {
                None
            } else {
                Some(compare_moves(&right, found, text))
            }
        }
        Call::Evaluate(_) => match (found, *first_value) {
            (Some(HaskellValue::Int(value)), Some(first)) if kind == NEAR_WIN && value <= first => {
                let expected = format!("more than {first}, the value before the first move");
                Some((expected, value.to_string()))
            }
            (Some(HaskellValue::Int(value)), _) => {
                first_value.get_or_insert(value);
                None
            }
            _ => Some(("a whole number".into(), text.into())),
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
