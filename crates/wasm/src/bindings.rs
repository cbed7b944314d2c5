//! The JavaScript interface: host and engine with text arguments and results.

use std::cell::RefCell;

use agon_service::{JobId, Storage, StoredGame};
use js_sys::{Date, Function};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::engine::World;
use crate::{Actions, Engine, Host};

/// The host of a browser. `now` is the time in milliseconds since 1970, on a monotonic clock.
#[wasm_bindgen]
pub struct BrowserHost(Host);

#[wasm_bindgen]
impl BrowserHost {
    /// `stored` is a JSON list of games. `failure` says why games are kept in memory only. `random`
    /// is a function that returns an unguessable text.
    #[wasm_bindgen(constructor)]
    pub fn new(
        stored: &str,
        failure: Option<String>,
        random: Function,
    ) -> Result<BrowserHost, JsError> {
        let stored: Vec<StoredGame> = serde_json::from_str(stored)?;
        let storage = failure.map_or(Storage::Disk, |why| Storage::Memory { why });
        let random = move || {
            let text = random.call0(&JsValue::NULL).ok().and_then(|text| text.as_string());
            text.unwrap_or_else(|| Date::now().to_string())
        };
        Ok(BrowserHost(Host::new(stored, storage, random)))
    }

    /// A client has connected.
    pub fn connect(&mut self, client: u32, now: f64) -> String {
        written(&self.0.connect(client.into(), now as u64))
    }

    /// A client has disconnected.
    pub fn disconnect(&mut self, client: u32, now: f64) -> String {
        written(&self.0.disconnect(client.into(), now as u64))
    }

    /// A client has sent a message.
    pub fn receive(&mut self, client: u32, text: &str, now: f64) -> String {
        written(&self.0.receive(client.into(), text, now as u64))
    }

    /// A version of a game was stored, or could not be.
    pub fn saved(&mut self, id: &str, version: u32, failure: Option<String>, now: f64) -> String {
        written(&self.0.saved(id, version.into(), failure, now as u64))
    }

    /// A job reports progress.
    pub fn reported(
        &mut self,
        game: &str,
        opening: u32,
        number: u32,
        text: &str,
        now: f64,
    ) -> String {
        written(&self.0.reported(&job(game, opening, number), text, now as u64))
    }

    /// A job has ended.
    pub fn finished(
        &mut self,
        game: &str,
        opening: u32,
        number: u32,
        text: &str,
        now: f64,
    ) -> String {
        written(&self.0.finished(&job(game, opening, number), text, now as u64))
    }

    /// A file was fetched, or could not be.
    pub fn fetched(&mut self, file: &str, text: &str, failure: Option<String>, now: f64) -> String {
        let found = failure.map_or_else(|| Ok(text.to_string()), Err);
        written(&self.0.fetched(file, found, now as u64))
    }

    /// The requested time has come.
    pub fn wake(&mut self, now: f64) -> String {
        written(&self.0.wake(now as u64))
    }
}

/// The engine of a worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct BrowserEngine(Engine);

#[wasm_bindgen]
impl BrowserEngine {
    /// Starts without networks and players.
    #[wasm_bindgen(constructor)]
    pub fn new() -> BrowserEngine {
        BrowserEngine::default()
    }

    /// Runs a job to its end and returns the result. `report` is called with each report.
    pub fn run(&mut self, game: &str, job: &str, report: Function) -> String {
        REPORT.set(Some(report));
        self.0.run(game, job, &Page)
    }

    /// Supplies the network of a game.
    pub fn supply(&self, game: &str, network: &[u8]) -> Result<(), JsError> {
        self.0.supply(game, network).map_err(|why| JsError::new(&why))
    }

    pub fn forget(&mut self, game: &str) {
        self.0.forget(game);
    }
}

thread_local! {
    /// The function for reports of the running job.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// The clock and reports of a job in a worker.
struct Page;

impl World for Page {
    fn now(&self) -> f64 {
        Date::now()
    }

    fn report(&self, text: &str) {
        REPORT.with_borrow(|report| {
            if let Some(report) = report {
                // A lost report does no harm.
                let _ = report.call1(&JsValue::NULL, &JsValue::from_str(text));
            }
        });
    }
}

fn job(game: &str, opening: u32, number: u32) -> JobId {
    JobId { game: game.into(), opening: opening.into(), number: number.into() }
}

/// Writes actions as JSON. Plain data with text keys can always be written.
fn written(actions: &Actions) -> String {
    serde_json::to_string(actions).unwrap_or_default()
}
