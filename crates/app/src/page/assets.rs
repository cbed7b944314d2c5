//! The page itself: the files of `web/`, carried in the program.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

/// The files of `web/`; where the program is built for debugging they are read from there,
/// so that a change shows at once.
#[derive(RustEmbed)]
#[folder = "../../web/"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
struct Web;

/// The file of an address; `/` is the page.
pub async fn asset(uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match Web::get(name) {
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
            let body = match std::str::from_utf8(&file.data) {
                Ok(source) if is_source(name) => Body::from(lean(source)),
                _ => Body::from(file.data.into_owned()),
            };
            (headers, body).into_response()
        }
    }
}

/// Whether a file has comments and indentation, which are for those who read it here.
fn is_source(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// A source without its indentation, blank lines and lines that are comments.
fn lean(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines().map(str::trim) {
        // A cast is a comment before code on the same line.
        let is_cast = line.contains("*/") && !line.ends_with("*/");
        let begins = !in_comment && line.starts_with("/*") && !is_cast;
        let is_comment = in_comment || begins || line.is_empty() || line.starts_with("//");
        in_comment = (in_comment || begins) && !line.ends_with("*/");
        if !is_comment {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// What a file is, by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_has_no_comments_and_no_indentation() {
        let source = "// A file.\n\n/** Says\n * more. */\nfunction f() {\n  return 4 * 2; // eight\n}\n  /** @type {A} */ (b).c();\n* {\n  a: b;\n}\n";
        assert_eq!(
            lean(source),
            "function f() {\nreturn 4 * 2; // eight\n}\n/** @type {A} */ (b).c();\n* {\na: b;\n}\n"
        );
    }

    #[test]
    fn what_only_the_type_checker_needs_is_not_sent() {
        let is_served = |name: &str| Web::get(name).is_some() || Web::iter().any(|it| it == name);
        for name in ["protocol.d.ts", "boards/types.d.ts", "tsconfig.json"] {
            assert!(!is_served(name), "{name}");
        }
        for name in ["index.html", "main.js", "boards/svg.js", "i18n/en.json"] {
            assert!(is_served(name), "{name}");
        }
    }

    #[test]
    fn all_that_is_sent_is_small() {
        let sent = |name: std::borrow::Cow<'static, str>| {
            let file = Web::get(&name).expect("a file");
            match std::str::from_utf8(&file.data) {
                Ok(source) if is_source(&name) => lean(source).len(),
                _ => file.data.len(),
            }
        };
        let bytes: usize = Web::iter().map(sent).sum();
        assert!(bytes > 100_000, "{bytes} bytes are not the page");
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
