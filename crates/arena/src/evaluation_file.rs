//! Files that can be named as evaluations: rule files and networks.

use std::fmt;

use agon_infer::Diagnostics;
use agon_network::NetworkRefusal;

use crate::Analysis;

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

/// Makes a rule file or a network an evaluation of a session, under its name.
pub fn load_evaluation_file(
    session: &mut (impl Analysis + ?Sized),
    name: &str,
    bytes: &[u8],
) -> Result<(), EvaluationFileError> {
    match is_network_file(name) {
        true => session.load_network(name, bytes).map_err(EvaluationFileError::Network),
        false => session.load_rules(name, bytes).map_err(EvaluationFileError::Rules),
    }
}
