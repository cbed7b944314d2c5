//! Endless searches of one client beside short ones of another.

use serde_json::{Value, json};

use super::{ENDLESS, MAX_WATCHED, play_tictactoe};
use agon_testing::{Client, Metrics, Server, wait_until};

/// A client with as many endless engines, analyses and trees as allowed, that does not read.
fn hostile_page(server: &Server) -> (Client, Vec<String>) {
    let mut page = Client::connect(server);
    let games: Vec<String> =
        (0..MAX_WATCHED).map(|_| page.create("santorini", [ENDLESS, ENDLESS])).collect();
    for game in &games {
        page.post("analyse", json!({ "game": game, "lines": 5 }));
        page.post("tree", json!({ "game": game, "depth": 6, "pruning": false, "top": 50 }));
    }
    let has_all = |metrics: &Metrics| {
        metrics.sum("agon_searches", "kind=\"move\"") == MAX_WATCHED as i64
            && metrics.sum("agon_searches", "kind=\"analysis\"") == MAX_WATCHED as i64
    };
    wait_until("all searches of the hostile page", || has_all(&Metrics::of(server)));
    (page, games)
}

/// The number of moves in all games with an endless engine.
fn endless_moves(page: &mut Client) -> u64 {
    let list = page.ask("list", json!({ "limit": 100 }));
    let games = list["games"].as_array().expect("games");
    let endless = games.iter().filter(|game| game["seats"][0] == ENDLESS);
    endless.map(|game| game["moves"].as_u64().expect("a number")).sum()
}

#[test]
fn a_short_move_is_answered_while_endless_searches_of_another_page_go_on() {
    let server = Server::start();
    let (hostile, games) = hostile_page(&server);
    assert_eq!(games.len(), MAX_WATCHED);
    let mut victim = Client::connect(&server);
    let before = endless_moves(&mut victim);
    play_tictactoe(&mut victim);
    assert_eq!(endless_moves(&mut victim), before, "none of the endless searches has ended");
    assert!(Metrics::of(&server).sum("agon_searches", "kind=\"move\"") >= 20);
    drop(hostile);
    wait_until("the searches end with their page", || Metrics::of(&server).searches() == 0);
    wait_until("its games are closed", || Metrics::of(&server).open_games() == 0);
    assert_eq!(Metrics::of(&server).memory(), 0, "and their memory is free");
    play_tictactoe(&mut victim);
}

#[test]
fn a_search_stops_with_its_last_watcher_whatever_its_kind() {
    let server = Server::start();
    let maze = json!({ "size": 31, "loot": 4, "style": "labyrinth", "plies": 400, "seed": 1 });
    let hidden = json!({ "game": "theseus", "settings": { "maze": maze } });
    let santorini = json!({ "game": "santorini", "moves": "@11,33 @13,31" });
    let tree = json!({ "depth": 6, "pruning": false, "top": 50 });
    for (create, what, with) in [
        (&santorini, "analyse", json!({ "lines": 3 })),
        (&santorini, "tree", tree),
        (&santorini, "hint", json!({})),
        (&hidden, "verdicts", json!({})),
        (&hidden, "review", json!({})),
    ] {
        let mut page = Client::connect(&server);
        let game = super::id(&page.ask("create", create.clone()));
        let mut request: Value = with;
        request["game"] = json!(game);
        page.post(what, request);
        wait_until("the search begins", || {
            let metrics = Metrics::of(&server);
            metrics.searches() == 1 || metrics.answered(what) > 0
        });
        drop(page);
        wait_until(what, || Metrics::of(&server).searches() == 0);
        wait_until(what, || Metrics::of(&server).open_games() == 0);
    }
}

#[test]
fn a_search_goes_on_for_the_other_page_when_one_leaves() {
    let server = Server::start();
    let [mut one, mut two] = [Client::connect(&server), Client::connect(&server)];
    let game = one.create("santorini", ["person", "person"]);
    for page in [&mut one, &mut two] {
        page.ask("analyse", json!({ "game": game, "lines": 1 }));
        page.wait_event("analysis");
    }
    drop(one);
    wait_until("one page is left", || Metrics::of(&server).websockets() == 1);
    assert_eq!(Metrics::of(&server).searches(), 1);
    two.ask("close", json!({ "game": game }));
    wait_until("the search ends", || Metrics::of(&server).searches() == 0);
}

#[test]
fn a_game_that_is_opened_again_while_its_last_searches_end_leaves_none_behind() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    for _ in 0..90 {
        page.ask("analyse", json!({ "game": game, "lines": 1 }));
        page.ask("close", json!({ "game": game }));
    }
    drop(page);
    wait_until("its searches end", || Metrics::of(&server).searches() == 0);
    wait_until("it is closed", || Metrics::of(&server).open_games() == 0);
    wait_until("its memory is free", || Metrics::of(&server).memory() == 0);
}

#[test]
fn boards_that_many_ask_for_at_once_are_solved_within_the_memory() {
    let budget = 64;
    let server = Server::start_with(&["--memory".into(), budget.to_string().into()]);
    let mut pages: Vec<Client> = (0..4).map(|_| Client::connect(&server)).collect();
    let mut asked = Vec::new();
    for (number, page) in pages.iter_mut().enumerate() {
        for board in ["3x3/1", "4x2", "2x4/1"] {
            let settings = json!({ "board": board });
            let seats = ["person", "person"];
            let wish = json!({ "game": "santorini", "seats": seats, "settings": settings });
            let game = page.ask("create", wish)["game"]["id"].clone();
            asked.push((number, page.post("verdicts", json!({ "game": game }))));
        }
    }
    for (number, request) in asked {
        assert!(Metrics::of(&server).memory() <= budget << 20);
        let answer = pages[number].next_answer(request);
        assert_eq!(answer["ok"]["value"]["outcome"], "p2", "{answer}");
    }
    wait_until("their memory is free", || Metrics::of(&server).memory() == 0);
}
