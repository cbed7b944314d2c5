//! Games of a player against itself: repeatable, legal, with the results that the games had.

use agon_arena::data::{
    DataRecord, GameResult, PlayedData, ReadPosition, SelfPlaySettings, StoredPosition,
};
use agon_arena::{AnySession, PlayerSpec, find};
use agon_core::{Outcome, Side};

fn session(game: &str) -> Box<dyn AnySession> {
    find(game).unwrap().start()
}

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

/// A game, with packed positions where the game has them.
fn play(game: &str, spec: &str, settings: &SelfPlaySettings, number: u32) -> PlayedData {
    let mut session = session(game);
    let is_packed = session.packed_bytes().is_some();
    let played = session.play_itself(&player(spec), settings, 7, number, is_packed, &());
    played.unwrap().expect("nobody stops it")
}

fn read(game: &str, records: &[(u64, DataRecord)]) -> Vec<(DataRecord, ReadPosition)> {
    let session = session(game);
    let read = |(key, record): &(u64, DataRecord)| {
        let position = session.read_stored(&record.stored).unwrap();
        assert_eq!(position.key, *key);
        (record.clone(), position)
    };
    records.iter().map(read).collect()
}

/// A session in which every move is the one that was recorded as the best.
fn follow(
    game: &str,
    first: &ReadPosition,
    rest: &[(DataRecord, ReadPosition)],
) -> Box<dyn AnySession> {
    let mut session = find(game).unwrap().open(&first.position).unwrap();
    for (_, position) in rest {
        assert_eq!(session.position(), position.position);
        session.play(&position.mv).unwrap();
    }
    session
}

const PLAIN: SelfPlaySettings = SelfPlaySettings {
    random_plies: 2..=5,
    player_first: 0,
    random_moves: 0,
    random_children: 0,
    skip_decided: false,
    skip_threatened: false,
};

#[test]
fn a_game_depends_on_its_number_and_on_nothing_before() {
    let settings = SelfPlaySettings { random_children: 30, ..SelfPlaySettings::default() };
    for (game, spec) in [
        ("santorini", "engine:nodes=600,hash=1"),
        ("byte", "engine:depth=2,hash=1"),
        ("tictactoe", "random"),
        ("nim", "level:2"),
        ("theseus", "heuristic"),
    ] {
        let mut session = session(game);
        let is_packed = session.packed_bytes().is_some();
        let mut games = Vec::new();
        for number in [3, 4, 3] {
            let played = session.play_itself(&player(spec), &settings, 7, number, is_packed, &());
            games.push(played.unwrap().unwrap());
        }
        assert_eq!(games[0], games[2], "{game}: after another game it is the same");
        assert_eq!(games[0], play(game, spec, &settings, 3), "{game}: in a new session too");
        let stored = |data: &PlayedData| -> Vec<StoredPosition> {
            data.records.iter().map(|(_, record)| record.stored.clone()).collect()
        };
        assert_ne!(stored(&games[0]), stored(&games[1]), "{game}: games differ");
    }
}

#[test]
fn the_records_of_a_game_are_its_moves_and_its_result() {
    for (game, spec) in
        [("santorini", "minimax:depth=1"), ("tictactoe", "random"), ("byte", "random")]
    {
        for number in 0..6 {
            let data = play(game, spec, &PLAIN, number);
            let records = read(game, &data.records);
            let Some((_, first)) = records.first() else { continue };
            let session = follow(game, first, &records);
            // A player that sees no further than a ply proves its win with the last move.
            let outcome = session.outcome();
            assert!(outcome.is_some(), "{game} {number}: {}", session.position());
            for (place, (record, position)) in records.iter().enumerate() {
                let expected = match outcome {
                    Some(Outcome::Win(side)) if side == position.to_move => GameResult::Win,
                    Some(Outcome::Win(_)) => GameResult::Loss,
                    _ => GameResult::Draw,
                };
                assert_eq!(record.result, expected, "{game} {number} {place}");
                assert_eq!(usize::from(record.ply), usize::from(records[0].0.ply) + place);
                assert!((2..=5).contains(&records[0].0.ply));
                record.check_result().unwrap();
            }
        }
    }
}

#[test]
fn a_proven_win_ends_the_game() {
    let mut found = 0;
    for number in 0..5 {
        let data = play("santorini", "engine:nodes=3000,hash=1", &PLAIN, number);
        let records = read("santorini", &data.records);
        let (last, earlier) = records.split_last().unwrap();
        let winner = last.1.to_move;
        found += usize::from(last.0.score.unwrap().is_win());
        for (record, position) in earlier {
            assert!(!record.score.unwrap().is_win(), "the game would have been over");
            let expected =
                if position.to_move == winner { GameResult::Win } else { GameResult::Loss };
            assert_eq!(record.result, expected);
        }
    }
    assert_eq!(found, 5);
}

#[test]
fn decided_and_threatened_positions_are_left_out_on_request() {
    let spec = "engine:nodes=1000,hash=1";
    let quiet = SelfPlaySettings { skip_decided: true, skip_threatened: true, ..PLAIN };
    let (mut all, mut left) = (0, 0);
    for number in 0..5 {
        let (with, without) =
            (play("santorini", spec, &PLAIN, number), play("santorini", spec, &quiet, number));
        assert_eq!(with.records.len() as u64, without.records.len() as u64 + without.skipped);
        assert_eq!(with.nodes, without.nodes, "the games are the same");
        all += with.records.len();
        left += without.records.len();
        for (record, position) in read("santorini", &without.records) {
            assert!(!position.wins_now && !record.wins_now);
            assert!(record.score.unwrap().proven().is_none());
            assert!(with.records.iter().any(|(_, known)| *known == record));
        }
    }
    assert!(0 < left && left < all, "{left} of {all}");
}

#[test]
fn a_random_move_makes_earlier_results_unknown() {
    let settings = SelfPlaySettings { random_moves: 100, random_plies: 2..=2, ..PLAIN };
    let data = play("santorini", "minimax:depth=1", &settings, 1);
    let (last, earlier) = data.records.split_last().unwrap();
    // Only the last move can be the player's own: one that wins.
    assert_ne!(last.1.result, GameResult::Unknown);
    assert!(earlier.len() > 3);
    for (_, record) in earlier {
        let is_proven = record.score.unwrap().proven().is_some();
        assert_eq!(record.result == GameResult::Unknown, !is_proven);
    }
}

#[test]
fn positions_beside_the_line_have_a_score_and_no_result() {
    let settings = SelfPlaySettings { random_children: 100, ..PLAIN };
    let data = play("santorini", "engine:nodes=600,hash=1", &settings, 2);
    let asides: Vec<&DataRecord> =
        data.records.iter().map(|(_, record)| record).filter(|record| record.is_aside).collect();
    assert!(asides.len() > 3);
    for record in asides {
        let is_proven = record.score.unwrap().proven().is_some();
        assert_eq!(record.result == GameResult::Unknown, !is_proven);
    }
}

#[test]
fn the_player_places_in_a_share_of_the_games() {
    let placings = |player_first| {
        let settings = SelfPlaySettings { player_first, ..PLAIN };
        let is_placing = |position: &ReadPosition| position.mv.starts_with('@');
        (0..12)
            .map(|number| play("santorini", "minimax:depth=1", &settings, number))
            .map(|data| read("santorini", &data.records))
            .filter(|records| records.iter().any(|(_, position)| is_placing(position)))
            .count()
    };
    assert_eq!(placings(0), 0);
    assert_eq!(placings(100), 12);
    let some = placings(50);
    assert!((1..12).contains(&some), "{some}");
}

#[test]
fn games_without_a_packed_form_are_stored_as_text() {
    let data = play("nim", "perfect", &SelfPlaySettings { random_plies: 0..=0, ..PLAIN }, 0);
    let StoredPosition::Text { position, .. } = &data.records[0].1.stored else { panic!("packed") };
    assert_eq!(*position, session("nim").position());
    assert_eq!(read("nim", &data.records)[0].1.to_move, Side::First);
    let refused = session("nim").play_itself(&player("perfect"), &PLAIN, 7, 0, true, &());
    assert!(refused.unwrap_err().to_string().contains("no packed form"));
}

#[test]
fn players_that_do_not_repeat_their_games_are_refused() {
    for (text, reason) in [
        ("person", "a person cannot"),
        ("engine:movetime=10", "limit it by nodes"),
        ("engine:nodes=10,threads=2", "--threads"),
        ("engine", "needs a limit"),
        ("ugi:./bot", "agon match"),
    ] {
        let refused = session("santorini").play_itself(&player(text), &PLAIN, 7, 0, true, &());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn stored_positions_that_cannot_be_are_refused() {
    let session = session("santorini");
    let data = play("santorini", "random", &PLAIN, 0);
    let StoredPosition::Packed { position, mv } = data.records[0].1.stored.clone() else {
        panic!("not packed")
    };
    let refused = |position: &[u8], mv: u32| {
        let stored = StoredPosition::Packed { position: position.to_vec(), mv };
        session.read_stored(&stored).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused(&position[1..], mv).contains("stand for none"));
    assert!(refused(&position, u32::MAX - 1).contains("no move has the code"));
    // From the first cell to the first cell.
    assert!(!refused(&position, 0).is_empty());
    let text = StoredPosition::Text { position: "nonsense".into(), mv: "@00,11".into() };
    assert!(session.read_stored(&text).is_err());
}
