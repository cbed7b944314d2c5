//! The page in a browser, and what a visitor does there.

use std::time::Duration;

use fantoccini::Locator;
use fantoccini::actions::{
    Actions, InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions,
    PointerAction,
};
use serde_json::{Value, json};

use super::Server;
use super::browser::{Browser, wait};

const PAGE_HELPERS: &str = include_str!("page-helpers.js");

/// A visit to the page. When it ends, the console must be empty of errors.
pub struct Page {
    browser: Option<Browser>,
    address: String,
    loses_server: bool,
}

impl Page {
    /// Opens a place of the page, such as `#/game/…`, and waits until it is shown.
    pub fn open(server: &Server, place: &str) -> Page {
        let browser = Browser::take();
        let page =
            Page { browser: Some(browser), address: server.url().into(), loses_server: false };
        page.browser().errors();
        page.go(place);
        page
    }

    fn browser(&self) -> &Browser {
        self.browser.as_ref().expect("there until the visit ends")
    }

    /// Goes to another place of the page.
    pub fn go(&self, place: &str) {
        let address = format!("{}{place}", self.address);
        let there = self.run(
            "const there = location.href === given[0]; \
             if (!there) document.querySelector('main > *')?.setAttribute('data-left', ''); \
             return there && location.hash !== '';",
            vec![json!(address)],
        );
        if there == false {
            wait(self.browser().client.goto(&address)).unwrap();
        }
        self.ready();
    }

    /// Loads the page again.
    pub fn reload(&self) {
        wait(self.browser().client.refresh()).unwrap();
        self.ready();
    }

    /// Waits until something else is shown than what was left, or waits itself.
    fn ready(&self) {
        self.until("document.querySelector('main > :not([data-left], :has(.loading)) h1')");
    }

    /// From now on the server may be gone, which the browser notes in its console.
    pub fn will_lose_server(&mut self) {
        self.loses_server = true;
    }

    /// Runs a script in the page and gives back what it returns.
    pub fn run(&self, script: &str, with: Vec<Value>) -> Value {
        let whole =
            format!("{PAGE_HELPERS}return (async (...given) => {{ {script} }})(...arguments);");
        match wait(self.browser().client.execute(&whole, with)) {
            Ok(value) => value,
            Err(error) => panic!("{script}: {error}"),
        }
    }

    /// What an expression is worth in the page.
    pub fn get(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"), Vec::new())
    }

    /// Waits until an expression holds in the page.
    pub fn until(&self, expression: &str) {
        self.run(&format!("await until(() => {expression}); return true;"), Vec::new());
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        let told = self.run(
            "return (await until(() => document.querySelector(given[0]))).innerText;",
            vec![json!(selector)],
        );
        told.as_str().unwrap_or_default().to_string()
    }

    /// Clicks where a selector's first element that is shown can be hit.
    pub fn click(&self, selector: &str) {
        let point = self.run(
            "const node = await until(() => [...document.querySelectorAll(given[0])].find(isShown)); \
             return until(() => pointOf(node));",
            vec![json!(selector)],
        );
        self.click_at(&point);
    }

    /// Clicks at a point of the window.
    pub fn click_at(&self, point: &Value) {
        let [x, y] = [0, 1].map(|place| point[place].as_f64().expect("a point"));
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        wait(self.browser().client.perform_actions(mouse)).unwrap();
    }

    /// Presses keys one after the other, by the names that the page knows them by.
    pub fn press(&self, keys: &[&str]) {
        let typed = |keys: KeyActions, key: &&str| {
            let value = code(key);
            keys.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        };
        let keys = keys.iter().fold(KeyActions::new("keys".into()), typed);
        wait(self.browser().client.perform_actions(Actions::from(keys))).unwrap();
    }

    /// Presses Tab until an element is reached that a selector names.
    pub fn tab_to(&self, selector: &str) {
        for _ in 0..80 {
            let there = "return document.activeElement.matches(given[0]);";
            if self.run(there, vec![json!(selector)]) == true {
                return;
            }
            self.press(&["Tab"]);
        }
        panic!("Tab never reaches {selector}");
    }

    /// Writes into a field in place of what is there.
    pub fn fill(&self, selector: &str, text: &str) {
        let field = wait(self.browser().client.find(Locator::Css(selector))).unwrap();
        wait(field.clear()).unwrap();
        wait(field.send_keys(text)).unwrap();
    }

    /// Chooses a value of a list.
    pub fn select(&self, selector: &str, value: &str) {
        let list = wait(self.browser().client.find(Locator::Css(selector))).unwrap();
        wait(list.select_by_value(value)).unwrap();
    }

    /// Opens another tab at a place, and goes there.
    pub fn second_tab(&self, place: &str) {
        let client = &self.browser().client;
        let made = wait(client.new_window(true)).unwrap();
        wait(client.switch_to_window(made.handle)).unwrap();
        self.go(place);
    }

    /// Goes to a tab by its number.
    pub fn switch_tab(&self, number: usize) {
        let client = &self.browser().client;
        let tab = wait(client.windows()).unwrap().remove(number);
        wait(client.switch_to_window(tab)).unwrap();
    }

    /// Shows the page on a screen of this size.
    pub fn screen(&self, width: u32, height: u32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.browser().command("Emulation.setDeviceMetricsOverride", size);
    }

    /// Lets the visitor prefer something, such as `prefers-color-scheme` `dark`.
    pub fn prefer(&self, what: &str, value: &str) {
        let wish = json!({ "features": [{ "name": what, "value": value }] });
        self.browser().command("Emulation.setEmulatedMedia", wish);
    }

    /// Whether everything is fetched anew with every load.
    pub fn without_cache(&self, without: bool) {
        self.browser().command("Network.enable", json!({}));
        self.browser().command("Network.setCacheDisabled", json!({ "cacheDisabled": without }));
    }

    /// Leaves the page, so that going there is a fresh load.
    pub fn leave(&self) {
        wait(self.browser().client.goto("about:blank")).unwrap();
    }

    /// What is seen, as a PNG file.
    pub fn picture(&self) -> Vec<u8> {
        wait(self.browser().client.screenshot()).unwrap()
    }

    fn close_other_tabs(&self) {
        let client = &self.browser().client;
        let tabs = wait(client.windows()).unwrap();
        for tab in &tabs[1..] {
            wait(client.switch_to_window(tab.clone())).unwrap();
            wait(client.close_window()).unwrap();
        }
        wait(client.switch_to_window(tabs[0].clone())).unwrap();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let failed = std::thread::panicking();
        let errors = if failed { Vec::new() } else { self.browser().errors() };
        if !failed {
            self.close_other_tabs();
            self.browser().command("Emulation.clearDeviceMetricsOverride", json!({}));
            self.browser().command("Emulation.setEmulatedMedia", json!({ "features": [] }));
            self.leave();
        }
        let browser = self.browser.take().expect("there until the visit ends");
        if failed {
            let _ = wait(browser.client.close());
            return;
        }
        browser.leave();
        let lost = |error: &String| self.loses_server && error.contains("ERR_CONNECTION_REFUSED");
        let errors: Vec<String> = errors.into_iter().filter(|error| !lost(error)).collect();
        assert!(errors.is_empty(), "the console has errors: {errors:#?}");
    }
}

/// The character by which a key is pressed.
fn code(key: &str) -> char {
    match key {
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Escape" => '\u{e00c}',
        "PageUp" => '\u{e00e}',
        "PageDown" => '\u{e00f}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        _ => {
            let mut letters = key.chars();
            let letter = letters.next().expect("a key");
            assert!(letters.next().is_none(), "{key} is no key");
            letter
        }
    }
}
