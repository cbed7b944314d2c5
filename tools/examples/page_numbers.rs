//! Measures the speed and size of the page in a browser:
//! `cargo build --release && cargo run --release -p agon-tools --example page_numbers`.

use std::fs;
use std::path::Path;

use agon_testing::{Client, Page, Server};
use serde_json::{Value, json};

/// The number of page loads, and of measured clicks.
const TIMES: usize = 20;

/// Records the longest run of each kind of callback of the page.
const WATCH: &str = include_str!("page_numbers.js");

fn main() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    page.screen(1200, 800, false);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    println!("files in web/: {} bytes", size_of(&folder));
    first_paint(&page, &mut client);
    transferred(&page, &mut client);
    clicks(&page, &mut client);
    frames(&page, &mut client);
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("the folder of the page").flatten();
    let size = |path: &Path| match path.is_dir() {
        true => size_of(path),
        false => fs::metadata(path).map_or(0, |file| file.len()),
    };
    entries.map(|entry| size(&entry.path())).sum()
}

/// The time to the first paint, without a cache.
fn first_paint(page: &Page, client: &mut Client) {
    page.without_cache(true);
    let game = client.create("santorini", ["person", "person"]);
    for (name, place) in [("start screen", String::new()), ("a game", format!("#/game/{game}"))] {
        let paints = (0..TIMES).map(|_| {
            page.leave();
            page.go(&place);
            let paint = page.get(
                "(await until(() => performance.getEntriesByName('first-contentful-paint')[0])).startTime",
            );
            let whole = page.get(
                "Math.max(...performance.getEntriesByType('resource').map((entry) => entry.responseEnd))",
            );
            [paint, whole]
        });
        let paints: Vec<[Value; 2]> = paints.collect();
        print_row(&format!("first paint, {name}"), paints.iter().map(|paint| &paint[0]));
        print_row(&format!("all fetched, {name}"), paints.iter().map(|paint| &paint[1]));
    }
    page.without_cache(false);
}

/// The bytes that are fetched when all panels are opened.
fn transferred(page: &Page, client: &mut Client) {
    let sum = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))\
        .reduce((sum, entry) => sum + entry.decodedBodySize, 0)";
    page.without_cache(true);
    page.leave();
    page.go("");
    println!("fetched for the start screen: {} bytes", page.get(sum));
    let game = client.create("tictactoe", ["person", "person"]);
    page.leave();
    page.go(&format!("#/game/{game}"));
    println!("fetched for a game: {} bytes", page.get(sum));
    for panel in ["[data-tab=analysis]", "[data-tab=knowledge]", "[data-panel=tree]"] {
        page.click(panel);
    }
    page.until("document.querySelector('.tree-root [role=treeitem]')");
    println!("fetched for a game with all panels: {} bytes", page.get(sum));
    page.without_cache(false);
}

/// The time from a press of the mouse button to the next changed frame.
fn clicks(page: &Page, client: &mut Client) {
    for game in ["santorini", "byte", "theseus", "nim", "tictactoe"] {
        let id = client.create(game, ["person", "random:seed=1"]);
        page.leave();
        page.go(&format!("#/game/{id}"));
        page.run(WATCH, Vec::new());
        for click in 0..TIMES {
            let point = page.run(
                "await until(() => isGameOver() || choices().length); \
                 return isGameOver() ? null : pointOf(choices()[given[0] % choices().length]);",
                vec![json!(click * 7)],
            );
            if !point.is_array() {
                break;
            }
            page.click_at(&point);
            page.until("watched.shown");
        }
        let effects = page.get("watched.effects");
        print_row(&format!("click to effect, {game}"), effects.as_array().expect("a list").iter());
    }
}

/// The script time per frame while moves are animated.
fn frames(page: &Page, client: &mut Client) {
    for game in ["santorini", "byte"] {
        let id = client.create(game, ["random:seed=1", "random:seed=2"]);
        page.leave();
        page.go(&format!("#/game/{id}"));
        page.run(WATCH, Vec::new());
        client.ask("run", json!({ "game": id, "on": true, "pace": 400 }));
        client.wait_for(&id, |now| now["ply"].as_u64() >= Some(20));
        client.ask("run", json!({ "game": id, "on": false }));
        let seen = page.get("[watched.scripts, watched.frames, watched.slow, watched.long]");
        print_row(
            &format!("script time per move, {game}"),
            seen[0].as_array().expect("a list").iter(),
        );
        println!(
            "frames, {game}: {} seen, {} took longer than 25 ms, {} tasks longer than 50 ms",
            seen[1], seen[2], seen[3]
        );
    }
}

/// Prints the median and the maximum of a series of milliseconds.
fn print_row<'a>(name: &str, values: impl Iterator<Item = &'a Value>) {
    let mut values: Vec<f64> = values.filter_map(Value::as_f64).collect();
    values.sort_by(f64::total_cmp);
    let Some(worst) = values.last() else { return println!("{name}: nothing was measured") };
    println!(
        "{name}: middle {:.1} ms, worst {worst:.1} ms of {}",
        values[values.len() / 2],
        values.len()
    );
}
