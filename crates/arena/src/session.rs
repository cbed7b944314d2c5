//! The session of one game: games meet searches, players and rules here.

use std::marker::PhantomData;
use std::sync::Arc;

use agon_core::{
    DefaultEval, Evaluate, Exact, Facts, Game, Notation, Outcome, Present, Proven, Scene, Side,
    Stop, Term, Vocabulary, perft, quote,
};
use agon_infer::Diagnostics;
use agon_search::{Info, Limits, RecordedTree, SearchControl, Threads, TreeOptions, record_tree};

use crate::any_session::{AnySession, Judgement, ListedMove, ProvenMove, Refused, Thought};
use crate::ask::{self, Ask, Spoken};
use crate::extras::GameExtras;
use crate::levels::Level;
use crate::players::{
    Choice, Minimax, Perfect, Person, Player, Random, Sensing, Strong, proven_after,
};
use crate::rules::{InPosition, LoadedRules, Rules};
use crate::{MoveList, PlayerRefusal, PlayerSpec};

/// The move of a side that has no other, in every game that has it.
const PASS: &str = "pass";

/// The names of those who can play a game.
pub(crate) fn players<G: Game, H: GameExtras<G>>() -> Vec<&'static str> {
    let perfect = H::EXACT.map(|_| "perfect");
    let known = ["person", "random", "level", "minimax", "engine"].into_iter().chain(perfect);
    known.chain(H::PLAYERS.iter().copied()).collect()
}

/// The session of one game.
pub(crate) struct Session<G: Notation + Present + DefaultEval + Facts, H> {
    /// The game before it was fitted to those who play.
    game: G,
    session: MoveList<G>,
    seats: [PlayerSpec; 2],
    players: [Box<dyn Player<G>>; 2],
    lent: LoadedRules,
    /// What knows the proven values, once it was asked.
    known: Option<Box<dyn Exact<G>>>,
    house: PhantomData<fn() -> H>,
}

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> Session<G, H> {
    /// A session at a position, with a person on either side.
    pub(crate) fn new(game: G, start: G::Position) -> Session<G, H> {
        Session {
            game: game.clone(),
            session: MoveList::from(game, start),
            seats: [PlayerSpec::Person, PlayerSpec::Person],
            players: [Box::new(Person), Box::new(Person)],
            lent: LoadedRules::default(),
            known: None,
            house: PhantomData,
        }
    }

    /// The same with rules that were read for its game.
    pub(crate) fn with_lent(self, lent: LoadedRules) -> Session<G, H> {
        Session { lent, ..self }
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &MoveList<G> {
        &self.session
    }

    /// One who plays as the seat says.
    fn player(&self, side: Side, seat: &PlayerSpec) -> Result<Box<dyn Player<G>>, Refused> {
        if let Some(own) = H::player(&self.game, side, seat)? {
            return Ok(own);
        }
        Ok(match seat {
            PlayerSpec::Person => Box::new(Person),
            PlayerSpec::Random { seed } => {
                Box::new(Sensing { side, limited: Random::seeded(seed.unwrap_or(0)) })
            }
            PlayerSpec::Minimax { depth, eval } => {
                Box::new(Minimax::new(*depth, self.evaluator(eval.as_deref())?))
            }
            PlayerSpec::Level { level, seed } => {
                let level = Level::numbered(*level);
                Box::new(Strong::level(level, seed.unwrap_or(0), H::ENDINGS.or(H::EXACT)))
            }
            PlayerSpec::Engine { depth: None, nodes: None, movetime: None, .. } => {
                return Err(PlayerRefusal::NoLimit.into());
            }
            PlayerSpec::Engine { depth, nodes, eval, .. } => {
                let depth = depth.unwrap_or(PlayerSpec::MAX_ENGINE_DEPTH);
                let limits = Limits { depth, nodes: nodes.unwrap_or(u64::MAX), lines: 1 };
                let named = eval.as_deref().map(|name| self.evaluator(Some(name))).transpose()?;
                Box::new(Strong::limited(limits, named))
            }
            PlayerSpec::Perfect => {
                let prepare = H::EXACT.ok_or(PlayerRefusal::NotSolved { game: G::NAME })?;
                H::check_exact(&self.game)?;
                Box::new(Perfect::new(prepare))
            }
            PlayerSpec::Own { name, .. } => {
                let known = players::<G, H>().join(", ");
                return Err(PlayerRefusal::NotHere { found: quote(name), known }.into());
            }
        })
    }

    /// The move that a text means, if it is legal.
    fn legal(&self, text: &str) -> Result<G::Move, Refused> {
        let (game, position) = (self.session.game(), self.session.position());
        let mv = game.read_move(position, text)?;
        game.check(position, mv)?;
        Ok(mv)
    }

    /// Whether the place that is shown is one where undo and redo stop: where a
    /// person is to move and has more to do than pass, or any where no person plays.
    fn is_stop(&self) -> bool {
        let is_person = |side: Side| self.seats[side.index()].is_person();
        let theirs = is_person(self.to_move()) || !Side::BOTH.into_iter().any(is_person);
        theirs && !self.must_pass()
    }

    /// The game, the present position, and what knows proven values, if anything does.
    #[expect(clippy::type_complexity, reason = "three things that are borrowed together")]
    fn with_exact(
        &mut self,
        stop: &dyn Stop,
    ) -> Result<Option<(&G, &G::Position, &dyn Exact<G>)>, Refused> {
        let (game, position) = (self.session.game(), self.session.position());
        let Some(prepare) = H::EXACT.or(H::ENDINGS) else { return Ok(None) };
        let exact = match self.known.take() {
            Some(exact) => exact,
            None => {
                H::check_exact(game)?;
                prepare(game, stop)?
            }
        };
        Ok(Some((game, position, &**self.known.insert(exact))))
    }

    /// The evaluation of a name, the game's first if there is none.
    fn evaluator(&self, name: Option<&str>) -> Result<Arc<dyn Evaluate<G>>, PlayerRefusal> {
        let wanted =
            |evaluator: &Arc<dyn Evaluate<G>>| name.is_none_or(|name| evaluator.name() == name);
        let own = self.game.evaluators().into_iter().find(wanted);
        let lent = || name.and_then(|name| self.lent.find(name));
        own.or_else(|| lent().map(|rules| Arc::clone(rules) as Arc<dyn Evaluate<G>>)).ok_or_else(
            || PlayerRefusal::UnknownEvaluation {
                found: quote(name.unwrap_or_default()),
                known: self.evaluations().join(", "),
            },
        )
    }
}

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> AnySession for Session<G, H> {
    fn sides(&self) -> [&'static str; 2] {
        G::SIDES
    }

    fn position(&self) -> String {
        self.session.game().write(self.session.position())
    }

    fn to_move(&self) -> Side {
        self.session.game().to_move(self.session.position())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.session.game().outcome(self.session.position())
    }

    fn moves(&self) -> Vec<ListedMove> {
        let (game, position) = (self.session.game(), self.session.position());
        let listed = |mv| ListedMove {
            text: game.write_move(position, mv),
            paths: game.paths(position, mv),
        };
        game.moves(position).into_iter().map(listed).collect()
    }

    fn history(&self) -> Vec<String> {
        let game = self.session.game();
        self.session.history().map(|(position, mv)| game.write_move(position, mv)).collect()
    }

    fn line(&self) -> Vec<String> {
        let game = self.session.game();
        self.session.line().map(|(position, mv)| game.write_move(position, mv)).collect()
    }

    fn movers(&self) -> Vec<Side> {
        self.session.line().map(|(position, _)| self.session.game().to_move(position)).collect()
    }

    fn scene(&self, viewer: Option<Side>) -> Scene {
        let game = self.session.game();
        game.scene(&game.view(self.session.position(), viewer))
    }

    fn text_board(&self, viewer: Option<Side>) -> Option<String> {
        let game = self.session.game();
        game.text_board(&game.view(self.session.position(), viewer))
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn is_told_by_rounds(&self) -> bool {
        G::TOLD_BY_ROUNDS
    }

    fn round(&self, viewer: Option<Side>) -> Option<String> {
        let history: Vec<(&G::Position, G::Move)> = self.session.history().collect();
        self.session.game().round(&history, self.session.position(), viewer)
    }

    fn statistics(&self, side: Side) -> Option<String> {
        let history: Vec<(&G::Position, G::Move)> = self.session.history().collect();
        self.session.game().statistics(&history, side)
    }

    fn must_pass(&self) -> bool {
        let (game, position) = (self.session.game(), self.session.position());
        let only = game.count_moves(position) == 1;
        only && game.moves(position).iter().any(|&mv| game.write_move(position, mv) == PASS)
    }

    fn read(&self, text: &str) -> Result<String, Refused> {
        let mv = self.legal(text)?;
        Ok(self.session.game().write_move(self.session.position(), mv))
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let mv = self.legal(text)?;
        let text = self.session.game().write_move(self.session.position(), mv);
        self.session.play(mv)?;
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        let mut undone = 0;
        while self.session.undo() {
            undone += 1;
            if self.is_stop() {
                return true;
            }
        }
        (0..undone).for_each(|_| {
            self.session.redo();
        });
        false
    }

    fn jump(&mut self, ply: usize) -> bool {
        self.session.jump(ply)
    }

    fn redo(&mut self) -> bool {
        let mut redone = false;
        while self.session.redo() {
            redone = true;
            if self.is_stop() {
                break;
            }
        }
        redone
    }

    fn seat(&self, side: Side) -> &PlayerSpec {
        &self.seats[side.index()]
    }

    fn set_seat(&mut self, side: Side, seat: PlayerSpec) -> Result<(), Refused> {
        self.players[side.index()] = self.player(side, &seat)?;
        self.seats[side.index()] = seat;
        let mut game = self.game.clone();
        for side in Side::BOTH {
            H::adapt(&mut game, side, &self.seats[side.index()]);
        }
        self.session.set_game(game);
        self.known = None;
        Ok(())
    }

    fn choose(&mut self, control: &dyn SearchControl<String>) -> Result<Option<Thought>, Refused> {
        let (game, position) = (self.session.game(), self.session.position());
        let moves = game.moves(position);
        if moves.is_empty() {
            return Ok(None);
        }
        let player = &mut self.players[game.to_move(position).index()];
        let spoken = Spoken { game, position, control };
        let choice = player.choose(game, position, &moves, &spoken)?;
        let Some(Choice { mv, score, note }) = choice else { return Ok(None) };
        game.check(position, mv)?;
        Ok(Some(Thought { mv: game.write_move(position, mv), score, note }))
    }

    fn verdicts(&mut self, stop: &dyn Stop) -> Result<Vec<ProvenMove>, Refused> {
        let Some((game, position, exact)) = self.with_exact(stop)? else { return Ok(Vec::new()) };
        let known = |mv| {
            let proven = proven_after(game, position, mv, exact)?;
            Some(ProvenMove { text: game.write_move(position, mv), proven })
        };
        Ok(game.moves(position).into_iter().filter_map(known).collect())
    }

    fn proven(&mut self, stop: &dyn Stop) -> Result<Option<Proven>, Refused> {
        let known = self.with_exact(stop)?;
        Ok(known.and_then(|(game, position, exact)| exact.exact(game, position)))
    }

    fn divide(&self, depth: u32, stop: &dyn Stop, each: &mut dyn FnMut(&str, u64)) -> u64 {
        let (game, position) = (self.session.game(), self.session.position());
        let mut leaves = 0;
        for mv in game.moves(position) {
            if stop.is_stopped() {
                break;
            }
            let below = perft(game, &game.after(position, mv), depth.saturating_sub(1));
            leaves += below;
            each(&game.write_move(position, mv), below);
        }
        leaves
    }

    fn best(
        &self,
        ask: &Ask,
        control: &dyn SearchControl<String>,
        threads: &dyn Threads,
    ) -> Result<Option<Info<String>>, Refused> {
        let named = ask.eval.as_deref().map(|name| self.evaluator(Some(name))).transpose()?;
        let (game, position) = (self.session.game(), self.session.position());
        Ok(ask::run(game, position, ask, named.as_deref(), control, threads)?)
    }

    fn tree(
        &self,
        options: &TreeOptions,
        eval: Option<&str>,
        stop: &dyn Stop,
    ) -> Result<Option<RecordedTree<String, String>>, Refused> {
        let evaluator = self.evaluator(eval)?;
        let (game, position) = (self.session.game(), self.session.position());
        let recorded = record_tree(game, position, &*evaluator, options, stop);
        Ok(recorded.map(|recorded| ask::in_words(game, &recorded)))
    }

    fn evaluations(&self) -> Vec<String> {
        let own = self.game.evaluators();
        let own = own.iter().map(|evaluator| evaluator.name());
        own.chain(self.lent.names()).map(String::from).collect()
    }

    fn load_rules(&mut self, name: &str, source: &[u8]) -> Result<(), Diagnostics> {
        self.lent.read(&self.game, name, source)
    }

    fn rules(&self, name: &str) -> Option<Box<dyn Rules + '_>> {
        let (game, position) = (self.session.game(), self.session.position());
        let rules = self.lent.find(name)?;
        Some(Box::new(InPosition { rules, game, position }))
    }

    fn vocabulary(&self) -> Vocabulary {
        self.game.vocabulary()
    }

    fn judge(&self, eval: Option<&str>, side: Side) -> Result<Judgement, Refused> {
        let (game, position) = (self.session.game(), self.session.position());
        let evaluator = self.evaluator(eval)?;
        let terms = match (game.outcome(position), evaluator.explainer()) {
            (Some(_), _) => Some(Vec::new()),
            (None, Some(explainer)) => Some(explainer.explain(game, position)),
            (None, None) => None,
        };
        let terms = match side == game.to_move(position) {
            true => terms,
            false => terms.map(|terms| terms.into_iter().map(Term::for_opponent).collect()),
        };
        Ok(Judgement { score: evaluator.judge(game, position, side), terms })
    }
}
