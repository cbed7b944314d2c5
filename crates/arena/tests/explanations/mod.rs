//! Explanations: every claim is proven by a checker that shares nothing with what makes them, in
//! random games and in games of levels against the engine.

mod boards;
mod checker;
mod evaluations;
mod mistakes;

use std::collections::{BTreeMap, BTreeSet};

use agon_arena::{BetterMove, ExplainLimits, MoveExplanation, find};
use agon_core::{Claim, ClaimArg, Notation, Present, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

use self::checker::{Case, Doubt, check};

/// A move that is explained.
#[derive(Clone)]
struct Explained {
    position: String,
    mv: String,
    explanation: MoveExplanation,
}

fn explain(game: &str, position: &str, mv: &str, better: Option<&str>) -> MoveExplanation {
    let session = find(game).unwrap().open(position).unwrap();
    let limits = ExplainLimits { better, ..ExplainLimits::default() };
    session.explain(mv, &limits, &()).unwrap()
}

fn words(game: &str, explained: &Explained) -> String {
    let session = find(game).unwrap().open(&explained.position).unwrap();
    let words = session.explanation_words(&explained.explanation).unwrap_or_default();
    format!("{}  {}: {words}", explained.position, explained.mv)
}

/// Each claim of an explanation, with the move that it is about and the one it is compared with.
fn claims(explained: &Explained) -> Vec<(&str, Option<&str>, &Claim)> {
    let MoveExplanation { claims, better } = &explained.explanation;
    let other = better.as_ref().map(|better| better.mv.as_str());
    let about = claims.iter().map(|claim| (explained.mv.as_str(), other, claim));
    let of_better = better.iter().flat_map(|BetterMove { mv, claims }| {
        claims.iter().map(move |claim| (mv.as_str(), None, claim))
    });
    about.chain(of_better).collect()
}

/// Why the checker does not accept a claim, if it does not.
fn doubt<G: Notation + Present>(
    position: &str,
    mv: &str,
    better: Option<&str>,
    claim: &Claim,
) -> Option<Doubt> {
    let (game, position) = G::read(position).unwrap();
    check(&Case::new(&game, &position, mv, better), claim).err()
}

/// Checks all claims of an explanation.
fn check_all<G: Notation + Present>(explained: &Explained) {
    for (mv, better, claim) in claims(explained) {
        let found = doubt::<G>(&explained.position, mv, better, claim);
        assert_eq!(found, None, "{} {mv} {better:?}: {claim:?}", explained.position);
    }
}

/// The positions from which games are played, as text.
fn starts(game: &str, rng: &mut Rng) -> String {
    let [one, two, three] = [3, 4, 5].map(|least| least + rng.below(5));
    match game {
        "nim" => format!("[{one},{two},{three}]"),
        "theseus" => {
            let settings = format!("{}", rng.below(100_000));
            let entry = find("theseus").unwrap();
            let mut all = agon_core::Settings::default();
            all.set("maze", "new".to_string());
            all.set("maze-size", ["5", "7"][rng.below(2)].to_string());
            all.set("maze-loot", "2".to_string());
            all.set("maze-seed", settings);
            let text = entry.start_text(&all).unwrap();
            let mut plies = agon_core::Settings::default();
            plies.set("plies", "60".to_string());
            entry.position_text(&text, &plies).unwrap()
        }
        _ => "startpos".into(),
    }
}

/// Explains moves of random games, compared with random other moves, and checks every claim.
fn explain_random<G: Notation + Present>(wanted: usize, seed: u64) -> Vec<Explained> {
    let mut rng = Rng::seeded(seed);
    let (mut count, mut all) = (0, Vec::new());
    while count < wanted {
        let mut session = find(G::NAME).unwrap().open(&starts(G::NAME, &mut rng)).unwrap();
        while session.outcome().is_none() {
            let moves = session.moves();
            let mv = moves[rng.below(moves.len())].text.clone();
            let other = moves[rng.below(moves.len())].text.clone();
            let position = session.position();
            let better = Some(other.as_str()).filter(|other| *other != mv && rng.below(2) == 0);
            let explanation = explain(G::NAME, &position, &mv, better);
            let explained = Explained { position, mv: mv.clone(), explanation };
            check_all::<G>(&explained);
            count += claims(&explained).len();
            all.push(explained);
            session.play(&mv).unwrap();
        }
    }
    all
}

#[test]
fn every_claim_about_a_random_move_is_true() {
    explain_random::<TicTacToe>(200, 1);
    explain_random::<Nim>(100, 2);
    explain_random::<Santorini>(200, 3);
    explain_random::<Byte>(200, 4);
    explain_random::<Theseus>(200, 5);
}

/// [1,6] is won by leaving one single match, and also by [1,2,3], whose nim-sum is 0.
#[test]
fn the_exception_of_nim_is_claimed_only_where_it_is_the_only_way_to_win() {
    for (position, mv, better, is_claimed) in
        [("[1,6]", "[1,1]", "[1]", false), ("[1,2]", "[1,1]", "[1]", true)]
    {
        let explanation = explain("nim", position, mv, Some(better));
        let explained = Explained { position: position.into(), mv: mv.into(), explanation };
        check_all::<Nim>(&explained);
        let found = claims(&explained).iter().any(|(.., claim)| claim.kind == "nim.exception");
        assert_eq!(found, is_claimed, "{position}");
    }
}

/// The same claim with one argument that is wrong.
fn distorted(claim: &Claim, cells: &[String], rng: &mut Rng) -> Vec<Claim> {
    let mut all = Vec::new();
    for (name, arg) in &claim.args {
        let mut other = |known: &[String]| {
            let others: Vec<&String> = cells.iter().filter(|cell| !known.contains(cell)).collect();
            (!others.is_empty()).then(|| others[rng.below(others.len())].clone())
        };
        let wrong = match arg {
            ClaimArg::Side(side) => Some(ClaimArg::Side(side.opponent())),
            ClaimArg::Number(number) => Some(ClaimArg::Number(number + 1)),
            ClaimArg::Numbers(numbers) => {
                Some(ClaimArg::Numbers(numbers.iter().map(|number| number + 1).collect()))
            }
            ClaimArg::Cell(cell) => other(std::slice::from_ref(cell)).map(ClaimArg::Cell),
            ClaimArg::Cells(known) => other(known)
                .map(|cell| ClaimArg::Cells(known.iter().skip(1).cloned().chain([cell]).collect())),
            ClaimArg::Points(points) => Some(ClaimArg::Points(points + 1)),
            ClaimArg::Name(_) => Some(ClaimArg::Name("nothing".into())),
            ClaimArg::Move(_) => Some(ClaimArg::Move("nowhere".into())),
        };
        if let Some(wrong) = wrong {
            let mut claim = claim.clone();
            claim.args.insert(name.clone(), wrong);
            all.push(claim);
        }
    }
    all
}

/// Plants false claims, and counts by kind those that are refused.
fn plant<G: Notation + Present>(all: &[Explained], refused: &mut BTreeMap<String, usize>) {
    let mut rng = Rng::seeded(17);
    for explained in all {
        let (game, position) = G::read(&explained.position).unwrap();
        let scene = game.scene(&game.view(&position, None));
        let full: Vec<String> = scene.tokens.iter().map(|token| token.cell.clone()).collect();
        for (mv, better, claim) in claims(explained) {
            let case = Case::new(&game, &position, mv, better);
            // "Only within two moves" may be true where "within one" is.
            let mut planted = match &*claim.kind {
                "only_move_in" => Vec::new(),
                _ => distorted(claim, &full, &mut rng),
            };
            if claim.args.is_empty() || planted.is_empty() {
                planted.push(claim.clone());
            }
            for false_claim in planted {
                // Without arguments it is false of another move.
                let is_same = false_claim == *claim;
                let others = game.moves(&position).into_iter();
                let texts = others.map(|mv| game.write_move(&position, mv));
                let others: Vec<String> = texts.filter(|other| is_same && other != mv).collect();
                let is_exclusive = claim.kind.starts_with("only_");
                match others.first() {
                    Some(other) if is_exclusive => {
                        let case = Case::new(&game, &position, other, better);
                        let found = check(&case, &false_claim);
                        assert!(found.is_err(), "{} {other}: {claim:?}", explained.position);
                    }
                    _ if is_same => continue,
                    _ => {
                        let found = check(&case, &false_claim);
                        assert!(found.is_err(), "{} {mv}: {false_claim:?}", explained.position);
                    }
                }
                *refused.entry(claim.kind.to_string()).or_default() += 1;
            }
        }
    }
}

/// The same for kinds that are rare, or that are about the move alone.
fn plant_rare(refused: &mut BTreeMap<String, usize>) {
    let refuse = |kind: &'static str| -> Claim {
        let claim =
            Claim::favouring(kind).side("side", Side::Second).number("count", 1).number("other", 9);
        claim.cell("cell", "0,0".into())
    };
    fn planted<G: Notation + Present>(position: &str, mv: &str, better: &str, claim: &Claim) {
        let text = if position == "startpos" {
            G::default().write(&G::default().start())
        } else {
            position.into()
        };
        let (game, position) = G::read(&text).unwrap();
        let case = Case::new(&game, &position, mv, Some(better));
        let found = check(&case, claim);
        assert!(matches!(found, Err(Doubt::Refuted(_))), "{text} {mv} {claim:?}: {found:?}");
    }
    let towers = "00000/00000/00000/02300/00000 B 31,11 13,44";
    for (kind, game, position, mv, better) in [
        ("wins_now", "tictactoe", "startpos", "11", "00"),
        ("loses_now", "tictactoe", "startpos", "11", "00"),
        ("draws_now", "tictactoe", "startpos", "11", "00"),
        ("forced", "tictactoe", "startpos", "11", "00"),
        ("draws", "tictactoe", "([0,0,0,0,1,0,0,0,0],-1)", "10", "00"),
        ("only_move", "tictactoe", "startpos", "11", "00"),
        ("only_win", "tictactoe", "startpos", "11", "00"),
        ("only_move_in", "tictactoe", "startpos", "11", "00"),
        ("tictactoe.lines", "tictactoe", "startpos", "11", "00"),
        ("tictactoe.misses_forced_fork", "tictactoe", "startpos", "11", "00"),
        ("nim.single", "nim", "[1,2]", "[2]", "[1]"),
        ("nim.last_match", "nim", "[1,2]", "[2]", "[1]"),
        ("nim.exception", "nim", "[1,2]", "[1]", "[2]"),
        ("nim.exception", "nim", "[3,5,7]", "[5,7]", "[2,5,7]"),
        ("nim.exception", "nim", "[1,6]", "[1,1]", "[1]"),
        ("santorini.their_up", "santorini", towers, "11-12-11", "31-32-31"),
        ("santorini.freedom", "santorini", towers, "11-12-11", "31-32-31"),
        ("santorini.stuck", "santorini", towers, "11-12-11", "31-32-31"),
        ("santorini.domes", "santorini", towers, "11-12-11", "31-32-31"),
        ("theseus.takes_last", "theseus", "startpos", "1", "3"),
        ("theseus.walks_in", "theseus", "startpos", "1", "3"),
        ("theseus.beside", "theseus", "startpos", "1", "3"),
        ("theseus.dead_end", "theseus", "startpos", "1", "3"),
    ] {
        let claim = refuse(kind);
        match game {
            "tictactoe" => planted::<TicTacToe>(position, mv, better, &claim),
            "nim" => planted::<Nim>(position, mv, better, &claim),
            "santorini" => planted::<Santorini>(position, mv, better, &claim),
            _ => planted::<Theseus>(position, mv, better, &claim),
        }
        *refused.entry(kind.into()).or_default() += 1;
    }
}

#[test]
fn a_false_claim_of_every_kind_is_refused() {
    let mut refused = BTreeMap::new();
    plant::<TicTacToe>(&explain_random::<TicTacToe>(600, 6), &mut refused);
    plant::<Nim>(&explain_random::<Nim>(400, 7), &mut refused);
    plant::<Santorini>(&explain_random::<Santorini>(800, 8), &mut refused);
    plant::<Byte>(&explain_random::<Byte>(500, 9), &mut refused);
    plant::<Theseus>(&explain_random::<Theseus>(600, 10), &mut refused);
    plant_rare(&mut refused);
    let own = [TicTacToe::CLAIMS, Nim::CLAIMS, Santorini::CLAIMS, Byte::CLAIMS, Theseus::CLAIMS];
    let kinds = agon_arena::CLAIMS.iter().chain(own.into_iter().flatten()).map(|(kind, _)| *kind);
    // Those of evaluations have a checker of their own.
    let kinds = kinds.filter(|kind| !kind.ends_with(".one") && !kind.starts_with("eval_"));
    let missing: Vec<&str> = kinds.filter(|kind| !refused.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The text of a key in a language of the page.
fn page_text<'t>(texts: &'t str, key: &str) -> Option<&'t str> {
    let line = texts.lines().find_map(|line| line.strip_prefix(&format!("\"{key}\":\"")))?;
    line.trim_end_matches(',').strip_suffix('"')
}

#[test]
fn the_page_has_the_words_of_every_claim_in_three_languages() {
    let english = include_str!("../../../../web/i18n/en.json");
    let others = [
        include_str!("../../../../web/i18n/el.json"),
        include_str!("../../../../web/i18n/sr.json"),
    ];
    let arguments = |text: &str| {
        let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        parts.map(|(name, _)| name.to_string()).collect::<BTreeSet<String>>()
    };
    let own = [TicTacToe::CLAIMS, Nim::CLAIMS, Santorini::CLAIMS, Byte::CLAIMS, Theseus::CLAIMS];
    for (kind, words) in agon_arena::CLAIMS.iter().chain(own.into_iter().flatten()) {
        let key = format!("explain.{kind}");
        assert_eq!(page_text(english, &key), Some(*words), "{key}");
        for texts in others {
            let text = page_text(texts, &key).unwrap_or_else(|| panic!("{key} is missing"));
            assert_eq!(arguments(text), arguments(words), "{key}: {text}");
        }
    }
}
