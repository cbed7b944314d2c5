//! The page on a phone.

use serde_json::json;

use crate::stage::{Client, Page, Server};

const GAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];

#[test]
fn on_a_phone_nothing_scrolls_sideways_and_the_board_is_in_view() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    page.screen(360, 740, true);
    let mut places: Vec<String> = vec![String::new()];
    places.extend(GAMES.map(|name| format!("#/rules/{name}")));
    places
        .extend(GAMES.map(|name| format!("#/game/{}", client.create(name, ["person", "level:1"]))));
    for place in places {
        page.go(&place);
        let wide = page.get(
            "[document.documentElement.scrollWidth, innerWidth, \
             ...[...document.querySelectorAll('main *')].filter((node) => isShown(node) \
             && node.getBoundingClientRect().right > innerWidth + 1 \
             && !node.closest('svg, [style*=overflow], .moves, .tabs')).map((node) => node.outerHTML.slice(0, 120)).slice(0, 3)]",
        );
        assert_eq!((&wide[0], &wide[1]), (&json!(360), &json!(360)), "{place}: {wide}");
        if place.starts_with("#/game/") {
            let seen = page.get(
                "(({ top, left, bottom, right, width }) => [top >= 0, left >= 0, \
                 bottom <= innerHeight, right <= innerWidth, width >= 300])\
                 (document.querySelector('.board-svg').getBoundingClientRect())",
            );
            assert_eq!(seen, json!([true, true, true, true, true]), "{place}");
        }
    }
}
