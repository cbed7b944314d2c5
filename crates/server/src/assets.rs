//! The static files of the page, as they are sent.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use agon_host::hex;
use agon_web::web_file;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A file as it is sent to browsers that take gzip, which all do.
static COMPRESSED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Serves the file of a path; `/` is `index.html`.
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
        false => (headers, file.data.into_owned()).into_response(),
    }
}

/// The entity tag of a file, by its hash: a browser that has it need not load it again.
fn entity_tag(hash: &[u8]) -> String {
    format!("\"{:.24}\"", hex(hash))
}

/// Whether a browser takes gzip.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let mut encodings = accepted.unwrap_or_default().split(',').map(str::trim);
    encodings.any(|encoding| encoding == "gzip" || encoding.starts_with("gzip;q=1"))
}

/// A file compressed. The files of the program do not change, so this is done once; a debug
/// build reads them from disk, where they may.
fn compressed(name: &str, data: &[u8]) -> Arc<[u8]> {
    if cfg!(debug_assertions) {
        return compress(data).into();
    }
    let mut files = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(files.entry(name.into()).or_insert_with(|| compress(data).into()))
}

fn compress(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
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
    fn what_a_visitor_may_load_is_small() {
        let sizes = |is_counted: fn(&str) -> bool| -> Vec<usize> {
            let names = web_file_names().filter(|name| is_counted(name));
            names.map(|name| compress(&web_file(&name).expect("a file").data).len()).collect()
        };
        // A visitor loads the texts of one language; reports are written into files.
        let languages = sizes(|name| name.starts_with("i18n/"));
        let others = sizes(|name| !name.starts_with("i18n/") && !name.starts_with("report/"));
        assert!(languages.len() > 1 && others.len() > 50, "the files of the page");
        let bytes = others.iter().sum::<usize>() + languages.iter().max().unwrap_or(&0);
        assert!((100_000..260_000).contains(&bytes), "{bytes} bytes");
    }
}
