//! Clients that do not read their replies.

use serde_json::json;

use super::{MAX_WATCHED, create_maze, id, play_tictactoe};
use agon_testing::{Client, Measured, Metrics, Server, wait_until};

/// The size limit of a list of large mazes, and a number of lists that exceeds the system's buffers
/// but does not get a client disconnected at once.
const LIST: i64 = 512 << 10;
const LISTS: usize = 14;

/// A server with the largest mazes, enough to fill a list.
fn server_with_mazes(count: usize) -> Server {
    let server = Server::start();
    for _ in 0..count.div_ceil(MAX_WATCHED) {
        let mut page = Client::connect(&server);
        (0..MAX_WATCHED).for_each(|_| drop(create_maze(&mut page, ["person", "person"])));
    }
    server
}

/// A client that has asked for more than its connection holds, and does not read.
fn blocked_page(server: &Server) -> Client {
    let mut page = Client::connect(server);
    let before = Metrics::of(server);
    for _ in 0..LISTS {
        page.post("list", json!({ "limit": 100 }));
    }
    wait_until("the lists are made and wait", || {
        let now = Metrics::of(server);
        now.answered("list") >= before.answered("list") + LISTS as i64
            && now.waiting_bytes() > before.waiting_bytes() + LIST
    });
    page
}

#[test]
fn pages_that_do_not_read_do_not_keep_another_from_its_analysis() {
    let server = server_with_mazes(MAX_WATCHED);
    let mut victim = Client::connect(&server);
    let game = victim.create("santorini", ["person", "person"]);
    let mut blocked = [blocked_page(&server), blocked_page(&server)];
    for page in &mut blocked {
        for _ in 0..MAX_WATCHED {
            page.post("create", json!({ "game": "santorini" }));
        }
        page.post("analyse", json!({ "game": game, "lines": 5 }));
    }
    victim.ask("analyse", json!({ "game": game, "lines": 2 }));
    assert_eq!(victim.wait_event("analysis")["ply"], 0);
    victim.ask("move", json!({ "game": game, "mv": "@11,33", "ply": 0 }));
    while victim.wait_event("analysis")["ply"] != 1 {}
    play_tictactoe(&mut victim);
    assert_eq!(Metrics::of(&server).websockets(), 3, "the others were connected all the time");
}

#[test]
fn a_page_that_never_reads_is_disconnected_and_its_memory_freed() {
    let server = server_with_mazes(MAX_WATCHED);
    wait_until("no page is left", || Metrics::of(&server).websockets() == 0);
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    page.post("analyse", json!({ "game": game, "lines": 5 }));
    for _ in 0..LISTS {
        page.post("list", json!({ "limit": 100 }));
    }
    wait_until("lists wait to be sent", || Metrics::of(&server).waiting_bytes() > LIST);
    wait_until("it is disconnected", || Metrics::of(&server).websockets() == 0);
    wait_until("its searches end", || Metrics::of(&server).searches() == 0);
    wait_until("its games are closed", || Metrics::of(&server).open_games() == 0);
    assert_eq!(Metrics::of(&server).waiting_bytes(), 0);
}

#[test]
fn a_page_that_asks_for_too_much_at_once_without_reading_is_disconnected() {
    let server = server_with_mazes(MAX_WATCHED);
    let mut page = Client::connect(&server);
    for _ in 0..60 {
        page.post("list", json!({ "limit": 100 }));
    }
    wait_until("it is disconnected", || Metrics::of(&server).websockets() == 0);
    assert_eq!(Metrics::of(&server).waiting_bytes(), 0);
}

#[test]
fn sixty_pages_get_the_list_of_a_hundred_large_mazes_part_by_part() {
    const PAGES: usize = 60;
    const GAMES: usize = 100;
    let server = server_with_mazes(GAMES);
    let mut pages: Vec<Client> = (0..PAGES).map(|_| Client::connect(&server)).collect();
    // All clients ask before the first one reads.
    for page in &mut pages {
        page.post("list", json!({ "limit": GAMES }));
    }
    wait_until("all lists are made", || Metrics::of(&server).answered("list") >= PAGES as i64);
    if let Some(Measured { peak_kilobytes, .. }) = Measured::of(&server) {
        assert!(peak_kilobytes < 400 << 10, "the server took {} MB", peak_kilobytes >> 10);
    }
    for page in &mut pages[..3] {
        let mut found = Vec::new();
        let mut request = json!({ "limit": GAMES });
        loop {
            let list = page.ask("list", request.clone());
            let bytes = list.to_string().len() as i64;
            assert!(bytes < 2 * LIST, "{bytes} bytes");
            let games = list["games"].as_array().expect("games");
            found.extend(games.iter().map(|game| game["id"].as_str().expect("an id").to_string()));
            if list["next"].is_null() {
                break;
            }
            request["before"] = list["next"].clone();
        }
        let count = found.len();
        found.sort();
        found.dedup();
        assert_eq!((found.len(), count), (GAMES, GAMES), "each game is listed once");
    }
    drop(pages);
    wait_until("nothing waits", || Metrics::of(&server).waiting_bytes() == 0);
    let mut page = Client::connect(&server);
    assert!(!id(&create_maze(&mut page, ["person", "person"])).is_empty());
}
