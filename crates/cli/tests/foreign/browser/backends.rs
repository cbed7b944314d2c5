//! The same scripts against both backends: the program, or the page without a server if `AGON_SITE`
//! names its folder.

use serde_json::{Value, json};

use agon_testing::{Address, Page, Server, Site};

/// What answers the messages of the page.
pub enum Backend {
    Program(Server),
    Site(Site),
}

impl Backend {
    pub fn start() -> Backend {
        match Site::is_there() {
            true => Backend::Site(Site::start()),
            false => Backend::Program(Server::start()),
        }
    }
}

impl Address for Backend {
    fn url(&self) -> &str {
        match self {
            Backend::Program(server) => server.url(),
            Backend::Site(site) => site.url(),
        }
    }
}

/// Creates a game by a request of the page itself, and returns its id.
pub fn create(page: &Page, game: &str, seats: [&str; 2], settings: Value) -> String {
    let created = page.run(
        "const { connection } = await import('./shell/connection.js'); \
         return (await connection.request('create', given[0])).game.id;",
        vec![json!({ "game": game, "seats": seats, "settings": settings })],
    );
    created.as_str().expect("an id").to_string()
}

/// A backend with a game, and the page that shows it.
pub fn game_with(settings: Value, game: &str, seats: [&str; 2]) -> (Backend, Page, String) {
    let backend = Backend::start();
    let page = Page::open(&backend, "");
    let id = create(&page, game, seats, settings);
    show(&page, &id);
    (backend, page, id)
}

/// The same with the game's usual start.
pub fn game(game: &str, seats: [&str; 2]) -> (Backend, Page, String) {
    game_with(json!({}), game, seats)
}

pub fn show(page: &Page, id: &str) {
    page.go(&format!("#/game/{id}"));
}
