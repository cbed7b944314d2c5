//! What is said about tries in the steps of a lesson.

use agon_arena::puzzle::PuzzleGoal;
use agon_arena::{AnySession, ExplainLimits, PlayerSpec, find};
use agon_core::{Outcome, Side, Verdict, quote};
use agon_search::SearchControl;

use super::file::opponent as read_opponent;
use super::{MAX_MOVES, board, explain_rules};
use crate::ServiceRefusal;
use crate::game_entry::game_entry;
use crate::job_tree;
use crate::protocol::{
    BaseEntry, Counted, Lesson, LessonAttempt, LessonStep, LessonTask, LessonTry, PositionAt,
    PuzzleVerdict, RequestError, RuleDifference, RuleFile, TreeRequest,
};
use crate::refusal::check_range;

/// In how many moves the other side must win, so that a wrong move is refuted on the board.
const REFUTED_IN: u32 = 2;

/// The most moves that the computer makes in a row.
const MAX_REPLIES: usize = 8;

/// The values by their index in a try.
const VALUES: [Verdict; 3] = [Verdict::Win, Verdict::Draw, Verdict::Lose];

/// Whether a text fits a pattern, in which `*` stands for any characters.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut left) = text.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(found) = left.find(part) else { return false };
        left = &left[found + part.len()..];
    }
    left.ends_with(end)
}

/// What is said about a try in a step, counted from 0.
pub(super) fn attempt(
    lesson: &Lesson,
    step: usize,
    tried: &LessonTry,
) -> Result<LessonAttempt, RequestError> {
    check_range("step", step, 0, lesson.steps.len().saturating_sub(1))?;
    check_range("moves", tried.moves.len(), 0, MAX_MOVES)?;
    let (game, step) = (&lesson.game, &lesson.steps[step]);
    let mut attempt = match &step.task {
        LessonTask::Move { right } => {
            let is_right =
                |mv: &str| right.as_ref().is_none_or(|it| it.iter().any(|it| fits(it, mv)));
            move_attempt(game, step, tried, is_right)?
        }
        LessonTask::End {} => {
            let position = step.position.as_deref().unwrap_or_default();
            move_attempt(game, step, tried, |mv| wins(game, position, mv))?
        }
        LessonTask::Play { opponent, draw } => play(game, step, tried, opponent, *draw)?,
        LessonTask::Answer { right, .. } => {
            LessonAttempt::judged(tried.answer.is_some_and(|answer| answer as usize == *right))
        }
        LessonTask::Count { what } => {
            let [all, visited] = counts(game, step)?;
            let count = match what {
                Counted::All => all,
                Counted::Visited => visited,
                Counted::Saved => all.saturating_sub(visited),
            };
            let is_right = tried.answer.is_some_and(|answer| u64::from(answer) == count);
            LessonAttempt { count: is_right.then_some(count), ..LessonAttempt::judged(is_right) }
        }
        LessonTask::Base { positions, .. } => base(game, positions, tried)?,
        LessonTask::Rules { .. } => {
            let no_rules = || ServiceRefusal::Malformed { reason: "rules are missing".into() };
            rules(game, step, tried.rules.as_ref().ok_or_else(no_rules)?)?
        }
        LessonTask::Read {} | LessonTask::Open {} => LessonAttempt::judged(true),
    };
    if attempt.verdict != PuzzleVerdict::Open && attempt.text.is_none() {
        attempt.text = said(step, tried, attempt.verdict);
    }
    Ok(attempt)
}

/// What the lesson says about a try. A text for any try is not said about right ones.
fn said(step: &LessonStep, tried: &LessonTry, verdict: PuzzleVerdict) -> Option<String> {
    let answer = tried.answer.map(|answer| answer.to_string());
    let tried = tried.moves.last().cloned().or(answer).unwrap_or_default();
    let is_wrong = verdict == PuzzleVerdict::Wrong;
    let says = |to: &Option<Vec<String>>| match to {
        Some(patterns) => patterns.iter().any(|pattern| fits(pattern, &tried)),
        None => is_wrong,
    };
    step.replies.iter().find(|reply| says(&reply.to)).map(|reply| reply.text.clone())
}

impl LessonAttempt {
    fn judged(is_right: bool) -> LessonAttempt {
        LessonAttempt::of(if is_right { PuzzleVerdict::Solved } else { PuzzleVerdict::Wrong })
    }

    fn of(verdict: PuzzleVerdict) -> LessonAttempt {
        LessonAttempt {
            verdict,
            text: None,
            board: None,
            line: Vec::new(),
            explanation: None,
            hint: None,
            explained: None,
            difference: None,
            unused: None,
            count: None,
            base: Vec::new(),
            reached: Vec::new(),
        }
    }
}

fn open(game: &str, step: &LessonStep) -> Result<Box<dyn AnySession>, RequestError> {
    Ok(game_entry(game)?.open(step.position.as_deref().unwrap_or("startpos"))?)
}

/// Whether a move wins the game at once.
pub(super) fn wins(game: &str, position: &str, mv: &str) -> bool {
    let Some(mut session) = find(game).and_then(|entry| entry.open(position).ok()) else {
        return false;
    };
    let mover = session.to_move();
    session.play(mv).is_ok() && session.outcome() == Some(Outcome::Win(mover))
}

/// A try of a move.
fn move_attempt(
    game: &str,
    step: &LessonStep,
    tried: &LessonTry,
    is_right: impl Fn(&str) -> bool,
) -> Result<LessonAttempt, RequestError> {
    let mut session = open(game, step)?;
    if tried.hint {
        let right = session.moves().into_iter().find(|mv| is_right(&mv.text));
        let hint = right.and_then(|mv| mv.paths.into_iter().next());
        return Ok(LessonAttempt { hint, ..LessonAttempt::of(PuzzleVerdict::Open) });
    }
    let text = tried.moves.join(" ");
    check_range("moves", tried.moves.len(), 1, 1)?;
    let (at, mv) = (session.position(), session.read(&text)?);
    let is_right = is_right(&mv);
    // Of a step that hides something it would tell what is hidden.
    let is_explained = !is_right && step.view.is_none();
    let explanation = match is_explained {
        true => Some(session.explain(&mv, &ExplainLimits::default(), &())?.against_the_move()),
        false => None,
    };
    session.play(&mv)?;
    let board = Some(board(&*session, step.view));
    let line =
        if is_right { Vec::new() } else { refutation(game, &at, &mv, &mut *session, step.view) };
    Ok(LessonAttempt { board, line, explanation, ..LessonAttempt::judged(is_right) })
}

/// The boards after the moves by which the other side wins, if it wins soon.
fn refutation(
    game: &str,
    position: &str,
    mv: &str,
    session: &mut dyn AnySession,
    view: Option<Side>,
) -> Vec<PositionAt> {
    let maker = find(game).and_then(|entry| entry.puzzles).filter(|_| session.outcome().is_none());
    let goal = PuzzleGoal::Hold { moves: REFUTED_IN };
    let refuted = maker.and_then(|maker| maker.refute(position, goal, mv).ok());
    let line = refuted.map(|refuted| refuted.line).unwrap_or_default();
    let boards = line.iter().map_while(|mv| {
        session.play(mv).ok()?;
        Some(board(session, view))
    });
    boards.collect()
}

/// The computer of a specification; its mistakes depend on how many moves were made.
pub(super) fn opponent(spec: &str, moves: usize) -> Result<PlayerSpec, RequestError> {
    let seed = |seed: Option<u64>| Some(seed.unwrap_or(0) + moves as u64);
    Ok(match read_opponent(spec)? {
        PlayerSpec::Random { seed: own } => PlayerSpec::Random { seed: seed(own) },
        PlayerSpec::Level { level, seed: own, all_knowing } => {
            PlayerSpec::Level { level, seed: seed(own), all_knowing }
        }
        other => other,
    })
}

/// A game against the computer: the moves so far, and its reply.
fn play(
    game: &str,
    step: &LessonStep,
    tried: &LessonTry,
    spec: &str,
    is_draw_enough: bool,
) -> Result<LessonAttempt, RequestError> {
    let mut session = open(game, step)?;
    let person = session.to_move();
    session.play_all(&tried.moves.join(" "))?;
    let board = Some(super::board(&*session, step.view));
    let mut line = Vec::new();
    while session.outcome().is_none() && line.len() < MAX_REPLIES {
        let mv = if session.to_move() == person {
            if !session.must_pass() {
                break;
            }
            session.moves().first().map(|mv| mv.text.clone())
        } else {
            session.set_player(person.opponent(), opponent(spec, session.ply())?)?;
            session.choose(&SearchControl::default(), &())?.map(|chosen| chosen.mv)
        };
        let Some(mv) = mv else { break };
        session.play(&mv)?;
        line.push(super::board(&*session, step.view));
    }
    let verdict = match session.outcome() {
        None => PuzzleVerdict::Open,
        Some(Outcome::Win(winner)) if winner == person => PuzzleVerdict::Solved,
        Some(Outcome::Draw) if is_draw_enough => PuzzleVerdict::Solved,
        Some(_) => PuzzleVerdict::Wrong,
    };
    Ok(LessonAttempt { board, line, ..LessonAttempt::of(verdict) })
}

/// How many positions plain minimax and alpha-beta visit in the tree of a step.
pub(super) fn counts(game: &str, step: &LessonStep) -> Result<[u64; 2], RequestError> {
    let depth = step.search.map_or(1, |search| search.depth);
    let count = |pruning: bool| {
        let request = TreeRequest::to_depth(depth, pruning);
        let tree = job_tree::grow(open(game, step)?, &request, &())?;
        Ok::<u64, RequestError>(tree.nodes)
    };
    Ok([count(false)?, count(true)?])
}

/// A position of a knowledge base, by its proof.
pub(super) fn entry(game: &str, position: &str) -> Result<BaseEntry, RequestError> {
    let session = game_entry(game)?.open(position)?;
    let unproven = || {
        let why = format!("the value of {} is not known", quote(position));
        ServiceRefusal::LessonFile { why }
    };
    let value = match session.outcome() {
        Some(Outcome::Win(side)) if side == session.to_move() => Verdict::Win,
        Some(Outcome::Win(_)) => Verdict::Lose,
        Some(Outcome::Draw) => Verdict::Draw,
        None => session.proven(&())?.ok_or_else(unproven)?.verdict,
    };
    Ok(BaseEntry { position: position.into(), value })
}

/// The next value of a knowledge base.
fn base(
    game: &str,
    positions: &[String],
    tried: &LessonTry,
) -> Result<LessonAttempt, RequestError> {
    check_range("known", tried.known, 0, positions.len().saturating_sub(1))?;
    let entries = |positions: &[String]| {
        positions.iter().map(|position| entry(game, position)).collect::<Result<Vec<_>, _>>()
    };
    let mut base = entries(&positions[..tried.known])?;
    let Some(answer) = tried.answer else {
        let board = super::board_of(game, &positions[tried.known], &[], None)?;
        return Ok(LessonAttempt {
            base,
            board: Some(board),
            ..LessonAttempt::of(PuzzleVerdict::Open)
        });
    };
    let next = entry(game, &positions[tried.known])?;
    let is_right = VALUES.get(answer as usize) == Some(&next.value);
    let session = game_entry(game)?.open(&positions[tried.known])?;
    let mut reached = Vec::new();
    for mv in session.moves() {
        let mut after = game_entry(game)?.open(&positions[tried.known])?;
        after.play(&mv.text)?;
        // The move names the position as it is seen from this one.
        reached.push(BaseEntry { position: mv.text, ..entry(game, &after.position())? });
    }
    let is_last = tried.known + 1 == positions.len();
    let verdict = match (is_right, is_last) {
        (false, _) => PuzzleVerdict::Wrong,
        (true, false) => PuzzleVerdict::Right,
        (true, true) => PuzzleVerdict::Solved,
    };
    if is_right {
        base.push(next);
    }
    Ok(LessonAttempt { base, reached, ..LessonAttempt::of(verdict) })
}

/// What is wrong with rules.
pub(super) enum RulesFault {
    Differs(Box<RuleDifference>),
    Unused(String),
}

/// What is wrong with rules for a step: where they give something else than its solution, or which
/// name they do not use.
pub(super) fn rules_fault(
    game: &str,
    step: &LessonStep,
    source: &str,
) -> Result<Option<RulesFault>, RequestError> {
    let LessonTask::Rules { solution, positions, uses, .. } = &step.task else { return Ok(None) };
    let file = |source: &str| RuleFile { name: "lesson.rules".into(), source: source.into() };
    for position in step.position.iter().chain(positions) {
        let points = |source: &str| explain_rules(game, position, &file(source)).map(|it| it.score);
        let (found, wanted) = (points(source)?, points(solution)?);
        if found != wanted {
            let board = super::board_of(game, position, &[], None)?;
            return Ok(Some(RulesFault::Differs(Box::new(RuleDifference {
                board,
                found,
                wanted,
            }))));
        }
    }
    // What stands behind % is a comment.
    let code: Vec<&str> = source.lines().filter_map(|line| line.split('%').next()).collect();
    let code = code.join("\n");
    let words: Vec<&str> = code.split(|it: char| !it.is_alphanumeric() && it != '_').collect();
    let unused = uses.iter().find(|name| !words.contains(&name.as_str()));
    Ok(unused.cloned().map(RulesFault::Unused))
}

fn rules(game: &str, step: &LessonStep, rules: &RuleFile) -> Result<LessonAttempt, RequestError> {
    let position = step.position.as_deref().unwrap_or("startpos");
    let explained = Some(explain_rules(game, position, rules)?);
    let fault = rules_fault(game, step, &rules.source)?;
    let mut attempt = LessonAttempt::judged(fault.is_none());
    match fault {
        Some(RulesFault::Differs(difference)) => attempt.difference = Some(*difference),
        Some(RulesFault::Unused(name)) => attempt.unused = Some(name),
        None => (),
    }
    Ok(LessonAttempt { explained, ..attempt })
}
