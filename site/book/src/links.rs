//! The links and pictures of a Markdown page, found in its text.

use std::ops::Range;

/// A link or picture of a page: the places of its parts in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// All of it, from the bracket or exclamation mark to the closing parenthesis.
    pub whole: Range<usize>,
    /// What readers see.
    pub text: Range<usize>,
    /// Where it leads.
    pub target: Range<usize>,
    /// Whether it shows a picture.
    pub is_picture: bool,
}

/// All links and pictures of a page, in order; code is left out.
pub fn links(page: &str) -> Vec<Link> {
    let prose = without_code(page);
    let mut links = Vec::new();
    for (middle, _) in prose.match_indices("](") {
        let Some(start) = opening(&prose[..middle]) else { continue };
        let Some(length) = prose[middle + 2..].find(')') else { continue };
        let target = middle + 2..middle + 2 + length;
        let is_picture = prose[..start].ends_with('!');
        let whole = start - usize::from(is_picture)..target.end + 1;
        links.push(Link { whole, text: start + 1..middle, target, is_picture });
    }
    links
}

/// The bracket that belongs to the closing one at the end of a text.
fn opening(before: &str) -> Option<usize> {
    let mut open = 1;
    for (place, letter) in before.char_indices().rev() {
        match letter {
            ']' => open += 1,
            '[' => open -= 1,
            _ => (),
        }
        if open == 0 {
            return Some(place);
        }
    }
    None
}

/// The page with blanks in place of code, so that all places stay the same.
fn without_code(page: &str) -> String {
    let mut prose = String::with_capacity(page.len());
    let mut is_code = false;
    let mut in_span = false;
    for line in page.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if is_code || is_fence {
            prose.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            is_code ^= is_fence;
            continue;
        }
        // A span of code ends with its paragraph, whatever it lacks.
        in_span &= !line.trim().is_empty();
        for letter in line.chars() {
            in_span ^= letter == '`';
            match in_span && letter != '\n' {
                true => prose.extend(std::iter::repeat_n(' ', letter.len_utf8())),
                false => prose.push(letter),
            }
        }
    }
    prose
}

/// Whether a target leads out of the repository.
pub fn is_external(target: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// The path that a page's target names, without its anchor; `.` and `..` are resolved. None if it
/// leaves the folder that both paths begin at.
pub fn resolve(page: &str, target: &str) -> Option<String> {
    let path = target.split('#').next().unwrap_or_default();
    if path.is_empty() {
        return Some(page.into());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => (),
            ".." => _ = parts.pop()?,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The file that a page consists of, if it only includes another one.
pub fn included(page: &str) -> Option<&str> {
    page.trim().strip_prefix("{{#include ")?.strip_suffix("}}").map(str::trim)
}
