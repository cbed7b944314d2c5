//! Puzzles and lessons: one of each game is solved, and unreadable files are reported.

use std::fs;

use serde_json::{Value, json};

use agon_testing::{Client, Page, Server};

/// The elements that the page must select for the next move of a puzzle.
fn path(client: &mut Client, game: &str, id: &str, moves: &[String]) -> Vec<String> {
    let asked = json!({ "game": game, "puzzle": id, "moves": moves, "hint": true });
    let hint = client.ask("puzzle_try", asked)["hint"].clone();
    serde_json::from_value(hint).unwrap()
}

/// Selects elements one after another; matches of a heap as a range.
fn select(page: &Page, game: &str, path: &[String]) {
    if game == "nim" {
        let range = json!([[path[0], true], [path[path.len() - 1], false]]);
        page.until("choices().length");
        page.run(
            "for (const [id, shiftKey] of given[0]) document.querySelector(`[data-element='${id}']`)\
             .dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));",
            vec![range],
        );
        return;
    }
    // The page selects elements without alternatives itself.
    let mut left = path;
    while !left.is_empty() {
        let next = page.run(
            "const isOpen = (id) => document.querySelector(`.board-root [data-element='${id}'].selectable`); \
             return until(() => given[0].find(isOpen) ?? (document.querySelector('.told-result.right') && !choices().length && 'none'));",
            vec![json!(left)],
        );
        let Some(place) = left.iter().position(|element| next == element.as_str()) else { return };
        page.click(&format!(".board-root [data-element='{}'].selectable", left[place]));
        left = &left[place + 1..];
    }
}

#[test]
fn a_puzzle_of_each_game_is_solved_and_a_wrong_move_refuted() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "#/puzzles/tictactoe");
    for game in ["tictactoe", "nim", "theseus", "santorini", "byte"] {
        let list = client.ask("puzzles", json!({ "game": game }));
        let puzzles = list["puzzles"].as_array().unwrap();
        assert!(puzzles.len() >= 100, "{game}");
        let id = puzzles[0]["id"].as_str().unwrap();
        page.go(&format!("#/puzzles/{game}/{id}"));
        page.until("choices().length && document.querySelector('.task').innerText.includes(':')");
        let mut moves: Vec<String> = Vec::new();
        loop {
            let path = path(&mut client, game, id, &moves);
            select(&page, game, &path);
            page.until("document.querySelector('.told-result.right')");
            let told = page.text(".told-result");
            if told.starts_with("Solved") {
                break;
            }
            // The reply of the other side is shown before the next move.
            page.until("choices().length");
            moves = played(&mut client, game, id, &moves);
        }
        page.until(
            "document.querySelector('.exercise-side .muted').innerText.startsWith('Solved 1 ')",
        );
    }
    // A wrong move is answered, costs the streak, and can be tried again.
    let list = client.ask("puzzles", json!({ "game": "tictactoe" }));
    let id = list["puzzles"][20]["id"].as_str().unwrap();
    let right = path(&mut client, "tictactoe", id, &[]);
    page.go(&format!("#/puzzles/tictactoe/{id}"));
    page.until("choices().length");
    let wrong = page.run(
        "return choices().map((node) => node.dataset.element).find((id) => id !== given[0]);",
        vec![json!(right[0])],
    );
    page.click(&format!(".board-root [data-element='{}'].selectable", wrong.as_str().unwrap()));
    page.until("document.querySelector('.told-result.wrong')?.innerText.length > 10");
    page.until("document.querySelector('.exercise-side .muted').innerText.includes('Streak 0')");
    page.click(".exercise-side .row button:nth-child(2)");
    page.until("choices().length && document.querySelector('.told-result').innerText === ''");
    assert_eq!(client.ask("list", json!({}))["games"], json!([]), "no game was made");
}

/// The moves of a puzzle after the next one of its solution and the reply.
fn played(client: &mut Client, game: &str, id: &str, moves: &[String]) -> Vec<String> {
    let asked = json!({ "game": game, "puzzle": id, "moves": moves, "hint": true });
    let hint = client.ask("puzzle_try", asked);
    let of_path = |mv: &&Value| {
        let begins = |path: &Value| {
            let (path, hint) = (path.as_array().unwrap(), hint["hint"].as_array().unwrap());
            path.starts_with(hint)
        };
        mv["paths"].as_array().unwrap().iter().any(begins)
    };
    let next = hint["board"]["moves"].as_array().unwrap().iter().find(of_path).unwrap();
    let moves: Vec<String> =
        moves.iter().cloned().chain([next["text"].as_str().unwrap().into()]).collect();
    let reply = client.ask("puzzle_try", json!({ "game": game, "puzzle": id, "moves": moves }));
    serde_json::from_value(reply["line"][0]["after"].clone()).unwrap()
}

#[test]
fn a_lesson_of_each_kind_is_finished_and_damaged_puzzles_are_noticed() {
    let own = tempfile::tempdir().unwrap();
    fs::create_dir(own.path().join("puzzles")).unwrap();
    fs::write(own.path().join("puzzles/nim.json"), "{\"format\":").unwrap();
    let newer = "{\"format\":\"agon puzzles\",\"version\":7,\"more\":1}";
    fs::write(own.path().join("puzzles/byte.json"), newer).unwrap();
    let mut server = Server::start_in(own.path());
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "#/puzzles/nim");
    page.until("document.querySelector('.notice')?.innerText.includes('damaged')");
    page.go("#/puzzles/byte");
    page.until("document.querySelector('.notice')?.innerText.includes('version 7')");
    for name in ["tictactoe", "santorini", "byte", "nim", "theseus", "minimax", "rules"] {
        let text = agon_service::lessons::built_in(name).unwrap();
        let lesson: Value = serde_json::from_str(text).unwrap();
        let (game, steps) = (lesson["game"].as_str().unwrap(), lesson["steps"].as_array().unwrap());
        for (place, step) in steps.iter().enumerate() {
            page.go(&format!("#/lesson/{name}/{}", place + 1));
            let number = format!("step {} of", place + 1);
            page.until(&format!("document.querySelector('.task').innerText.includes('{number}')"));
            let task = &step["task"];
            match task["kind"].as_str().unwrap() {
                "answer" => {
                    let right = task["right"].as_u64().unwrap() + 1;
                    page.click(&format!(".options button:nth-child({right})"));
                    page.until("document.querySelector('.told-result.right')");
                }
                "move" | "end" => {
                    let path = lesson_path(&mut client, game, step);
                    select(&page, game, &path);
                    page.until("document.querySelector('.told-result.right')");
                }
                "rules" if task["lines"] == 1 => {
                    page.click(".rule-editor ~ button");
                    page.until("document.querySelector('.told-result.right')");
                    page.until("document.querySelectorAll('.lesson-terms tbody tr').length === 1");
                }
                _ => (),
            }
        }
    }
    drop(page);
    server.kill();
}

/// The elements of a move that does what a step asks for.
fn lesson_path(client: &mut Client, game: &str, step: &Value) -> Vec<String> {
    let (position, task) = (&step["position"], &step["task"]);
    let board = client.ask("board", json!({ "game": game, "position": position }));
    let is_right = |mv: &&Value| {
        let text = mv["text"].as_str().unwrap();
        let is_listed = |right: &Value| right.as_array().unwrap().contains(&mv["text"]);
        let fits =
            |form: &str| text.contains(form.trim_matches(['^', '$']).trim_end_matches("(/0)?"));
        !mv["paths"].as_array().unwrap().is_empty()
            && (task["right"].is_null() || is_listed(&task["right"]))
            && task["form"].as_str().is_none_or(fits)
    };
    let moves = board["moves"].as_array().unwrap();
    let mut fitting = moves.iter().filter(is_right);
    let found = match task["kind"] == "end" {
        false => fitting.next(),
        true => fitting.find(|mv| {
            let asked = json!({ "game": game, "position": position, "moves": [mv["text"]] });
            client.ask("board", asked)["outcome"] == board["to_move"]
        }),
    };
    serde_json::from_value(found.unwrap()["paths"][0].clone()).unwrap()
}
