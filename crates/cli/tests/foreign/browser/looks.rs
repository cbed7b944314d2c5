//! The page in windows of all sizes, and whether its layout is stable.

use serde_json::{Value, json};

use crate::browser::with_contest;
use agon_testing::{Client, Page, Server};

/// Common window sizes: two desktops, and a phone held upright and sideways.
const WINDOWS: [(u32, u32, bool); 4] =
    [(1280, 800, false), (1920, 1080, false), (390, 844, true), (844, 390, true)];

const GAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];

#[test]
fn on_a_phone_nothing_scrolls_sideways_and_the_board_is_in_view() {
    let (_folder, server) = with_contest();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    page.screen(360, 740, true);
    let mut places: Vec<String> = vec![String::new(), "#/contest/0".into()];
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
                 (document.querySelector('.board-area').getBoundingClientRect())",
            );
            assert_eq!(seen, json!([true, true, true, true, true]), "{place}");
        }
    }
    // A game of the contest has the names of its entrants, moves in words, and leaves no copy.
    page.go("#/contest/0");
    page.until("document.querySelector('.bracket [class=winner]')");
    let row = "document.querySelector('td a').closest('tr')";
    let heads = page.get(
        "[...document.querySelector('td a').closest('table').tHead.rows[0].cells].map((head) => head.textContent)",
    );
    assert_eq!(heads, json!(["Round", "Plays first", "Plays second", "Result", "Moves", ""]));
    // The final is the latest.
    assert_eq!(page.get(&format!("{row}.cells[0].textContent")), "3");
    let apart = "[...document.querySelectorAll('.rounds h3')].every((head) => \
                 head.nextElementSibling.firstChild.getBoundingClientRect().top - head.getBoundingClientRect().bottom >= 6)";
    assert_eq!(page.get(apart), true, "headings stand apart from what is below");
    let name = page.get(&format!("{row}.cells[1].textContent"));
    page.get(&format!("{row}.querySelector('a').click()"));
    page.until("listedMoves().length > 1");
    assert_eq!(page.text(".player.p1 .player-name").trim(), name.as_str().unwrap());
    let moves = "[...document.querySelectorAll('.moves button')]";
    assert_eq!(page.get(&format!("{moves}[2].title")), page.get("listedMoves()[2]"));
    assert!(page.get(&format!("{moves}[2].textContent")).as_str().unwrap().contains("builds"));
    let stored = client.ask("list", json!({}))["games"].as_array().unwrap().len();
    assert_eq!(stored, GAMES.len());
}

#[test]
fn small_pictures_of_boards_are_whole() {
    let server = Server::start();
    let page = Page::open(&server, "");
    page.until("document.querySelectorAll('.card .thumbnail svg').length === 5");
    let cut = page.get(
        "[...document.querySelectorAll('.card .thumbnail svg')].flatMap((svg) => { \
         const [all, shown] = [svg.getBBox(), svg.viewBox.baseVal]; \
         const isWhole = all.x >= shown.x - 1 && all.y >= shown.y - 1 \
         && all.x + all.width <= shown.x + shown.width + 1 && all.y + all.height <= shown.y + shown.height + 1; \
         return isWhole ? [] : [svg.className.baseVal]; })",
    );
    assert_eq!(cut, json!([]));
}

/// Whether a game fits into the window: its view in both directions, the page, and each part.
fn fits(page: &Page) -> Value {
    page.get(
        "(() => { const main = document.querySelector('main'); \
         const boxes = ['.board-area', '.controls', '.side-tabs', '.players', '.instruction'] \
         .map((name) => document.querySelector(name).getBoundingClientRect()); \
         return [main.scrollHeight <= main.clientHeight, main.scrollWidth <= main.clientWidth, \
         document.documentElement.scrollHeight <= innerHeight, \
         boxes.every((box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)]; })()",
    )
}

#[test]
fn a_game_fits_into_every_window_without_scrolling() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    for name in GAMES {
        page.go(&format!("#/game/{}", client.create(name, ["person", "level:1"])));
        for (width, height, mobile) in WINDOWS {
            page.screen(width, height, mobile);
            page.until(&format!("innerWidth === {width}"));
            assert_eq!(
                fits(&page),
                json!([true, true, true, true]),
                "{name} in {width} x {height}"
            );
        }
    }
    // The analysis scrolls by itself.
    page.click("[data-tab=analysis]");
    page.until("document.querySelector('.best-lines li')");
    for (width, height, mobile) in WINDOWS {
        page.screen(width, height, mobile);
        page.until(&format!("innerWidth === {width}"));
        assert_eq!(fits(&page), json!([true, true, true, true]), "analysis in {width} x {height}");
    }
}

#[test]
fn nothing_jumps_during_a_game_against_the_computer() {
    let (_server, page, _) = crate::browser::game("santorini", ["person", "minimax:depth=2"]);
    page.until("choices().length === 25");
    page.run(
        "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries() \
         .map((entry) => [entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]))) \
         .observe({ type: 'layout-shift' });",
        Vec::new(),
    );
    for _ in 0..14 {
        let left = page.get(
            "(await until(() => isGameOver() ? [0] : choices().length && [choices().length]))[0]",
        );
        if left == 0 {
            break;
        }
        let place = page.get("pointOf(choices()[0])");
        page.click_at(&place);
    }
    page.until("listedMoves().length >= 4");
    assert_eq!(page.get("window.shifts"), json!([]));
}
