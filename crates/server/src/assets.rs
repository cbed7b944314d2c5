//! The static files of the page.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use agon_host::hex;
use agon_web::web_file;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Compressed files, for browsers that accept gzip, which all do.
static COMPRESSED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Serves a file; `/` is `index.html`.
pub async fn asset(method: Method, uri: Uri, request: HeaderMap) -> Response {
    if ![Method::GET, Method::HEAD].contains(&method) {
        let allow = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allow, "files can only be read").into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = web_file(name) else {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    };
    let tag = entity_tag(&file.hash);
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (header::ETAG, tag.as_str()),
    ];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match accepts_gzip(&request) {
        true => {
            let encoding = [(header::CONTENT_ENCODING, "gzip")];
            (headers, encoding, compressed(name, &file.data).to_vec()).into_response()
        }
        false => (headers, sent(name, &file.data).into_owned()).into_response(),
    }
}

/// The entity tag of a file, from its hash: a browser that has the file need not load it again.
fn entity_tag(hash: &[u8]) -> String {
    format!("\"{:.24}\"", hex(hash))
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let mut encodings = accepted.unwrap_or_default().split(',').map(str::trim);
    encodings.any(|encoding| encoding == "gzip" || encoding.starts_with("gzip;q=1"))
}

/// A compressed file. The embedded files do not change, so each is compressed once. A debug build
/// reads them from disk, where they may change.
fn compressed(name: &str, data: &[u8]) -> Arc<[u8]> {
    if cfg!(debug_assertions) {
        return compress(&sent(name, data)).into();
    }
    let mut files = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(files.entry(name.into()).or_insert_with(|| compress(&sent(name, data)).into()))
}

/// A file as it is sent. Comments of scripts, a fifth of the page, are left out; their lines stay,
/// so that messages of the browser name the lines of the file.
fn sent<'a>(name: &str, data: &'a [u8]) -> Cow<'a, [u8]> {
    let text = str::from_utf8(data).ok().filter(|_| name.ends_with(".js"));
    let Some(text) = text else { return data.into() };
    let mut is_comment = false;
    let without = text.lines().map(|line| {
        let trimmed = line.trim();
        is_comment |= trimmed.starts_with("/**");
        let is_left_out = is_comment || trimmed.starts_with("//");
        is_comment &= !trimmed.ends_with("*/");
        if is_left_out { "" } else { line }
    });
    without.collect::<Vec<_>>().join("\n").into_bytes().into()
}

fn compress(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use agon_web::web_file_names;
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn browsers_that_take_gzip_get_it() {
        let accepts = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            accepts_gzip(&headers)
        };
        assert!(accepts("gzip, deflate, br") && accepts("br;q=0.5, gzip;q=1.0"));
        assert!(!accepts("identity") && !accepts("gzip;q=0") && !accepts_gzip(&HeaderMap::new()));
        let mut unpacked = Vec::new();
        let packed = compress(b"a page, a page, a page, a page, a page, a page");
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, b"a page, a page, a page, a page, a page, a page");
    }

    #[test]
    fn what_only_the_type_checker_needs_is_not_sent() {
        let is_served =
            |name: &str| web_file(name).is_some() || web_file_names().any(|it| it == name);
        let others = ["protocol.d.ts", "boards/types.d.ts", "tsconfig.json", "Cargo.toml"];
        for name in
            others.into_iter().chain(["lib.rs", "package.json", "site/host.js", "tests/browser.js"])
        {
            assert!(!is_served(name), "{name}");
        }
        for name in ["index.html", "shell/main.js", "boards/svg.js", "i18n/en.json"] {
            assert!(is_served(name), "{name}");
        }
    }

    #[test]
    fn the_manifest_names_icons_that_are_served() {
        let manifest = web_file("manifest.webmanifest").expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest.data).unwrap();
        let icons = manifest["icons"].as_array().unwrap();
        assert!(icons.len() > 1);
        for icon in icons {
            let name = icon["src"].as_str().unwrap();
            assert!(web_file(name).is_some(), "{name}");
            assert_eq!(content_type(name), icon["type"].as_str().unwrap());
        }
        assert_eq!(content_type("manifest.webmanifest"), "application/manifest+json");
    }

    #[test]
    fn scripts_are_sent_without_comments_and_with_all_lines() {
        let script = "// One.\n/**\n * @param {string} name\n */\nf(name); // Two.\n/** @type {A} */\nlet a;\n  g();";
        let expected = b"\n\n\n\nf(name); // Two.\n\nlet a;\n  g();";
        assert_eq!(*sent("shell/main.js", script.as_bytes()), *expected);
        assert_eq!(*sent("i18n/en.json", b"// no script"), *b"// no script");
        let code = "const { a = /** @type {B} */ (b) } = c;\nd();";
        assert_eq!(*sent("a.js", code.as_bytes()), *code.as_bytes());
    }

    #[test]
    fn what_a_visitor_may_load_is_small() {
        let sizes = |is_counted: fn(&str) -> bool| -> Vec<usize> {
            let names = web_file_names().filter(|name| is_counted(name));
            let file = |name: &str| web_file(name).expect("a file").data;
            names.map(|name| compress(&sent(&name, &file(&name))).len()).collect()
        };
        // A visitor loads the texts of one language; reports are written into files, and the large
        // icons are for those who install the page.
        let languages = sizes(|name| name.starts_with("i18n/"));
        let others = sizes(|name| {
            !name.starts_with("i18n/") && !name.starts_with("report/") && !name.ends_with(".png")
        });
        assert!(languages.len() > 1 && others.len() > 50, "the files of the page");
        let bytes = others.iter().sum::<usize>() + languages.iter().max().unwrap_or(&0);
        assert!((100_000..260_000).contains(&bytes), "{bytes} bytes");
    }
}
