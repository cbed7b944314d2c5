//! The session of one game: connects the game with players, searches and rules.

mod analysis;
mod self_play;

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::sync::Arc;

use agon_core::{
    DefaultEval, ElementId, Evaluate, Exact, Facts, Game, MoveWords, Notation, Outcome, Present,
    Scene, Side, Stop, quote,
};
use agon_search::{Engine, Info, SearchControl, Threads};

use crate::any_session::{Analysis as _, ChosenMove, ListedMove, Play, PositionView};
use crate::extras::GameExtras;
use crate::levels::Level;
use crate::players::{
    Choice, EnginePlayer, HandInPlayer, MinimaxPlayer, PerfectPlayer, Person, Player, PrepareExact,
    RandomPlayer, ViewOnly,
};
use crate::refused::Refused;
use crate::rules::{LoadedRules, built_in_rule_names};
use crate::search_request::info_as_text;
use crate::{GameLine, MoveList, PlayerRefusal, PlayerSpec};

/// The notation of a pass, in every game that has it.
const PASS: &str = "pass";

/// The names of the players of a game.
pub(crate) fn players<G: Game, H: GameExtras<G>>() -> Vec<&'static str> {
    let perfect = H::is_solved(&G::default()).then_some("perfect");
    let known = ["person", "random", "level", "minimax", "engine"].into_iter().chain(perfect);
    known.chain(H::PLAYERS.iter().map(|form| form.name)).collect()
}

/// A game in progress: its moves, its two players, and the rule files that it may use.
pub(crate) struct Session<G: Notation + Present + DefaultEval + Facts, H> {
    /// The game before its rules were adapted to the players.
    game: G,
    moves: MoveList<G>,
    specs: [PlayerSpec; 2],
    players: [Box<dyn Player<G>>; 2],
    rules: LoadedRules,
    /// How the start was reached, if that is known.
    opening: Option<GameLine>,
    /// Networks that were loaded from files.
    networks: Vec<Arc<dyn Evaluate<G>>>,
    /// The proven values, once somebody asked for them.
    exact: OnceCell<Box<dyn Exact<G>>>,
    extras: PhantomData<fn() -> H>,
}

/// A game, a position of it, and its proven values.
type WithExact<'a, G> = (&'a G, &'a <G as Game>::Position, &'a dyn Exact<G>);

/// A game, its start in a session, and the players of the session.
type SelfPlayParts<'a, G> = (&'a G, &'a <G as Game>::Position, &'a mut [Box<dyn Player<G>>; 2]);

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> Session<G, H> {
    /// A session at a position, with a person on either side.
    pub(crate) fn new(game: G, start: G::Position) -> Session<G, H> {
        Session {
            game: game.clone(),
            moves: MoveList::from(game, start),
            specs: [PlayerSpec::Person, PlayerSpec::Person],
            players: [Box::new(Person), Box::new(Person)],
            rules: LoadedRules::default(),
            opening: None,
            networks: Vec::new(),
            exact: OnceCell::new(),
            extras: PhantomData,
        }
    }

    /// The same with rule files that were loaded for its game.
    pub(crate) fn with_rules(self, rules: LoadedRules) -> Session<G, H> {
        Session { rules, ..self }
    }

    /// The moves made so far.
    pub(crate) fn move_list(&self) -> &MoveList<G> {
        &self.moves
    }

    /// The game by its present rules, the start, and the two players.
    pub(crate) fn self_play_parts(&mut self) -> SelfPlayParts<'_, G> {
        (self.moves.game(), self.moves.position_after(0), &mut self.players)
    }

    /// The game by its present rules, and the present position.
    fn here(&self) -> (&G, &G::Position) {
        (self.moves.game(), self.moves.position())
    }

    /// The player that a spec describes.
    fn build_player(&self, side: Side, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, Refused> {
        if let Some(own) = H::player(&self.game, side, spec)? {
            return Ok(own);
        }
        Ok(match spec {
            PlayerSpec::Person => Box::new(Person),
            PlayerSpec::Random { seed } => {
                Box::new(ViewOnly { side, player: RandomPlayer::seeded(seed.unwrap_or(0)) })
            }
            PlayerSpec::Minimax { depth, eval } => {
                let depth = depth.unwrap_or(PlayerSpec::DEPTH);
                Box::new(MinimaxPlayer::new(depth, self.evaluator(eval.as_deref())?))
            }
            PlayerSpec::HandIn { eval, depth } => {
                let no_program = || PlayerRefusal::NoProgramsHere { found: quote(eval) };
                let program = self.rules.program(eval).ok_or_else(no_program)?;
                let depth = depth.unwrap_or(PlayerSpec::HAND_IN_DEPTH);
                let minimax = MinimaxPlayer::new(depth, self.evaluator(Some(eval))?);
                let (program, line) = (Arc::clone(program), Arc::clone(self.rules.line()));
                Box::new(HandInPlayer { program, line, minimax })
            }
            PlayerSpec::Level { all_knowing: true, .. } if !G::HIDES => {
                return Err(PlayerRefusal::NothingHidden { game: G::NAME }.into());
            }
            PlayerSpec::Level { level, seed, .. } => {
                let level = Level::numbered(*level);
                Box::new(EnginePlayer::level(
                    level,
                    seed.unwrap_or(0),
                    self.solver().or(self.openings()),
                ))
            }
            PlayerSpec::Engine(options) => {
                let limits = options.limits().ok_or(PlayerRefusal::NoLimit)?;
                let eval = options.eval.as_deref();
                let named = eval.map(|name| self.evaluator(Some(name))).transpose()?;
                Box::new(EnginePlayer::limited(limits, options.hash_bytes(), named))
            }
            // It places by what is proven, and then plays as well as it can.
            PlayerSpec::Perfect if self.solver().is_none() && self.openings().is_some() => {
                Box::new(EnginePlayer::level(Level::numbered(u32::MAX), 0, self.openings()))
            }
            PlayerSpec::Perfect => {
                let prepare = self.solver().ok_or(PlayerRefusal::NotSolved { game: G::NAME })?;
                H::check_exact(&self.game)?;
                Box::new(PerfectPlayer::new(prepare))
            }
            PlayerSpec::Ugi { .. } => return Err(PlayerRefusal::Program.into()),
            PlayerSpec::Own { name, .. } => {
                let known = players::<G, H>().join(", ");
                return Err(PlayerRefusal::NotHere { found: quote(name), known }.into());
            }
        })
    }

    /// The move that a text means, if it is legal.
    fn legal(&self, text: &str) -> Result<G::Move, Refused> {
        let (game, position) = self.here();
        let mv = game.read_move(position, text)?;
        game.check(position, mv)?;
        Ok(mv)
    }

    /// Whether undo and redo stop after `ply` moves of the line: where a person is to move and
    /// can do more than pass, or everywhere if no person plays.
    fn is_stop(&self, ply: usize) -> bool {
        let (game, position) = (self.moves.game(), self.moves.position_after(ply));
        let is_person = |side: Side| self.specs[side.index()].is_person();
        let theirs = is_person(game.to_move(position)) || !Side::BOTH.into_iter().any(is_person);
        theirs && !only_passes(game, position)
    }

    /// Where undo goes.
    fn undo_target(&self) -> Option<usize> {
        (0..self.moves.ply()).rev().find(|&ply| self.is_stop(ply))
    }

    /// Where redo goes: the next stop, or the end of the line.
    fn redo_target(&self) -> Option<usize> {
        let (ply, end) = (self.moves.ply(), self.moves.len());
        let mut after = ply + 1..=end;
        after.find(|&ply| self.is_stop(ply)).or_else(|| (ply < end).then_some(end))
    }

    /// What works out the proven values, if the game is solved.
    fn solver(&self) -> Option<PrepareExact<G>> {
        H::EXACT.filter(|_| H::is_solved(&self.game))
    }

    /// What gives the proven values of openings, if some are known and the game is not solved.
    fn openings(&self) -> Option<PrepareExact<G>> {
        let is_known = self.solver().is_none() && H::openings(&self.game).is_some();
        let prepare: PrepareExact<G> =
            |game, _| Ok(H::openings(game).ok_or(PlayerRefusal::NotSolved { game: G::NAME })?);
        is_known.then_some(prepare)
    }

    /// The game, the present position, and its proven values, if there are any.
    fn with_exact(&self, stop: &dyn Stop) -> Result<Option<WithExact<'_, G>>, Refused> {
        let (game, position) = self.here();
        let Some(prepare) = self.solver().or(self.openings()).or(H::ENDINGS) else {
            return Ok(None);
        };
        if self.exact.get().is_none() {
            H::check_exact(game)?;
            // Nobody else can have set it meanwhile: the cell is not shared with other threads.
            let _ = self.exact.set(prepare(game, stop)?);
        }
        Ok(self.exact.get().map(|exact| (game, position, &**exact)))
    }

    /// Tells the programs that follow games where the game is.
    fn tell_programs(&self) {
        let (game, start) = (self.moves.game(), self.moves.position_after(0));
        self.rules.set_line(|| {
            let GameLine { start, mut moves } = self
                .opening
                .clone()
                .unwrap_or_else(|| GameLine { start: game.write(start), moves: Vec::new() });
            moves.extend(self.history());
            GameLine { start, moves }
        });
    }

    /// The evaluation of a name, the game's first if there is none.
    fn evaluator(&self, name: Option<&str>) -> Result<Arc<dyn Evaluate<G>>, PlayerRefusal> {
        self.tell_programs();
        let wanted =
            |evaluator: &Arc<dyn Evaluate<G>>| name.is_none_or(|name| evaluator.name() == name);
        let networks = || self.networks.iter().filter(|_| name.is_some()).cloned();
        let own = self.game.evaluators().into_iter().chain(networks()).find(wanted);
        let loaded = || name.and_then(|name| self.rules.evaluator(&self.game, name));
        own.or_else(loaded).ok_or_else(|| {
            let found = quote(name.unwrap_or_default());
            let program = |name| PlayerSpec::program_of(name).or(PlayerSpec::hand_in_of(name));
            match name.and_then(program) {
                Some(_) => PlayerRefusal::NoProgramsHere { found },
                None => {
                    let mut known = self.evaluations();
                    known.extend(built_in_rule_names(G::NAME).map(String::from));
                    PlayerRefusal::UnknownEvaluation { found, known: known.join(", ") }
                }
            }
        })
    }
}

/// Whether passing is the only legal move.
fn only_passes<G: Notation>(game: &G, position: &G::Position) -> bool {
    let only = game.count_moves(position) == 1;
    only && game.moves(position).iter().any(|&mv| game.write_move(position, mv) == PASS)
}

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> PositionView for Session<G, H> {
    fn sides(&self) -> [&'static str; 2] {
        H::sides(self.here().0)
    }

    fn position(&self) -> String {
        let (game, position) = self.here();
        game.write(position)
    }

    fn to_move(&self) -> Side {
        let (game, position) = self.here();
        game.to_move(position)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (game, position) = self.here();
        game.outcome(position)
    }

    fn moves(&self) -> Vec<ListedMove> {
        let (game, position) = self.here();
        let listed = |mv| ListedMove {
            text: game.write_move(position, mv),
            paths: game.paths(position, mv),
            decided_after: game.decided_after(position, mv),
        };
        game.moves(position).into_iter().map(listed).collect()
    }

    fn phases(&self) -> &'static [&'static str] {
        let (game, position) = self.here();
        game.phases(position)
    }

    fn why_not(&self, path: &[ElementId]) -> Option<Refused> {
        let (game, position) = self.here();
        game.why_not(position, path).map(Refused::from)
    }

    fn why(&self, text: &str) -> Result<Option<String>, Refused> {
        let mv = self.legal(text)?;
        let (game, position) = self.here();
        Ok(game.why(position, mv))
    }

    fn ending(&self) -> Option<&'static str> {
        let (game, position) = self.here();
        game.ending(position)
    }

    fn after_null_move(&self) -> Option<String> {
        let (game, position) = self.here();
        game.null_move(position).map(|after| game.write(&after))
    }

    fn must_pass(&self) -> bool {
        let (game, position) = self.here();
        only_passes(game, position)
    }

    fn read(&self, text: &str) -> Result<String, Refused> {
        let mv = self.legal(text)?;
        let (game, position) = self.here();
        Ok(game.write_move(position, mv))
    }

    fn ply(&self) -> usize {
        self.moves.ply()
    }

    fn history(&self) -> Vec<String> {
        let game = self.moves.game();
        self.moves.history().map(|(position, mv)| game.write_move(position, mv)).collect()
    }

    fn line(&self) -> Vec<String> {
        let game = self.moves.game();
        self.moves.line().map(|(position, mv)| game.write_move(position, mv)).collect()
    }

    fn line_words(&self) -> Vec<MoveWords> {
        let game = self.moves.game();
        self.moves.line().map(|(position, mv)| game.words(position, mv)).collect()
    }

    fn words_from_here(&self, moves: &[String]) -> Vec<MoveWords> {
        let (game, position) = self.here();
        let mut position = position.clone();
        let words = moves.iter().map_while(|text| {
            let mv = game.read_move(&position, text).ok()?;
            game.check(&position, mv).ok()?;
            let words = game.words(&position, mv);
            game.play_unchecked(&mut position, mv);
            Some(words)
        });
        words.collect()
    }

    fn movers(&self) -> Vec<Side> {
        self.moves.line().map(|(position, _)| self.moves.game().to_move(position)).collect()
    }

    fn last_move_path(&self) -> Option<Vec<ElementId>> {
        let (before, mv) = self.moves.history().last()?;
        self.moves.game().paths(before, mv).into_iter().next()
    }

    fn last_move_phases(&self) -> &'static [&'static str] {
        let before = self.moves.history().last();
        before.map_or(&[], |(position, _)| self.moves.game().phases(position))
    }

    fn can_undo(&self) -> bool {
        self.undo_target().is_some()
    }

    fn can_redo(&self) -> bool {
        self.redo_target().is_some()
    }

    fn player(&self, side: Side) -> &PlayerSpec {
        &self.specs[side.index()]
    }

    fn scene(&self, viewer: Option<Side>) -> Scene {
        let (game, position) = self.here();
        game.scene(&game.view(position, viewer))
    }

    fn scene_of_line(&self, viewer: Option<Side>, entered: &[Option<Vec<ElementId>>]) -> Scene {
        let (game, position) = self.here();
        let history: Vec<(&G::Position, G::Move)> = self.moves.history().collect();
        game.scene_of_line(&history, entered, &game.view(position, viewer))
    }

    fn text_board(&self, viewer: Option<Side>) -> Option<String> {
        let (game, position) = self.here();
        game.text_board(&game.view(position, viewer))
    }

    fn can_be_drawn(&self) -> bool {
        G::CAN_BE_DRAWN
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn is_told_by_rounds(&self) -> bool {
        G::TOLD_BY_ROUNDS
    }

    fn round(&self, viewer: Option<Side>) -> Option<String> {
        let (game, position) = self.here();
        let history: Vec<(&G::Position, G::Move)> = self.moves.history().collect();
        game.round(&history, position, viewer)
    }

    fn statistics(&self, side: Side) -> Option<String> {
        let history: Vec<(&G::Position, G::Move)> = self.moves.history().collect();
        self.moves.game().statistics(&history, side)
    }

    fn tallies(&self, side: Side) -> Vec<(&'static str, u32)> {
        let history: Vec<(&G::Position, G::Move)> = self.moves.history().collect();
        self.moves.game().tallies(&history, side)
    }
}

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> Play for Session<G, H> {
    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let mv = self.legal(text)?;
        let (game, position) = self.here();
        let text = game.write_move(position, mv);
        self.moves.play(mv)?;
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.undo_target().is_some_and(|ply| self.moves.jump(ply))
    }

    fn redo(&mut self) -> bool {
        self.redo_target().is_some_and(|ply| self.moves.jump(ply))
    }

    fn jump(&mut self, ply: usize) -> bool {
        self.moves.jump(ply)
    }

    fn set_player(&mut self, side: Side, player: PlayerSpec) -> Result<(), Refused> {
        let player = player.with_defaults();
        self.players[side.index()] = self.build_player(side, &player)?;
        self.specs[side.index()] = player;
        let mut game = self.game.clone();
        for side in Side::BOTH {
            H::adapt(&mut game, side, &self.specs[side.index()]);
        }
        self.moves.set_game(game);
        self.exact = OnceCell::new();
        Ok(())
    }

    fn player_bytes(&self, side: Side) -> u64 {
        let uses_proven = |side: Side| match &self.specs[side.index()] {
            PlayerSpec::Perfect => true,
            PlayerSpec::Level { level, .. } => Level::numbered(*level).is_strongest(),
            _ => false,
        };
        let table = match &self.specs[side.index()] {
            PlayerSpec::Level { .. } => EnginePlayer::<G>::LEVEL_BYTES,
            PlayerSpec::Engine(options) => options.hash_bytes(),
            PlayerSpec::Minimax { .. } | PlayerSpec::HandIn { .. } => MinimaxPlayer::<G>::BYTES,
            _ => 0,
        };
        // Values that take much memory are shared by both sides, so they are counted once.
        let is_counted = side == Side::Second && uses_proven(Side::First);
        let proven = if uses_proven(side) && !is_counted { self.proven_bytes() } else { 0 };
        let engine = if table > 0 { table + Engine::<G>::THREAD_BYTES } else { 0 };
        engine as u64 + proven
    }

    fn choose(
        &mut self,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<ChosenMove>, Refused> {
        self.tell_programs();
        let (game, position) = (self.moves.game(), self.moves.position());
        let moves = game.moves(position);
        if moves.is_empty() {
            return Ok(None);
        }
        let player = &mut self.players[game.to_move(position).index()];
        let report = |info: &Info<G::Move>| control.report(&info_as_text(game, position, info));
        let control = SearchControl::within(control, &()).reporting(&report);
        let choice = player.choose(game, position, &moves, &control, threads)?;
        let Some(Choice { mv, score, note }) = choice else { return Ok(None) };
        game.check(position, mv)?;
        Ok(Some(ChosenMove { mv: game.write_move(position, mv), score, note }))
    }
}
