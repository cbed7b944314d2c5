//! Questions about a position: searches, proofs, evaluations and rules.

use std::sync::Arc;

use agon_core::{
    DefaultEval, Evaluate as _, Facts, Notation, Present, Proven, Removal, Side, Stop, Term, Tree,
    Vocabulary, quote,
};
use agon_games::theseus::AssignmentNode;
use agon_infer::{Diagnostics, FactTable};
use agon_network::NetworkRefusal;
use agon_search::{Engine, Info, RecordedTree, SearchControl, Threads, TreeOptions, record_tree};

use super::Session;
use crate::any_session::{Analysis, Evaluation, PositionView as _, ProvenMove};
use crate::divide::perft_until;
use crate::evaluation_file::{EvaluationFile, EvaluationFileError};
use crate::evaluation_program::{UntilFailed, check_failure};
use crate::explain::{ExplainLimits, Explainer, MoveExplanation};
use crate::extras::GameExtras;
use crate::players::proven_after;
use crate::refused::Refused;
use crate::rules::{AnyRuleSet, RuleSetAt};
use crate::search_request::{self, SearchRequest};
use crate::{AnyEngine, EvaluationProgram, GameLine, PlayerRefusal, PlayerSpec, WinningChance};

/// Proven values that take at most so many bytes are worked out for an explanation.
const SMALL_EXACT: u64 = 1 << 20;

impl<G: Notation + Present + DefaultEval + Facts, H: GameExtras<G>> Analysis for Session<G, H> {
    fn is_solved(&self) -> bool {
        self.solver().is_some()
    }

    fn is_opening_solved(&self) -> bool {
        self.openings().is_some()
    }

    fn proven_bytes(&self) -> u64 {
        H::exact_bytes(&self.game)
    }

    fn prepare(&self, engine: &mut AnyEngine, bytes: usize) -> Result<(), Refused> {
        // A network that is built in is read when it is first asked for.
        let _ = self.game.engine_eval();
        Ok(engine.prepare::<G>(bytes)?)
    }

    fn best_with(
        &self,
        engine: &mut AnyEngine,
        request: &SearchRequest,
        control: &SearchControl<'_, String>,
        threads: &dyn Threads,
    ) -> Result<Option<Info<String>>, Refused> {
        let named = request.eval.as_deref().map(|name| self.evaluator(Some(name))).transpose()?;
        let (game, position) = self.here();
        search_request::run(game, position, engine, request, named.as_deref(), control, threads)
    }

    fn consider_only(
        &self,
        engine: &mut AnyEngine,
        request: &SearchRequest,
        moves: &[String],
    ) -> Result<(), Refused> {
        let (game, position) = self.here();
        let mut only = game.moves(position);
        only.retain(|&mv| moves.contains(&game.write_move(position, mv)));
        Ok(engine.with(request.hash_bytes, |engine: &mut Engine<G>| engine.consider_only(only))?)
    }

    fn tree(
        &self,
        options: &TreeOptions,
        eval: Option<&str>,
        stop: &dyn Stop,
    ) -> Result<Option<RecordedTree<String, String>>, Refused> {
        let evaluator = self.evaluator(eval)?;
        let (game, position) = self.here();
        let stop = UntilFailed { evaluation: &*evaluator, stop };
        let recorded = record_tree(game, position, &*evaluator, options, &stop);
        check_failure(&*evaluator)?;
        Ok(recorded.map(|recorded| search_request::tree_as_text(game, &recorded)))
    }

    fn player_tree(&self, player: &PlayerSpec) -> Result<Tree<AssignmentNode>, Refused> {
        let (game, position) = self.here();
        let tree = H::player_tree(game, position, player)?;
        Ok(tree.ok_or_else(|| PlayerRefusal::NoTree {
            found: quote(&player.to_string()),
            known: if H::TREES.is_empty() { "none".into() } else { H::TREES.join(", ") },
        })?)
    }

    fn player_trees(&self) -> &'static [&'static str] {
        H::TREES
    }

    fn verdicts(&self, stop: &dyn Stop) -> Result<Vec<ProvenMove>, Refused> {
        let Some((game, position, exact)) = self.with_exact(stop)? else { return Ok(Vec::new()) };
        let proven_move = |mv| {
            let proven = proven_after(game, position, mv, exact)?;
            Some(ProvenMove { text: game.write_move(position, mv), proven })
        };
        Ok(game.moves(position).into_iter().filter_map(proven_move).collect())
    }

    fn proven(&self, stop: &dyn Stop) -> Result<Option<Proven>, Refused> {
        let known = self.with_exact(stop)?;
        Ok(known.and_then(|(game, position, exact)| exact.exact(game, position)))
    }

    fn explain(
        &self,
        mv: &str,
        limits: &ExplainLimits<'_>,
        stop: &dyn Stop,
    ) -> Result<MoveExplanation, Refused> {
        let mv = self.legal(mv)?;
        let better = limits.better.map(|better| self.legal(better)).transpose()?;
        // Values that take long are not worth waiting for.
        let is_small = self.is_solved() && self.proven_bytes() <= SMALL_EXACT;
        let known = if is_small { self.with_exact(stop)? } else { None };
        let exact = known.map(|(_, _, exact)| exact);
        let explainer = Explainer::new(self.here(), exact, limits.nodes, stop);
        Ok(explainer.explain(mv, better))
    }

    fn explanation_words(&self, explanation: &MoveExplanation) -> Option<String> {
        explanation.words(G::CLAIMS, G::SIDES)
    }

    fn divide(&self, depth: u32, stop: &dyn Stop, each: &mut dyn FnMut(&str, u64)) -> u64 {
        let (game, position) = self.here();
        let mut leaves = 0;
        for mv in game.moves(position) {
            if stop.is_stopped() {
                break;
            }
            let below = perft_until(game, &game.after(position, mv), depth.saturating_sub(1), stop);
            leaves += below;
            each(&game.write_move(position, mv), below);
        }
        leaves
    }

    fn evaluate(&self, eval: Option<&str>, side: Side) -> Result<Evaluation, Refused> {
        let (game, position) = self.here();
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
        let score = evaluator.evaluate_for(game, position, side);
        check_failure(&*evaluator)?;
        Ok(Evaluation { score, terms })
    }

    fn winning_chance(&self, eval: Option<&str>) -> WinningChance {
        let here = self.game.engine_eval_here();
        let own = || match &here {
            Some(eval) => eval.name().to_string(),
            None => self.game.engine_eval().name().to_string(),
        };
        let name = eval.map_or_else(own, String::from);
        WinningChance::of(G::NAME, &self.position(), &name)
    }

    fn removals(&self, eval: Option<&str>, side: Side) -> Result<Option<Vec<Removal>>, Refused> {
        let (game, position) = self.here();
        let evaluator = self.evaluator(eval)?;
        if game.outcome(position).is_some() {
            return Ok(None);
        }
        let sign = if side == game.to_move(position) { 1 } else { -1 };
        let seen = |removal: Removal| Removal { points: sign * removal.points, ..removal };
        let removals = evaluator.removals(game, position);
        Ok(removals.map(|all| all.into_iter().map(seen).collect()))
    }

    fn evaluations(&self) -> Vec<String> {
        let own = self.game.evaluators();
        let own = own.iter().map(|evaluator| evaluator.name());
        let networks = self.networks.iter().map(|network| network.name());
        own.chain(networks).chain(self.rules.names()).map(String::from).collect()
    }

    fn load_file(&mut self, file: &EvaluationFile) -> Result<(), EvaluationFileError> {
        if file.is_network() {
            let loaded = self.load_network(&file.name, &file.bytes);
            return loaded.map_err(EvaluationFileError::Network);
        }
        self.rules.load(&self.game, file).map_err(EvaluationFileError::Rules)
    }

    fn load_rules(&mut self, name: &str, source: &[u8]) -> Result<(), Diagnostics> {
        self.rules.read(&self.game, name, source)
    }

    fn load_network(&mut self, name: &str, bytes: &[u8]) -> Result<(), NetworkRefusal> {
        let read = H::NETWORK.ok_or(NetworkRefusal::NoInputs { game: G::NAME })?;
        let network = read(&self.game, name, bytes)?;
        self.networks.retain(|loaded| loaded.name() != name);
        self.networks.push(network);
        Ok(())
    }

    fn set_opening(&mut self, line: GameLine) {
        self.opening = Some(line);
    }

    fn add_program(&mut self, program: Arc<dyn EvaluationProgram>) {
        if program.game().is_none_or(|game| game == G::NAME) {
            self.rules.add_program(program);
        }
    }

    fn rules(&self, name: &str) -> Option<Box<dyn AnyRuleSet + '_>> {
        let (game, position) = self.here();
        let rules = self.rules.find(name)?;
        Some(Box::new(RuleSetAt { rules, game, position }))
    }

    fn vocabulary(&self) -> Vocabulary {
        self.game.vocabulary()
    }

    fn facts(&self, side: Side) -> Vec<FactTable> {
        let (game, position) = self.here();
        agon_infer::facts(game, position, side)
    }
}
