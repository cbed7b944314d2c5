//! Files that can be named as evaluations: rule files and networks.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{Facts, Notation};
use agon_infer::{Diagnostics, RuleSet};
use agon_network::NetworkRefusal;

/// What the name of a network file ends with; every other file is a rule file.
const NETWORK: &str = ".net";

/// Whether the name of an evaluation is that of a network file.
pub fn is_network_file(name: &str) -> bool {
    name.ends_with(NETWORK)
}

/// Why a file cannot be used as an evaluation.
#[derive(Debug)]
pub enum EvaluationFileError {
    /// The rules have errors.
    Rules(Diagnostics),
    /// The network is refused.
    Network(NetworkRefusal),
}

impl fmt::Display for EvaluationFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationFileError::Rules(diagnostics) => diagnostics.fmt(f),
            EvaluationFileError::Network(refusal) => refusal.fmt(f),
        }
    }
}

/// A rule file or a network that was read once. What its rules are compiled to is shared by all
/// clones, so that an entrant or a session compiles them once, however many games it plays.
///
/// ```
/// use agon_arena::{EvaluationFile, find};
///
/// let file = EvaluationFile::new("mine.rules", "game nim. value(me, 1).".as_bytes());
/// for start in ["[3,5]", "[3,5]"] {
///     find("nim").unwrap().open(start).unwrap().load_file(&file).unwrap();
/// }
/// ```
#[derive(Clone)]
pub struct EvaluationFile {
    /// The file as it was named.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
    compiled: Arc<Mutex<CompiledRules>>,
}

/// The rules for games with their parameters, by the text of their start, the latest last.
type CompiledRules = Vec<(String, Arc<RuleSet>)>;

/// For how many games with different parameters the rules of a file are kept: a contest may have
/// a maze for each game.
const KEPT: usize = 4;

impl fmt::Debug for EvaluationFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvaluationFile").field("name", &self.name).finish_non_exhaustive()
    }
}

impl EvaluationFile {
    /// A file of this name that holds this.
    pub fn new(name: &str, bytes: impl Into<Arc<[u8]>>) -> EvaluationFile {
        EvaluationFile { name: name.into(), bytes: bytes.into(), compiled: Arc::default() }
    }

    /// Whether it is a network.
    pub fn is_network(&self) -> bool {
        is_network_file(&self.name)
    }

    /// The rules for a game, compiled unless they are known. Two who ask at the same time wait
    /// for each other.
    pub(crate) fn rules<G: Facts + Notation>(&self, game: &G) -> Result<Arc<RuleSet>, Diagnostics> {
        let key = format!("{} {}", G::NAME, game.write(&game.start()));
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = compiled.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(known));
        }
        let rules = Arc::new(RuleSet::read(game, &self.name, &self.bytes)?);
        if compiled.len() == KEPT {
            compiled.remove(0);
        }
        compiled.push((key, Arc::clone(&rules)));
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use agon_games::nim::Nim;

    use super::*;

    #[test]
    fn rules_are_compiled_once_for_a_game_with_its_parameters() {
        let file = EvaluationFile::new("mine.rules", "game nim. value(me, 1).".as_bytes());
        let game = |heaps: &str| Nim::read(heaps).unwrap().0;
        let rules = |heaps: &str| file.clone().rules(&game(heaps)).unwrap();
        let first = rules("[3,5]");
        assert!(Arc::ptr_eq(&first, &rules("[3,5]")), "clones share them");
        assert!(!Arc::ptr_eq(&first, &rules("[3,6]")), "other heaps are another game");
        for heap in 1..=KEPT {
            rules(&format!("[{heap}]"));
        }
        assert_eq!(file.compiled.lock().unwrap().len(), KEPT);
        assert!(EvaluationFile::new("x", "game byte.".as_bytes()).rules(&game("[1]")).is_err());
    }
}
