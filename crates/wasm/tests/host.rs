//! Drives a host as the worker's script does: runs jobs and stores games.

use std::collections::BTreeMap;
use std::sync::Mutex;

use agon_service::{JobId, Storage, StoredGame, lessons, puzzles};
use agon_wasm::{Actions, Engine, Host, World};
use serde_json::{Value, json};

/// A browser: host, engine and database.
struct Browser {
    host: Host,
    engine: Engine,
    database: BTreeMap<String, StoredGame>,
    /// Why nothing can be stored.
    failure: Option<String>,
    /// The messages to clients.
    sent: Vec<(u64, Value)>,
    now: u64,
    /// Whether time advances to when the host wants to be woken.
    is_waking: bool,
    last_request: u64,
    fetched: Vec<String>,
    is_online: bool,
}

/// A clock that stands still, and the reports.
#[derive(Default)]
struct Reports(Mutex<Vec<String>>);

impl World for Reports {
    fn now(&self) -> f64 {
        0.0
    }

    fn report(&self, text: &str) {
        self.0.lock().unwrap().push(text.into());
    }
}

impl Browser {
    fn with(stored: BTreeMap<String, StoredGame>) -> Browser {
        let mut count = 0;
        let random = move || {
            count += 1;
            format!("text-{count}")
        };
        let games = stored.values().cloned().collect();
        let mut browser = Browser {
            host: Host::new(games, Storage::Disk, random),
            engine: Engine::default(),
            database: stored,
            failure: None,
            sent: Vec::new(),
            now: 1_000_000,
            is_waking: true,
            last_request: 0,
            fetched: Vec::new(),
            is_online: true,
        };
        browser.connect(1);
        browser
    }

    fn connect(&mut self, client: u64) {
        let actions = self.host.connect(client, self.now);
        self.act(actions);
    }

    /// Performs actions until the host requests none.
    fn act(&mut self, first: Actions) {
        let mut rounds = vec![first];
        while let Some(Actions { actions, wake_at }) = rounds.pop() {
            for action in actions {
                let action = serde_json::to_value(&action).unwrap();
                rounds.extend(self.perform(&action));
            }
            if let Some(at) = wake_at.filter(|_| self.is_waking && rounds.is_empty()) {
                self.now = self.now.max(at);
                rounds.push(self.host.wake(self.now));
            }
        }
    }

    fn perform(&mut self, action: &Value) -> Option<Actions> {
        let text = |name: &str| action[name].as_str().unwrap().to_string();
        let number = |name: &str| action[name].as_u64().unwrap();
        let now = self.now;
        match action["do"].as_str().unwrap() {
            "send" => {
                let message = serde_json::from_str(&text("text")).unwrap();
                self.sent.push((number("client"), message));
                None
            }
            "save" => {
                let game: StoredGame = serde_json::from_value(action["game"].clone()).unwrap();
                let id = game.id.clone();
                if self.failure.is_none() {
                    self.database.insert(id.clone(), game);
                }
                Some(self.host.saved(&id, number("version"), self.failure.clone(), now))
            }
            "delete" => {
                self.database.remove(&text("id"));
                Some(self.host.saved(&text("id"), number("version"), None, now))
            }
            "start" => {
                let job = JobId {
                    game: action["job"]["game"].as_str().unwrap().into(),
                    opening: action["job"]["opening"].as_u64().unwrap(),
                    number: action["job"]["number"].as_u64().unwrap(),
                };
                let reports = Reports::default();
                let result = self.engine.run(&job.game, &text("text"), &reports);
                for report in reports.0.into_inner().unwrap() {
                    let actions = self.host.reported(&job, &report, now);
                    self.act(actions);
                }
                Some(self.host.finished(&job, &result, now))
            }
            "fetch" => {
                self.fetched.push(text("file"));
                let found = match text("file").split(['/', '.']).collect::<Vec<_>>()[..] {
                    ["puzzles", game, _] => puzzles::built_in(game),
                    ["lessons", name, _] => lessons::built_in(name),
                    _ => None,
                };
                let found = found.filter(|_| self.is_online).map(String::from);
                Some(self.host.fetched(&text("file"), found.ok_or("no network".into()), now))
            }
            "stop" | "forget" => None,
            other => panic!("{other}"),
        }
    }

    /// Sends a request of a client and returns the reply or error.
    fn request(&mut self, client: u64, mut request: Value) -> Result<Value, Value> {
        self.last_request += 1;
        self.now += 100;
        request["id"] = self.last_request.into();
        let actions = self.host.receive(client, &request.to_string(), self.now);
        self.act(actions);
        let is_reply = |(to, message): &&(u64, Value)| {
            *to == client && message["re"] == json!(self.last_request)
        };
        let (_, reply) = self.sent.iter().rev().find(is_reply).expect("a reply");
        match &reply["error"] {
            Value::Null => Ok(reply["ok"].clone()),
            error => Err(error.clone()),
        }
    }

    /// The last state of a game that a client received.
    fn game(&self, client: u64, id: &str) -> &Value {
        let is_state = |(to, message): &&(u64, Value)| *to == client && message["game"]["id"] == id;
        &self.sent.iter().rev().find(is_state).expect("the game").1["game"]
    }
}

fn create(game: &str, seats: [&str; 2]) -> Value {
    json!({ "do": "create", "game": game, "seats": seats, "moves": "" })
}

#[test]
fn a_computer_plays_to_the_end_and_the_game_is_stored() {
    let mut browser = Browser::with(BTreeMap::new());
    let seats = ["minimax:depth=3", "minimax:depth=2"];
    let created = browser.request(1, create("tictactoe", seats)).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    assert!(browser.game(1, &id)["outcome"].is_string());
    assert_eq!(
        browser.database[&id].outcome,
        browser.game(1, &id)["outcome"].as_str().map(Into::into)
    );
    let list = browser.request(1, json!({ "do": "list" })).unwrap();
    assert_eq!(list["games"][0]["id"], id.as_str());
}

#[test]
fn a_host_that_starts_again_has_all_games() {
    let mut browser = Browser::with(BTreeMap::new());
    let created = browser.request(1, create("nim", ["person", "person"])).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let mv = created["game"]["moves"][0]["text"].clone();
    browser.request(1, json!({ "do": "move", "game": id, "mv": mv, "ply": 0 })).unwrap();
    let mut next = Browser::with(browser.database);
    let opened = next.request(1, json!({ "do": "open", "game": id })).unwrap();
    assert_eq!(opened["game"]["line"], json!([mv]));
    next.request(1, json!({ "do": "remove", "game": id })).unwrap();
    assert!(next.database.is_empty());
    let error = next.request(1, json!({ "do": "open", "game": id })).unwrap_err();
    assert_eq!(error["kind"], "Unknown");
}

#[test]
fn a_clock_goes_on_when_its_game_is_opened_again() {
    let mut browser = Browser::with(BTreeMap::new());
    browser.is_waking = false;
    let mut wanted = create("tictactoe", ["person", "person"]);
    wanted["clock"] = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let created = browser.request(1, wanted).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    for (ply, mv) in ["11", "00"].iter().enumerate() {
        browser.request(1, json!({ "do": "move", "game": id, "mv": mv, "ply": ply })).unwrap();
    }
    assert!(browser.game(1, &id)["outcome"].is_null());
    let mut next = Browser::with(browser.database);
    next.request(1, json!({ "do": "open", "game": id })).unwrap();
    assert!(next.game(1, &id)["outcome"].is_string(), "the time of the side to move is over");
    assert!(next.database[&id].outcome.is_some());
}

#[test]
fn a_second_page_sees_the_moves_of_the_first() {
    let mut browser = Browser::with(BTreeMap::new());
    let created = browser.request(1, create("tictactoe", ["person", "person"])).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    browser.connect(2);
    browser.request(2, json!({ "do": "open", "game": id })).unwrap();
    let mv = created["game"]["moves"][4]["text"].clone();
    browser.request(1, json!({ "do": "move", "game": id, "mv": mv, "ply": 0 })).unwrap();
    assert_eq!(browser.game(2, &id)["line"], json!([mv]));
}

#[test]
fn when_nothing_can_be_stored_the_game_goes_on_in_memory() {
    let mut browser = Browser::with(BTreeMap::new());
    browser.failure = Some("no room".into());
    let seats = ["person", "minimax:depth=2"];
    let created = browser.request(1, create("tictactoe", seats)).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let mv = created["game"]["moves"][0]["text"].clone();
    browser.request(1, json!({ "do": "move", "game": id, "mv": mv, "ply": 0 })).unwrap();
    assert_eq!(browser.game(1, &id)["line"].as_array().unwrap().len(), 2);
    let is_told = |(_, message): &(u64, Value)| message["storage"]["why"] == "no room";
    assert!(browser.database.is_empty() && browser.sent.iter().any(is_told));
}

#[test]
fn questions_are_answered_by_the_engine() {
    let mut browser = Browser::with(BTreeMap::new());
    let created = browser.request(1, create("nim", ["person", "person"])).unwrap();
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let verdicts = browser.request(1, json!({ "do": "verdicts", "game": id })).unwrap();
    assert!(!verdicts["moves"].as_array().unwrap().is_empty());
    let tree = json!({ "do": "tree", "game": id, "depth": 2, "pruning": true, "top": 3 });
    assert!(browser.request(1, tree).unwrap()["nodes"].as_u64().unwrap() > 3);
    let error = browser
        .request(1, json!({ "do": "tree", "game": id, "depth": 99, "pruning": true, "top": 3 }));
    assert_eq!(error.unwrap_err()["kind"], "Bound");
}

#[test]
fn small_boards_of_santorini_are_solved_where_they_need_no_table() {
    let mut browser = Browser::with(BTreeMap::new());
    // Of 3x4 it is known who wins after each first placement, of 3x6 nothing.
    for (board, plies, moves) in [("2x3", Some(22), 6), ("3x4", None, 12), ("3x6", None, 0)] {
        let mut game = create("santorini", ["person", "person"]);
        game["settings"] = json!({ "board": board, "pawns": "1" });
        let created = browser.request(1, game).unwrap();
        assert_eq!(created["game"]["solved"], plies.is_some(), "{board}");
        let asked = json!({ "do": "verdicts", "game": created["game"]["id"] });
        let verdicts = browser.request(1, asked).unwrap();
        assert_eq!(verdicts["value"]["plies"].as_u64(), plies, "{board}: {verdicts}");
        assert_eq!(verdicts["moves"].as_array().unwrap().len(), moves, "{board}");
    }
}

#[test]
fn nonsense_gets_an_answer() {
    let mut browser = Browser::with(BTreeMap::new());
    assert_eq!(browser.request(1, json!({ "do": "fly" })).unwrap_err()["kind"], "Malformed");
    let error = browser.request(1, json!({ "do": "open", "game": "text-99" })).unwrap_err();
    assert_eq!(error["kind"], "Unknown");
    let nobody = JobId { game: "text-99".into(), opening: 1, number: 1 };
    let now = browser.now;
    assert!(browser.host.finished(&nobody, "{", now).actions.is_empty());
    assert!(browser.host.saved("text-99", 1, None, now).actions.is_empty());
    assert!(browser.engine.run("text-99", "{", &Reports::default()).contains("Malformed"));
}

#[test]
fn puzzles_and_lessons_are_fetched_once_when_they_are_asked_for() {
    let mut browser = Browser::with(BTreeMap::new());
    browser.is_online = false;
    let puzzles = json!({ "do": "puzzles", "game": "nim" });
    let refused = browser.request(1, puzzles.clone()).unwrap_err();
    assert_eq!(refused["kind"], "Puzzles");
    browser.is_online = true;
    for _ in 0..2 {
        assert!(
            !browser.request(1, puzzles.clone()).unwrap()["puzzles"].as_array().unwrap().is_empty()
        );
    }
    let lesson = json!({ "do": "lesson", "name": "minimax", "language": "en" });
    assert!(browser.request(1, lesson).is_ok());
    let fetched = ["puzzles/nim.json", "puzzles/nim.json", "lessons/minimax.json"];
    assert_eq!(browser.fetched, fetched);
    // A missing file is not fetched.
    assert!(browser.request(1, json!({ "do": "puzzles", "game": "chess" })).is_err());
    assert_eq!(browser.fetched, fetched);
}
