//! Checks what an engine reports about its searches: depth and nodes, lines of play, scores.

use std::collections::{BTreeMap, BTreeSet};

use agon_arena::{
    AnySession, GameEntry, Refused, SearchKind, SearchRequest, line_number, read_score, score_words,
};
use agon_core::{Outcome, Score, Verdict, quote};
use agon_sandbox::Forfeit;
use agon_search::{Limits, SearchControl};

use super::moves::context;
use super::positions::{TestPosition, TestPositions};
use super::report::{CheckResult, wrong};
use super::timing;
use crate::{EngineMove, ExternalEngine, Go, OptionType};

/// How many nodes an engine may report beyond its limit: a quarter of it, and so many more, since
/// it may check the limit at intervals.
const SPARE_NODES: u64 = 2_048;

/// Claims of a win or a loss within so many plies are checked by our own search.
const MAX_CLAIM: u32 = 5;

/// How many nodes the check of a claim takes at most. What takes more is believed.
const PROOF_NODES: u64 = 20_000;

/// How many lines of play of a search are checked, counted from the last.
const MAX_LINES: usize = 64;

/// Checks all that an engine has reported with a move.
pub fn check_reports(
    entry: &GameEntry,
    session: &dyn AnySession,
    chosen: &EngineMove,
    go: &Go,
    context: &str,
) -> Result<(), CheckResult> {
    let wrong =
        |(found, fix): Finding| CheckResult::Wrong { found: format!("{found}; {context}"), fix };
    within_limits(chosen, go).map_err(wrong)?;
    let checked: Result<_, Refused> = (|| {
        for line in chosen.lines.iter().rev().take(MAX_LINES) {
            if let Err(found) = line_is_legal(entry, session, line)? {
                return Ok(Err(found));
            }
        }
        reply_is_legal(entry, session, chosen)
    })();
    // Positions that were written here can be read.
    checked.unwrap_or(Ok(())).map_err(wrong)?;
    match chosen.stats.score {
        Some(score) => score_is_true(entry, session, score).map_err(wrong),
        None => Ok(()),
    }
}

/// What is wrong, and how to fix it.
type Finding = (String, &'static str);

/// An engine must not report more depth or nodes than it was allowed.
fn within_limits(chosen: &EngineMove, go: &Go) -> Result<(), Finding> {
    if let (Some(most), Some(depth)) = (go.depth, chosen.stats.depth)
        && depth > most
    {
        let fix = "end the search at the depth that go names";
        return Err((format!("it reported depth {depth}"), fix));
    }
    if let (Some(limit), Some(nodes)) = (go.nodes, chosen.stats.nodes) {
        let most = limit.saturating_add(limit / 4).saturating_add(SPARE_NODES);
        if nodes > most {
            let fix =
                "end the search after about as many nodes as go names, and report their number";
            return Err((format!("it reported {nodes} nodes, where {most} are let pass"), fix));
        }
    }
    Ok(())
}

/// The moves behind `pv` must be legal one after the other, and must not end in the opposite of
/// what the score says.
fn line_is_legal(
    entry: &GameEntry,
    session: &dyn AnySession,
    info: &str,
) -> Result<Result<(), Finding>, Refused> {
    let moves = info.split_whitespace().skip_while(|&word| word != "pv").skip(1);
    let mut after = entry.open(&session.position())?;
    let shown = quote(info);
    for (number, mv) in (1..).zip(moves) {
        if let Err(refused) = after.play(mv) {
            let found =
                format!("move {number} of its line is refused: {refused}; it wrote {shown}");
            let fix = "write after pv only moves that can be made one after the other";
            return Ok(Err((found, fix)));
        }
    }
    let end = after.outcome().map(|outcome| outcome.seen_by(session.to_move()));
    let (Some(end), Some(score)) = (end, read_score(info)) else { return Ok(Ok(())) };
    let is_opposite = score.is_win() && !end.is_win() || score.is_loss() && !end.is_loss();
    Ok(match is_opposite {
        true => Err((
            format!("its line ends in another result than its score says; it wrote {shown}"),
            "give the line that the score belongs to, and scores for the side to move",
        )),
        false => Ok(()),
    })
}

/// The reply that is expected must be legal after the move.
fn reply_is_legal(
    entry: &GameEntry,
    session: &dyn AnySession,
    chosen: &EngineMove,
) -> Result<Result<(), Finding>, Refused> {
    let Some(reply) = &chosen.ponder else { return Ok(Ok(())) };
    let mut after = entry.open(&session.position())?;
    after.play(&chosen.mv)?;
    Ok(after.read(reply).map(|_| ()).map_err(|refused| {
        let mv = &chosen.mv;
        let found = format!("it wrote bestmove {mv} ponder {reply}, which is refused: {refused}");
        (found, "write behind ponder a move that is legal after the best move, or leave it out")
    }))
}

/// A proven score, which is for the side to move, must be right: a short one by our own search, the
/// others where the value is known.
fn score_is_true(entry: &GameEntry, session: &dyn AnySession, score: Score) -> Result<(), Finding> {
    let Some(claim) = score.proven() else { return Ok(()) };
    short_claim_is_true(entry, session, score)?;
    // The values of games that cannot be solved whole take long to prove.
    if !entry.has_knowledge_base() {
        return Ok(());
    }
    let Ok(Some(proven)) = session.proven(&()) else { return Ok(()) };
    if claim.verdict == proven.verdict {
        return Ok(());
    }
    let [says, is] = [claim.verdict, proven.verdict].map(|verdict| match verdict {
        Verdict::Win => "wins",
        Verdict::Lose => "loses",
        Verdict::Draw => "draws",
    });
    Err((format!("its score says that the side to move {says}, but it {is}"), FIX))
}

const FIX: &str =
    "give scores from the point of view of the side to move, and win and lose only if proven";

/// A win or a loss within a few plies is proven or refuted by minimax, which is exact.
fn short_claim_is_true(
    entry: &GameEntry,
    session: &dyn AnySession,
    score: Score,
) -> Result<(), Finding> {
    let Some(plies) = score.proven().and_then(|claim| claim.plies) else { return Ok(()) };
    let (word, winner) = match score.is_win() {
        true => ("win", session.to_move()),
        false => ("lose", session.to_move().opponent()),
    };
    if plies == 0 {
        return Err((format!("its score is {word} 0, but the game is not over"), FIX));
    }
    let Some(value) = (plies <= MAX_CLAIM).then(|| minimax(session, plies)).flatten() else {
        return Ok(());
    };
    if value.is_win() != score.is_win() || value.is_loss() != score.is_loss() {
        let is = match value.proven() {
            Some(_) => format!("it is {}", score_words(value)),
            None => format!("nothing is forced within {plies} plies"),
        };
        return Err((format!("its score is {word} {plies}, but {is}"), FIX));
    }
    let distance = value.proven().and_then(|proven| proven.plies).unwrap_or(plies);
    // The number may be too large, but somebody must have counted it.
    let is_impossible = || {
        let (mut own, mut left) = (entry.open(&session.position()).ok()?, PROOF_NODES);
        Some(!can_end(&mut *own, plies, Outcome::Win(winner), &mut left)?)
    };
    if distance < plies && is_impossible() == Some(true) {
        let found = format!(
            "its score is {word} {plies}, but no line ends so after {plies} plies: it is {word} \
             {distance}"
        );
        return Err((found, "count the plies from this position to the end of the game"));
    }
    Ok(())
}

/// The value by minimax to a depth, with the game's own evaluation; `None` if it takes too long.
fn minimax(session: &dyn AnySession, depth: u32) -> Option<Score> {
    let limits = Limits { depth, nodes: PROOF_NODES, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Minimax, limits, eval: None, hash_bytes: 1 << 20 };
    let found = session.best(&request, &SearchControl::default(), &()).ok()?;
    Some(found?.score)
}

/// Whether a game can end in this way after exactly so many plies; `None` if there are too many
/// lines.
fn can_end(
    session: &mut dyn AnySession,
    plies: u32,
    outcome: Outcome,
    left: &mut u64,
) -> Option<bool> {
    if plies == 0 || session.outcome().is_some() {
        return Some(plies == 0 && session.outcome() == Some(outcome));
    }
    let ply = session.ply();
    for mv in session.moves() {
        *left = left.checked_sub(1)?;
        session.play(&mv.text).ok()?;
        let found = can_end(session, plies - 1, outcome, left);
        session.jump(ply);
        if found != Some(false) {
            return found;
        }
    }
    Some(false)
}

/// How many positions with each side to move the signs of scores are tested in.
const SIGNS: usize = 24;

/// Positions from which the end of a random game is at most so many plies away are tried.
const NEAR_END: usize = 4;

/// The depth within which a position must be decided.
const DECIDED_DEPTH: u32 = 3;

/// The time for a score, in milliseconds.
const SIGN_TIME: u64 = 50;

/// So many answers without a score are enough to see that an engine reports none.
const SILENT: usize = 6;

/// An engine whose scores have the right sign as often as not would fail this test so rarely.
const CHANCE: f64 = 0.002;

/// Compares the signs of scores with proven results, where a win or a loss is near. One wrong sign
/// may be a weak evaluation; nearly all of them, with either side to move, are another point of
/// view.
pub fn signs(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let go = Go { depth: Some(DECIDED_DEPTH + 1), ..Go::movetime(SIGN_TIME) };
    let (mut asked, mut scored) = ([0; 2], 0);
    let mut wrong_signs: [Vec<String>; 2] = Default::default();
    let mut signs = [0; 2];
    for position in positions.near_end(NEAR_END) {
        let session = position.open(entry)?;
        let side = session.to_move().index();
        if session.outcome().is_some() || asked[side] == SIGNS {
            continue;
        }
        let Some(value) = minimax(&*session, DECIDED_DEPTH) else { continue };
        if !value.is_win() && !value.is_loss() {
            continue;
        }
        let place = (position.start.as_str(), &position.moves[..]);
        let chosen = match ask_late(engine, &*session, place, &go) {
            Ok(chosen) => chosen,
            Err(forfeit) => return Ok(wrong(&forfeit, &context(place, &go))),
        };
        asked[side] += 1;
        scored += usize::from(chosen.stats.score.is_some());
        if scored == 0 && asked[0] + asked[1] == SILENT {
            return Ok(no_scores());
        }
        let points = chosen.stats.score.map_or(0, Score::points);
        signs[side] += usize::from(points != 0);
        if points != 0 && (points > 0) != value.is_win() {
            let is = if value.is_win() { "wins" } else { "loses" };
            let says = score_words(Score::from_points(points));
            let asked = context(place, &go);
            wrong_signs[side].push(format!("score {says} where the side to move {is}; {asked}"));
        }
    }
    if scored == 0 {
        return Ok(no_scores());
    }
    for (number, (wrong, &signs)) in (1..).zip(wrong_signs.iter().zip(&signs)) {
        if let Some(first) = wrong.first()
            && is_chance_below(wrong.len(), signs, CHANCE)
        {
            let found = format!(
                "with player {number} to move, {} of {signs} scores have the wrong sign where a \
                 win or a loss is near: {first}",
                wrong.len()
            );
            let fix =
                "give scores from the point of view of the side to move: more is better for it";
            return Ok(CheckResult::Wrong { found, fix });
        }
    }
    Ok(CheckResult::Fine)
}

fn no_scores() -> CheckResult {
    CheckResult::Note("it reports no scores".into())
}

/// Whether so many heads or more of so many tosses of a coin are less likely than this.
fn is_chance_below(heads: usize, tosses: usize, chance: f64) -> bool {
    let mut ways = 0.5_f64.powi(tosses as i32);
    let mut tail = 0.0;
    for count in 0..=tosses {
        if count >= heads {
            tail += ways;
        }
        ways *= (tosses - count) as f64 / (count + 1) as f64;
    }
    tail < chance
}

/// The option for the number of lines.
pub const MULTI_PV: &str = "MultiPV";

/// How many lines are asked for, and in how many positions.
const LINES: [usize; 2] = [3, 12];

/// Asks for several lines: they must be as many as there are moves, begin with different moves, and
/// be told with the best one first.
pub fn several_lines(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let [count, tried] = LINES;
    let option = engine.with(|arbiter| Ok(arbiter.option(MULTI_PV).cloned()));
    let most = match option.ok().flatten().map(|option| option.kind) {
        Some(OptionType::Spin { max, .. }) => usize::try_from(max).unwrap_or(1),
        _ => count,
    };
    let count = count.min(most);
    let set = |engine: &mut ExternalEngine, lines: usize| {
        engine.with(|arbiter| {
            arbiter.set(MULTI_PV, &lines.to_string())?;
            arbiter.ready()
        })
    };
    if let Err(forfeit) = set(engine, count) {
        return Ok(wrong(&forfeit, &format!("at setoption name {MULTI_PV} value {count}")));
    }
    let found = lines_are_right(engine, entry, positions.spread(tried), count)?;
    let reset = set(engine, 1);
    Ok(found.unwrap_or_else(|| {
        reset.map_or_else(|forfeit| wrong(&forfeit, MULTI_PV), |()| CheckResult::Fine)
    }))
}

/// What is wrong with the lines of some positions.
fn lines_are_right<'p>(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: impl IntoIterator<Item = &'p TestPosition>,
    count: usize,
) -> Result<Option<CheckResult>, Refused> {
    let go = Go::depth(2);
    for position in positions {
        let session = position.open(entry)?;
        let (start, moves) = position.described(entry, 0)?;
        let context = context((&start, &moves), &go);
        let chosen = match ask_late(engine, &*session, (&start, &moves), &go) {
            Ok(chosen) => chosen,
            Err(forfeit) => return Ok(Some(wrong(&forfeit, &context))),
        };
        let wanted = count.min(session.moves().len());
        let checked = check_reports(entry, &*session, &chosen, &go, &context)
            .and_then(|()| lines_differ(&*session, &chosen, wanted, &context));
        if let Err(result) = checked {
            return Ok(Some(result));
        }
    }
    Ok(None)
}

/// Checks the last line of each rank.
fn lines_differ(
    session: &dyn AnySession,
    chosen: &EngineMove,
    wanted: usize,
    context: &str,
) -> Result<(), CheckResult> {
    let lines: BTreeMap<usize, &String> =
        chosen.lines.iter().map(|line| (line_number(line), line)).collect();
    let first = |line: &str| {
        let mv = line.split_whitespace().skip_while(|&word| word != "pv").nth(1);
        mv.map(|mv| session.read(mv).unwrap_or_else(|_| mv.into()))
    };
    let moves: Vec<String> = lines.values().filter_map(|line| first(line)).collect();
    let scores: Vec<Score> = lines.values().filter_map(|line| read_score(line)).collect();
    let distinct: BTreeSet<&String> = moves.iter().collect();
    let fix = "write the best lines of the last depth with multipv 1, 2, 3, each with another move";
    let found = if !lines.keys().copied().eq(1..=wanted) {
        format!("it wrote {} lines with pv and multipv, where {wanted} are right", lines.len())
    } else if distinct.len() < moves.len() {
        format!("two of its lines begin with the same move, of {}", moves.join(", "))
    } else if !scores.is_sorted_by(|one, two| one >= two) {
        let scores: Vec<String> = scores.into_iter().map(score_words).collect();
        format!("its lines are not in the order of their scores, {}", scores.join(", "))
    } else if moves.first() != Some(&chosen.mv) {
        format!("its best move {} is not that of its best line, {}", chosen.mv, moves.join(", "))
    } else {
        return Ok(());
    };
    Err(CheckResult::Wrong { found: format!("{found}; {context}"), fix })
}

/// Asks for a move, which may be late: that is checked elsewhere.
fn ask_late(
    engine: &mut ExternalEngine,
    session: &dyn AnySession,
    position: (&str, &[String]),
    go: &Go,
) -> Result<EngineMove, Forfeit> {
    let limit = go.deadline(session.to_move());
    engine.with(|arbiter| timing::choose(arbiter, session, position, go, limit))
}

#[cfg(test)]
mod tests {
    use super::is_chance_below;

    #[test]
    fn a_chance_is_the_share_of_tosses_with_so_many_heads() {
        // 1, 10, 45 of 1,024 ways have 10, 9, 8 heads of 10.
        for (heads, ways) in [(10, 1.0), (9, 11.0), (8, 56.0), (0, 1024.0)] {
            assert!(is_chance_below(heads, 10, (ways + 0.5) / 1024.0), "{heads}");
            assert!(!is_chance_below(heads, 10, (ways - 0.5) / 1024.0), "{heads}");
        }
    }
}
