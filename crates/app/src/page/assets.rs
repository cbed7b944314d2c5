//! The static files of the page: those of `web/`, embedded in the program.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

/// The files of `web/`. Debug builds read them from disk, so that a change needs no rebuild.
#[derive(RustEmbed)]
#[folder = "../../web/"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
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
                Ok(source) if is_source(name) => Body::from(minify(name, source)),
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

/// A source without comments, indentation, and spaces and line ends that say nothing.
fn minify(name: &str, source: &str) -> String {
    let mut minified = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines() {
        let line = without_types(line);
        let line = line.trim();
        let begins = !in_comment && line.starts_with("/*");
        let is_comment = in_comment || begins || line.is_empty() || line.starts_with("//");
        in_comment = (in_comment || begins) && !line.ends_with("*/");
        if !is_comment {
            minified.push_str(&without_spaces(name, line));
            // Elsewhere the end of a line may end a statement, or a comment.
            if !line.ends_with([',', ';', '(', '[', '{']) || line.contains("//") {
                minified.push('\n');
            }
        }
    }
    minified
}

/// A line without the types that are written in comments between its code.
fn without_types(line: &str) -> String {
    let mut kept = line.to_string();
    while let Some(start) = kept.find("/** @")
        && let Some(length) = kept[start..].find("*/")
    {
        kept.replace_range(start..start + length + 2, "");
    }
    kept
}

/// A line without the spaces beside punctuation. A script's line with a template, a regular
/// expression or a comment stays as it is: its spaces may count.
fn without_spaces(name: &str, line: &str) -> String {
    let is_script = name.ends_with(".js");
    // A space before a colon of a style sheet separates selectors.
    let (before, after) = if is_script { (SCRIPT_SIGNS, SCRIPT_SIGNS) } else { ("{}", "{};,:") };
    let mut kept = String::with_capacity(line.len());
    let mut quote = None;
    let mut is_escaped = false;
    let mut rest = line.chars().peekable();
    while let Some(sign) = rest.next() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if sign == '\\' => is_escaped = true,
            Some(end) if sign == end => quote = None,
            Some(_) => (),
            None if "\"'".contains(sign) => quote = Some(sign),
            None if is_script && "`/".contains(sign) => return line.to_string(),
            None => {
                let is_beside = kept.ends_with(|last| after.contains(last))
                    || rest.peek().is_some_and(|&next| before.contains(next));
                if sign == ' ' && is_beside {
                    continue;
                }
            }
        }
        kept.push(sign);
    }
    kept
}

/// The punctuation of scripts beside which spaces say nothing.
const SCRIPT_SIGNS: &str = "=,;:{}()[]?&|<>!";

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
    fn what_is_sent_has_no_comments_and_no_indentation() {
        let script =
            "// A file.\n\n/** Says\n * more. */\nfunction f() {\n  return 4 * 2; // eight\n}\n";
        assert_eq!(minify("a.js", script), "function f(){return 4 * 2; // eight\n}\n");
        assert_eq!(minify("a.css", "/* Look. */\n* {\n  a: b;\n}\n"), "*{a:b;}\n");
    }

    #[test]
    fn types_between_code_are_not_sent() {
        let script =
            "/** @type {A} */\nlet a = /** @type {A} */ (b);\n  /** @type {B} */ (c).d();\n";
        assert_eq!(minify("a.js", script), "let a=(b);(c).d();");
    }

    #[test]
    fn spaces_that_count_are_sent() {
        let same =
            ["`a { b`", "/a = b/.test(c)", "return a in b", "f(\"a, b\")", "a + +b", "'\\' = '"];
        for line in same {
            assert_eq!(minify("a.js", line), format!("{line}\n"));
        }
        let ends = "a = b\n(c)\nd; // e,\nf";
        assert_eq!(minify("a.js", ends), "a=b\n(c)\nd; // e,\nf\n");
        for line in ["a :hover{b:calc(1px + 2px)}", "@media (a) and (b){c:\"d: e\"}"] {
            assert_eq!(minify("a.css", line), format!("{line}\n"));
        }
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
    fn the_whole_page_is_small() {
        let sent = |name: std::borrow::Cow<'static, str>| {
            let file = Web::get(&name).expect("a file");
            match std::str::from_utf8(&file.data) {
                Ok(source) if is_source(&name) => minify(&name, source).len(),
                _ => file.data.len(),
            }
        };
        let bytes: usize = Web::iter().map(sent).sum();
        assert!(bytes > 100_000, "{bytes} bytes are not the page");
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
