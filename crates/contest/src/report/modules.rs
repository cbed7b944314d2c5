//! The page's own drawings for a page that stands alone: its modules become one script.

use std::collections::HashSet;

use agon_web::web_file;

/// What the drawings need of the page's texts, which a report has none of.
const NO_TEXTS: &str = "modules[\"i18n.js\"] = { t: (key) => key, locale: () => \"en\" };\n";

/// A script that sets `modules` to the exports of these modules of `web/` and of all that they
/// import.
pub fn script(roots: &[&str]) -> String {
    let mut script = String::from("const modules = {};\n");
    script += NO_TEXTS;
    let mut done = HashSet::from(["i18n.js".to_string()]);
    for root in roots {
        add(root, &mut done, &mut script);
    }
    script
}

/// Adds a module behind those that it imports.
fn add(name: &str, done: &mut HashSet<String>, script: &mut String) {
    if !done.insert(name.into()) {
        return;
    }
    let text = web_text(name);
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in without_doc_comments(&text).lines().filter(|line| !line.trim().is_empty()) {
        if let Some(import) = line.strip_prefix("import ") {
            let Some((names, path)) = import.split_once(" from ") else { continue };
            let path = resolve(name, path.trim_matches([';', '"', ' ']));
            add(&path, done, script);
            let names = names.strip_prefix("* as ").unwrap_or(names).replace(" as ", ": ");
            body += &format!("const {names} = modules[\"{path}\"];\n");
        } else if let Some(declared) = line.strip_prefix("export ") {
            let word = |word: &&str| !["async", "function", "const", "class"].contains(word);
            let named = declared.split([' ', '(', '=', '{']).find(word).unwrap_or_default();
            exports.push(named.to_string());
            body += &format!("{declared}\n");
        } else if !line.trim_start().starts_with("//") {
            body += &format!("{line}\n");
        }
    }
    *script += &format!(
        "modules[\"{name}\"] = (() => {{\n{body}return {{ {} }};\n}})();\n",
        exports.join(", ")
    );
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

/// A script without its `/** ... */` comments.
fn without_doc_comments(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("/**") {
        left += before;
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    left + rest
}

/// The colours of the page: the first rule of its style.
pub fn colours() -> String {
    let style = web_text("style.css");
    let rule = style.split_once(":root {").and_then(|(_, behind)| behind.split_once("\n}"));
    rule.map_or(String::new(), |(colours, _)| format!(":root {{{colours}\n}}\n"))
}

/// The style of the page's boards.
pub fn board_style() -> String {
    web_text("board.css")
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
        assert_eq!(resolve("boards/svg.js", "../elements.js"), "elements.js");
    }

    #[test]
    fn the_drawings_of_all_games_are_in_the_script_and_imports_are_not() {
        let script = script(&["boards/drawers.js", "boards/markers.js"]);
        for game in ["santorini", "byte", "theseus", "nim", "tictactoe", "generic"] {
            let module = format!("modules[\"boards/{game}.js\"] = (() => {{");
            assert!(script.contains(&module), "{game}");
        }
        assert!(!script.contains("import ") && !script.contains("export "), "{script}");
        assert!(script.contains("drawerOf, drawerClass, drawThumbnail"));
        // A module stands behind what it uses.
        let place = |name: &str| script.find(&format!("modules[\"{name}\"] = (")).unwrap();
        assert!(place("boards/svg.js") < place("boards/byte.js"));
        assert!(colours().contains("--ink") && board_style().contains(".board-svg"));
    }
}
