//! Why a request was refused, as it is sent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_arena::contest::{MarkRefusal, RecordRefusal};
use agon_core::Refusal;
use agon_infer::{Diagnostic, Diagnostics};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::ServiceRefusal;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Problem"))]
pub struct RequestError {
    /// The kind of the refusal, which the page translates.
    pub kind: String,
    /// The arguments of the wording, by name.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, string | number>"))]
    pub args: BTreeMap<String, String>,
    /// The English wording.
    pub text: String,
    /// Why the rules refuse what its argument `reason` says in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Box<RequestError>>", optional))]
    pub cause: Option<Box<RequestError>>,
    /// The errors of a rule file.
    #[serde(rename = "troubles", default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<RuleError>>", optional))]
    pub rule_errors: Vec<RuleError>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Diagnostic"))]
pub struct RuleError {
    line: usize,
    column: usize,
    /// The kind of the error, which the page translates.
    kind: Cow<'static, str>,
    /// The arguments of the wording, by name.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, string | number>"))]
    args: BTreeMap<Cow<'static, str>, String>,
    /// The English wording.
    text: String,
    /// How to fix it, in English.
    hint: Option<String>,
    /// The known name that was probably meant, which is also in the hint.
    meant: Option<String>,
}

impl RequestError {
    fn new(kind: &str, args: Vec<(&'static str, String)>, text: String) -> RequestError {
        let args = args.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        RequestError { kind: kind.into(), args, text, cause: None, rule_errors: Vec::new() }
    }
}

impl From<Box<dyn Refusal>> for RequestError {
    fn from(refused: Box<dyn Refusal>) -> RequestError {
        RequestError::new(refused.kind(), refused.arguments(), refused.to_string())
    }
}

impl From<Diagnostics> for RequestError {
    fn from(diagnostics: Diagnostics) -> RequestError {
        let error = |diagnostic: &Diagnostic| {
            let (line, column) = diagnostics.line_and_column(diagnostic);
            let args = diagnostic.kind.arguments().into_iter();
            let args = args.map(|(name, value)| (name.into(), value)).collect();
            let (text, hint) = (diagnostic.kind.to_string(), diagnostic.hint.clone());
            let (kind, meant) = (diagnostic.code().into(), diagnostic.meant.clone());
            RuleError { line, column, kind, args, text, hint, meant }
        };
        let rule_errors = diagnostics.list.iter().map(error).collect();
        let text = diagnostics.to_string();
        let args = BTreeMap::from([("file".into(), diagnostics.name)]);
        RequestError { kind: "Rules".into(), args, text, cause: None, rule_errors }
    }
}

macro_rules! from_refusals {
    ($($refusal:ty),+) => {
        $(impl From<$refusal> for RequestError {
            fn from(refusal: $refusal) -> RequestError {
                RequestError::from(Box::new(refusal) as Box<dyn Refusal>)
            }
        })+
    };
}

from_refusals!(ServiceRefusal, MarkRefusal);

impl From<RecordRefusal> for RequestError {
    fn from(refusal: RecordRefusal) -> RequestError {
        let cause = refusal.cause().map(|cause| {
            Box::new(RequestError::new(cause.kind, cause.arguments.clone(), cause.to_string()))
        });
        RequestError { cause, ..RequestError::from(Box::new(refusal) as Box<dyn Refusal>) }
    }
}
