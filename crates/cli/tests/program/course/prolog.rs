//! NIM and tic-tac-toe in Prolog.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::process::Command;

use agon_core::{Game as _, Notation, Outcome, Rng};
use agon_games::nim::{self, Nim};
use agon_games::tictactoe::TicTacToe;

use super::hand_in::{CourseQuestion, END, answers, check_both, question, random_game, wrong};
use super::tools::{PROLOG, kit, run};

#[test]
fn the_hand_ins_for_nim_are_what_they_claim() {
    if !PROLOG.is_here() {
        return;
    }
    let mut rng = Rng::seeded(2);
    let mut questions = Vec::new();
    for (function, text, answer) in [
        ("enlist", "enlist(4,L), writeln(L)", "[4,3,2,1]"),
        ("remove", "remove(X,[a,b],L), writeln(X-L)", "a-[b]"),
        ("estimate", "estimate([([1],lose),([2],win)],X), writeln(X)", "win"),
        ("estimate", "estimate([([1],draw),([2],win)],X), writeln(X)", "draw"),
        ("estimate", "estimate([([2],win)],X), writeln(X)", "lose"),
    ] {
        questions.push(question(function, text.into(), answer));
    }
    for _ in 0..40 {
        let mut heaps: Vec<usize> = (0..rng.below(4)).map(|_| 1 + rng.below(6)).collect();
        heaps.sort_unstable();
        ask(&format!("{heaps:?}").replace(' ', ""), &nim_next, &nim_verdict, &mut questions);
    }
    check("nim", "nim.pl", &questions);
}

#[test]
fn the_hand_ins_for_tictactoe_are_what_they_claim() {
    if !PROLOG.is_here() {
        return;
    }
    let mut rng = Rng::seeded(2);
    let verdicts = Verdicts::default();
    let mut questions = Vec::new();
    for _ in 0..25 {
        let (positions, _) = random_game(&TicTacToe, &mut rng);
        let last = positions.len() - 1;
        for at in [rng.below(last), rng.below(last), last] {
            let verdict = |text: &str| verdicts.of(text);
            ask(&TicTacToe.write(&positions[at]), &next::<TicTacToe>, &verdict, &mut questions);
        }
    }
    check("tictactoe", "tictactoe.pl", &questions);
}

/// Asks both hand-ins of a game.
fn check(game: &str, file: &str, questions: &[CourseQuestion]) {
    let asks = questions.iter().map(|CourseQuestion { text, .. }| format!(":- ask(({text})).\n"));
    let script = format!(
        "ask(Goal):- (call(Goal) -> true ; writeln(false)), writeln('{END}').\n{}:- halt.\n",
        asks.collect::<String>()
    );
    let folder = tempfile::tempdir().unwrap();
    let questions_file = folder.path().join("questions.pl");
    fs::write(&questions_file, script).unwrap();
    let [reference, faulty] = ["reference", "faulty"].map(|kind| {
        let mut swipl = Command::new("swipl");
        swipl.arg("-q").arg(kit(game).join(kind).join(file)).arg(&questions_file);
        run(&mut swipl, "")
    });
    let [reference, faulty] =
        [&reference, &faulty].map(|output| wrong(questions, &answers(output)));
    check_both(&reference, &faulty, &kit(game).join("faulty").join(file));
}

/// The positions after one move, in the game's order.
fn next<G: Notation>(text: &str) -> Vec<String> {
    let (game, position) = G::read(text).unwrap();
    let moves = game.moves(&position);
    moves.iter().map(|&mv| game.write(&game.after(&position, mv))).collect()
}

/// The heaps after one move. The side to move is not written.
fn nim_next(text: &str) -> Vec<String> {
    let lists = next::<Nim>(text).into_iter();
    lists.map(|text| text.split(' ').next().unwrap().to_string()).collect()
}

fn nim_verdict(text: &str) -> &'static str {
    match nim::theory(text).unwrap() {
        agon_core::Verdict::Win => "win",
        agon_core::Verdict::Draw => "draw",
        agon_core::Verdict::Lose => "lose",
    }
}

/// The verdicts of tic-tac-toe, by exhaustive search.
#[derive(Default)]
struct Verdicts(RefCell<HashMap<String, &'static str>>);

impl Verdicts {
    fn of(&self, text: &str) -> &'static str {
        if let Some(known) = self.0.borrow().get(text) {
            return known;
        }
        let (game, position) = TicTacToe::read(text).unwrap();
        let verdict = match game.outcome(&position) {
            Some(Outcome::Win(side)) if side == game.to_move(&position) => "win",
            Some(Outcome::Win(_)) => "lose",
            Some(Outcome::Draw) => "draw",
            None => match best(text, &next::<TicTacToe>, &|text| self.of(text)) {
                Some((_, "lose")) => "win",
                Some((_, "draw")) => "draw",
                _ => "lose",
            },
        };
        self.0.borrow_mut().insert(text.into(), verdict);
        verdict
    }
}

/// The first successor that is best for the player who moves to it, with its verdict.
fn best(
    text: &str,
    next: &dyn Fn(&str) -> Vec<String>,
    verdict: &dyn Fn(&str) -> &'static str,
) -> Option<(String, &'static str)> {
    let reached: Vec<(String, &str)> =
        next(text).into_iter().map(|text| (text.clone(), verdict(&text))).collect();
    let wanted = ["lose", "draw", "win"].into_iter();
    wanted.flat_map(|word| reached.iter().find(|(_, found)| *found == word)).next().cloned()
}

/// Asks all questions of the assignment about a position.
fn ask(
    text: &str,
    next: &dyn Fn(&str) -> Vec<String>,
    verdict: &dyn Fn(&str) -> &'static str,
    questions: &mut Vec<CourseQuestion>,
) {
    let all = format!("[{}]", next(text).join(","));
    questions.push(question(
        "successor",
        format!("findall(S,successor({text},S),L), writeln(L)"),
        all,
    ));
    questions.push(question("utility", format!("utility({text},X), writeln(X)"), verdict(text)));
    let is_lost = if verdict(text) == "lose" { "yes" } else { "false" };
    questions.push(question("utility", format!("utility({text},lose), writeln(yes)"), is_lost));
    let played = match best(text, next, verdict) {
        Some((to, reached)) => format!(
            "I play from {text} to {to}\nIf you play perfectly, you will eventually {reached}\n[{to}]"
        ),
        None => "false".into(),
    };
    questions.push(question("play", format!("play({text},N), writeln([N])"), played));
    let mut lines = String::new();
    let mut from = text.to_string();
    while let Some((to, reached)) = best(&from, next, verdict) {
        let blanks = 10_usize.saturating_sub(to.len()).max(3);
        lines.push_str(&format!("{from} --> {to}{}{reached}\n", " ".repeat(blanks)));
        from = to;
    }
    questions.push(question("perfect_game", format!("perfect_game({text})"), lines));
}
