//! The page as it is released: modules and styles bundled and minified by esbuild.

use std::path::Path;

use serde_json::Value;

use crate::files;
use crate::node_tools::{self, NodeTools};
use crate::tools::Toolbox;
use crate::web_folder::{self, Files, WebFolder, names};

/// Which page is bundled.
#[derive(Clone, Copy, PartialEq)]
pub enum Page {
    /// The page that the program serves, with the script of its reports.
    Program,
    /// The page without a server.
    Site,
}

/// The scripts that are loaded by name: by `index.html`, and by programs that test and measure the
/// page.
const SCRIPTS: [&str; 4] =
    ["shell/boot.js", "shell/main.js", "shell/connection.js", "game/link.js"];

/// The same for the page without a server.
const SITE_SCRIPTS: [&str; 4] =
    ["site/host.js", "site/page.js", "site/host-worker.js", "site/engine-worker.js"];

/// The script of reports, which is embedded alone.
const REPORT_SCRIPT: &str = "report/main.js";

/// Files that are kept as they are, except that the texts lose their spaces.
const KEPT: [&str; 6] = [
    "index.html",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "manifest.webmanifest",
    "site/service-worker.js",
];
const TEXTS: &str = "i18n/";

/// The arguments for every script and style.
const ARGUMENTS: [&str; 5] =
    ["--bundle", "--minify", "--format=esm", "--log-level=warning", "--outbase=."];

/// The output of esbuild, and its report.
const OUTPUT: &str = "target/bundle";
const META: &str = "target/bundle.json";

/// Where `web/lib.rs` expects the page of the program, and the list of its files.
const FOLDER: &str = "target/page";
const LIST: &str = "agon-page.json";

/// `cargo xtask page`: writes what `dist` embeds in the program, for trying it.
pub fn run(root: &Path) -> Result<(), String> {
    write_program_page(root, &node_tools::provide(&Toolbox::required(root), "page")?)
}

/// Writes the page of a released program to where its build looks for it.
pub fn write_program_page(root: &Path, tools: &NodeTools) -> Result<(), String> {
    let output = WebFolder { folder: &root.join(FOLDER), list: LIST };
    output.check()?;
    output.replace(&bundle(root, tools, Page::Program)?)
}

/// Bundles a page.
pub fn bundle(root: &Path, tools: &NodeTools, page: Page) -> Result<Files, String> {
    let web = root.join("web");
    let output = root.join(OUTPUT);
    let is_wanted = |name: &str| match page {
        Page::Program => !name.starts_with("site/"),
        Page::Site => !name.starts_with("report/"),
    };
    let mut sources = names(&web)?;
    sources.retain(|name| is_wanted(name));
    let others = match page {
        // The transport of the other page is not loaded.
        Page::Program => ["--external:../site/*", "--chunk-names=chunks/[name]-[hash]"],
        // Other tools make the bindings. Workers and files are beside the script that loads them.
        Page::Site => ["--external:./agon.js", "--chunk-names=site/[name]-[hash]"],
    };
    let styles = sources.iter().map(String::as_str).filter(|name| name.ends_with(".css"));
    let scripts = SCRIPTS.into_iter().chain(SITE_SCRIPTS).filter(|name| is_wanted(name));
    let entries: Vec<&str> = scripts.chain(styles).collect();
    let paths = [
        format!("--outdir={}", output.display()),
        format!("--metafile={}", root.join(META).display()),
    ];
    let [to_output, to_meta] = paths.each_ref().map(String::as_str);
    files::empty_folder(&output)?;
    let others = [&others[..], &["--splitting", to_output, to_meta]].concat();
    tools.esbuild(&web, &[&entries, &ARGUMENTS[..], &others].concat())?;
    if page == Page::Program {
        tools.esbuild(&web, &[&[REPORT_SCRIPT, to_output], &ARGUMENTS[..]].concat())?;
    }
    let mut bundled = web_folder::read(&output)?;
    for name in sources.iter().filter(|name| KEPT.contains(&name.as_str())) {
        bundled.insert(name.clone(), files::read_bytes(&web.join(name))?);
    }
    for name in sources.iter().filter(|name| name.starts_with(TEXTS)) {
        let texts = files::read_json(&web.join(name))?;
        bundled.insert(name.clone(), texts.to_string().into_bytes());
    }
    let meta = files::read_json(&root.join(META))?;
    let index = bundled.get("index.html").ok_or("web/index.html is missing")?;
    let index = with_preloads(&String::from_utf8_lossy(index), &meta, page);
    bundled.insert("index.html".into(), index.into_bytes());
    Ok(bundled)
}

/// Minifies a script that another tool has written.
pub fn minified(root: &Path, tools: &NodeTools, script: &Path) -> Result<Vec<u8>, String> {
    let output = root.join(OUTPUT).join("script.js");
    let to_output = format!("--outfile={}", output.display());
    tools.esbuild(
        root,
        &[&script.to_string_lossy(), "--minify", "--log-level=warning", &to_output],
    )?;
    files::read_bytes(&output)
}

/// The start page with preloads of the scripts that it needs, so that none of them waits for
/// another. The games come first.
fn with_preloads(index: &str, meta: &Value, page: Page) -> String {
    const PRELOAD: &str = "<link rel=\"modulepreload\"";
    const MAIN: &str = "<script type=\"module\" src=\"shell/main.js\">";
    let first = match page {
        Page::Program => Vec::new(),
        Page::Site => with_imports(meta, &SITE_SCRIPTS[..2]),
    };
    let mut links: String =
        first.iter().map(|name| format!("{PRELOAD} href=\"{name}\">\n")).collect();
    for name in with_imports(meta, &["shell/main.js"]).iter().filter(|name| !first.contains(name)) {
        links += &format!("{PRELOAD} fetchpriority=\"low\" href=\"{name}\">\n");
    }
    let lines = index.lines().filter(|line| !line.starts_with(PRELOAD));
    let index: String = lines.map(|line| format!("{line}\n")).collect();
    index.replace(MAIN, &format!("{links}{MAIN}"))
}

/// Some scripts and their static imports, from esbuild's report.
fn with_imports(meta: &Value, entries: &[&str]) -> Vec<String> {
    let outputs = meta["outputs"].as_object();
    let name = |path: &str| {
        path.rsplit_once(&format!("{OUTPUT}/")).map_or(path, |(_, name)| name).to_string()
    };
    let imports = |of: &str| {
        let output = outputs.into_iter().flatten().find(|(path, _)| name(path) == of);
        let imports = output.and_then(|(_, output)| output["imports"].as_array());
        let imports = imports.into_iter().flatten();
        let at_once = imports
            .filter(|import| import["kind"] == "import-statement" && import["external"] != true);
        at_once.filter_map(|import| import["path"].as_str().map(name)).collect::<Vec<_>>()
    };
    let mut found: Vec<String> = entries.iter().map(|name| name.to_string()).collect();
    let mut place = 0;
    while let Some(name) = found.get(place) {
        for import in imports(name) {
            if !found.contains(&import) {
                found.push(import);
            }
        }
        place += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_imported_at_once_is_preloaded_and_nothing_else() {
        let import = |path: &str, kind: &str| json!({ "path": format!("../target/bundle/{path}"), "kind": kind });
        let meta = json!({ "outputs": {
            "../target/bundle/shell/main.js": { "imports": [
                import("site/a.js", "import-statement"), import("site/c.js", "dynamic-import"),
            ] },
            "../target/bundle/site/a.js": { "imports": [import("site/b.js", "import-statement")] },
            "../target/bundle/site/b.js": { "imports": [import("site/a.js", "import-statement")] },
            "../target/bundle/site/page.js": { "imports": [
                import("site/b.js", "import-statement"),
                { "path": "./agon.js", "kind": "import-statement", "external": true },
            ] },
        } });
        assert_eq!(
            with_imports(&meta, &["shell/main.js"]),
            ["shell/main.js", "site/a.js", "site/b.js"]
        );
        let index = "<head>\n<link rel=\"modulepreload\" href=\"shell/home.js\">\n<script type=\"module\" src=\"shell/main.js\"></script>\n";
        let page = with_preloads(index, &meta, Page::Site);
        assert!(
            !page.contains("home.js") && page.ends_with("src=\"shell/main.js\"></script>\n"),
            "{page}"
        );
        let links: Vec<&str> = page.lines().filter(|line| line.contains("modulepreload")).collect();
        assert_eq!(links.len(), 5, "{page}");
        assert!(links[2].contains("\"site/b.js\"") && !links[2].contains("low"), "{page}");
        assert!(links[4].contains("\"shell/main.js\"") && links[4].contains("low"), "{page}");
        assert_eq!(with_preloads(index, &meta, Page::Program).matches("low").count(), 3);
    }
}
