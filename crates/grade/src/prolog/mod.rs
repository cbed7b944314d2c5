//! The Prolog assignments: NIM and tic-tac-toe.

mod pair_question;
mod play;
mod position_question;
mod questions;
mod relation;
mod solved;

use super::question::Question;
use super::questionnaire::{Function, Kind, Questionnaire, demand, kind};
use agon_handin::{Assignment, find_assignment};
use play::{BEST, CHAIN, END, NAMES_THE_MOVE, SAYS_THE_END, VERDICTS};
use relation::{DRAWN, FINISHED, GOES_ON, LOST, ONE_GROUP, SAVED, SEVERAL_GROUPS, WON};
use solved::Solved;

/// Indices of the predicates, the same in both assignments.
mod function {
    pub const SUCCESSOR: usize = 0;
    pub const UTILITY: usize = 1;
    pub const PLAY: usize = 2;
    pub const PERFECT_GAME: usize = 3;
}

pub struct PrologQuestions {
    name: &'static str,
    functions: [Function; 4],
    solved: fn() -> &'static Solved,
}

const fn functions(
    [successor, utility, play, perfect_game]: [u32; 4],
    successors: &'static [Kind],
) -> [Function; 4] {
    [
        Function::new("successor", successor, successors),
        Function::new("utility", utility, &UTILITY),
        Function::new("play", play, &PLAY),
        Function::new("perfect_game", perfect_game, &PERFECT_GAME),
    ]
}

/// The NIM assignment gives `successor` and `utility`, and asks for the other two: these have nearly
/// all points.
pub static NIM: PrologQuestions = PrologQuestions {
    name: "nim",
    functions: functions([2, 2, 48, 48], &[kind(ONE_GROUP), kind(SEVERAL_GROUPS), kind(FINISHED)]),
    solved: Solved::nim,
};

/// The tic-tac-toe assignment suggests a form of positions. It asks for `successor` and for facts
/// about finished games; the rest must then work.
pub static TICTACTOE: PrologQuestions = PrologQuestions {
    name: "tictactoe",
    functions: functions([40, 30, 15, 15], &[kind(GOES_ON), kind(FINISHED)]),
    solved: Solved::tictactoe,
};

const UTILITY: [Kind; 5] = [
    kind(FINISHED),
    demand(WON, "Αν υπάρχει έστω μία χαμένη θέση στη λίστα, η αρχική θέση είναι κερδισμένη."),
    demand(DRAWN, "Αλλιώς, αν υπάρχει έστω και μία ισόπαλη θέση, η αρχική είναι ισόπαλη."),
    demand(LOST, "Αλλιώς η αρχική είναι χαμένη."),
    demand(SAVED, "Υπολογίζουμε τον χαρακτηρισμό της αρχικής θέσης και τον προσθέτουμε στην KB."),
];

const PLAY: [Kind; 6] = [
    demand(
        WON,
        "Ως βέλτιστη θεωρούμε την κίνηση που κερδίζει (αν υπάρχει αυτή η δυνατότητα), χωρίς να μας \
         ενδιαφέρει το πλήθος των κινήσεων μέχρι τη νίκη.",
    ),
    kind(DRAWN),
    kind(LOST),
    kind(FINISHED),
    demand(NAMES_THE_MOVE, PROPOSES).along(WON),
    demand(SAYS_THE_END, PROPOSES).along(WON),
];

const PROPOSES: &str = "Φτιάξτε μια συνάρτηση play(+State,-NewState) που ... θα προτείνει την βέλτιστη \
    κίνηση, όπως παρακάτω: I play from [2,4,6] to [1,4,6]. If you play perfectly, you will eventually \
    win.";

const PERFECT_GAME: [Kind; 4] = [
    demand(CHAIN, PRINTS).along(BEST),
    demand(
        BEST,
        "Ως τέλεια παρτίδα (perfect game) χαρακτηρίζεται μια ακολουθία κινήσεων από την αρχική \
         κατάσταση μέχρι το τέλος του παιχνιδιού, στην οποία κανένας παίκτης δεν έκανε λάθος.",
    ),
    demand(VERDICTS, PRINTS).along(BEST),
    demand(END, PRINTS).along(BEST),
];

const PRINTS: &str = "Φτιάξτε μια συνάρτηση perfect_game(+State) που θα ξεκινά από την κατάσταση State \
    και θα τυπώνει όλες τις κινήσεις μιας τέλειας παρτίδας μαζί με τους χαρακτηρισμούς τους, μέχρι το \
    τέλος του παιχνιδιού.";

impl Questionnaire for PrologQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment(self.name).expect("it is listed")
    }

    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn asks_alone(&self) -> bool {
        true
    }

    fn draw(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions((self.solved)(), seed, count)
    }
}
