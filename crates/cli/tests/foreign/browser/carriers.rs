//! The same scripts against both carriers: the program, or the page without a server where
//! `AGON_SITE` names its folder.

use serde_json::{Value, json};

use agon_testing::{Address, Page, Server, Site};

/// What carries the messages of the page.
pub enum Carrier {
    Program(Server),
    Site(Site),
}

impl Carrier {
    pub fn start() -> Carrier {
        match Site::is_there() {
            true => Carrier::Site(Site::start()),
            false => Carrier::Program(Server::start()),
        }
    }
}

impl Address for Carrier {
    fn url(&self) -> &str {
        match self {
            Carrier::Program(server) => server.url(),
            Carrier::Site(site) => site.url(),
        }
    }
}

/// Creates a game by a request of the page itself, and gives its id.
pub fn create(page: &Page, game: &str, seats: [&str; 2], settings: Value) -> String {
    let created = page.run(
        "const { connection } = await import('./shell/connection.js'); \
         return (await connection.request('create', given[0])).game.id;",
        vec![json!({ "game": game, "seats": seats, "settings": settings })],
    );
    created.as_str().expect("an id").to_string()
}

/// A carrier with a game, and the page that shows it.
pub fn game_with(settings: Value, game: &str, seats: [&str; 2]) -> (Carrier, Page, String) {
    let carrier = Carrier::start();
    let page = Page::open(&carrier, "");
    let id = create(&page, game, seats, settings);
    show(&page, &id);
    (carrier, page, id)
}

/// The same as the game usually starts.
pub fn game(game: &str, seats: [&str; 2]) -> (Carrier, Page, String) {
    game_with(json!({}), game, seats)
}

/// Shows a game.
pub fn show(page: &Page, id: &str) {
    page.go(&format!("#/game/{id}"));
}
