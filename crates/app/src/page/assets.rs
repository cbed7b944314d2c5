//! The static files of the page: those of `web/`, embedded in the program.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

/// The files of `web/`. Debug builds read them from disk, so that a change needs no rebuild.
#[derive(RustEmbed)]
#[folder = "../../web/"]
struct Web;

/// Serves the file of a path; `/` is `index.html`.
pub async fn asset(uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match Web::get(name) {
        None => (StatusCode::NOT_FOUND, "no such file").into_response(),
        Some(file) => {
            let headers =
                [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, "no-cache")];
            let body = match std::str::from_utf8(&file.data) {
                Ok(source) if is_source(name) => Body::from(minify(source)),
                _ => Body::from(file.data.into_owned()),
            };
            (headers, body).into_response()
        }
    }
}

/// Whether a file has comments and indentation to remove.
fn is_source(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// A source without indentation, blank lines and comment lines.
fn minify(source: &str) -> String {
    let mut minified = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines().map(str::trim) {
        let begins = !in_comment && line.starts_with("/*");
        let is_comment = in_comment || begins || line.is_empty() || line.starts_with("//");
        in_comment = (in_comment || begins) && !line.ends_with("*/");
        if !is_comment {
            minified.push_str(line);
            minified.push('\n');
        }
    }
    minified
}

/// The content type of a file, by its extension.
fn content_type(name: &str) -> &'static str {
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
    fn sources_are_sent_without_comments_and_indentation() {
        let source = "// A file.\n\n/** Says\n * more. */\nfunction f() {\n  return 4 * 2; // eight\n}\n* {\n  a: b;\n}\n";
        assert_eq!(minify(source), "function f() {\nreturn 4 * 2; // eight\n}\n* {\na: b;\n}\n");
    }

    #[test]
    fn the_whole_page_is_small() {
        let sent = |name: std::borrow::Cow<'static, str>| {
            let file = Web::get(&name).expect("a file");
            match std::str::from_utf8(&file.data) {
                Ok(source) if is_source(&name) => minify(source).len(),
                _ => file.data.len(),
            }
        };
        let bytes: usize = Web::iter().map(sent).sum();
        assert!(bytes > 100_000, "{bytes} bytes are not the page");
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
