//! What can be said of a game whose rules are a file before it is read.

use agon_core::{About, Texts};

use crate::DatalogGame;

impl About for DatalogGame {
    const TEXTS: &'static [Texts] = &[
        Texts {
            language: "en",
            texts: &[
                ("words.move", "{text}"),
                ("rules.1", "The rules are those of the game file."),
            ],
        },
        Texts {
            language: "el",
            texts: &[
                ("words.move", "{text}"),
                ("rules.1", "Οι κανόνες είναι αυτοί του αρχείου του παιχνιδιού."),
            ],
        },
        Texts {
            language: "sr",
            texts: &[("words.move", "{text}"), ("rules.1", "Pravila su ona iz datoteke igre.")],
        },
    ];

    fn variant(&self) -> Option<String> {
        Some(self.id().to_string())
    }
}
