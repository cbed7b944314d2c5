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
                ("refusal.MoveText", "{found} is not a move here: one is written as in {example}."),
                (
                    "refusal.Needs",
                    "{found} is not legal: {goal} needs {condition} ({place}), but {facts}.",
                ),
                ("refusal.NoRule", "{found} is not legal: no rule allows {goal}."),
                ("refusal.Over", "The game is over: {goal} ({place}), since {facts}."),
                ("refusal.BothWin", "The game is drawn: {goal} ({place})."),
                ("refusal.NoMove", "The game is drawn: there is no legal move."),
                ("refusal.ManyMoves", "The game is drawn: there are more than {most} legal moves."),
                ("refusal.Plies", "The game is drawn: it ends after {most} plies."),
                (
                    "refusal.Stopped",
                    "The game is drawn: the measure did not fall with the last move.",
                ),
            ],
        },
        Texts {
            language: "el",
            texts: &[
                ("words.move", "{text}"),
                ("rules.1", "Οι κανόνες είναι αυτοί του αρχείου του παιχνιδιού."),
                (
                    "refusal.MoveText",
                    "{found} δεν είναι κίνηση εδώ: μια κίνηση γράφεται όπως {example}.",
                ),
                (
                    "refusal.Needs",
                    "{found} δεν επιτρέπεται: το {goal} χρειάζεται {condition} ({place}), αλλά {facts}.",
                ),
                ("refusal.NoRule", "{found} δεν επιτρέπεται: κανένας κανόνας δεν δίνει {goal}."),
                ("refusal.Over", "Το παιχνίδι τελείωσε: {goal} ({place}), επειδή {facts}."),
                ("refusal.BothWin", "Το παιχνίδι είναι ισόπαλο: {goal} ({place})."),
                ("refusal.NoMove", "Το παιχνίδι είναι ισόπαλο: δεν υπάρχει επιτρεπτή κίνηση."),
                (
                    "refusal.ManyMoves",
                    "Το παιχνίδι είναι ισόπαλο: υπάρχουν πάνω από {most} επιτρεπτές κινήσεις.",
                ),
                ("refusal.Plies", "Το παιχνίδι είναι ισόπαλο: τελειώνει μετά από {most} κινήσεις."),
                (
                    "refusal.Stopped",
                    "Το παιχνίδι είναι ισόπαλο: το measure δεν μειώθηκε με την τελευταία κίνηση.",
                ),
            ],
        },
        Texts {
            language: "sr",
            texts: &[
                ("words.move", "{text}"),
                ("rules.1", "Pravila su ona iz datoteke igre."),
                ("refusal.MoveText", "{found} ovde nije potez: potez se piše kao {example}."),
                (
                    "refusal.Needs",
                    "{found} nije dozvoljeno: {goal} traži {condition} ({place}), ali {facts}.",
                ),
                ("refusal.NoRule", "{found} nije dozvoljeno: nijedno pravilo ne daje {goal}."),
                ("refusal.Over", "Partija je gotova: {goal} ({place}), jer {facts}."),
                ("refusal.BothWin", "Partija je nerešena: {goal} ({place})."),
                ("refusal.NoMove", "Partija je nerešena: nema dozvoljenog poteza."),
                (
                    "refusal.ManyMoves",
                    "Partija je nerešena: ima više od {most} dozvoljenih poteza.",
                ),
                ("refusal.Plies", "Partija je nerešena: završava se posle {most} poteza."),
                (
                    "refusal.Stopped",
                    "Partija je nerešena: measure se nije smanjio poslednjim potezom.",
                ),
            ],
        },
    ];

    fn variant(&self) -> Option<String> {
        Some(self.id().to_string())
    }
}
