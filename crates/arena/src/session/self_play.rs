//! Games of a player against itself, whose positions are recorded.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{
    DefaultEval, Facts, Game, MoveOrdering, Notation, Outcome, Present, Rng, Score, Side, Stop,
    derive_seed,
};
use agon_search::{Info, SearchControl};

use super::Session;
use crate::any_session::Play as _;
use crate::data::{
    DataRecord, GameResult, PlayedData, PositionPacking, ReadPosition, RecordRefusal, SelfPlay,
    SelfPlayRefusal, SelfPlaySettings, StoredPosition,
};
use crate::extras::GameExtras;
use crate::player_spec::PlayerSpec;
use crate::players::{Choice, Player};
use crate::refused::Refused;

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> SelfPlay for Session<G, H> {
    fn packed_bytes(&self) -> Option<usize> {
        H::PACKING.map(|packing| (packing.bytes)(self.move_list().game()))
    }

    fn play_itself(
        &mut self,
        player: &PlayerSpec,
        settings: &SelfPlaySettings,
        seed: u64,
        number: u32,
        is_packed: bool,
        stop: &dyn Stop,
    ) -> Result<Option<PlayedData>, Refused> {
        let packing = H::PACKING.filter(|_| is_packed);
        if is_packed && packing.is_none() {
            return Err(SelfPlayRefusal::NotPacked { game: G::NAME }.into());
        }
        player.check_repeatable()?;
        let mut rng = Rng::seeded(derive_seed(seed, &number.to_string()));
        let spec = player.clone().with_seed(rng.bits());
        for side in Side::BOTH {
            self.set_player(side, spec.clone())?;
        }
        let (game, start, players) = self.self_play_parts();
        let mut play = DataGame {
            game,
            players,
            shares_player: player.plays_both_sides(),
            packing,
            settings,
            number,
            stop,
            rng,
            data: PlayedData::default(),
            movers: Vec::new(),
        };
        let Some(ending) = play.run(start)? else { return Ok(None) };
        Ok(Some(play.finish(ending)))
    }

    fn read_stored(&self, stored: &StoredPosition) -> Result<ReadPosition, Refused> {
        let (game, position, mv) = match stored {
            StoredPosition::Packed { position, mv } => {
                let game = self.move_list().game().clone();
                let packing = H::PACKING.ok_or(SelfPlayRefusal::NotPacked { game: G::NAME })?;
                let unpacked = (packing.unpack)(&game, position).ok_or(RecordRefusal::Position)?;
                let mv = game.decode(*mv).ok_or(RecordRefusal::Move { code: *mv })?;
                (game, unpacked, mv)
            }
            StoredPosition::Text { position, mv } => {
                let (game, position) = G::read(position)?;
                let mv = game.read_move(&position, mv)?;
                (game, position, mv)
            }
        };
        game.check(&position, mv)?;
        Ok(ReadPosition {
            mv: game.write_move(&position, mv),
            key: game.key(&position).bits(),
            to_move: game.to_move(&position),
            wins_now: game.can_win_now(&position),
            position: game.write(&position),
        })
    }
}

/// How a game ended, and from which of its records on the moves say who wins.
struct Ending {
    outcome: Option<Outcome>,
    known_from: usize,
}

/// A game in progress.
struct DataGame<'a, G: Game> {
    game: &'a G,
    players: &'a mut [Box<dyn Player<G>>; 2],
    shares_player: bool,
    packing: Option<PositionPacking<G>>,
    settings: &'a SelfPlaySettings,
    number: u32,
    stop: &'a dyn Stop,
    rng: Rng,
    data: PlayedData,
    /// The side to move of each record.
    movers: Vec<Side>,
}

impl<G: Notation + MoveOrdering> DataGame<'_, G> {
    /// Plays to the end, a proven win, or the largest number of plies; `None` if it was stopped.
    fn run(&mut self, start: &G::Position) -> Result<Option<Ending>, Refused> {
        let mut position = start.clone();
        let mut random_plies = self.random_plies();
        let by_player = self.opening_moves_by_player();
        let mut known_from = 0;
        for ply in 0..self.game.max_plies() {
            if let Some(outcome) = self.game.outcome(&position) {
                return Ok(Some(Ending { outcome: Some(outcome), known_from }));
            }
            let is_own = by_player.get(ply as usize).is_some_and(|&is_own| is_own);
            if random_plies > 0 && !is_own {
                random_plies -= 1;
                if let Some(mv) = self.random_move(&position) {
                    self.game.play_unchecked(&mut position, mv);
                    continue;
                }
            }
            let Some(choice) = self.search(&position)? else { return Ok(None) };
            self.record(&position, &choice, ply, false);
            if choice.score.is_some_and(Score::is_win) {
                let outcome = Some(Outcome::Win(self.game.to_move(&position)));
                return Ok(Some(Ending { outcome, known_from }));
            }
            if self.draws_lot(self.settings.random_children) && !self.look_aside(&position, ply)? {
                return Ok(None);
            }
            let is_random = self.draws_lot(self.settings.random_moves);
            let random = if is_random { self.random_move(&position) } else { None };
            if random.is_some() {
                known_from = self.data.records.len();
            }
            self.game.play_unchecked(&mut position, random.unwrap_or(choice.mv));
        }
        Ok(Some(Ending { outcome: self.game.outcome(&position), known_from }))
    }

    /// The records with the results that the ending gives them.
    fn finish(mut self, ending: Ending) -> PlayedData {
        let records = self.data.records.iter_mut().zip(&self.movers);
        for (place, ((_, record), &side)) in records.enumerate() {
            let is_known = place >= ending.known_from && !record.is_aside;
            record.result = match record.score {
                // What is proven holds however the game went on.
                Some(score) if score.is_win() => GameResult::Win,
                Some(score) if score.is_loss() => GameResult::Loss,
                _ if is_known => GameResult::of(ending.outcome, side),
                _ => GameResult::Unknown,
            };
        }
        self.data
    }

    fn draws_lot(&mut self, percent: u32) -> bool {
        percent > 0 && self.rng.below(100) < percent as usize
    }

    fn random_plies(&mut self) -> u32 {
        let (least, most) =
            (*self.settings.random_plies.start(), *self.settings.random_plies.end());
        least + self.rng.below(most.saturating_sub(least) as usize + 1) as u32
    }

    /// Which of the first two moves the player makes: none in most games.
    fn opening_moves_by_player(&mut self) -> [bool; 2] {
        const PATTERNS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];
        let drawn = self.draws_lot(self.settings.player_first);
        if drawn { PATTERNS[self.rng.below(PATTERNS.len())] } else { [false; 2] }
    }

    /// A random move that does not end the game, and if possible one that allows no immediate
    /// win.
    fn random_move(&mut self, position: &G::Position) -> Option<G::Move> {
        let mut moves = self.game.moves(position);
        let mut second_best = None;
        while !moves.is_empty() {
            let mv = moves.swap_remove(self.rng.below(moves.len()));
            let after = self.game.after(position, mv);
            if self.game.outcome(&after).is_some() {
                continue;
            }
            if !self.game.can_win_now(&after) {
                return Some(mv);
            }
            second_best.get_or_insert(mv);
        }
        second_best
    }

    /// The player's choice; `None` if it was stopped.
    fn search(&mut self, position: &G::Position) -> Result<Option<Choice<G::Move>>, Refused> {
        let moves = self.game.moves(position);
        let side = if self.shares_player { Side::First } else { self.game.to_move(position) };
        let nodes = AtomicU64::new(0);
        let report = |info: &Info<G::Move>| nodes.store(info.nodes, Ordering::Relaxed);
        let control = SearchControl::until(self.stop).reporting(&report);
        let player = &mut self.players[side.index()];
        let choice = player.choose(self.game, position, &moves, &control, &())?;
        self.data.nodes += nodes.into_inner();
        // A search that was stopped has another value than one that ran to its limit.
        let Some(choice) = choice.filter(|_| !self.stop.is_stopped()) else {
            return Ok(None);
        };
        self.game.check(position, choice.mv)?;
        Ok(Some(choice))
    }

    /// Searches and records a position beside the line; `false` if it was stopped.
    fn look_aside(&mut self, position: &G::Position, ply: u32) -> Result<bool, Refused> {
        let moves = self.game.moves(position);
        let Some(&mv) = self.rng.pick(&moves) else { return Ok(true) };
        let after = self.game.after(position, mv);
        let is_over = self.game.outcome(&after).is_some();
        if is_over || self.is_skipped(&after, None) {
            return Ok(true);
        }
        let Some(choice) = self.search(&after)? else { return Ok(false) };
        self.record(&after, &choice, ply + 1, true);
        Ok(true)
    }

    /// Whether a position with this score is left out.
    fn is_skipped(&self, position: &G::Position, score: Option<Score>) -> bool {
        let is_proven = score.is_some_and(|score| score.proven().is_some());
        self.settings.skip_decided && (is_proven || self.game.can_win_now(position))
            || self.settings.skip_threatened && self.game.is_threatened(position)
    }

    fn record(
        &mut self,
        position: &G::Position,
        choice: &Choice<G::Move>,
        ply: u32,
        is_aside: bool,
    ) {
        let game = self.game;
        if self.is_skipped(position, choice.score) {
            self.data.skipped += 1;
            return;
        }
        let stored = match &self.packing {
            Some(packing) => {
                let mut bytes = vec![0; (packing.bytes)(game)];
                (packing.pack)(game, position, &mut bytes);
                StoredPosition::Packed { position: bytes, mv: game.encode(choice.mv) }
            }
            None => StoredPosition::Text {
                position: game.write(position),
                mv: game.write_move(position, choice.mv),
            },
        };
        let record = DataRecord {
            game: self.number,
            ply: u16::try_from(ply).unwrap_or(u16::MAX),
            score: choice.score,
            result: GameResult::Unknown,
            is_last: false,
            wins_now: game.can_win_now(position),
            is_aside,
            stored,
        };
        self.movers.push(game.to_move(position));
        self.data.records.push((game.key(position).bits(), record));
    }
}
