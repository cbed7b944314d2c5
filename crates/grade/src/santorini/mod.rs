//! The Santorini assignment: seven functions in Haskell.

mod evaluation;
mod games;
mod question;
mod script;
mod scripts;
mod value;

use super::question::Question;
use super::questionnaire::{Function, Kind, Questionnaire, demand, kind};
use agon_handin::{Assignment, find_assignment};
use evaluation::{APART, FAST, NEAR_WIN, WON};
use question::{PLACEMENT, SAME_GAME, VALUE};

/// The Santorini assignment, with the points of its text.
pub struct SantoriniQuestions;

const FUNCTIONS: [Function; 7] = [
    Function::new("initializeGame", 20, &[kind(PLACEMENT)]),
    Function::new("tryMove", 40, &TRY_MOVE),
    Function::new(
        "screenshotGame",
        10,
        &[
            kind("a game without buildings"),
            kind("a game with buildings"),
            demand("a game with domes", "Αν ένα τετράγωνο είναι ανενεργό, το ύψος του είναι 4."),
            demand(
                "a finished game",
                "Αν το παιχνίδι έχει τελειώσει, η τιμή Bool θα είναι True και το αναγνωριστικό το \
                 οποίο επιστρέφεται θα αναφέρεται στον παίκτη ο οποίος κέρδισε.",
            ),
        ],
    ),
    Function::new(
        "undoMove",
        20,
        &[
            kind("the last move"),
            kind("the last move, after a refused one"),
            kind("a move that has won"),
            demand(
                "back to the start",
                "Θα πρέπει να μπορεί να καλείται πολλές φορές διαδοχικά, ακόμα και μέχρι να φτάσουμε \
                 στην αρχική κατάσταση που προκύπτει από την initializeGame.",
            ),
            demand(
                "does nothing at the start",
                "Αν στην είσοδο δεν υπάρχει κάποια κίνηση να αναιρέσουμε, απλά επιστρέφουμε την \
                 είσοδο.",
            ),
        ],
    ),
    Function::new(
        "redoMove",
        10,
        &[
            kind("a move that was undone"),
            kind("does nothing without an undo"),
            demand(
                "still works after an illegal move",
                "Αν όμως ... έχει εφαρμοστεί (και όχι αγνοηθεί λόγω μη νομιμότητας) κάποια κίνηση μέσω \
                 της tryMove, τότε η redoMove δεν απαιτείται να κάνει κάτι.",
            ),
            demand(
                "does nothing after a new move",
                "Στην ουσία οι δύο παραπάνω συναρτήσεις υλοποιούν τις λειτουργίες των control + Z και \
                 control + Y.",
            ),
        ],
    ),
    Function::bonus(
        "possibleMoves",
        10,
        &[kind("at the start"), kind("early in a game"), kind("late in a game")],
    ),
    Function::bonus("evaluateState", 10, &EVALUATE_STATE),
];

const TRY_MOVE: [Kind; 21] = [
    demand(SAME_GAME, "Αν η κίνηση είναι “παράνομη”, επιστρέφεται το Game που δόθηκε ως είσοδος."),
    kind("a plain move"),
    kind("climbs one level"),
    kind("steps down"),
    kind("builds where the pawn stood"),
    demand(
        "puts a dome",
        "Οταν κάποιος παίκτης χτίζει πάνω σε ένα τετράγωνο με τρεις ορόφους, το τετράγωνο αυτό \
         θεωρείται ανενεργό για την συνέχεια του παιχνιδιού.",
    ),
    demand(
        "wins by climbing",
        "Ένας παίκτης κερδίζει εάν μετακινήσει ένα πιόνι του σε ένα τετράγωνο με τρεις ορόφους.",
    ),
    demand(
        "wins by blocking",
        "Επίσης, κερδίζει εάν με την κίνησή του “εγκλωβίσει” τον αντίπαλο, υπό την έννοια πως εκείνος \
         δεν θα έχει καμμία νόμιμη κίνηση στην συνέχεια.",
    ),
    demand("refuses a pawn of the other side", OWN_PAWN),
    demand("refuses a cell without a pawn", OWN_PAWN),
    kind("refuses cells off the board"),
    demand("refuses to step too far", NEIGHBOUR),
    demand("refuses to stay where it is", "Δεν μπορεί δηλαδή να μείνει στάσιμο."),
    demand("refuses to step onto a pawn", FREE),
    demand("refuses to step onto a dome", FREE),
    demand(
        "refuses to climb two levels",
        "Το πιόνι που κινείται δεν ανεβαίνει πάνω από έναν όροφο.",
    ),
    demand("refuses to build too far away", THIRD),
    demand("refuses to build where it stands", THIRD),
    demand("refuses to build on a pawn", THIRD),
    demand("refuses to build on a dome", THIRD),
    kind("refuses a move that breaks several rules"),
];

const OWN_PAWN: &str = "Κινείται ένα από τα πιόνια του παίκτη που παίζει σε αυτόν τον γύρο.";
const NEIGHBOUR: &str = "Το τετράγωνο στο οποίο κινείται το πιόνι θα πρέπει να είναι υποχρεωτικά ένα από \
    τα οχτώ γειτονικά του αρχικού.";
const FREE: &str = "Επίσης, δεν θα πρέπει να καταλαμβάνεται από άλλο πιόνι ή να είναι ανενεργό.";
const THIRD: &str =
    "Οι παραπάνω περιορισμοί ισχύουν και για το τρίτο Position, σε σχέση με το δεύτερο.";

const EVALUATE_STATE: [Kind; 5] = [
    kind(VALUE),
    demand(
        NEAR_WIN,
        "Αν για παράδειγμα ζητηθεί να αξιολογήσουμε την κατάσταση για τον μπλε παίκτη και αυτός έχει \
         ένα πιόνι το οποίο μπορεί σε μία κίνηση να ανέβει σε κτήριο με τρεις ορόφους, τότε θα πρέπει \
         να επιστραφεί μία αρκετά υψηλή τιμή.",
    ),
    demand(
        WON,
        "Αυτή θα είναι μία ευρετική συνάρτηση η οποία θα αξιολογεί σε πόσο καλή θέση βρίσκεται ο \
         παίκτης που ορίζεται από την είσοδο.",
    ),
    demand(APART, "Επίσης, θα πρέπει η συνάρτηση να μην είναι υπερβολικά απλή."),
    demand(
        FAST,
        "Θα πρέπει η ευρετική να μην είναι πολύ βαριά, δηλαδή να τρέχει ο Minimax σε 1-2 λεπτά το \
         πολύ για βάθος 3.",
    ),
];

impl Questionnaire for SantoriniQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("santorini").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        &FUNCTIONS
    }

    fn draw(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        scripts::questions(seed, count)
    }
}
