//! Two people: clocks, names, the next game.

use std::collections::BTreeMap;

use agon_arena::TimeControl;
use serde_json::{Value, json};

use super::*;
use crate::lobby::{self, Fresh};
use crate::stored_game::StoredGame;

const MINUTE: u64 = 60_000;

/// A game of tic-tac-toe between Anna and Ben, with a minute each and two seconds a move.
fn clocked(anna: &Caller, ben: &Caller) -> LiveGame {
    let mut game = game("tictactoe", ["person", "person"], anna);
    game.state.set_clock(TimeControl::fischer([60_000_000, 2_000_000])).unwrap();
    at(&mut game, ben, 0, "\"do\": \"open\"").unwrap();
    at(&mut game, ben, 0, r#""do": "claim", "side": "p2", "name": "Ben""#).unwrap();
    game
}

/// The refusal of a request at a time, or the game that a client gets when it is stored.
fn at(game: &mut LiveGame, caller: &Caller, now: u64, text: &str) -> Result<Value, String> {
    let text = format!(r#"{{"id": 1, "game": "id", {text}}}"#);
    let (re, parsed) = crate::protocol::parse(&text);
    let Ok(crate::protocol::Request::Game(_, request)) = parsed else { panic!("{text}") };
    let mut effects = game.handle(GameInput::Request(caller.clone(), re, request), now);
    effects.extend(game.handle(GameInput::Saved(game.saves.version(), Storage::Disk), now));
    let (_, kind) = replies(&effects).pop().expect("a reply");
    match kind.as_str() {
        "ok" => Ok(shown(&effects, caller.client).unwrap_or_default()),
        _ => Err(kind),
    }
}

fn mv(text: &str, ply: usize) -> String {
    format!(r#""do": "move", "mv": "{text}", "ply": {ply}"#)
}

/// When the game requests to be woken.
fn wake_of(effects: &[Effect]) -> Option<u64> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::WakeAt(time) => Some(*time),
        _ => None,
    })
}

#[test]
fn the_first_moves_are_free_and_then_time_runs_out() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &anna, 500_000, &mv("11", 0)).unwrap();
    let seen = at(&mut game, &ben, 900_000, &mv("00", 1)).unwrap();
    assert_eq!(seen["clock"]["left"], json!([MINUTE, MINUTE]), "nobody has used any time");
    assert_eq!(seen["clock"]["running"], "p1");
    let seen = at(&mut game, &anna, 910_000, &mv("22", 2)).unwrap();
    assert_eq!(seen["clock"]["left"], json!([MINUTE - 8000, MINUTE]));
    let effects = game.handle(GameInput::Wake, 910_000);
    assert_eq!(wake_of(&effects), Some(910_000 + MINUTE), "it asks again if woken too early");
    assert_eq!(game.state.outcome(), None);
    let effects = game.handle(GameInput::Wake, 910_000 + MINUTE);
    assert!(save_of(&effects).is_some() && wake_of(&effects).is_none());
    let effects = game.handle(GameInput::Saved(game.saves.version(), Storage::Disk), 980_000);
    for client in [1, 2] {
        let seen = shown(&effects, client).unwrap();
        assert_eq!((&seen["outcome"], &seen["ending"]), (&json!("p1"), &json!("time")));
        assert_eq!(seen["clock"]["left"], json!([MINUTE - 8000, 0]));
    }
    let record = reply(&mut game, &anna, "\"do\": \"record\"")["text"].clone();
    let record = record.as_str().unwrap();
    for line in ["[Reason \"time\"]", "[P2 \"Ben\"]", "[TimeControl \"60+2\"]", "1-0\n"] {
        assert!(record.contains(line), "{line}: {record}");
    }
}

#[test]
fn a_move_that_comes_too_late_is_refused_even_before_the_wake() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    at(&mut game, &ben, 0, &mv("00", 1)).unwrap();
    assert_eq!(at(&mut game, &anna, MINUTE, &mv("22", 2)), Err("Over".into()));
    assert_eq!(game.state.ending(), Some("time"));
}

#[test]
fn a_removed_game_does_not_ask_to_be_woken() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    at(&mut game, &ben, 0, &mv("00", 1)).unwrap();
    request(&mut game, &anna, "\"do\": \"remove\"");
    assert_eq!(wake_of(&game.handle(GameInput::Wake, MINUTE)), None);
}

#[test]
fn time_that_runs_out_while_nobody_has_the_game_open_ends_it() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    at(&mut game, &ben, 1000, &mv("00", 1)).unwrap();
    game.handle(GameInput::Left(1), 2000);
    assert!(is_closed(&game.handle(GameInput::Left(2), 2000)), "nothing stays open for it");
    let stored = game.to_stored();
    for (now, outcome) in [(1000 + MINUTE - 1, None), (1000 + MINUTE, Some("p2"))] {
        let settled = |stored: &StoredGame| {
            let mut stored = stored.clone();
            stored.settle(now);
            (stored.outcome, stored.ending)
        };
        // The list and the opened game agree.
        let mut opened = LiveGame::restored(&stored, Resources::threads(2)).unwrap();
        let seen = at(&mut opened, &ben, now, "\"do\": \"open\"").unwrap();
        assert_eq!(seen["outcome"], json!(outcome));
        let kept = opened.to_stored();
        assert_eq!((kept.outcome.clone(), kept.ending.clone()), settled(&stored));
        assert_eq!(settled(&kept), settled(&stored));
    }
}

#[test]
fn going_back_needs_consent_and_gives_time_back() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    for (ply, (who, text)) in [(&anna, "11"), (&ben, "00"), (&anna, "22")].into_iter().enumerate() {
        at(&mut game, who, 10_000 * ply as u64, &mv(text, ply)).unwrap();
    }
    let jump = "\"do\": \"jump\", \"ply\": 0";
    assert_eq!(at(&mut game, &ben, 20_000, jump), Err("Consent".into()));
    assert_eq!(at(&mut game, &ben, 20_000, "\"do\": \"redo\""), Err("Consent".into()));
    let asked = at(&mut game, &anna, 21_000, "\"do\": \"undo\"").unwrap();
    assert_eq!(asked["offer"], json!({ "what": "takeback", "by": "p1" }));
    assert_eq!(asked["clock"]["running"], "p2", "time runs on");
    let seen = at(&mut game, &ben, 25_000, "\"do\": \"answer\", \"accept\": true").unwrap();
    assert_eq!((&seen["ply"], &seen["clock"]["running"]), (&json!(2), &json!("p1")));
    assert_eq!(seen["clock"]["left"], json!([MINUTE, MINUTE]), "as before the move");
}

#[test]
fn a_computer_has_no_clock_and_the_person_against_it_has() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "level:1"], &anna);
    game.state.set_clock(TimeControl::Move { time: 5_000_000 }).unwrap();
    let seen = at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    assert_eq!(seen["clock"]["left"], json!([5000, null]));
    assert_eq!(seen["clock"]["running"], Value::Null);
    let chosen = ChosenMove { mv: "00".into(), score: None, note: None };
    let answer = GameInput::Finished(1, JobResult::Move(Ok(Some(chosen))));
    let effects = game.handle(answer, 60_000);
    assert_eq!(wake_of(&effects), Some(65_000));
    game.handle(GameInput::Wake, 65_000);
    assert_eq!(
        (game.state.outcome(), game.state.ending()),
        (Some(Outcome::Win(Side::Second)), Some("time"))
    );
}

#[test]
fn a_rematch_is_offered_and_brings_both_along_with_their_sides() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    let swap = "\"do\": \"rematch\", \"swap\": true";
    assert_eq!(at(&mut game, &anna, 0, swap), Err("NotOver".into()));
    at(&mut game, &anna, 0, "\"do\": \"resign\"").unwrap();
    let seen = at(&mut game, &anna, 0, swap).unwrap();
    assert_eq!(seen["offer"], json!({ "what": "swap", "by": "p1" }));
    let own = "\"do\": \"answer\", \"accept\": true";
    assert_eq!(at(&mut game, &anna, 0, own), Err("NoOffer".into()), "not one's own");
    let effects = request(&mut game, &ben, own);
    let next = effects.iter().find_map(|effect| match effect {
        Effect::CreateNext(2, true, stored) => Some(stored.clone()),
        _ => None,
    });
    let next = next.expect("a next game");
    assert_eq!(next.claims, [Some("ben".into()), Some("anna".into())]);
    assert_eq!(next.names, [Some("Ben".into()), None]);
    assert_eq!((next.outcome.clone(), next.line.as_str(), next.ply), (None, "", 0));
    let mut second = LiveGame::restored(&next, Resources::threads(2)).unwrap();
    assert!(save_of(&second.handle(GameInput::Begun, 7)).is_some());
    assert_eq!(second.to_stored().begun, Some(7));
    let seen = at(&mut second, &ben, 8, "\"do\": \"open\"").unwrap();
    assert_eq!(seen["rights"]["moves"], json!([true, false]));
    assert_eq!(seen["clock"]["left"], json!([MINUTE, MINUTE]));
    game.handle(GameInput::Next("other".into(), true), 200);
    let effects = game.handle(GameInput::Saved(game.saves.version(), Storage::Disk), 200);
    for client in [1, 2] {
        let seen = shown(&effects, client).unwrap();
        assert_eq!(seen["next"], json!({ "game": "other", "swapped": true }));
    }
    let restored = LiveGame::restored(&game.to_stored(), Resources::threads(2)).unwrap();
    assert_eq!(restored.to_stored(), game.to_stored());
}

#[test]
fn a_rematch_keeps_rule_files_and_needs_nobody_against_a_computer() {
    let anna = client(1, "anna");
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let file = lobby::starter("tictactoe").unwrap();
    game.state.load_rules(RuleFile { name: "mine.rules".into(), ..file }).unwrap();
    game.state.set_player(Side::Second, "minimax:depth=1,eval=mine.rules").unwrap();
    at(&mut game, &anna, 0, "\"do\": \"resign\"").unwrap();
    let effects = request(&mut game, &anna, "\"do\": \"rematch\"");
    let next = effects.iter().find_map(|effect| match effect {
        Effect::CreateNext(1, false, stored) => Some(stored.clone()),
        _ => None,
    });
    let next = LiveGame::restored(&next.unwrap(), Resources::threads(2)).unwrap();
    assert_eq!(
        next.state.session().player(Side::Second).to_string(),
        "minimax:depth=1,eval=mine.rules"
    );
    assert_eq!(next.state.rules().len(), 1);
}

#[test]
fn people_name_themselves_and_a_record_has_their_names_and_the_date() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    let name = |side: &str, name: &str| {
        let name = json!(name);
        format!(r#""do": "name", "side": "{side}", "name": {name}"#)
    };
    assert_eq!(at(&mut game, &ben, 0, &name("p1", "Anna")), Err("OtherSide".into()));
    assert_eq!(at(&mut game, &anna, 0, &name("p1", "A\u{202e}B")), Err("Name".into()));
    assert_eq!(at(&mut game, &anna, 0, &name("p1", &"x".repeat(41))), Err("Name".into()));
    let seen = at(&mut game, &anna, 0, &name("p1", " Άννα ")).unwrap();
    assert_eq!(seen["names"], json!(["Άννα", "Ben"]));
    at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    at(&mut game, &ben, 0, "\"do\": \"resign\"").unwrap();
    let stored = StoredGame { begun: Some(20_603 * 86_400_000 + 5), ..game.to_stored() };
    let game = LiveGame::restored(&stored, Resources::threads(2)).unwrap();
    let record = game.state.record(game.seats.names(), &BTreeMap::new(), true).unwrap();
    assert!(record.contains("[Date \"2026.05.30\"]"), "{record}");
    let fresh = Fresh {
        id: "again".into(),
        owner_key: String::new(),
        seed: 0,
        resources: Resources::threads(2),
    };
    let again = lobby::import(&record, None, &anna, fresh).unwrap().to_stored();
    assert_eq!(again.names, [Some("Άννα".into()), Some("Ben".into())]);
    assert_eq!(
        (again.begun, again.ending.as_deref()),
        (Some(20_603 * 86_400_000), Some("resigned"))
    );
    let mut filter = lobby::ListFilter { player: Some("άνν".into()), ..Default::default() };
    assert!(filter.wants(&again));
    filter.since = Some(20_604 * 86_400);
    assert!(!filter.wants(&again), "it was the day before");
}

/// Every request that evaluates a position.
const HELP: [&str; 8] = [
    r#""do": "hint""#,
    r#""do": "threat""#,
    r#""do": "verdicts""#,
    r#""do": "review""#,
    r#""do": "grade", "mv": "00""#,
    r#""do": "analyse", "lines": 1"#,
    r#""do": "tree", "depth": 1, "pruning": true, "top": 3"#,
    r#""do": "trial", "versions": [{"name": "a", "source": ""}, {"name": "b", "source": ""}]"#,
];

/// What a request for help is answered with at once; nothing if a search was started.
fn kind(game: &mut LiveGame, caller: &Caller, text: &str) -> Option<String> {
    replies(&request(game, caller, text)).pop().map(|(_, kind)| kind)
}

#[test]
fn while_two_people_play_nobody_is_helped_and_afterwards_everybody_is() {
    let [anna, ben, carl] = [client(1, "anna"), client(2, "ben"), client(3, "carl")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &carl, 0, "\"do\": \"open\"").unwrap();
    for caller in [&anna, &ben, &carl] {
        for help in HELP {
            assert_eq!(kind(&mut game, caller, help).as_deref(), Some("FairPlay"), "{help}");
        }
        assert_eq!(kind(&mut game, caller, r#""do": "analyse", "lines": 0"#).unwrap(), "ok");
    }
    let seen = at(&mut game, &ben, 0, "\"do\": \"open\"").unwrap();
    assert_eq!(seen["help"], json!({ "state": "refused", "asked": [] }));
    // A side that is given up for a moment changes nothing, nor does a computer of one's own.
    at(&mut game, &ben, 0, r#""do": "release", "side": "p2""#).unwrap();
    assert_eq!(kind(&mut game, &ben, HELP[0]).as_deref(), Some("FairPlay"));
    at(&mut game, &ben, 0, r#""do": "claim", "side": "p2""#).unwrap();
    let seat = r#""do": "seat", "side": "p1", "seat": "level:8""#;
    assert_eq!(at(&mut game, &anna, 0, seat), Err("FairPlay".into()));
    let seen = at(&mut game, &ben, 0, "\"do\": \"resign\"").unwrap();
    assert_eq!(seen["help"]["state"], "open");
    for help in &HELP[..7] {
        assert_ne!(kind(&mut game, &carl, help).as_deref(), Some("FairPlay"), "{help}");
    }
}

#[test]
fn searches_that_have_begun_end_when_the_second_player_comes() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let jobs = [HELP[0], HELP[3], HELP[5]].map(|help| started(&request(&mut game, &anna, help)));
    request(&mut game, &ben, "\"do\": \"open\"");
    let mut ended = stopped(&request(&mut game, &ben, r#""do": "claim", "side": "p2""#));
    ended.sort_unstable();
    assert_eq!(ended, jobs.map(|job| job[0].0));
    let mv = request(&mut game, &anna, &mv("11", 0));
    assert_eq!(started(&mv), [], "the analysis does not follow");
}

#[test]
fn two_people_may_agree_on_help_which_both_then_see() {
    let [anna, ben, carl] = [client(1, "anna"), client(2, "ben"), client(3, "carl")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let offer = r#""do": "offer", "what": "help""#;
    assert_eq!(at(&mut game, &anna, 0, offer), Err("NoHelp".into()), "nobody could agree");
    for caller in [&ben, &carl] {
        at(&mut game, caller, 0, "\"do\": \"open\"").unwrap();
    }
    at(&mut game, &ben, 0, r#""do": "claim", "side": "p2""#).unwrap();
    at(&mut game, &anna, 0, offer).unwrap();
    assert_eq!(kind(&mut game, &anna, HELP[0]).as_deref(), Some("FairPlay"), "not answered yet");
    let seen = at(&mut game, &ben, 0, r#""do": "answer", "accept": true"#).unwrap();
    assert_eq!(seen["help"], json!({ "state": "agreed", "asked": [] }));
    for _ in 0..2 {
        assert_eq!(kind(&mut game, &anna, HELP[0]), None, "a search was started");
    }
    let analysis = started(&request(&mut game, &anna, HELP[5]));
    assert_eq!(analysis.len(), 1);
    assert_eq!(kind(&mut game, &carl, HELP[0]).as_deref(), Some("FairPlay"), "only the players");
    let effects = game.handle(GameInput::Saved(game.saves.version(), Storage::Disk), 0);
    let asked = json!([{ "by": "p1", "what": "hint", "ply": 0 }, { "by": "p1", "what": "analyse", "ply": 0 }]);
    for client in [1, 2, 3] {
        assert_eq!(shown(&effects, client).unwrap()["help"]["asked"], asked);
    }
    let restored = LiveGame::restored(&game.to_stored(), Resources::threads(2)).unwrap();
    assert_eq!(restored.to_stored(), game.to_stored());
    let seen = at(&mut game, &ben, 0, r#""do": "release", "side": "p2""#).unwrap();
    assert_eq!(seen["help"]["state"], "refused", "whoever comes next has agreed to nothing");
}

#[test]
fn the_players_and_the_spectators_are_told_who_is_there() {
    let [anna, ben, carl] = [client(1, "anna"), client(2, "ben"), client(3, "carl")];
    let mut game = clocked(&anna, &ben);
    let told = |effects: &[Effect]| {
        let presence = |effect: &Effect| match effect {
            Effect::Send(1, Message::Event(Event::Presence { presence, .. })) => Some(*presence),
            _ => None,
        };
        effects.iter().find_map(presence).map(|it| (it.players, it.spectators))
    };
    let open = "\"do\": \"open\"";
    let effects = request(&mut game, &carl, open);
    assert_eq!(told(&effects), Some(([true, true], 1)));
    assert_eq!(shown(&effects, 3).unwrap()["presence"]["players"], json!([true, true]));
    let phone = Caller { client: 4, ..carl.clone() };
    assert_eq!(told(&request(&mut game, &phone, open)), None, "the same browser");
    assert_eq!(told(&game.handle(GameInput::Left(2), 0)), Some(([true, false], 1)));
    assert_eq!(told(&game.handle(GameInput::Left(3), 0)), None);
    assert_eq!(told(&game.handle(GameInput::Left(4), 0)), Some(([true, false], 0)));
}

#[test]
fn an_open_offer_ends_with_the_game() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = clocked(&anna, &ben);
    at(&mut game, &anna, 0, &mv("11", 0)).unwrap();
    at(&mut game, &anna, 0, r#""do": "offer", "what": "takeback""#).unwrap();
    let seen = at(&mut game, &ben, 0, "\"do\": \"open\"").unwrap();
    assert_eq!(seen["offer"]["what"], "takeback");
    let seen = at(&mut game, &anna, 0, "\"do\": \"resign\"").unwrap();
    assert_eq!(seen["offer"], serde_json::Value::Null);
    let accept = r#""do": "answer", "accept": true"#;
    assert_eq!(at(&mut game, &ben, 0, accept), Err("NoOffer".into()), "the result stands");
}
