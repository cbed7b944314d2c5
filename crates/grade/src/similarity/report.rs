//! What is similar as text, as HTML and as JSON. It names what was found, and passes no verdict.

use std::fmt::Write as _;

use agon_handin::Names;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::program::{Fragment, Place};
use super::{SamePrograms, SharedMistakes, SimilarPair, Similarity};

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

impl SamePrograms {
    fn text(&self) -> String {
        let what = match self.has_same_files {
            true => "the same files",
            false => "the same but for names, comments and layout",
        };
        format!("{what}: {}", self.names.join(", "))
    }
}

impl SimilarPair {
    fn shares_text(&self) -> String {
        let ([one, other], [first, second]) = (self.shares.map(percent), self.tokens);
        format!("{one} and {other} of their own code in common ({first} and {second} tokens)")
    }

    fn fragment_text(&self, fragment: &Fragment) -> String {
        let place = |(name, place): (&String, &Place)| {
            format!("{name}, {}, lines {} to {}", place.file, place.from, place.to)
        };
        let places = self.names.iter().zip(&fragment.places).map(place);
        let places = places.collect::<Vec<_>>().join("; ");
        format!("the longest common part has {} tokens: {places}", fragment.tokens)
    }
}

impl SharedMistakes {
    fn name<'a>(&self, names: &'a Names) -> &'a str {
        // The number may come from another machine.
        names.0.get(self.function).map_or("?", String::as_str)
    }

    fn text(&self, names: &Names) -> String {
        let SharedMistakes { shared, of: [one, other], givers, .. } = self;
        let function = self.name(names);
        format!(
            "{function}: {shared} wrong answers are the same, of {one} and {other}; the rarest is given by {givers} hand-ins"
        )
    }
}

impl Similarity {
    /// Whether there is anything to look at.
    pub fn stands_out(&self) -> bool {
        !self.same.is_empty() || !self.pairs.is_empty()
    }

    fn summary(&self) -> String {
        let mut text = format!(
            "{} pairs were compared; usually two have {} in common. This is no verdict: read both.",
            self.compared,
            percent(self.usual)
        );
        for (names, what) in [
            (&self.too_short, "Not compared, as there is too little code of their own"),
            (&self.cut, "Only the beginning was compared"),
        ] {
            if !names.is_empty() {
                let _ = write!(text, " {what}: {}.", names.join(", "));
            }
        }
        if self.unlisted > 0 {
            let _ = write!(text, " {} more pairs are not listed.", self.unlisted);
        }
        text
    }

    /// What stands out, with reasons. `names` are those of the functions.
    pub fn text(&self, names: &Names) -> String {
        let mut text = format!("similar hand-ins: {}\n", self.summary());
        for same in &self.same {
            let _ = writeln!(text, "  {}", same.text());
        }
        for pair in &self.pairs {
            let _ = writeln!(text, "  {}: {}", pair.names.join(" and "), pair.shares_text());
            let fragment = pair.fragment.iter().map(|fragment| pair.fragment_text(fragment));
            for reason in fragment.chain(pair.mistakes.iter().map(|found| found.text(names))) {
                let _ = writeln!(text, "    {reason}");
            }
        }
        text
    }

    /// A section for a page that only the teacher sees.
    pub fn html(&self, names: &Names) -> Markup {
        html! {
            section id="similar" {
                h2 { "Similar hand-ins" }
                p { (self.summary()) }
                @for same in &self.same { p { (same.text()) } }
                @for pair in &self.pairs {
                    h3 { (pair.names.join(" and ")) }
                    p { (pair.shares_text()) }
                    @if let Some(fragment) = &pair.fragment {
                        p { (pair.fragment_text(fragment)) }
                        @for place in &fragment.places { pre { (place.text) } }
                    }
                    @for found in &pair.mistakes {
                        p { (found.text(names)) ":" }
                        pre { (found.asked) "\n" (found.answered) }
                    }
                }
            }
        }
    }

    pub fn json(&self, names: &Names) -> Value {
        let mistakes = |found: &SharedMistakes| {
            json!({
                "function": found.name(names), "shared": found.shared, "of": found.of,
                "weight": found.weight, "asked": found.asked, "answered": found.answered,
                "givers": found.givers,
            })
        };
        let pair = |pair: &SimilarPair| {
            json!({
                "names": pair.names, "shares": pair.shares, "tokens": pair.tokens,
                "strength": pair.strength, "fragment": pair.fragment,
                "mistakes": pair.mistakes.iter().map(mistakes).collect::<Vec<_>>(),
            })
        };
        let same = |same: &SamePrograms| json!({ "names": same.names, "has_same_files": same.has_same_files });
        json!({
            "compared": self.compared, "usual": self.usual,
            "same": self.same.iter().map(same).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "unlisted": self.unlisted, "too_short": self.too_short, "cut": self.cut,
        })
    }
}
