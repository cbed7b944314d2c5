//! Explanations: why a move is good or bad, as claims that are proven before they are made, by the
//! rules of the game or by a search.

use agon_core::{Claim, ClaimArg, Exact, Game, Notation, Outcome, Present, Side, Stop, Verdict};
use agon_search::EndingProver;

use crate::any_session::AnySession;
use crate::players::proven_after;
use crate::refused::Refused;

/// The node limit of the proofs of an explanation, where none is named.
const NODES: u64 = 12_000;

/// The most plies after a move in which a win is looked for.
const MOST_PLIES: u32 = 9;

/// The most plies in which all other moves are refuted.
const MOST_PLIES_OF_ALL: u32 = 3;

/// The most claims of the game's own kinds about a move.
const MOST_CLAIMS: usize = 3;

/// The entries of the tables of the proofs.
const ENTRIES: usize = 1 << 12;

/// The English words of the claims that every game has, by kind; those of a game are its
/// [`Present::CLAIMS`].
pub const CLAIMS: &[(&str, &str)] = &[
    ("wins_now", "wins at once"),
    ("loses_now", "loses at once"),
    ("draws_now", "ends the game in a draw"),
    ("forced", "is the only legal move"),
    ("wins_in", "wins in {count} moves, whatever {side} answers"),
    ("loses_in", "loses: {side} answers {reply} and wins in {count} moves"),
    ("refuted_by", "loses: {side} answers {reply} and wins at once"),
    ("wins", "wins, whatever {side} answers"),
    ("loses", "loses against best play"),
    ("draws", "leads to a draw with best play"),
    ("throws_away_win", "throws away a win: {better} wins"),
    ("throws_away_win_in", "throws away a win: {better} wins in {count} moves"),
    ("misses_win_now", "misses {better}, which wins at once"),
    ("misses_win_in", "misses {better}, which wins in {count} moves"),
    ("throws_away_draw", "throws away a draw: {better} holds it"),
    ("only_win", "is the only move that wins"),
    ("only_move", "is the only move that does not lose"),
    ("only_move_in", "is the only move that does not lose within {count} moves"),
    ("eval_prefers", "is worth {made} by the evaluation, and the better move {other}"),
    ("eval_term", "has {made} points for {term}, and the better move {other}"),
    ("eval_unseen", "loses by {reply}, which the evaluation does not see"),
    ("only_move_in.one", "is the only move after which the game is not lost at once"),
];

/// The claims of how a move ends.
const FATES: &[&str] =
    &["wins_now", "loses_now", "wins_in", "loses_in", "refuted_by", "wins", "loses", "draws"];

/// The claims of what it gives away, which name the better move and what that achieves.
const GIVEN_AWAY: &[&str] = &[
    "throws_away_win",
    "throws_away_win_in",
    "misses_win_now",
    "misses_win_in",
    "throws_away_draw",
];

/// Why a move is good or bad.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveExplanation {
    /// What is true of the move, the most important first.
    pub claims: Vec<Claim>,
    /// The better move that it is compared with, if there is one.
    pub better: Option<BetterMove>,
}

/// A better move, and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BetterMove {
    /// The move in the game's notation.
    pub mv: String,
    /// What is true of it and not of the other move.
    pub claims: Vec<Claim>,
}

impl MoveExplanation {
    /// What speaks for the move, as a hint gives it.
    #[must_use]
    pub fn for_the_move(mut self) -> MoveExplanation {
        self.claims.retain(|claim| claim.good);
        self
    }

    /// What speaks against the move.
    #[must_use]
    pub fn against_the_move(mut self) -> MoveExplanation {
        self.claims.retain(|claim| !claim.good);
        self
    }

    /// The explanation in English, a clause for each claim: "it ..., and ...; 12-13-14 ...".
    /// `None` if nothing is claimed.
    pub fn words(&self, own: &[(&str, &str)], sides: [&str; 2]) -> Option<String> {
        let known: Vec<(&str, &str)> = CLAIMS.iter().chain(own).copied().collect();
        let clauses = |claims: &[Claim]| {
            let all: Vec<String> = claims.iter().map(|claim| claim.words(&known, sides)).collect();
            (!all.is_empty()).then(|| all.join("; "))
        };
        let better = self.better.as_ref();
        let better = better.and_then(|it| Some(format!("{} {}", it.mv, clauses(&it.claims)?)));
        let made = clauses(&self.claims).map(|made| format!("it {made}"));
        let parts: Vec<String> = made.into_iter().chain(better).collect();
        (!parts.is_empty()).then(|| parts.join(". "))
    }
}

/// What parts of an evaluation, such as the lines of a rule file, are worth to a side: the name of
/// each, and its points. Empty after the end of a game, and the value alone where it has no parts.
pub fn evaluation_parts(
    session: &dyn AnySession,
    eval: &str,
    side: Side,
) -> Result<Vec<(String, i64)>, Refused> {
    if session.outcome().is_some() {
        return Ok(Vec::new());
    }
    if let Some(rules) = session.rules(eval) {
        let lines = rules.explain(side, false).lines.into_iter();
        let part = |line: agon_infer::LineReport| {
            let [mine, theirs] = line.points;
            (format!("line {}: {}", line.line, line.text), mine.saturating_sub(theirs))
        };
        return Ok(lines.map(part).collect());
    }
    let evaluation = session.evaluate(Some(eval), side)?;
    let Some(terms) = evaluation.terms else {
        return Ok(vec![("value".into(), i64::from(evaluation.score.points()))]);
    };
    Ok(terms.iter().map(|term| (term.name.to_string(), i64::from(term.points()))).collect())
}

/// Why an evaluation likes a move more or less than a better one: what both are worth to the side
/// that moves, by which of its parts they differ most, and a loss that it does not see. `made` and
/// `better` have the parts after each ([`evaluation_parts`]).
pub fn evaluation_claims(
    [made, better]: [&[(String, i64)]; 2],
    explanation: &MoveExplanation,
) -> Vec<Claim> {
    let sum =
        |parts: &[(String, i64)]| parts.iter().fold(0_i64, |sum, part| sum.saturating_add(part.1));
    let (likes, best) = (sum(made), sum(better));
    let worth =
        |claim: Claim, made: i64, other: i64| claim.points("made", made).points("other", other);
    if made.len() != better.len() || made.is_empty() {
        return Vec::new();
    }
    let mut claims = vec![worth(Claim::against("eval_prefers"), likes, best)];
    let mut parts: Vec<(&String, i64, i64)> = Vec::new();
    for ((name, made), (_, better)) in
        made.iter().zip(better).filter(|(made, better)| made != better)
    {
        parts.push((name, *made, *better));
    }
    parts.sort_by_key(|(_, made, better)| std::cmp::Reverse(made.abs_diff(*better)));
    for (name, made, better) in parts.into_iter().take(MOST_CLAIMS) {
        let claim =
            if made < better { Claim::against("eval_term") } else { Claim::favouring("eval_term") };
        claims.push(worth(claim, made, better).name("term", name.clone()));
    }
    let reply = explanation.claims.iter().find_map(|claim| claim.args.get("reply"));
    if let Some(ClaimArg::Move(reply)) = reply.filter(|_| likes >= best) {
        claims.push(Claim::against("eval_unseen").mv("reply", reply.clone()));
    }
    claims
}

/// How far an explanation searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainLimits<'a> {
    /// The node limit of all its proofs.
    pub nodes: u64,
    /// The better move, in the game's notation, if one is known.
    pub better: Option<&'a str>,
}

impl Default for ExplainLimits<'_> {
    fn default() -> Self {
        ExplainLimits { nodes: NODES, better: None }
    }
}

/// What is proven of a move for the side that makes it.
#[derive(Clone, Debug, Default)]
struct Fate<M> {
    /// How the game ends by it.
    outcome: Option<Outcome>,
    /// After how many plies after it the side wins, however the other plays.
    win: Option<u32>,
    /// After how many plies after it the other side wins, and by which reply.
    loss: Option<(u32, Option<M>)>,
    /// In so many plies after it neither side can force a win.
    none_within: [u32; 2],
    /// The proven value, where the game is solved.
    verdict: Option<Verdict>,
}

impl<M> Fate<M> {
    fn is_won(&self) -> bool {
        self.win.is_some() || self.verdict == Some(Verdict::Win)
    }

    fn is_lost(&self) -> bool {
        self.loss.is_some() || self.verdict == Some(Verdict::Lose)
    }
}

/// Explains the moves of a position.
pub(crate) struct Explainer<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    exact: Option<&'a dyn Exact<G>>,
    prover: EndingProver,
    nodes: u64,
    stop: &'a dyn Stop,
    mover: Side,
}

impl<'a, G: Notation + Present> Explainer<'a, G> {
    pub(crate) fn new(
        (game, position): (&'a G, &'a G::Position),
        exact: Option<&'a dyn Exact<G>>,
        nodes: u64,
        stop: &'a dyn Stop,
    ) -> Explainer<'a, G> {
        let (prover, mover) = (EndingProver::new(ENTRIES), game.to_move(position));
        Explainer { game, position, exact, prover, nodes, stop, mover }
    }

    /// Explains a legal move, compared with another legal move that is better.
    pub(crate) fn explain(mut self, mv: G::Move, better: Option<G::Move>) -> MoveExplanation {
        let better = better.filter(|better| *better != mv);
        // Half of the nodes are for each move, and what is left for the others.
        let all = self.nodes;
        self.nodes = all / 3;
        let fate = self.fate(mv);
        let spare = self.nodes;
        let best = better.map(|better| {
            self.nodes = all / 3 + spare;
            (better, self.fate(better))
        });
        self.nodes += all / 3;
        let mut claims = self.general(mv, &fate);
        if let Some((better, best)) = &best {
            claims.extend(self.given_away(&fate, *better, best));
        }
        let own = self.game.claims(self.position, mv, better);
        let of_better = better.map(|it| self.game.claims(self.position, it, None));
        let of_better = of_better.unwrap_or_default();
        // Where a win is proven nothing speaks against a move that counts, and the other way round.
        let counts = |claim: &&Claim, fate: &Fate<G::Move>| {
            if claim.good { !fate.is_lost() } else { !fate.is_won() }
        };
        let is_new =
            |claim: &&Claim| !of_better.contains(claim) && (better.is_none() || !claim.good);
        let shown = own.iter().filter(|claim| counts(claim, &fate)).filter(is_new);
        claims.extend(shown.take(MOST_CLAIMS).cloned());
        // What is said once is not said again in other words.
        let is_decisive = |claim: &Claim| G::DECISIVE_CLAIMS.contains(&&*claim.kind);
        let is_told = claims.iter().any(is_decisive);
        let gives = |claim: &Claim| GIVEN_AWAY.contains(&&*claim.kind);
        let is_given = claims.iter().any(gives);
        claims.retain(|claim| {
            !(is_told && FATES.contains(&&*claim.kind) || is_given && claim.kind == "draws")
        });
        let better = best.map(|(better, best)| {
            let mut general = self.general(better, &best);
            let shown = of_better.iter().filter(|claim| claim.good && !own.contains(claim));
            general.extend(shown.filter(|claim| counts(claim, &best)).take(MOST_CLAIMS).cloned());
            if let Some((plies, _)) = fate.loss.as_ref().filter(|_| !best.is_won()) {
                general.extend(self.only_in(better, *plies));
            }
            let is_told = is_given || general.iter().any(is_decisive);
            general.retain(|claim| claim.good && !(is_told && FATES.contains(&&*claim.kind)));
            BetterMove { mv: self.game.write_move(self.position, better), claims: general }
        });
        MoveExplanation { claims, better }
    }

    /// What is proven of a move.
    fn fate(&mut self, mv: G::Move) -> Fate<G::Move> {
        let (game, next) = (self.game, self.game.after(self.position, mv));
        let outcome = game.outcome(&next);
        let mut fate = Fate { outcome, win: None, loss: None, none_within: [0; 2], verdict: None };
        if let Some(outcome) = outcome {
            match outcome {
                Outcome::Win(side) if side == self.mover => fate.win = Some(0),
                Outcome::Win(_) => fate.loss = Some((0, None)),
                Outcome::Draw => fate.verdict = Some(Verdict::Draw),
            }
            return fate;
        }
        let proven = self.exact.and_then(|exact| proven_after(game, self.position, mv, exact));
        fate.verdict = proven.map(|proven| proven.verdict);
        let opponent = self.mover.opponent();
        for plies in 1..=MOST_PLIES {
            let attacker = if plies % 2 == 1 { opponent } else { self.mover };
            // A search need not look for what is proven not to be.
            let hopeless = match fate.verdict {
                Some(Verdict::Win) => Some(opponent),
                Some(Verdict::Lose) => Some(self.mover),
                Some(Verdict::Draw) => return fate,
                None => None,
            };
            if hopeless == Some(attacker) {
                continue;
            }
            match self.wins_within(&next, attacker, plies) {
                None => break,
                Some(false) => fate.none_within[attacker.index()] = plies,
                Some(true) if attacker == self.mover => {
                    fate.win = Some(plies);
                    break;
                }
                Some(true) => {
                    let line = self.prover.line(game, &next, opponent, plies, NODES, self.stop);
                    fate.loss = Some((plies, line.first().copied()));
                    break;
                }
            }
        }
        fate
    }

    /// Whether a side can force a win within so many plies, unless that takes too long.
    fn wins_within(&mut self, position: &G::Position, side: Side, plies: u32) -> Option<bool> {
        let (game, limit) = (self.game, self.nodes);
        let wins = self.prover.can_win_within(game, position, side, plies, limit, self.stop);
        self.nodes = self.nodes.saturating_sub(self.prover.nodes());
        wins
    }

    /// The claims that every game has.
    fn general(&mut self, mv: G::Move, fate: &Fate<G::Move>) -> Vec<Claim> {
        let opponent = self.mover.opponent();
        if self.game.count_moves(self.position) == 1 {
            return vec![Claim::favouring("forced")];
        }
        let mut claims = Vec::new();
        match (fate.outcome, fate.win, &fate.loss, fate.verdict) {
            (Some(Outcome::Draw), ..) => claims.push(Claim::favouring("draws_now")),
            (Some(Outcome::Win(side)), ..) if side == self.mover => {
                claims.push(Claim::favouring("wins_now"));
            }
            (Some(Outcome::Win(_)), ..) => claims.push(Claim::against("loses_now")),
            (_, Some(plies), ..) => {
                let claim = Claim::favouring("wins_in").side("side", opponent);
                claims.push(claim.number("count", 1 + plies / 2));
            }
            (_, _, &Some((plies, Some(reply))), _) => {
                let next = self.game.after(self.position, mv);
                let reply = self.game.write_move(&next, reply);
                let claim = Claim::against(if plies == 1 { "refuted_by" } else { "loses_in" });
                let claim = claim.side("side", opponent).mv("reply", reply);
                claims.push(if plies == 1 {
                    claim
                } else {
                    claim.number("count", plies.div_ceil(2))
                });
            }
            (.., Some(verdict)) => {
                let side = |claim: Claim| claim.side("side", opponent);
                claims.push(match verdict {
                    Verdict::Win => side(Claim::favouring("wins")),
                    Verdict::Lose => side(Claim::against("loses")),
                    Verdict::Draw => Claim::favouring("draws"),
                });
            }
            _ => {}
        }
        claims.extend(self.only(mv, fate));
        claims
    }

    /// Whether no other move does as well, where the game is solved.
    fn only(&self, mv: G::Move, fate: &Fate<G::Move>) -> Option<Claim> {
        let exact = self.exact?;
        let others = self.game.moves(self.position).into_iter().filter(|&other| other != mv);
        let others = others.map(|other| proven_after(self.game, self.position, other, exact));
        let others: Vec<Verdict> =
            others.map(|proven| Some(proven?.verdict)).collect::<Option<_>>()?;
        match (fate.is_won(), fate.is_lost()) {
            (true, _) if others.iter().all(|&it| it != Verdict::Win) => {
                Some(Claim::favouring("only_win"))
            }
            (false, false) if others.iter().all(|&it| it == Verdict::Lose) => {
                Some(Claim::favouring("only_move"))
            }
            _ => None,
        }
    }

    /// Whether all other moves lose within so many plies after them, and this one does not.
    fn only_in(&mut self, mv: G::Move, plies: u32) -> Option<Claim> {
        if self.exact.is_some() || !(1..=MOST_PLIES_OF_ALL).contains(&plies) {
            return None;
        }
        let opponent = self.mover.opponent();
        for other in self.game.moves(self.position) {
            let next = self.game.after(self.position, other);
            let loses = match self.game.outcome(&next) {
                Some(outcome) => outcome == Outcome::Win(opponent),
                None => self.wins_within(&next, opponent, plies)?,
            };
            if loses == (other == mv) {
                return None;
            }
        }
        Some(Claim::favouring("only_move_in").number("count", plies.div_ceil(2)))
    }

    /// What a move gave away that a better one keeps.
    fn given_away(
        &self,
        fate: &Fate<G::Move>,
        better: G::Move,
        best: &Fate<G::Move>,
    ) -> Option<Claim> {
        let better = self.game.write_move(self.position, better);
        let claim = |kind| Some(Claim::against(kind).mv("better", better.clone()));
        let is_not_won = fate.is_lost() || fate.verdict == Some(Verdict::Draw);
        match (best.win, best.verdict) {
            (Some(0), _) => claim("misses_win_now").filter(|_| fate.win != Some(0)),
            (Some(plies), _) if is_not_won => {
                Some(claim("throws_away_win_in")?.number("count", 1 + plies / 2))
            }
            (_, Some(Verdict::Win)) if is_not_won => claim("throws_away_win"),
            (Some(plies), _) if fate.none_within[self.mover.index()] >= plies => {
                Some(claim("misses_win_in")?.number("count", 1 + plies / 2))
            }
            (_, Some(Verdict::Draw)) if fate.is_lost() => claim("throws_away_draw"),
            _ => None,
        }
    }
}
