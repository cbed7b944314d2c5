//! The page itself: the files of `web/`, carried in the program.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

/// The files of `web/`; where the program is built for debugging they are read from there,
/// so that a change shows at once.
#[derive(RustEmbed)]
#[folder = "../../web/"]
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
            (headers, Body::from(file.data.into_owned())).into_response()
        }
    }
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
