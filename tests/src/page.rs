//! The page in a browser, and the actions of a visitor.

use std::path::Path;
use std::time::Duration;

use fantoccini::Locator;
use fantoccini::actions::{
    Actions, InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions,
    PointerAction, TouchActions,
};
use serde_json::{Value, json};

use super::Address;
use super::browser::{Browser, wait};
use super::wait::wait_until;

const PAGE_HELPERS: &str = include_str!("page-helpers.js");

/// A visit to the page. Dropping it fails the test if the console has errors.
pub struct Page {
    browser: Option<Browser>,
    address: String,
    loses_server: bool,
    /// The scripts that run before those of the page.
    scripts: Vec<Value>,
}

impl Page {
    /// Opens a route of the page, such as `#/game/…`, and waits until it is shown.
    pub fn open(server: &impl Address, place: &str) -> Page {
        let page = Page::visit(server);
        page.go(place);
        page
    }

    /// A visit that has not begun yet.
    pub fn visit(server: &impl Address) -> Page {
        let browser = Some(Browser::take());
        let address = server.url().into();
        let page = Page { browser, address, loses_server: false, scripts: Vec::new() };
        page.browser().errors();
        page
    }

    /// Runs a script before those of the page, whenever it is loaded.
    pub fn run_first(&mut self, script: &str) {
        let added = self
            .browser()
            .command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        self.scripts.push(added);
    }

    /// Loads the page without waiting for a view.
    pub fn load(&self) {
        wait(self.browser().client.goto(&self.address)).unwrap();
    }

    fn browser(&self) -> &Browser {
        self.browser.as_ref().expect("there until the visit ends")
    }

    /// Goes to another route of the page.
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

    /// Reloads the page.
    pub fn reload(&self) {
        wait(self.browser().client.refresh()).unwrap();
        self.ready();
    }

    /// Waits until a view other than the last one has finished loading.
    fn ready(&self) {
        self.until("document.querySelector('main > :not([data-left], :has(.loading)) h1')");
    }

    /// Allows connection errors in the console from now on.
    pub fn will_lose_server(&mut self) {
        self.loses_server = true;
    }

    /// Runs a script in the page and returns its result.
    pub fn run(&self, script: &str, with: Vec<Value>) -> Value {
        let whole =
            format!("{PAGE_HELPERS}return (async (...given) => {{ {script} }})(...arguments);");
        match wait(self.browser().client.execute(&whole, with)) {
            Ok(value) => value,
            Err(error) => panic!("{script}: {error}"),
        }
    }

    /// The value of an expression in the page.
    pub fn get(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"), Vec::new())
    }

    /// Waits until an expression is true in the page.
    pub fn until(&self, expression: &str) {
        self.run(&format!("await until(() => {expression}); return true;"), Vec::new());
    }

    /// Waits until an expression is true in the page, which may reload itself meanwhile.
    pub fn until_loaded(&self, expression: &str) {
        let script = format!("return Boolean({expression});");
        wait_until(expression, || {
            let answer = wait(self.browser().client.execute(&script, Vec::new()));
            answer.is_ok_and(|holds| holds == true)
        });
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        let text = self.run(
            "return (await until(() => document.querySelector(given[0]))).innerText;",
            vec![json!(selector)],
        );
        text.as_str().unwrap_or_default().to_string()
    }

    /// Clicks the first visible element of a selector.
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

    /// Touches a point of the window with a finger.
    pub fn tap_at(&self, point: &Value) {
        let [x, y] = [0, 1].map(|place| point[place].as_f64().expect("a point"));
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        wait(self.browser().client.perform_actions(finger)).unwrap();
    }

    /// Presses keys one after the other, by their names in `KeyboardEvent.key`.
    pub fn press(&self, keys: &[&str]) {
        let typed = |keys: KeyActions, key: &&str| {
            let value = code(key);
            keys.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        };
        let keys = keys.iter().fold(KeyActions::new("keys".into()), typed);
        wait(self.browser().client.perform_actions(Actions::from(keys))).unwrap();
    }

    /// Presses Tab until an element of a selector has the focus.
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

    /// Replaces the text of a field.
    pub fn fill(&self, selector: &str, text: &str) {
        let field = wait(self.browser().client.find(Locator::Css(selector))).unwrap();
        wait(field.clear()).unwrap();
        wait(field.send_keys(text)).unwrap();
    }

    /// Selects a value of a drop-down list.
    pub fn select(&self, selector: &str, value: &str) {
        let list = wait(self.browser().client.find(Locator::Css(selector))).unwrap();
        wait(list.select_by_value(value)).unwrap();
    }

    /// Chooses a file for an upload.
    pub fn choose_file(&self, selector: &str, file: &Path) {
        let field = wait(self.browser().client.find(Locator::Css(selector))).unwrap();
        wait(field.send_keys(file.to_str().expect("a path in Unicode"))).unwrap();
    }

    /// Saves downloads into a folder.
    pub fn save_into(&self, folder: &Path) {
        let behavior = json!({ "behavior": "allow", "downloadPath": folder });
        self.browser().command("Browser.setDownloadBehavior", behavior);
    }

    /// Opens a route in a new tab, and switches to it.
    pub fn second_tab(&self, place: &str) {
        let client = &self.browser().client;
        let made = wait(client.new_window(true)).unwrap();
        wait(client.switch_to_window(made.handle)).unwrap();
        self.go(place);
    }

    /// Switches to a tab by its number.
    pub fn switch_tab(&self, number: usize) {
        let client = &self.browser().client;
        let tab = wait(client.windows()).unwrap().remove(number);
        wait(client.switch_to_window(tab)).unwrap();
    }

    /// Closes a tab by its number, and switches to the one after it.
    pub fn close_tab(&self, number: usize) {
        let client = &self.browser().client;
        self.switch_tab(number);
        wait(client.close_window()).unwrap();
        self.switch_tab(number);
    }

    /// Sets the size of the screen; a mobile one is touched.
    pub fn screen(&self, width: u32, height: u32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.browser().command("Emulation.setDeviceMetricsOverride", size);
        self.browser().command("Emulation.setTouchEmulationEnabled", json!({ "enabled": mobile }));
    }

    /// Emulates a media feature, such as `prefers-color-scheme` `dark`.
    pub fn prefer(&self, what: &str, value: &str) {
        let media = json!({ "features": [{ "name": what, "value": value }] });
        self.browser().command("Emulation.setEmulatedMedia", media);
    }

    /// Turns the cache of the browser off or on.
    pub fn without_cache(&self, without: bool) {
        self.browser().command("Network.enable", json!({}));
        self.browser().command("Network.setCacheDisabled", json!({ "cacheDisabled": without }));
    }

    /// Leaves the page, so that the next visit loads it again.
    pub fn leave(&self) {
        wait(self.browser().client.goto("about:blank")).unwrap();
    }

    /// A screenshot, as a PNG file.
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
            for script in &self.scripts {
                self.browser().command("Page.removeScriptToEvaluateOnNewDocument", script.clone());
            }
            self.close_other_tabs();
            self.browser().command("Emulation.clearDeviceMetricsOverride", json!({}));
            self.browser()
                .command("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
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

/// The WebDriver code of a key.
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
            assert!(letters.next().is_none(), "{key} is not a key");
            letter
        }
    }
}
