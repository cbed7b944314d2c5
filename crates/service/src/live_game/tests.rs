//! A live game without a server: inputs and their effects.

mod annotations;
mod people;
mod rules;

use agon_arena::{ChosenMove, find};

use agon_core::Score;

use super::*;
use crate::job::{JobKind, JobResult};
use crate::job_context::Report;
use crate::protocol::{Event, Message, MoveDictionary, RuleFile, SearchInfo};
use crate::seats::{AWAY, LOCAL};
use crate::stored_game::Storage;

/// A client in a browser.
fn client(number: u64, session: &str) -> Caller {
    Caller { session: session.into(), ..Caller::local(number) }
}

/// A new game whose creation is stored.
fn game(name: &str, players: [&str; 2], owner: &Caller) -> LiveGame {
    game_at(name, "startpos", players, owner)
}

/// A new game at a position.
fn game_at(name: &str, position: &str, players: [&str; 2], owner: &Caller) -> LiveGame {
    let entry = find(name).unwrap();
    let session = entry.open(position).unwrap();
    let mut state = GameState::new(entry, session, Resources::threads(2));
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        state.set_player(side, player).unwrap();
    }
    let seats = Seats::new(owner, "owner-key".into(), [true, true], None);
    let mut game = LiveGame::new("id".into(), state, seats);
    game.handle(GameInput::Created(owner.clone(), Some(0)), 0);
    game.handle(GameInput::Saved(game.saves.version(), Storage::Disk), 0);
    game
}

fn request(game: &mut LiveGame, caller: &Caller, request: &str) -> Vec<Effect> {
    let text = format!("{{\"id\": 1, \"game\": \"id\", {request}}}");
    let (re, parsed) = crate::protocol::parse(&text);
    let Ok(crate::protocol::Request::Game(_, request)) = parsed else {
        panic!("{text}: {parsed:?}")
    };
    game.handle(GameInput::Request(caller.clone(), re, request), 100)
}

/// The replies among effects: `ok`, or the kind of the refusal.
fn replies(effects: &[Effect]) -> Vec<(u64, String)> {
    let reply = |effect: &Effect| match effect {
        Effect::Send(client, Message::Reply(_, Ok(_))) => Some((*client, "ok".to_string())),
        Effect::Send(client, Message::Reply(_, Err(error))) => Some((*client, error.kind.clone())),
        _ => None,
    };
    effects.iter().filter_map(reply).collect()
}

/// The last game that was sent to a client.
fn shown(effects: &[Effect], to: u64) -> Option<serde_json::Value> {
    let view = |effect: &Effect| match effect {
        Effect::Send(client, Message::Event(Event::Game { game })) if *client == to => {
            serde_json::to_value(game).ok()
        }
        Effect::Send(client, Message::Reply(_, Ok(Reply::Game(reply)))) if *client == to => {
            serde_json::to_value(&reply.game).ok()
        }
        _ => None,
    };
    effects.iter().rev().find_map(view)
}

/// The numbers and kinds of the started jobs.
fn started(effects: &[Effect]) -> Vec<(u64, JobKind)> {
    let job = |effect: &Effect| match effect {
        Effect::Start(number, _, job, _) => Some((*number, job.kind())),
        _ => None,
    };
    effects.iter().filter_map(job).collect()
}

fn stopped(effects: &[Effect]) -> Vec<u64> {
    let stop = |effect: &Effect| match effect {
        Effect::Stop(number) => Some(*number),
        _ => None,
    };
    effects.iter().filter_map(stop).collect()
}

fn save_of(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::Save(version, _) | Effect::Delete(version) => Some(*version),
        _ => None,
    })
}

fn is_closed(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Close))
}

#[test]
fn a_move_is_acknowledged_and_sent_only_when_it_is_stored() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0");
    let version = save_of(&effects).expect("a save");
    assert_eq!(replies(&effects), []);
    assert!(shown(&effects, 1).is_none());
    let effects = game.handle(GameInput::Saved(version, Storage::Disk), 200);
    assert_eq!(replies(&effects), [(1, "ok".into())]);
    assert_eq!(shown(&effects, 1).unwrap()["ply"], 1);
}

#[test]
fn one_save_acknowledges_all_changes_up_to_it() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0");
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"00\", \"ply\": 1");
    let version = save_of(&effects).unwrap();
    let effects = game.handle(GameInput::Saved(version, Storage::Disk), 200);
    assert_eq!(replies(&effects).len(), 2);
    assert_eq!(shown(&effects, 1).unwrap()["ply"], 2);
}

#[test]
fn a_change_that_cannot_be_stored_is_refused_and_given_up() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0");
    let version = save_of(&effects).unwrap();
    let refused = Storage::Refused { why: "full".into() };
    let effects = game.handle(GameInput::Saved(version, refused), 200);
    assert_eq!(replies(&effects), [(1, "Storage".into())]);
    assert!(is_closed(&effects), "whoever opens it again gets the stored game");
}

#[test]
fn the_computer_starts_when_the_move_is_stored_and_its_move_is_played() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "level:1"], &anna);
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0");
    assert_eq!(started(&effects), []);
    let effects = game.handle(GameInput::Saved(save_of(&effects).unwrap(), Storage::Disk), 200);
    let jobs = started(&effects);
    assert_eq!(jobs.len(), 1);
    assert_eq!(shown(&effects, 1).unwrap()["thinking"], true);
    let chosen = ChosenMove { mv: "00".into(), score: None, note: None };
    let result = JobResult::Move(Ok(Some(chosen)));
    let effects = game.handle(GameInput::Finished(jobs[0].0, result.clone()), 300);
    let effects = game.handle(GameInput::Saved(save_of(&effects).unwrap(), Storage::Disk), 300);
    assert_eq!(shown(&effects, 1).unwrap()["line"], serde_json::json!(["11", "00"]));
    let effects = game.handle(GameInput::Finished(jobs[0].0, result), 400);
    assert_eq!(save_of(&effects), None, "a second result of the same job is ignored");
}

#[test]
fn a_computer_that_fails_is_replaced_by_a_person() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["level:1", "person"], &anna);
    let effects = game.handle(GameInput::Finished(1, JobResult::Failed), 1);
    let is_reported = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Send(1, Message::Event(Event::Problem { .. }))));
    assert!(is_reported && game.state.persons()[0]);
}

#[test]
fn searches_stop_and_the_game_closes_when_the_last_client_leaves() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let mut game = game("santorini", ["engine:nodes=1000", "person"], &anna);
    request(&mut game, &ben, "\"do\": \"open\"");
    let analysis = started(&request(&mut game, &ben, "\"do\": \"analyse\", \"lines\": 2"));
    let hint = started(&request(&mut game, &ben, "\"do\": \"hint\""));
    let review = started(&request(&mut game, &ben, "\"do\": \"review\""));
    assert_eq!([analysis[0].1, review[0].1], [JobKind::Analysis, JobKind::Review]);
    let effects = game.handle(GameInput::Left(2), 300);
    let mut gone = stopped(&effects);
    gone.sort_unstable();
    assert_eq!(gone, [analysis[0].0, hint[0].0, review[0].0]);
    assert!(!is_closed(&effects), "another client watches");
    let effects = game.handle(GameInput::Left(1), 300);
    assert_eq!(stopped(&effects), [1], "the computer's search");
    assert!(is_closed(&effects));
}

#[test]
fn a_game_with_a_save_under_way_stays_until_it_is_done() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0");
    let version = save_of(&effects).unwrap();
    assert!(!is_closed(&game.handle(GameInput::Left(1), 200)));
    assert!(is_closed(&game.handle(GameInput::Saved(version, Storage::Disk), 300)));
}

#[test]
fn one_analysis_serves_all_clients_with_as_many_lines_as_each_wants() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let mut game = game("santorini", ["person", "person"], &anna);
    request(&mut game, &ben, "\"do\": \"open\"");
    let first = started(&request(&mut game, &anna, "\"do\": \"analyse\", \"lines\": 3"));
    assert_eq!(first.len(), 1);
    let second = request(&mut game, &ben, "\"do\": \"analyse\", \"lines\": 1");
    assert_eq!(started(&second), []);
    let score = Score::estimate(1);
    let info = SearchInfo {
        depth: 1,
        seldepth: 1,
        nodes: 1,
        nps: 1,
        score,
        chance: 0.5,
        moves: Vec::new(),
        path: Vec::new(),
        words: MoveDictionary::default(),
    };
    let lines = Report::Lines(vec![info; 3]);
    let effects = game.handle(GameInput::Reported(first[0].0, lines), 200);
    let counts: Vec<(u64, usize)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(client, Message::Event(Event::Analysis { lines, .. })) => {
                Some((*client, lines.len()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(counts, [(1, 3), (2, 1)]);
    let effects = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"@00,11\", \"ply\": 0");
    assert_eq!(stopped(&effects), [first[0].0], "it follows the position");
    assert_eq!(started(&effects).len(), 1);
}

#[test]
fn only_the_owner_removes_and_only_players_move() {
    let [anna, ben, carl] = [client(1, "anna"), client(2, "ben"), client(3, "carl")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let refused = |game: &mut LiveGame, by: &Caller, text: &str| replies(&request(game, by, text));
    for caller in [&ben, &carl] {
        request(&mut game, caller, "\"do\": \"open\"");
    }
    let mv = "\"do\": \"move\", \"mv\": \"11\", \"ply\": 0";
    assert_eq!(refused(&mut game, &ben, mv), [(2, "OtherSide".into())]);
    assert_eq!(refused(&mut game, &ben, "\"do\": \"remove\""), [(2, "NotOwner".into())]);
    assert_eq!(refused(&mut game, &carl, "\"do\": \"undo\""), [(3, "NotPlayer".into())]);
    let seat = "\"do\": \"seat\", \"side\": \"p1\", \"seat\": \"random\"";
    assert_eq!(refused(&mut game, &carl, seat), [(3, "NotOwner".into())]);
    let effects = request(&mut game, &ben, "\"do\": \"claim\", \"side\": \"p2\"");
    game.handle(GameInput::Saved(save_of(&effects).unwrap(), Storage::Disk), 200);
    let claim = "\"do\": \"claim\", \"side\": \"p2\"";
    assert_eq!(refused(&mut game, &carl, claim), [(3, "NotFree".into())]);
    let effects = request(&mut game, &anna, mv);
    let effects = game.handle(GameInput::Saved(save_of(&effects).unwrap(), Storage::Disk), 200);
    assert_eq!(shown(&effects, 1).unwrap()["moves"], serde_json::json!([]), "not her turn");
    assert_ne!(shown(&effects, 2).unwrap()["moves"], serde_json::json!([]));
    assert_eq!(shown(&effects, 3).unwrap()["moves"], serde_json::json!([]));
    let second = "\"do\": \"move\", \"mv\": \"00\", \"ply\": 1";
    assert_eq!(refused(&mut game, &anna, second), [(1, "OtherSide".into())]);
    assert_eq!(refused(&mut game, &ben, second), [], "it waits for the save");
}

#[test]
fn the_owners_link_makes_an_owner_of_another_browser() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let wrong = request(&mut game, &ben, "\"do\": \"open\", \"key\": \"guess\"");
    assert_eq!(shown(&wrong, 2).unwrap()["rights"]["owner"], false);
    let right = request(&mut game, &ben, "\"do\": \"open\", \"key\": \"owner-key\"");
    assert_eq!(shown(&right, 2).unwrap()["rights"]["owner"], true);
    let effects = request(&mut game, &ben, "\"do\": \"remove\"");
    let effects = game.handle(GameInput::Saved(save_of(&effects).unwrap(), Storage::Disk), 200);
    assert!(is_closed(&effects));
    assert_eq!(replies(&effects), [(2, "ok".into())]);
}

#[test]
fn a_removed_game_refuses_everything() {
    let anna = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let effects = request(&mut game, &anna, "\"do\": \"remove\"");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Unwatch(1))));
    assert_eq!(replies(&request(&mut game, &anna, "\"do\": \"open\"")), [(1, "Unknown".into())]);
}

#[test]
fn a_game_survives_being_stored() {
    let anna = client(1, "anna");
    let mut game = game("byte", ["person", "minimax:depth=2"], &anna);
    let mv = game.state.session().moves().remove(0).text;
    request(&mut game, &anna, &format!("\"do\": \"move\", \"mv\": \"{mv}\", \"ply\": 0"));
    let stored = game.to_stored();
    let restored = LiveGame::restored(&stored, Resources::threads(2)).unwrap();
    assert_eq!(restored.to_stored(), stored);
}

/// The reply to a request, as it is sent.
fn reply(game: &mut LiveGame, caller: &Caller, text: &str) -> serde_json::Value {
    let effects = request(game, caller, text);
    let sent = effects.iter().find_map(|effect| match effect {
        Effect::Send(client, message @ Message::Reply(..)) if *client == caller.client => {
            serde_json::from_str::<serde_json::Value>(&message.to_json()).ok()
        }
        _ => None,
    });
    sent.expect("a reply at once")["ok"].clone()
}

#[test]
fn looking_changes_nothing_for_others_and_hints_are_about_what_is_looked_at() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    request(&mut game, &ben, "\"do\": \"open\"");
    game.state.follow("11 00 22").unwrap();
    let seen = reply(&mut game, &ben, "\"do\": \"look\", \"ply\": 1, \"moves\": [\"02\"]");
    assert_eq!((&seen["ply"], &seen["after"]), (&2.into(), &serde_json::json!(["02"])));
    assert_eq!(seen["to_move"], "p1");
    assert_eq!(game.state.session().ply(), 3);
    let job = |effects: Vec<Effect>| match effects.into_iter().next() {
        Some(Effect::Start(_, _, job, _)) => job.snapshot.line[..job.snapshot.ply].join(" "),
        other => panic!("no job: {other:?}"),
    };
    assert_eq!(job(request(&mut game, &ben, "\"do\": \"hint\"")), "11 02");
    assert_eq!(job(request(&mut game, &anna, "\"do\": \"hint\"")), "11 00 22");
    let effects = request(&mut game, &ben, "\"do\": \"look\", \"ply\": 4");
    assert_eq!(replies(&effects), [(2, "Bound".into())]);
    let effects = request(&mut game, &ben, "\"do\": \"look\", \"ply\": 1, \"moves\": [\"11\"]");
    assert_eq!(replies(&effects), [(2, "InLine".into())], "an illegal variation is refused");
}

#[test]
fn clients_that_look_at_different_positions_get_different_analyses() {
    let [anna, ben] = [client(1, LOCAL), client(2, LOCAL)];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    game.state.follow("11 00").unwrap();
    request(&mut game, &ben, "\"do\": \"open\"");
    let first = started(&request(&mut game, &anna, "\"do\": \"analyse\", \"lines\": 1"));
    assert_eq!(started(&request(&mut game, &ben, "\"do\": \"analyse\", \"lines\": 1")), []);
    let second = request(&mut game, &ben, "\"do\": \"look\", \"ply\": 0");
    assert_eq!((started(&second).len(), stopped(&second)), (1, vec![]));
    let effects = game.handle(GameInput::Finished(first[0].0, JobResult::Ended), 200);
    let informed: Vec<u64> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(client, Message::Event(Event::Analysis { .. })) => Some(*client),
            _ => None,
        })
        .collect();
    assert_eq!(informed, [1]);
    let back = request(&mut game, &ben, "\"do\": \"look\", \"ply\": null");
    assert_eq!(stopped(&back), [started(&second)[0].0]);
}

#[test]
fn a_step_onto_the_third_level_is_selected_without_a_build_and_reasons_are_given() {
    let anna = client(1, LOCAL);
    let position = "00000/03200/00000/00000/00000 B 12,44 40,41";
    let mut game = game_at("santorini", position, ["person", "person"], &anna);
    let view = reply(&mut game, &anna, "\"do\": \"open\"");
    let moves = view["game"]["moves"].as_array().unwrap();
    let winning = |mv: &&serde_json::Value| mv["text"].as_str().unwrap().starts_with("12-11-");
    let paths: Vec<_> = moves.iter().filter(winning).map(|mv| mv["paths"].clone()).collect();
    assert!(paths.len() > 1);
    assert_eq!(paths[0], serde_json::json!([["12", "11"]]));
    assert!(paths[1..].iter().all(|paths| paths.as_array().unwrap().is_empty()));
    assert_eq!(view["game"]["phases"], serde_json::json!(["pawn", "step", "build"]));
    let mut why = |path: &str| {
        let text = format!("\"do\": \"why\", \"path\": {path}");
        reply(&mut game, &anna, &text)["reason"]["kind"].clone()
    };
    assert_eq!(why("[\"40\"]"), "NotYourPawn");
    assert_eq!(why("[\"12\", \"33\"]"), "StepTooFar");
    assert_eq!(why("[\"44\", \"34\", \"11\"]"), "BuildTooFar");
    assert_eq!(why("[\"12\", \"11\"]"), serde_json::Value::Null, "that is legal");
}

#[test]
fn a_game_of_a_contest_is_watched_and_follows_its_record() {
    let record = "[Game \"tictactoe\"]\n[P1 \"Ann\"]\n[P2 \"minimax:depth=2\"]\n\n";
    let read =
        |moves: &str| agon_arena::contest::Record::read(&format!("{record}{moves}")).unwrap();
    let contest = WatchedGame { number: 0, name: "May".into(), reason: None };
    let resources = Resources::threads(1);
    let mut game = LiveGame::watched("id".into(), &read("1. 11 *")[0], contest, resources).unwrap();
    let anna = client(1, LOCAL);
    let effects = request(&mut game, &anna, "\"do\": \"open\"");
    let view = shown(&effects, 1).unwrap();
    assert_eq!(view["names"], serde_json::json!(["Ann", "minimax:depth=2"]));
    assert_eq!(view["moves"], serde_json::json!([]));
    assert!(started(&effects).is_empty(), "nobody plays on here");
    let refused = request(&mut game, &anna, "\"do\": \"move\", \"mv\": \"00\", \"ply\": 1");
    assert_eq!(replies(&refused), [(1, "Watched".into())]);
    let mut follow =
        |moves: &str| game.handle(GameInput::Followed(Box::new(read(moves).remove(0))), 200);
    assert!(shown(&follow("1. 11 *"), 1).is_none(), "nothing new is nothing to tell");
    assert_eq!(shown(&follow("1. 11 00 *"), 1).unwrap()["line"], serde_json::json!(["11", "00"]));
    let effects = follow("1. 11 00 2. 22 02 3. 21 01 1-0");
    assert!(shown(&effects, 1).is_none(), "a record that contradicts the rules changes nothing");
    let saves = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::Save(..)));
    let effects = follow("1. 11 00 2. 22 02 3. 21 01 0-1");
    assert_eq!(shown(&effects, 1).unwrap()["outcome"], "p2");
    assert!(!saves(&effects));
}

/// Whether effects store the game, and whether they close it.
fn is_stored_and_closed(effects: &[Effect]) -> [bool; 2] {
    let has = |is_it: fn(&Effect) -> bool| effects.iter().any(is_it);
    [has(|it| matches!(it, Effect::Save(..))), has(|it| matches!(it, Effect::Close))]
}

#[test]
fn a_game_is_stored_from_its_first_move_or_invitation_on() {
    let anna = client(1, "anna");
    for (first, is_stored) in [
        ("\"do\": \"name\", \"side\": \"p1\", \"name\": \"Anna\"", false),
        ("\"do\": \"move\", \"mv\": \"11\", \"ply\": 0", true),
        ("\"do\": \"invite\"", true),
    ] {
        let mut game = game("tictactoe", ["person", "person"], &anna);
        let effects = request(&mut game, &anna, first);
        assert_eq!(is_stored_and_closed(&effects), [is_stored, false], "{first}");
        let is_answered = !replies(&effects).is_empty();
        assert_eq!(is_answered, !is_stored, "{first}: what is stored is acknowledged later");
    }
    let local = client(1, LOCAL);
    let mut game = game("tictactoe", ["person", "person"], &local);
    let effects = request(&mut game, &local, "\"do\": \"run\", \"on\": true");
    assert_eq!(is_stored_and_closed(&effects), [true, false], "the local user's at once");
}

#[test]
fn a_game_without_a_move_ends_ten_minutes_after_its_last_client_has_left() {
    let anna = client(1, "anna");
    let mut game = game("tictactoe", ["person", "person"], &anna);
    let effects = game.handle(GameInput::Left(1), 5000);
    assert_eq!(is_stored_and_closed(&effects), [false, false]);
    assert!(effects.iter().any(|it| matches!(it, Effect::WakeAt(at) if *at == 605_000)));
    request(&mut game, &anna, "\"do\": \"open\"");
    let effects = game.handle(GameInput::Wake, 605_000);
    assert_eq!(is_stored_and_closed(&effects), [false, false], "somebody came back");
    game.handle(GameInput::Left(1), 700_000);
    assert_eq!(is_stored_and_closed(&game.handle(GameInput::Wake, 1_299_999)), [false, false]);
    assert_eq!(is_stored_and_closed(&game.handle(GameInput::Wake, 1_300_000)), [false, true]);
}

#[test]
fn the_owner_frees_a_side_when_its_player_has_been_away_for_an_hour() {
    let [anna, ben] = [client(1, "anna"), client(2, "ben")];
    let mut game = game("tictactoe", ["person", "person"], &anna);
    request(&mut game, &ben, "\"do\": \"open\"");
    request(&mut game, &ben, "\"do\": \"claim\", \"side\": \"p2\"");
    game.handle(GameInput::Left(2), 1000);
    let mut release = |now| {
        let asked =
            GameInput::Request(anna.clone(), None, GameRequest::Release { side: Side::Second });
        let effects = game.handle(asked, now);
        replies(&effects).first().map_or("stored".to_string(), |(_, kind)| kind.clone())
    };
    assert_eq!(release(1000 + AWAY - 1), "NotAway");
    assert_eq!(release(1000 + AWAY), "stored");
    assert_eq!(game.rights(&ben).deserted, [false, true], "the game is marked");
}
