//! Reports: pages in one file, which need nothing else. They share a style with the page, and may
//! carry modules of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use crate::web_file;

/// A report as a whole page. It has the common style of reports, and these style sheets.
pub fn document(title: &str, styles: &[&str], body: &Markup) -> String {
    page("en", false, title, styles, body)
}

/// A report in a language that is not for everybody: search engines leave it out.
pub fn private_document(lang: &str, title: &str, styles: &[&str], body: &Markup) -> String {
    page(lang, true, title, styles, body)
}

fn page(lang: &str, is_private: bool, title: &str, styles: &[&str], body: &Markup) -> String {
    let common = ["shell/colours.css", "report/base.css"].iter();
    let style: String = common.chain(styles).map(|name| web_text(name)).collect();
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                @if is_private { meta name="robots" content="noindex"; }
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

/// The import map of a report whose script is a module of `web/`: it has that module and all that
/// it imports as `data:` addresses, by their paths in `web/`. Browsers allow no module to import a
/// file beside a page that is opened without a server.
pub fn import_map(entry: &str) -> Markup {
    let mut map = String::from("{\"imports\":{");
    for (place, (name, text)) in modules(entry).into_iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(map, "{comma}\"{name}\":\"data:text/javascript,{}\"", encoded(&text));
    }
    html! { script type="importmap" { (PreEscaped(map + "}}")) } }
}

/// A module and all that it imports, by their paths in `web/`, which they import each other by.
fn modules(entry: &str) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    let mut open = vec![entry.to_string()];
    while let Some(name) = open.pop() {
        if modules.contains_key(&name) {
            continue;
        }
        let text = web_text(&name);
        let lines = text.lines().map(|line| {
            let import = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from \""));
            let Some((names, path)) = import else { return format!("{line}\n") };
            let path = resolve(&name, path.trim_end_matches(['"', ';']));
            open.push(path.clone());
            format!("import {names} from \"{path}\";\n")
        });
        let text = lines.collect();
        modules.insert(name, text);
    }
    modules
}

/// A path that a module names, from the folder of all modules.
fn resolve(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => (),
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A text as it may stand in an address within a string of JSON in a script element.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\0'..='\x1f' | '%' | '#' | '"' | '\\' | '<' => {
                let _ = write!(encoded, "%{:02X}", u32::from(letter));
            }
            _ => encoded.push(letter),
        }
    }
    encoded
}

/// The text of a file of `web/`; empty if there is none.
fn web_text(name: &str) -> String {
    let file = web_file(name);
    file.map_or(String::new(), |file| String::from_utf8_lossy(&file.data).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_from_the_folder_of_a_module() {
        assert_eq!(resolve("boards/byte.js", "./svg.js"), "boards/svg.js");
        assert_eq!(resolve("boards/svg.js", "../shell/elements.js"), "shell/elements.js");
    }

    #[test]
    fn a_report_has_every_module_that_is_imported_by_its_path() {
        let modules = modules("report/main.js");
        for game in ["santorini", "byte", "theseus", "nim", "tictactoe", "generic"] {
            assert!(modules.contains_key(&format!("boards/{game}.js")), "{game}");
        }
        for (name, text) in &modules {
            assert!(!text.is_empty(), "{name} is no module");
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let path = line.split('"').nth(1).unwrap_or_default();
                assert!(modules.contains_key(path), "{name}: {line}");
            }
        }
        let map = import_map("report/main.js").into_string();
        assert_eq!(map.matches('<').count(), 2, "only the script element itself");
        assert_eq!(encoded("a\n\"100 %\"</b>"), "a%0A%22100 %25%22%3C/b>");
    }

    #[test]
    fn a_report_has_the_style_of_the_page_and_its_own() {
        let page = document("a < b", &["boards/boards.css"], &html! { p { "c" } });
        assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>\n"), "{page}");
        assert!(page.contains("<title>a &lt; b</title>") && page.contains("<p>c</p>"), "{page}");
        assert!(page.contains("--ink") && page.contains(".board-svg") && page.contains(".muted"));
    }
}
