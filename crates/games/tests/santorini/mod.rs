//! Santorini: the battery, a slow twin, texts that are refused, and what the
//! evaluation sees.

mod naive;

use self::naive::Naive;
use agon_core::conformance::Battery;
use agon_core::{Evaluate as _, Game as _, Notation as _, Outcome, Refusal as _, Rng, Side, perft};
use agon_games::santorini::{Board, Handcrafted, Move, Position, Santorini};
use proptest::prelude::*;

/// The game on the usual board.
const GAME: Santorini = Santorini::on(Board::STANDARD);

fn read(text: &str) -> Position {
    Santorini::read(text).expect(text).1
}

/// The battery from the start and from crowded positions.
fn conforms(games: usize) {
    let crowded = read("21430/24213/32243/12342/04241 B 13,31 22,01");
    let late = read("03030/22222/03330/22222/03030 B 11,13 31,33");
    Battery::new(GAME)
        .from(crowded)
        .from(late)
        .evaluator(Handcrafted::default())
        .facts()
        .games(games)
        .run_all();
}

#[test]
fn santorini_conforms() {
    conforms(30);
}

#[test]
#[ignore = "a trial: minutes"]
fn santorini_conforms_in_many_games() {
    conforms(600);
}

/// Moves and results against the slow twin, in whole random games on every board.
#[test]
fn moves_and_results_are_those_of_the_slow_twin() {
    for board in Board::all() {
        let game = Santorini::on(board);
        for seed in 0..if board == Board::STANDARD { 300 } else { 20 } {
            let mut rng = Rng::seeded(seed);
            let mut position = game.start();
            loop {
                let naive = Naive::of(&game, &position);
                let moves = game.moves(&position);
                let texts: Vec<String> =
                    moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
                assert_eq!(texts, naive.moves(), "{}", game.write(&position));
                assert_eq!(game.count_moves(&position), texts.len() as u64);
                let outcome = game.outcome(&position);
                assert_eq!(outcome.and_then(Outcome::winner), naive.winner());
                let Some(&mv) = rng.pick(&moves) else { break };
                game.play_unchecked(&mut position, mv);
            }
        }
    }
}

#[test]
fn santorini_conforms_on_every_board() {
    for board in Board::all().filter(|&board| board != Board::STANDARD) {
        let battery = Battery::new(Santorini::on(board)).evaluator(Handcrafted::default());
        battery.facts().games(1).run_all();
    }
}

#[test]
fn a_text_tells_its_board() {
    for board in Board::all() {
        let game = Santorini::on(board);
        let start = game.start();
        let text = game.write(&start);
        assert_eq!(Santorini::read(&text), Ok((game, start)), "{text}");
        assert_eq!(Santorini::read(&format!("{board} start")), Ok((game, start)));
        let placed = game.after(&start, game.moves(&start)[0]);
        assert_eq!(Santorini::read(&game.write(&placed)), Ok((game, placed)));
    }
    let kind = |text: &str| Santorini::read(text).unwrap_err().kind();
    assert_eq!(kind("6x5 start"), "Board");
    assert_eq!(kind("000/000 B 00 12,11"), "UnevenPawns");
    assert_eq!(kind("000/000 R 00 -"), "UnevenPawns");
    assert_eq!(kind("000/00 B 00,01 10,11"), "RowLength");
    assert_eq!(kind("000 B 00,01 10,11"), "Rows");
    assert_eq!(kind("000/000 B 00,01 10,20"), "NoSuchCell");
    assert_eq!(kind("000/010 B 1 1"), "BuiltTooEarly");

    let (game, start) = Santorini::read("000/000 B 1 1").unwrap();
    let refused = |text| game.check(&start, game.read_move(&start, text).unwrap()).unwrap_err();
    assert_eq!(refused("@00,01").kind(), "PlaceOne");
    let two = GAME;
    let one_pawn = Move::place_one(Board::STANDARD.cell(0, 0).unwrap());
    assert_eq!(two.check(&two.start(), one_pawn).unwrap_err().kind(), "PlaceTwo");
}

#[test]
fn placements_are_unordered_however_they_are_typed() {
    let start = GAME.start();
    let typed = |text| GAME.read_move(&start, text).unwrap();
    assert_eq!(typed("@33,11"), typed("@11,33"));
    let placed = GAME.after(&start, typed("@33,11"));
    assert_eq!(GAME.write(&placed), "00000/00000/00000/00000/00000 R 11,33 -");
}

#[test]
fn pawns_in_another_order_are_kept_and_share_the_key() {
    let one = read("00000/00000/10000/00000/00000 R 10,11 22,33");
    let two = read("00000/00000/10000/00000/00000 R 11,10 33,22");
    assert_ne!(one, two);
    assert_eq!(GAME.write(&two), "00000/00000/10000/00000/00000 R 11,10 33,22");
    assert_eq!(GAME.key(&one), GAME.key(&two));
    assert_eq!(perft(&GAME, &one, 2), perft(&GAME, &two, 2));
    let first = GAME.moves(&two)[0];
    assert_eq!(GAME.write_move(&two, first), "33-23-12");
}

#[test]
fn the_result_stands_as_soon_as_the_move_is_made() {
    let winning = read("00000/02300/00000/00000/00000 B 11,33 44,40");
    let climb = GAME.read_move(&winning, "11-12-11").unwrap();
    let won = GAME.after(&winning, climb);
    assert_eq!(GAME.outcome(&won), Some(Outcome::Win(Side::First)));
    // The build of a winning move is made too.
    assert_eq!(GAME.write(&won), "00000/03300/00000/00000/00000 R 12,33 44,40");

    let half_stuck = read("02000/22000/00000/00000/00000 B 00,44 34,43");
    assert!(GAME.outcome(&half_stuck).is_none(), "a pawn that can move saves its side");
    let stuck = read("02000/22000/00000/00022/00020 B 00,44 22,12");
    assert_eq!(GAME.outcome(&stuck), Some(Outcome::Win(Side::Second)));
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| Santorini::read(text).unwrap_err().kind();
    let empty = "00000/00000/00000/00000/00000";
    assert_eq!(kind(""), "Parts");
    assert_eq!(kind(empty), "Parts");
    assert_eq!(kind(&format!("{empty} B 00,11 22,33 x")), "Parts");
    assert_eq!(kind("00/00/00/00/00/00/00 B - -"), "Rows");
    assert_eq!(kind("00000/00000/00000/00000/00000/00000 B - -"), "RowLength");
    assert_eq!(kind("00000/00000/00000/00000/0000 B - -"), "RowLength");
    assert_eq!(kind("00000/00000/00000/00000/000000 B - -"), "RowLength");
    assert_eq!(kind("00000/00000/00500/00000/00000 B - -"), "Height");
    assert_eq!(kind("00000/00000/00-00/00000/00000 B - -"), "Height");
    assert_eq!(kind("00000/00000/00٣00/00000/00000 B - -"), "Height");
    assert_eq!(kind(&format!("{empty} X - -")), "Side");
    assert_eq!(kind(&format!("{empty} B 00 22,33")), "UnevenPawns");
    assert_eq!(kind(&format!("{empty} B 001 22,33")), "Pawns");
    assert_eq!(kind(&format!("{empty} B 00,55 22,33")), "NoSuchCell");
    assert_eq!(kind(&format!("{empty} B 00,1 22,33")), "NoSuchCell");
    assert_eq!(kind(&format!("{empty} B 00,11,22 22,33")), "NoSuchCell");
    assert_eq!(kind(&format!("{empty} B 00,00 22,33")), "SharedCell");
    assert_eq!(kind(&format!("{empty} B 00,11 11,33")), "SharedCell");
    assert_eq!(kind("40000/00000/00000/00000/00000 B 00,11 22,33"), "PawnOnDome");
    assert_eq!(kind(&format!("{empty} B - 22,33")), "RedBeforeBlue");
    assert_eq!(kind(&format!("{empty} R - -")), "NotTheirPlacement");
    assert_eq!(kind(&format!("{empty} B 00,11 -")), "NotTheirPlacement");
    assert_eq!(kind("10000/00000/00000/00000/00000 B - -"), "BuiltTooEarly");
    assert_eq!(kind("30003/00000/00000/00000/00000 B 00,11 04,33"), "TwoWinners");
    assert_eq!(kind("30000/00000/00000/00000/00000 B 00,11 04,33"), "WinnerToMove");
    assert_eq!(kind(&"0".repeat(100_000)), "Parts");
}

#[test]
fn a_won_position_has_text_that_reads_back() {
    let won = read("30000/00000/00000/00000/00000 R 00,11 04,33");
    assert_eq!(GAME.outcome(&won), Some(Outcome::Win(Side::First)));
    assert!(GAME.moves(&won).is_empty());
}

#[test]
fn moves_that_cannot_be_are_refused_by_kind() {
    let position = read("02000/00000/00400/00000/00000 B 00,11 12,33");
    let kind = |text: &str| match GAME.read_move(&position, text) {
        Ok(mv) => GAME.check(&position, mv).unwrap_err().kind(),
        Err(refusal) => refusal.kind(),
    };
    assert_eq!(kind(""), "MoveText");
    assert_eq!(kind("00-10"), "MoveText");
    assert_eq!(kind("00-10-20-30"), "MoveText");
    assert_eq!(kind("00-10-2x"), "NoSuchCell");
    assert_eq!(kind("@00"), "MoveText");
    assert_eq!(kind("@00,11"), "AlreadyPlaced");
    assert_eq!(kind("22-10-20"), "NotYourPawn");
    assert_eq!(kind("33-32-31"), "NotYourPawn");
    assert_eq!(kind("00-20-30"), "StepTooFar");
    assert_eq!(kind("00-00-10"), "StepTooFar");
    assert_eq!(kind("00-11-21"), "Occupied");
    assert_eq!(kind("11-22-23"), "Domed");
    assert_eq!(kind("00-01-02"), "TooHigh");
    assert_eq!(kind("00-10-30"), "BuildTooFar");
    assert_eq!(kind("00-10-10"), "BuildTooFar");
    assert_eq!(kind("00-10-11"), "Occupied");
    assert_eq!(kind("11-21-22"), "Domed");

    let start = GAME.start();
    let place = |text| GAME.check(&start, GAME.read_move(&start, text).unwrap());
    assert_eq!(place("@00,00").unwrap_err().kind(), "SameCell");
    assert_eq!(place("00-10-20").unwrap_err().kind(), "PlaceFirst");
    let red = read("00000/00000/00000/00000/00000 R 00,11 -");
    let taken = GAME.read_move(&red, "@11,12").unwrap();
    assert_eq!(GAME.check(&red, taken).unwrap_err().kind(), "Occupied");
    let won = read("30000/00000/00000/00000/00000 R 00,11 04,33");
    let late = GAME.read_move(&won, "33-32-31").unwrap();
    assert_eq!(GAME.check(&won, late).unwrap_err().kind(), "GameOver");
}

fn points(text: &str) -> i32 {
    let position = read(text);
    Handcrafted::default().evaluate(&GAME, &position).points()
}

#[test]
fn a_side_that_can_step_onto_height_3_is_worth_most() {
    assert!(points("00000/02300/00000/00000/00000 B 11,33 44,40") > 90_000);
    // Not from height 1, and not onto a dome.
    assert!(points("00000/01300/00000/00000/00000 B 11,33 44,40") < 1_000);
    assert!(points("00000/02400/00000/00000/00000 B 11,33 44,40") < 1_000);
}

#[test]
fn a_threat_counts_by_whether_it_can_be_answered() {
    // Red is too far from 12 to build there; from 14 it can step to 13 and dome it.
    let far = points("00000/02300/00000/00000/00000 R 11,00 44,40");
    let near = points("00000/02300/00000/00000/00000 R 11,00 44,14");
    let double = points("00300/02300/00000/00000/00000 R 11,00 44,14");
    assert!(far < -40_000, "{far}");
    assert!(near > -1_000, "{near}");
    assert!(double < -40_000, "one build does not close two cells: {double}");
}

#[test]
fn making_a_move_allocates_nothing() {
    let mut position = GAME.start();
    let mut rng = Rng::seeded(5);
    let mut line = Vec::new();
    while let Some(&mv) = rng.pick(&GAME.moves(&position)) {
        line.push(mv);
        GAME.play_unchecked(&mut position, mv);
    }
    let mut key = GAME.key(&GAME.start());
    let counted = allocation_counter::measure(|| {
        let mut position = GAME.start();
        for &mv in &line {
            assert!(GAME.check(&position, mv).is_ok());
            GAME.play_observed(&mut position, mv, &mut key);
            assert!(GAME.count_moves(&position) < 400);
        }
    });
    assert!(line.len() > 10);
    assert_eq!(counted.count_total, 0);
}

fn any_text() -> impl Strategy<Value = String> {
    let like_a_position = "[0-5]{2,6}(/[0-4]{2,6}){1,5} [BRx] [0-6,-]{1,6} [0-6,-]{1,6}";
    prop_oneof![Just(like_a_position), Just(r"[0-4@,-]{0,10}"), Just(r"\PC{0,60}")]
        .prop_flat_map(|pattern| proptest::string::string_regex(pattern).unwrap())
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in any_text()) {
        if let Ok((game, position)) = Santorini::read(&text) {
            prop_assert_eq!(Santorini::read(&game.write(&position)), Ok((game, position)));
        }
        let game = GAME;
        let start = game.start();
        if let Ok(mv) = game.read_move(&start, &text) {
            prop_assert_eq!(game.read_move(&start, &game.write_move(&start, mv)), Ok(mv));
        }
    }

    /// Any heights at all: moves, counts and results still agree with the twin.
    #[test]
    fn any_board_plays_like_the_slow_twin(
        heights in proptest::collection::vec(0..5u8, 25),
        cells in proptest::sample::subsequence((0..25usize).collect::<Vec<_>>(), 4),
        red: bool,
    ) {
        let rows: Vec<String> =
            heights.chunks(5).map(|row| row.iter().map(u8::to_string).collect()).collect();
        let cell = |place: usize| format!("{}{}", cells[place] / 5, cells[place] % 5);
        let side = if red { 'R' } else { 'B' };
        let text = format!("{} {side} {},{} {},{}", rows.join("/"), cell(0), cell(2), cell(1), cell(3));
        if let Ok((game, position)) = Santorini::read(&text) {
            let naive = Naive::of(&game, &position);
            let moves = game.moves(&position);
            let texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
            prop_assert_eq!(&texts, &naive.moves());
            prop_assert_eq!(game.count_moves(&position), texts.len() as u64);
            prop_assert_eq!(game.outcome(&position).and_then(Outcome::winner), naive.winner());
        }
    }
}

#[test]
fn a_placement_names_the_smaller_cell_first() {
    let [one, two] = [(3, 0), (0, 4)].map(|(row, column)| GAME.board().cell(row, column).unwrap());
    assert_eq!(Move::place(one, two), Move::Place(two, one));
}
