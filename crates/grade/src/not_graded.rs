//! Why a hand-in was not graded, so that it can be told in each language.

use std::fmt;

use agon_core::Refusal;
use agon_handin::{Lang, NotConnected, Reason};
use serde::{Deserialize, Serialize};

/// The reasons, which continue a sentence that begins with the hand-in's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotGraded(Vec<Why>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Why {
    kind: String,
    arguments: Vec<(String, String)>,
    english: String,
}

impl NotGraded {
    pub fn told(&self, lang: Lang) -> String {
        let told = |why: &Why| {
            lang.sentence_of(&why.kind, &why.arguments).unwrap_or_else(|| why.english.clone())
        };
        self.0.iter().map(told).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for NotGraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Lang::English))
    }
}

impl Why {
    fn of(refusal: &dyn Refusal) -> Why {
        let arguments = refusal.arguments().into_iter();
        Why {
            kind: refusal.kind().into(),
            arguments: arguments.map(|(name, value)| (name.into(), value)).collect(),
            english: refusal.to_string(),
        }
    }
}

impl From<Reason> for NotGraded {
    fn from(reason: Reason) -> NotGraded {
        NotGraded(vec![Why::of(&reason)])
    }
}

impl From<&NotConnected> for NotGraded {
    fn from(failure: &NotConnected) -> NotGraded {
        let remedy = failure.remedy.iter().map(|remedy| Why::of(&**remedy));
        NotGraded([Why::of(&*failure.reason)].into_iter().chain(remedy).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_in_each_language_after_it_was_stored() {
        let reason = Reason::Lacks { role: "play".into(), text: "no play/2".into() };
        let stored = serde_json::to_string(&NotGraded::from(reason)).unwrap();
        let read: NotGraded = serde_json::from_str(&stored).unwrap();
        assert_eq!(read.to_string(), "lacks play: no play/2");
        assert_eq!(read.told(Lang::Serbian), "nema play: no play/2");
    }
}
