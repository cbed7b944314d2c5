//! The fingerprint of an entrant: its player, its rules without comments, its programs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use agon_host::{hash_bytes, hash_file};
use serde_json::json;

/// The most files of a folder that are hashed.
const MAX_FILES: usize = 2000;

/// The most bytes of all files of a folder together.
const MAX_BYTES: u64 = 512 << 20;

/// The fingerprint of an entrant. Entrants with the same fingerprint play the same games.
pub fn fingerprint(
    name: &str,
    player: &str,
    rules: Option<&[u8]>,
    programs: &BTreeMap<String, String>,
    first_moves: &[String],
    broken: Option<&str>,
) -> String {
    let rules = rules.map(|bytes| hash_bytes(&normal_form(bytes)));
    let all = json!([name, player, rules, programs, first_moves, broken]);
    hash_bytes(all.to_string().as_bytes())
}

/// The hashes of all files of a folder, by their relative paths. Hidden files and caches of
/// interpreters are left out.
pub fn hash_folder(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_path_buf()];
    let mut bytes = 0;
    while let Some(next) = waiting.pop() {
        for file in fs::read_dir(next)? {
            let file = file?;
            let name = file.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "__pycache__" {
                continue;
            }
            // A link could lead out of the folder, or into a cycle.
            let kind = file.file_type()?;
            if kind.is_dir() {
                waiting.push(file.path());
            } else if kind.is_file() {
                bytes += file.metadata()?.len();
                let path = file.path();
                let inside = path.strip_prefix(folder).unwrap_or(&path);
                hashes.insert(inside.to_string_lossy().into_owned(), hash_file(&path)?);
            }
            if hashes.len() + waiting.len() > MAX_FILES || bytes > MAX_BYTES {
                let most = format!("{MAX_FILES} files or {} MB", MAX_BYTES >> 20);
                return Err(io::Error::other(format!("the folder has more than {most}")));
            }
        }
    }
    Ok(hashes)
}

/// The hashes of what a command line names by a bare name: a file, or all files of a folder. Their
/// paths are relative to the folder in which it is.
pub fn hash_named(name: &str, path: &Path) -> io::Result<BTreeMap<String, String>> {
    if path.is_file() {
        return Ok(BTreeMap::from([(name.into(), hash_file(path)?)]));
    }
    let inside = hash_folder(path)?.into_iter();
    Ok(inside.map(|(inside, hash)| (format!("{name}/{inside}"), hash)).collect())
}

/// A rule file without comments and unnecessary blanks; other files unchanged.
fn normal_form(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => without_comments(text).into_bytes(),
        Err(_) => bytes.to_vec(),
    }
}

fn without_comments(text: &str) -> String {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim_start());
    let first = lines.find(|line| !line.is_empty() && !line.starts_with([';', '%']));
    let is_lisp = first.is_some_and(|line| line.trim_start_matches('\'').starts_with('('));
    let comment = if is_lisp { ';' } else { '%' };
    // In the Lisp dialect, names may contain everything but parentheses.
    let separates = |letter: char| match is_lisp {
        true => "()".contains(letter),
        false => !letter.is_alphanumeric() && letter != '_' && letter != '\'',
    };
    let mut kept = String::with_capacity(text.len());
    let mut blank = false;
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(letter) = rest.chars().next() {
        let (mut length, mut is_blank) = (letter.len_utf8(), letter.is_whitespace());
        if letter == comment {
            length = rest.find('\n').unwrap_or(rest.len());
            is_blank = true;
        } else if is_lisp && rest.starts_with("#|") {
            length = rest.find("|#").map_or(rest.len(), |end| end + 2);
            is_blank = true;
        } else if !is_lisp && letter == '\'' {
            // A quoted name is kept whole. An unclosed one is an error anyway.
            length = rest[1..].find(['\'', '\n']).map_or(rest.len(), |end| end + 2);
        }
        let (word, behind) = rest.split_at(length);
        rest = behind;
        if is_blank {
            blank = true;
            continue;
        }
        let needs_blank = blank && !kept.ends_with(separates) && !separates(letter);
        if needs_blank && !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
        blank = false;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_comment_is_no_change_and_a_changed_number_is_one() {
        let rules = "game santorini.\n% two of mine\nvalue(me, 3) :- level(me, 'E % 3').\n";
        let same = [
            "game santorini. value(me,3):-level(me,'E % 3').",
            "\u{feff}% other words\ngame   santorini.\r\nvalue( me, 3 ) :- % why\n level(me, 'E % 3').",
        ];
        for other in same {
            assert_eq!(without_comments(rules), without_comments(other), "{other}");
        }
        let different = ["value(me, 4)", "value(me, 3), x", "valueme(3)", "value(m e, 3)"];
        for other in different {
            let other = rules.replace("value(me, 3)", other);
            assert_ne!(without_comments(rules), without_comments(&other), "{other}");
        }
        let quoted = rules.replace("'E % 3'", "'E % 4'");
        assert_ne!(without_comments(rules), without_comments(&quoted), "no comment in quotes");
        let lisp = "; mine\n(if (- 1 ?x) then (a b)) #| more\n |# (value  (c))";
        let compact = "(if(- 1 ?x)then(a b))(value(c))";
        assert_eq!(without_comments(lisp), compact);
        assert_ne!(without_comments(&lisp.replace("- 1", "-1")), compact);
        assert!(without_comments("% only\n% comments").is_empty());
    }

    #[test]
    fn a_folder_is_hashed_with_all_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir_all(path.join("lib/__pycache__")).unwrap();
        for name in ["bot.py", "lib/eval.py", "lib/__pycache__/x", ".hidden"] {
            fs::write(path.join(name), name).unwrap();
        }
        let before = hash_folder(path).unwrap();
        assert_eq!(before.keys().collect::<Vec<_>>(), ["bot.py", "lib/eval.py"]);
        fs::write(path.join("lib/eval.py"), "better").unwrap();
        let after = hash_folder(path).unwrap();
        assert_ne!(before, after);
        assert_eq!(before["bot.py"], after["bot.py"]);
        assert_eq!(after["bot.py"], hash_file(&path.join("bot.py")).unwrap());
    }
}
