//! New versions of the page without a server: installed as a whole when the visitor agrees, or not
//! at all.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{play_two_moves, wait_until_kept};
use crate::browser::point;
use agon_testing::{Page, Site};

/// The next version.
const NEXT: &str = "0123456789abcdef";

const SERVICE_WORKER: &str = "service-worker.js";
const INDEX: &str = "index.html";

/// The files that the next version changes, and what it adds to them.
const ADDED: [(&str, &str); 2] = [
    ("shell/main.js", "\nglobalThis.isNext = true;"),
    ("shell/shell.css", "\n:root { --next: true; }"),
];

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The hash of a file in the list of the service worker.
fn sum(data: &str) -> String {
    Sha256::digest(data).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The files of the next version that differ from those in the folder.
fn next_version(folder: &Path) -> Vec<(&'static str, String)> {
    let (index, mut worker) = (read(folder, INDEX), read(folder, SERVICE_WORKER));
    let (_, rest) = index.split_once("data-version=\"").expect("a version");
    let (version, _) = rest.split_once('"').expect("its end");
    let mut files: Vec<(&str, String)> =
        ADDED.iter().map(|&(name, added)| (name, read(folder, name) + added)).collect();
    files.push((INDEX, index.replace(version, NEXT)));
    for (name, next) in &files {
        let old = sum(&read(folder, name));
        assert!(worker.contains(&old), "{name} has another sum than {old}");
        worker = worker.replace(&old, &sum(next));
    }
    files.push((SERVICE_WORKER, worker.replace(version, NEXT)));
    files
}

/// The files that the page gets and that differ from the list of a service worker.
fn other_files(page: &Page, worker: &str) -> Value {
    page.run(
        "const list = given[0].match(/JSON\\.parse\\('(.*?)'\\)/)[1]; \
         const others = Object.entries(JSON.parse(list)).map(async ([name, sums]) => { \
             const data = await (await fetch(name)).arrayBuffer(); \
             const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data)); \
             const sum = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''); \
             return sums.some((known) => sum.startsWith(known)) ? [] : [name]; \
         }); \
         return (await Promise.all(others)).flat();",
        vec![json!(worker)],
    )
}

/// Whether the page itself, its main script and its styles are of the next version.
fn is_next(page: &Page) -> Value {
    page.run(
        "const root = document.documentElement; \
         return [root.dataset.version === given[0], Boolean(globalThis.isNext), \
             getComputedStyle(root).getPropertyValue('--next') !== ''];",
        vec![json!(NEXT)],
    )
}

#[test]
fn a_new_version_is_announced_and_taken_whole_and_half_of_one_is_not_taken() {
    if !Site::is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start_copy(folder.path());
    let page = Page::open(&site, "");
    wait_until_kept(&page);
    play_two_moves(&page);
    let worker = read(folder.path(), SERVICE_WORKER);
    let next = next_version(folder.path());
    let put = |wanted: &dyn Fn(&str) -> bool| {
        for (name, data) in next.iter().filter(|(name, _)| wanted(name)) {
            fs::write(folder.path().join(name), data).unwrap();
        }
    };

    // The host has all files of the next version except one.
    put(&|name| name != "shell/shell.css");
    page.run(
        "const registration = await navigator.serviceWorker.ready; \
         registration.onupdatefound = () => { globalThis.found = registration.installing; }; \
         await registration.update(); \
         await until(() => globalThis.found?.state === 'redundant');",
        Vec::new(),
    );
    page.reload();
    assert_eq!(is_next(&page), json!([false, false, false]));
    assert_eq!(other_files(&page, &worker), json!([]));
    page.until("listedMoves().join() === '11,00'");

    // It has all of them. That is announced, and nothing else happens.
    put(&|name| name == "shell/shell.css");
    let place = page.get("location.hash");
    page.second_tab(place.as_str().unwrap());
    page.until("document.querySelector('#notice-update button')");
    assert_eq!(is_next(&page), json!([false, false, false]));
    assert_eq!(other_files(&page, &worker), json!([]));

    page.click("#notice-update button");
    for tab in [0, 1] {
        page.switch_tab(tab);
        page.until_loaded(&format!("document.documentElement.dataset.version === '{NEXT}'"));
        page.until("choices().length === 7");
        assert_eq!(is_next(&page), json!([true, true, true]));
        assert_eq!(other_files(&page, &next.last().unwrap().1), json!([]));
        assert_eq!(page.get("document.querySelector('#notice-update')"), Value::Null);
    }
    point(&page, "22");
    page.until("listedMoves().join() === '11,00,22'");
    assert_eq!(page.get("(await caches.keys()).length"), json!(1));
}
