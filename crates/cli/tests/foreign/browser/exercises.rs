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
        assert!(puzzles.len() >= 12, "{game}");
        let id = puzzles[0]["id"].as_str().unwrap();
        page.go(&format!("#/puzzles/{game}/{id}"));
        page.until("choices().length && document.querySelector('.task').innerText.includes(':')");
        assert_eq!(page.get("document.querySelectorAll('.exercise .primary').length"), 0, "{game}");
        let mut moves: Vec<String> = Vec::new();
        loop {
            let path = path(&mut client, game, id, &moves);
            // What was said of the last move is no answer to the next one.
            page.get("document.querySelector('.told-result').classList.remove('right')");
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
        page.until("document.querySelector('.puzzle-progress').innerText.startsWith('Solved 1 ')");
        page.until("document.querySelectorAll('.exercise .primary').length === 1");
    }
    // A wrong move is answered, costs the streak, and can be tried again.
    let list = client.ask("puzzles", json!({ "game": "tictactoe" }));
    let id = list["puzzles"][5]["id"].as_str().unwrap();
    let right = path(&mut client, "tictactoe", id, &[]);
    page.go(&format!("#/puzzles/tictactoe/{id}"));
    page.until("choices().length");
    let wrong = page.run(
        "return choices().map((node) => node.dataset.element).find((id) => id !== given[0]);",
        vec![json!(right[0])],
    );
    page.click(&format!(".board-root [data-element='{}'].selectable", wrong.as_str().unwrap()));
    page.until("document.querySelector('.told-result.wrong')?.innerText.length > 10");
    page.until("document.querySelector('.puzzle-progress').innerText.includes('Streak 0')");
    assert!(page.text(".puzzle-progress").contains("Your rating"));
    page.click(".exercise-side .row button:nth-child(2)");
    page.until("choices().length && document.querySelector('.told-result').innerText === ''");
    // A theme is chosen, and its puzzles have its name.
    let themes = page
        .get("[...document.querySelector('select[name=theme]').options].map(({ value }) => value)");
    assert_eq!(themes, json!(["", "win_now", "stop_win", "fork", "attack", "quiet"]));
    page.select("select[name=theme]", "fork");
    page.until("choices().length && document.querySelector('.exercise-side p').innerText.startsWith('Fork ')");
    assert!(page.text(".puzzle-about").contains("two ways"));
    let listed = page.get("[...document.querySelector('.exercise-side label:nth-of-type(2) select').options].every(({ text }) => text.startsWith('Fork '))");
    assert_eq!(listed, true);
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
    for name in agon_service::lessons::lesson_names() {
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
                }
                "move" | "end" => {
                    let path = lesson_path(&mut client, name, place);
                    select(&page, game, &path);
                }
                "rules" => {
                    page.fill(".rule-editor textarea", task["solution"].as_str().unwrap());
                    page.click(".rule-editor ~ button");
                }
                "base" => {
                    for known in 0..task["positions"].as_array().unwrap().len() {
                        let tried = json!({ "known": known, "answer": 0 });
                        let tried =
                            json!({ "name": name, "step": place, "language": "en", "try": tried });
                        let is_won = client.ask("lesson_try", tried)["verdict"] != "wrong";
                        page.click(&format!(
                            ".options button:nth-child({})",
                            if is_won { 1 } else { 2 }
                        ));
                        page.until(&format!(
                            "document.querySelectorAll('.lesson-base li').length === {}",
                            known + 1
                        ));
                    }
                }
                "count" => {
                    page.until("document.querySelector('.tree-savings')?.innerText");
                    page.fill(".exercise-side input[type=number]", "1");
                    page.click(".exercise-side form button");
                    page.until("document.querySelector('.told-result.wrong')");
                    continue;
                }
                _ => continue,
            }
            page.until("document.querySelector('.told-result.right')");
            page.until("document.querySelector('.lesson-steps [aria-current].done')");
        }
    }
    drop(page);
    server.kill();
}

/// The elements of a move that does what a step asks for, as the hint names them.
fn lesson_path(client: &mut Client, name: &str, place: usize) -> Vec<String> {
    let tried = json!({ "name": name, "step": place, "language": "en", "try": { "hint": true } });
    serde_json::from_value(client.ask("lesson_try", tried)["hint"].clone()).unwrap()
}

#[test]
fn lessons_of_a_folder_are_served_in_place_of_those_of_the_program() {
    let own = tempfile::tempdir().unwrap();
    let lesson = "{\"version\":1,\"game\":\"nim\",\"title\":{\"en\":\"Our course\"},\"steps\":[\n\
        {\"text\":{\"en\":\"Leave one.\"},\"position\":\"[2]\",\"task\":{\"kind\":\"move\",\"right\":[\"[1]\"]},\
        \"replies\":[{\"text\":{\"en\":\"Both are too many.\"}}]}]}";
    fs::write(own.path().join("course.json"), lesson).unwrap();
    let server = Server::start_with(&["--lessons".into(), own.path().into()]);
    let page = Page::open(&server, "#/lesson/course");
    page.until("document.querySelector('.tabs [aria-current]')?.innerText === 'Our course'");
    page.until("document.querySelector('.lesson-text').innerText === 'Leave one.'");
    select(&page, "nim", &["1.1".into(), "1.2".into()]);
    page.until("document.querySelector('.told-result.wrong')?.innerText === 'Both are too many.'");
}
