//! The hand-ins of a class: entries that match a pattern of paths, named after their files.

use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::PlayerSpec;
use agon_handin::{Assignment, Source};
use glob::{MatchOptions, Pattern, glob_with};

/// The files of a folder that are tried, in this order, and how they are run.
const PROGRAMS: [(&str, &str); 6] = [
    ("bot", "ugi:"),
    ("bot.py", "ugi:python3 "),
    ("bot.sh", "ugi:sh "),
    ("main.py", "ugi:python3 "),
    ("run", "ugi:"),
    ("run.sh", "ugi:sh "),
];

/// The most wildcard parts of a pattern: it must not search a whole disk.
const MAX_WILD: usize = 2;

/// The most files and folders of a folder that was handed in.
const MAX_FILES: u64 = 2000;

/// The most bytes of all its files together.
const MAX_BYTES: u64 = 512 << 20;

/// Where counting the files of a folder ends.
const COUNTED: u64 = 100_000;

/// A file or folder that matches the pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundEntry {
    /// The name of the entrant: that of the file without its extension, or of the folder.
    pub name: String,
    /// Its path, relative to the folder of the contest file.
    pub path: PathBuf,
    /// The folder, if it is one: everything in it belongs to the entrant.
    pub folder: Option<PathBuf>,
    /// Its player, or why it has none.
    pub player: Result<String, String>,
}

/// The entries in a folder that match a pattern, by name, at most `most`. `{}` in the template of a
/// player stands for the path. What has code for the assignment is a hand-in. Hidden files are left
/// out.
pub fn find(
    folder: &Path,
    pattern: &str,
    template: Option<&str>,
    assignment: Option<&Assignment>,
    most: usize,
) -> Result<Vec<FoundEntry>, String> {
    let wild = pattern.split('/').filter(|part| part.contains(['*', '?', '['])).count();
    if pattern.contains("**") || wild > MAX_WILD {
        let what = format!("a pattern has no **, and at most {MAX_WILD} parts with * or ?");
        return Err(format!("{what}, as in class/*/*.rules, not {pattern}"));
    }
    let joined = match folder.to_str() {
        Some("") => pattern.to_string(),
        Some(folder) => format!("{}/{pattern}", Pattern::escape(folder)),
        None => return Err("the path of the contest file is not UTF-8 text".into()),
    };
    let options = MatchOptions { require_literal_leading_dot: true, ..MatchOptions::default() };
    let paths = glob_with(&joined, options)
        .map_err(|error| format!("{pattern} is no pattern of paths: {}", error.msg))?;
    // What stands before the first wildcard is the teacher's own path.
    let handed_in = pattern.split('/').skip_while(|part| !part.contains(['*', '?', '['])).count();
    let mut found = Vec::new();
    for path in paths {
        let path = path.map_err(|error| error.to_string())?;
        if found.len() == most {
            return Err(format!("{pattern} finds more than {most} files"));
        }
        let relative = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
        let Some(text) = relative.to_str() else {
            return Err(format!("the path {} is not UTF-8 text", relative.display()));
        };
        let is_folder = path.is_dir();
        let name = if is_folder { relative.file_name() } else { relative.file_stem() };
        found.push(FoundEntry {
            name: name.unwrap_or_default().to_string_lossy().into_owned(),
            folder: is_folder.then(|| path.clone()),
            player: check(&path, handed_in).and_then(|()| match template {
                Some(template) => Ok(template.replace("{}", &quoted(text))),
                None => player(&path, text, assignment),
            }),
            path: relative,
        });
    }
    found.sort_by(|one, other| (&one.name, &one.path).cmp(&(&other.name, &other.path)));
    Ok(found)
}

/// Refuses what is not a file or folder of reasonable size, or leads elsewhere: a link in the last
/// `handed_in` parts of the path, or one in the folder that leads out of it.
fn check(path: &Path, handed_in: usize) -> Result<(), String> {
    if path.ancestors().take(handed_in.max(1)).any(Path::is_symlink) {
        return Err("is a link, which is not followed".into());
    }
    let root = path.canonicalize().map_err(|error| error.to_string())?;
    let (mut files, mut bytes) = (0, 0);
    let mut open = vec![path.to_path_buf()];
    while let Some(next) = open.pop() {
        let about = fs::symlink_metadata(&next).map_err(|error| error.to_string())?;
        let inside = next.strip_prefix(path).unwrap_or(&next).display();
        if about.is_dir() {
            let entries = fs::read_dir(&next).map_err(|error| format!("{inside}: {error}"))?;
            let left = (COUNTED - files) as usize;
            open.extend(entries.flatten().take(left).map(|entry| entry.path()));
        } else if about.is_symlink() {
            if !next.canonicalize().is_ok_and(|target| target.starts_with(&root)) {
                return Err(format!("has a link that leads out of it: {inside}"));
            }
        } else if !about.is_file() {
            return Err(match inside.to_string().as_str() {
                "" => "is neither a file nor a folder".into(),
                inside => format!("has something that is neither a file nor a folder: {inside}"),
            });
        }
        files += u64::from(next != path);
        bytes += if about.is_file() { about.len() } else { 0 };
        if files >= COUNTED {
            break;
        }
    }
    if files > MAX_FILES || bytes > MAX_BYTES {
        let more = if files >= COUNTED { "at least " } else { "" };
        let (mega, most) = (bytes.div_ceil(1 << 20), MAX_BYTES >> 20);
        return Err(format!(
            "has {more}{files} files and folders with {mega} MiB; a hand-in has at most {MAX_FILES}, and {most} MiB"
        ));
    }
    Ok(())
}

/// The player of a file or folder, by its name.
fn player(path: &Path, text: &str, assignment: Option<&Assignment>) -> Result<String, String> {
    let hand_in = || Ok(format!("{}{}", PlayerSpec::HAND_IN, quoted_path(text)));
    if path.is_dir() {
        let known = PROGRAMS.iter().find(|(name, _)| path.join(name).is_file());
        if let Some((name, run)) = known {
            return Ok(format!("{run}{}", quoted(&format!("{text}/{name}"))));
        }
        let rules = files(path, ".rules");
        let read = assignment.map(|assignment| Source::read(path, assignment));
        return match rules.as_slice() {
            [] if read.as_ref().is_some_and(Result::is_ok) => hand_in(),
            [] if let Some(Err(reason)) = read => Err(reason.to_string()),
            [only] => Ok(evaluation(&format!("{text}/{only}"))),
            [] => {
                let names = PROGRAMS.map(|(name, _)| name).join(", ");
                Err(format!(
                    "{text} has none of {names} and no rule file; player = \"...\" in the contest \
                     file says how its entries are run, as in \"ugi:python3 {{}}/mine.py\""
                ))
            }
            _ => Err(format!("{text} has more than one rule file: {}", rules.join(", "))),
        };
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_code = |assignment: &Assignment| assignment.language.extensions().contains(&ending);
    if assignment.is_some_and(is_code) || ["zip", "txt"].contains(&ending) {
        return hand_in();
    }
    Ok(match ending {
        "py" => format!("ugi:python3 {}", quoted(text)),
        "sh" => format!("ugi:sh {}", quoted(text)),
        "" => format!("ugi:{}", quoted(text)),
        _ => evaluation(text),
    })
}

/// The names of the files of a folder with an extension.
fn files(folder: &Path, ending: &str) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    names.sort();
    names
}

/// Minimax with an evaluation file, whose path may contain commas, and must not be taken for a
/// program.
fn evaluation(path: &str) -> String {
    let is_program = PlayerSpec::program_of(path).is_some();
    let eval = Some(if is_program { format!("./{path}") } else { path.to_string() });
    PlayerSpec::Minimax { depth: None, eval }.to_string()
}

/// A path as the text of a player takes it.
fn quoted_path(path: &str) -> String {
    if path.contains([',', '"']) { format!("{path:?}") } else { path.into() }
}

/// A path as a word of a command line.
fn quoted(path: &str) -> String {
    shlex::try_quote(path).map_or_else(|_| path.to_string(), |word| word.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn files_and_folders_are_entries_by_name() {
        let files =
            ["in/cleo.rules", "in/ann.rules", "in/.x.rules", "in/bob/bot.py", "in/dora/a b.rules"];
        let class = folder(&files);
        let found = find(class.path(), "in/*", None, None, 10).unwrap();
        let players: Vec<(&str, &str)> = found
            .iter()
            .map(|one| (one.name.as_str(), one.player.as_deref().unwrap_or("none")))
            .collect();
        assert_eq!(
            players,
            [
                ("ann", "minimax:eval=in/ann.rules"),
                ("bob", "ugi:python3 in/bob/bot.py"),
                ("cleo", "minimax:eval=in/cleo.rules"),
                ("dora", "minimax:eval=in/dora/a b.rules"),
            ]
        );
        assert_eq!(found[1].folder.as_deref(), Some(&*class.path().join("in/bob")));
        assert_eq!(find(class.path(), "in/*.rules", None, None, 10).unwrap().len(), 2);
        assert!(find(class.path(), "in/*", None, None, 3).is_err());
        for wide in ["**", "/**/x", "*/*/*"] {
            assert!(
                find(class.path(), wide, None, None, 9)
                    .unwrap_err()
                    .contains("a pattern has no **")
            );
        }
        assert!(find(class.path(), "in/[", None, None, 3).unwrap_err().contains("no pattern"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_folders_that_are_too_large_are_refused() {
        use std::os::unix::fs::symlink;
        let class = folder(&["in/ann/bot.py", "in/bob/x", "in/cleo/bot.py", "in/dora/bot.py", "b"]);
        let path = |name: &str| class.path().join(name);
        symlink("/etc/passwd", path("in/link.rules")).unwrap();
        symlink(path("in/ann"), path("in/eve")).unwrap();
        symlink("../../b", path("in/bob/bot.py")).unwrap();
        symlink("bot.py", path("in/cleo/main.py")).unwrap();
        symlink("in", path("now")).unwrap();
        (0..MAX_FILES).for_each(|file| fs::write(path(&format!("in/dora/{file}")), "").unwrap());
        let _socket = std::os::unix::net::UnixListener::bind(path("in/socket")).unwrap();
        fs::File::create(path("in/huge.rules")).unwrap().set_len(MAX_BYTES + 1).unwrap();
        let found = |pattern, template| {
            let found = find(class.path(), pattern, template, None, 10).unwrap().into_iter();
            found.map(|one| (one.name, one.player)).collect::<Vec<_>>()
        };
        let link = Err("is a link, which is not followed".to_string());
        for template in [None, Some("minimax:eval={}/bot.py")] {
            for (name, player) in found("in/*", template) {
                match name.as_str() {
                    "ann" | "cleo" => assert!(player.is_ok(), "{name}"),
                    "link" | "eve" => assert_eq!(player, link, "{name}"),
                    "bob" => assert!(player.unwrap_err().contains("leads out of it: bot.py")),
                    "socket" => assert_eq!(player.unwrap_err(), "is neither a file nor a folder"),
                    "dora" => assert!(
                        player.unwrap_err().contains("has 2001 files and folders with 0 MiB; a hand-in has at most 2000, and 512 MiB")
                    ),
                    _ => assert!(player.unwrap_err().contains("has 0 files and folders with 513 MiB")),
                }
            }
        }
        assert_eq!(found("in/*/bot.py", None).iter().filter(|one| one.1 == link).count(), 2);
        assert!(found("now/ann*", None)[0].1.is_ok(), "the teacher's own link");
    }

    #[test]
    fn a_rule_file_is_never_a_program() {
        let class = folder(&["program:id.rules"]);
        let found = find(class.path(), "*.rules", None, None, 10).unwrap();
        assert_eq!(found[0].player.as_deref(), Ok("minimax:eval=./program:id.rules"));
    }

    #[test]
    fn a_template_says_how_entries_are_run() {
        let class = folder(&["in/it's ann/go.hs"]);
        let found = find(class.path(), "in/*", Some("ugi:runghc {}/go.hs"), None, 10).unwrap();
        assert_eq!(found[0].player.as_deref(), Ok("ugi:runghc \"in/it's ann\"/go.hs"));
        let found = find(class.path(), "in/*", None, None, 10).unwrap();
        assert!(found[0].player.as_ref().unwrap_err().contains("has none of bot, bot.py"));
    }

    #[test]
    fn students_programs_are_hand_ins_of_the_assignment() {
        let class = folder(&["in/bob/bot.py", "in/cleo/x.rules", "in/dora/notes.pdf"]);
        let program = "play([1],[]).\nsuccessor([1],[]).\n";
        for name in ["ann.pl", "eve/src/my nim.pl", "fay, gil.pl"] {
            let path = class.path().join("in").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, program).unwrap();
        }
        let nim = agon_handin::find_assignment("nim");
        let found = find(class.path(), "in/*", None, nim, 10).unwrap();
        let players: Vec<&str> =
            found.iter().map(|one| one.player.as_deref().unwrap_or("none")).collect();
        assert_eq!(
            players,
            [
                "hand-in:in/ann.pl",
                "ugi:python3 in/bob/bot.py",
                "minimax:eval=in/cleo/x.rules",
                "none",
                "hand-in:in/eve",
                "hand-in:\"in/fay, gil.pl\"",
            ]
        );
        let why = found[3].player.as_ref().unwrap_err();
        assert!(why.starts_with("has no file of Prolog, but notes.pdf"), "{why}");
    }
}
