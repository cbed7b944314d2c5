//! Checks claims by plain search, the legal moves and what is on the board. It shares nothing with
//! what makes the claims but the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use agon_core::{Claim, ClaimArg, Game, Notation, Outcome, Present, Scene, Side, Verdict};

use super::boards;

/// The most positions that a claim may take.
const MOST_NODES: u64 = 3_000_000;

/// Why a claim is not accepted.
#[derive(Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It is not true.
    Refuted(String),
    /// It cannot be checked within the limit.
    TooLarge,
}

pub type Checked<T> = Result<T, Doubt>;

pub fn refuted<T>(why: impl Into<String>) -> Checked<T> {
    Err(Doubt::Refuted(why.into()))
}

pub fn ensure(holds: bool, why: &str) -> Checked<()> {
    if holds { Ok(()) } else { refuted(why) }
}

/// A move that something is claimed of.
pub struct Case<'a, G: Game> {
    pub game: &'a G,
    pub before: &'a G::Position,
    pub after: G::Position,
    /// The position after the move that it is compared with.
    pub better: Option<G::Position>,
    /// The elements by which the move is made, and the one that it is compared with.
    pub path: Vec<String>,
    pub better_path: Option<Vec<String>>,
    pub mover: Side,
}

impl<'a, G: Notation + Present> Case<'a, G> {
    pub fn new(
        game: &'a G,
        before: &'a G::Position,
        mv: &str,
        better: Option<&str>,
    ) -> Case<'a, G> {
        let read = |text: &str| {
            let mv = game.read_move(before, text).unwrap();
            game.check(before, mv).unwrap();
            mv
        };
        let mv = read(mv);
        let path_of = |mv| game.paths(before, mv).swap_remove(0);
        let (mover, better) = (game.to_move(before), better.map(read));
        let (path, better_path) = (path_of(mv), better.map(path_of));
        let better = better.map(|better| game.after(before, better));
        Case { game, before, after: game.after(before, mv), better, path, better_path, mover }
    }

    /// The position after the reply that a claim names.
    pub fn replied(&self, args: &Args<'_>) -> Checked<G::Position> {
        self.replied_by(&args.mv("move").or_else(|_| args.mv("reply"))?)
    }

    /// The position after a reply.
    pub fn replied_by(&self, reply: &str) -> Checked<G::Position> {
        let found = self.moves(&self.after).into_iter().find(|(text, ..)| text == reply);
        found.map_or_else(|| refuted("the reply is not legal"), |(.., replied)| Ok(replied))
    }

    pub fn scene(&self, position: &G::Position) -> Scene {
        self.game.scene(&self.game.view(position, None))
    }

    pub fn better(&self) -> Checked<&G::Position> {
        self.better.as_ref().map_or_else(|| refuted("it is compared with nothing"), Ok)
    }

    /// The position with a side to move.
    pub fn turned(&self, position: &G::Position, side: Side) -> Checked<G::Position> {
        if self.game.to_move(position) == side {
            return Ok(position.clone());
        }
        self.game.null_move(position).map_or_else(|| refuted("nobody can pass here"), Ok)
    }

    /// The legal moves with the elements that make them, and the positions after them.
    pub fn moves(&self, position: &G::Position) -> Vec<(String, Vec<String>, G::Position)> {
        let game = self.game;
        let told = |mv| {
            let path = game.paths(position, mv).swap_remove(0);
            (game.write_move(position, mv), path, game.after(position, mv))
        };
        game.moves(position).into_iter().map(told).collect()
    }
}

/// Reads arguments of a claim.
pub struct Args<'c>(pub &'c Claim);

impl Args<'_> {
    fn get(&self, name: &str) -> Checked<&ClaimArg> {
        self.0.args.get(name).map_or_else(|| refuted(format!("there is no {name}")), Ok)
    }

    pub fn side(&self) -> Checked<Side> {
        match self.get("side")? {
            ClaimArg::Side(side) => Ok(*side),
            _ => refuted("not a side"),
        }
    }

    pub fn number(&self, name: &str) -> Checked<u32> {
        match self.get(name)? {
            ClaimArg::Number(number) => Ok(*number),
            _ => refuted("not a number"),
        }
    }

    pub fn numbers(&self, name: &str) -> Checked<Vec<u32>> {
        match self.get(name)? {
            ClaimArg::Numbers(numbers) => Ok(numbers.clone()),
            _ => refuted("not numbers"),
        }
    }

    pub fn cell(&self, name: &str) -> Checked<String> {
        match self.get(name)? {
            ClaimArg::Cell(cell) => Ok(cell.clone()),
            _ => refuted("not a cell"),
        }
    }

    pub fn cells(&self) -> Checked<BTreeSet<String>> {
        match self.get("cells")? {
            ClaimArg::Cells(cells) if !cells.is_empty() => Ok(cells.iter().cloned().collect()),
            _ => refuted("not cells"),
        }
    }

    pub fn points(&self, name: &str) -> Checked<i64> {
        match self.get(name)? {
            ClaimArg::Points(points) => Ok(*points),
            _ => refuted("not points"),
        }
    }

    pub fn name(&self, name: &str) -> Checked<String> {
        match self.get(name)? {
            ClaimArg::Name(name) => Ok(name.clone()),
            _ => refuted("not a name"),
        }
    }

    pub fn mv(&self, name: &str) -> Checked<String> {
        match self.get(name)? {
            ClaimArg::Move(mv) => Ok(mv.clone()),
            _ => refuted("not a move"),
        }
    }
}

/// Plain search with everything remembered.
pub struct Search<'g, G: Game> {
    game: &'g G,
    nodes: u64,
    forced: HashMap<(G::Position, Side, u32), bool>,
    values: HashMap<G::Position, Verdict>,
    /// The reply that was last good enough, by the plies that were left.
    replies: BTreeMap<u32, u32>,
}

impl<'g, G: Game> Search<'g, G> {
    pub fn new(game: &'g G) -> Search<'g, G> {
        let (forced, values) = Default::default();
        Search { game, nodes: 0, forced, values, replies: BTreeMap::new() }
    }

    fn count(&mut self) -> Checked<()> {
        self.nodes += 1;
        if self.nodes > MOST_NODES { Err(Doubt::TooLarge) } else { Ok(()) }
    }

    /// Whether a side can force its win within so many plies.
    pub fn forces(&mut self, position: &G::Position, side: Side, plies: u32) -> Checked<bool> {
        self.count()?;
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(outcome == Outcome::Win(side));
        }
        if plies == 0 {
            return Ok(false);
        }
        let key = (position.clone(), side, plies);
        if let Some(known) = self.forced.get(&key) {
            return Ok(*known);
        }
        let attacks = self.game.to_move(position) == side;
        let mut moves = self.game.moves(position);
        if let Some(code) = self.replies.get(&plies).filter(|_| !attacks) {
            moves.sort_by_key(|&mv| self.game.encode(mv) != *code);
        }
        let mut wins = !attacks;
        for mv in moves {
            if self.forces(&self.game.after(position, mv), side, plies - 1)? == attacks {
                wins = attacks;
                self.replies.insert(plies, self.game.encode(mv));
                break;
            }
        }
        self.forced.insert(key, wins);
        Ok(wins)
    }

    /// The value for the side to move, by minimax to the end.
    pub fn value(&mut self, position: &G::Position) -> Checked<Verdict> {
        self.count()?;
        let mover = self.game.to_move(position);
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(match outcome {
                Outcome::Draw => Verdict::Draw,
                Outcome::Win(side) if side == mover => Verdict::Win,
                Outcome::Win(_) => Verdict::Lose,
            });
        }
        if let Some(known) = self.values.get(position) {
            return Ok(*known);
        }
        let mut best = Verdict::Lose;
        for mv in self.game.moves(position) {
            match self.value_for(&self.game.after(position, mv), mover)? {
                Verdict::Win => {
                    best = Verdict::Win;
                    break;
                }
                Verdict::Draw => best = Verdict::Draw,
                Verdict::Lose => {}
            }
        }
        self.values.insert(position.clone(), best);
        Ok(best)
    }

    pub fn value_for(&mut self, position: &G::Position, side: Side) -> Checked<Verdict> {
        let value = self.value(position)?;
        Ok(if self.game.to_move(position) == side { value } else { value.for_opponent() })
    }
}

/// Checks a claim about a move.
pub fn check<G: Notation + Present>(case: &Case<'_, G>, claim: &Claim) -> Checked<()> {
    let mut search = Search::new(case.game);
    let args = Args(claim);
    match claim.kind.split_once('.') {
        None => general(case, &args, &mut search),
        Some(("tictactoe", kind)) => boards::tictactoe(case, kind, &args, &mut search),
        Some(("nim", kind)) => boards::nim(case, kind, &args, &mut search),
        Some(("santorini", kind)) => boards::santorini(case, kind, &args, &mut search),
        Some(("byte", kind)) => boards::byte(case, kind, &args),
        Some(("theseus", kind)) => boards::theseus(case, kind, &args),
        Some(_) => refuted("an unknown game"),
    }
}

/// The claims that every game has.
fn general<G: Notation + Present>(
    case: &Case<'_, G>,
    args: &Args<'_>,
    search: &mut Search<'_, G>,
) -> Checked<()> {
    let Case { game, before, after, mover, .. } = case;
    let (mover, opponent) = (*mover, mover.opponent());
    let outcome = game.outcome(after);
    let is_moved = |mv: &str| case.moves(before).into_iter().find(|(text, ..)| text == mv);
    let after_better = || match args.mv("better").map(|better| is_moved(&better))? {
        Some((.., position)) => Ok(position),
        None => refuted("the better move is not legal"),
    };
    let is_opponent = || ensure(args.side()? == opponent, "the wrong side");
    match &*args.0.kind {
        "forced" => ensure(game.moves(before).len() == 1, "there are other moves"),
        "wins_now" => ensure(outcome == Some(Outcome::Win(mover)), "it does not win"),
        "loses_now" => ensure(outcome == Some(Outcome::Win(opponent)), "it does not lose"),
        "draws_now" => ensure(outcome == Some(Outcome::Draw), "it does not draw"),
        "wins_in" => {
            let plies = 2 * args.number("count")?.saturating_sub(1);
            is_opponent()?;
            ensure(search.forces(after, mover, plies)?, "it does not win in time")?;
            let sooner = plies > 1 && search.forces(after, mover, plies - 2)?;
            ensure(plies > 0 && !sooner, "it wins sooner")
        }
        "loses_in" | "refuted_by" => {
            is_opponent()?;
            let count = if args.0.kind == "refuted_by" { 1 } else { args.number("count")? };
            let plies = 2 * count.max(1) - 1;
            let reply = args.mv("reply")?;
            let replied = case.moves(after).into_iter().find(|(text, ..)| *text == reply);
            let Some((.., replied)) = replied else { return refuted("the reply is not legal") };
            ensure(search.forces(&replied, opponent, plies - 1)?, "the reply does not win")?;
            let sooner = plies > 1 && search.forces(after, opponent, plies - 2)?;
            ensure(!sooner, "it loses sooner")
        }
        "wins" | "loses" | "draws" => {
            let wanted = match &*args.0.kind {
                "wins" => Verdict::Win,
                "loses" => Verdict::Lose,
                _ => Verdict::Draw,
            };
            if wanted != Verdict::Draw {
                is_opponent()?;
            }
            ensure(search.value_for(after, mover)? == wanted, "it has another value")
        }
        "throws_away_win" => {
            let better = after_better()?;
            ensure(search.value_for(&better, mover)? == Verdict::Win, "the other does not win")?;
            ensure(search.value_for(after, mover)? != Verdict::Win, "it wins, too")
        }
        "throws_away_win_in" => {
            let plies = 2 * args.number("count")?.saturating_sub(1);
            wins_in(search, &after_better()?, mover, plies)?;
            // It is lost, within the plies that a search can look ahead, or not won at the end.
            for plies in [1, 3, 5, 7, 9] {
                if search.forces(after, opponent, plies)? {
                    return Ok(());
                }
            }
            ensure(search.value_for(after, mover)? != Verdict::Win, "it wins, too")
        }
        "misses_win_now" => {
            wins_in(search, &after_better()?, mover, 0)?;
            ensure(outcome != Some(Outcome::Win(mover)), "it wins, too")
        }
        "misses_win_in" => {
            let plies = 2 * args.number("count")?.saturating_sub(1);
            wins_in(search, &after_better()?, mover, plies)?;
            ensure(!search.forces(after, mover, plies)?, "it wins as soon")
        }
        "throws_away_draw" => {
            let better = after_better()?;
            ensure(search.value_for(&better, mover)? == Verdict::Draw, "the other does not draw")?;
            ensure(search.value_for(after, mover)? == Verdict::Lose, "it does not lose")
        }
        "only_win" | "only_move" => {
            let wants = |value| match &*args.0.kind {
                "only_win" => value == Verdict::Win,
                _ => value != Verdict::Lose,
            };
            ensure(wants(search.value_for(after, mover)?), "it is no better")?;
            for (.., other) in case.moves(before) {
                let same = other == *after;
                ensure(same || !wants(search.value_for(&other, mover)?), "there is another")?;
            }
            Ok(())
        }
        "only_move_in" => {
            let plies = 2 * args.number("count")?.max(1) - 1;
            ensure(!search.forces(after, opponent, plies)?, "it loses, too")?;
            for (.., other) in case.moves(before) {
                let loses = other == *after || search.forces(&other, opponent, plies)?;
                ensure(loses, "another move does not lose")?;
            }
            Ok(())
        }
        _ => refuted("an unknown kind"),
    }
}

/// Whether a side wins after so many plies, and not before.
fn wins_in<G: Game>(
    search: &mut Search<'_, G>,
    position: &G::Position,
    side: Side,
    plies: u32,
) -> Checked<()> {
    ensure(search.forces(position, side, plies)?, "the other does not win in time")?;
    let sooner = plies > 1 && search.forces(position, side, plies - 2)?;
    ensure(!sooner, "the other wins sooner")
}
