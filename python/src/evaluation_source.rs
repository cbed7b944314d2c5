//! Evaluations that Python can name: one of the game's own, rules, or a network.

use std::sync::Arc;

use agon_arena::{AnySession, PlayerRefusal, Refused, built_in_rule_names, built_in_rules};
use agon_core::{Evaluate, quote};
use agon_infer::RuleSet;
use agon_network::NetworkRefusal;

use crate::encoding::Encoding;

/// Where an evaluation comes from.
#[derive(Clone)]
pub enum EvaluationSource {
    /// The game's first evaluation, or the engine's in a search.
    Default,
    /// One of the game's own, by name.
    Named(String),
    /// Rules that were read for the game.
    Rules {
        rules: Arc<RuleSet>,
        source: Arc<[u8]>,
    },
    Network {
        name: String,
        bytes: Arc<[u8]>,
    },
}

impl EvaluationSource {
    /// The name in a session, after [`load`](EvaluationSource::load).
    pub fn name(&self) -> Option<&str> {
        match self {
            EvaluationSource::Default => None,
            EvaluationSource::Named(name) | EvaluationSource::Network { name, .. } => Some(name),
            EvaluationSource::Rules { rules, .. } => Some(rules.name()),
        }
    }

    /// Adds the evaluation to a session.
    pub fn load(&self, session: &mut dyn AnySession) -> Result<(), Refused> {
        match self {
            EvaluationSource::Default | EvaluationSource::Named(_) => Ok(()),
            EvaluationSource::Rules { rules, source } => {
                Ok(session.load_rules(rules.name(), source)?)
            }
            EvaluationSource::Network { name, bytes } => Ok(session.load_network(name, bytes)?),
        }
    }

    pub fn of_game<G: Encoding>(&self, game: &G) -> Result<Arc<dyn Evaluate<G>>, Refused> {
        match self {
            EvaluationSource::Default => Ok(game.default_eval()),
            EvaluationSource::Named(name) => {
                let own = game.evaluators();
                if let Some(found) = own.iter().find(|own| own.name() == name) {
                    return Ok(Arc::clone(found));
                }
                if let Some(source) = built_in_rules(G::NAME, name) {
                    return Ok(Arc::new(RuleSet::read(game, name, source.as_bytes())?));
                }
                let mut known: Vec<String> = own.iter().map(|own| own.name().into()).collect();
                known.extend(built_in_rule_names(G::NAME).map(String::from));
                let known = known.join(", ");
                Err(PlayerRefusal::UnknownEvaluation { found: quote(name), known }.into())
            }
            EvaluationSource::Rules { rules, .. } => Ok(Arc::clone(rules) as Arc<dyn Evaluate<G>>),
            EvaluationSource::Network { name, bytes } => {
                let none = NetworkRefusal::NoInputs { game: G::NAME };
                Ok(game.trainable().ok_or(none)?.read_network(name, bytes)?)
            }
        }
    }
}
