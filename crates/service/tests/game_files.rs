//! Games whose rules are a file: made on the page, stored, sent along, and refused.

use agon_service::lobby::{self, Fresh};
use agon_service::protocol::{CreateRequest, RequestError};
use agon_service::{Caller, Job, LiveGame, Resources, check_file, game_files};
use serde_json::json;

/// Tic-tac-toe in which a line loses.
const OWN: &str = "game mine.\ntitle \"Mine\".\nsides x, o.\ninclude \"tictactoe.game\".\noverride wins(P) :- line(Q), other(P, Q).\n";

fn fresh() -> Fresh {
    Fresh { id: "id".into(), owner_key: "key".into(), seed: 1, resources: Resources::threads(1) }
}

fn create(file: &str, moves: &str) -> Result<LiveGame, RequestError> {
    let request = json!({ "game": "file", "file": file, "moves": moves });
    let request: CreateRequest = serde_json::from_value(request).unwrap();
    lobby::create(&request, &Caller::local(1), fresh())
}

#[test]
fn a_game_is_restored_from_what_was_stored() {
    let game = create(OWN, "00 11").unwrap();
    let stored = game.to_stored();
    assert!(stored.game.starts_with("mine#"), "{}", stored.game);
    assert!(stored.file.as_ref().is_some_and(|file| file.contains("tictactoe.game")));
    // What was stored by a program in which the text has another number.
    let other = agon_service::StoredGame {
        start: stored.start.replace(&stored.game, "mine#00000000"),
        game: "mine#00000000".into(),
        ..stored.clone()
    };
    for stored in [stored.clone(), other] {
        let again = LiveGame::restored(&stored, Resources::threads(1)).unwrap();
        assert_eq!(again.to_stored().line, "00 11");
        assert_eq!(again.to_stored().position, game.to_stored().position);
        assert_eq!(again.to_stored().game, game.to_stored().game);
    }
    let list = lobby::list(&[stored], None, &Caller::local(1));
    let listed = serde_json::to_value(&list.games[0]).unwrap();
    assert_eq!(listed["file"]["title"], "Mine");
    assert_eq!(listed["scene"]["cells"].as_array().unwrap().len(), 9);
}

#[test]
fn a_record_carries_the_rules_with_it() {
    let game = create(OWN, "00 11 01 22 02").unwrap();
    let text = game.record().unwrap();
    assert!(
        text.contains("[Game \"mine.game\"]") && text.contains("[File \"tictactoe.game\"]"),
        "{text}"
    );
    let imported = lobby::import(&text, None, &Caller::local(1), fresh()).unwrap().to_stored();
    assert_eq!(
        (imported.line.as_str(), imported.outcome.as_deref()),
        ("00 11 01 22 02", Some("p2"))
    );
    // A rule that was changed by somebody, and a line that was lost.
    for (from, to) in [("line(Q)", "line(P)"), ("|game mine.\n", "")] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        let refused = lobby::import(&changed, None, &Caller::local(1), fresh()).err().unwrap();
        assert_eq!(refused.kind, "GameFileHash", "{}", refused.text);
    }
}

#[test]
fn a_job_can_be_sent_to_another_worker_with_its_rules() {
    let game = create(OWN, "00 11").unwrap();
    let mut game = LiveGame::restored(&game.to_stored(), Resources::threads(1)).unwrap();
    let request = serde_json::from_value(json!({ "do": "verdicts" })).unwrap();
    let effects = game.handle(agon_service::GameInput::Request(Caller::local(1), None, request), 1);
    let started = effects.into_iter().find_map(|effect| match effect {
        agon_service::Effect::Start(_, _, job, _) => Some(job),
        _ => None,
    });
    let text = started.unwrap().to_json();
    let job = Job::from_json(&text, Resources::threads(1)).unwrap();
    assert_eq!(job.snapshot.open().unwrap().history(), ["00", "11"]);
    assert!(text.contains("override wins"));
}

#[test]
fn errors_are_told_with_their_lines() {
    let checked = check_file(OWN, &Resources::threads(1)).unwrap();
    assert_eq!((checked.moves, checked.plies, checked.info.solved), (9, 9, true));
    let error = check_file(&OWN.replace("line(Q)", "lime(Q)"), &Resources::threads(1)).unwrap_err();
    let text = serde_json::to_value(&error).unwrap();
    assert_eq!(text["troubles"][0]["line"], 5);
    assert_eq!(text["troubles"][0]["meant"], "line");
    let error = create("", "").err().unwrap();
    assert_eq!(error.kind, "Bound");
}

#[test]
fn only_files_of_the_program_are_included() {
    for name in ["/etc/passwd", "../santorini.game", "my.game"] {
        let text = format!("game mine.\ninclude \"{name}\".\n");
        let error = check_file(&text, &Resources::threads(1)).unwrap_err();
        assert!(error.text.contains("cannot include"), "{}", error.text);
    }
}

#[test]
fn the_files_of_the_program_fit_the_page() {
    for file in game_files().files {
        let checked = check_file(&file.source, &Resources::threads(1));
        assert!(checked.is_ok(), "{}: {checked:?}", file.name);
        let request = serde_json::from_value(json!({ "game": file.name })).unwrap();
        let game = lobby::create(&request, &Caller::local(1), fresh()).unwrap();
        assert_eq!(game.to_stored().game, file.name);
    }
}

/// Games that would keep a server busy: many moves, many steps.
#[test]
fn what_is_too_large_for_a_server_is_refused() {
    let many = "game many.\nsides a, b.\nset cell(N) named N :- N in 0..59.\nstate at(cell -> side).\n\
        legal go(A, B, C) :- cell(A, _), cell(B, _), cell(C, _).\nadd at(A, me) :- does go(A, _, _).\n\
        plies 10.\nwrite go(A, B, C) as A \"-\" B \"-\" C.\n";
    let error = check_file(many, &Resources::threads(1)).unwrap_err();
    assert!(["GameTooLarge", "Rules"].contains(&error.kind.as_str()), "{}", error.text);
    let slow = many.replace(
        "legal go(A, B, C) :-",
        "legal go(A, B, C) :- N = count { cell(D, _), cell(E, _), at(D, P), at(E, P) }, N >= 0,",
    );
    assert!(check_file(&slow, &Resources::threads(1)).is_err());
}
