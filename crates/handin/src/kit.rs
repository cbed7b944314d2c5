//! Starter kits: the files with which a student begins an assignment, and its questions.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::assignment::Assignment;
use crate::reason::Lang;

/// The starter kit of an assignment.
pub struct Kit {
    /// The assignment's name.
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// What is to be written, in each of the languages.
    tasks: [&'static str; 3],
    /// The option of `agon play` that names the player.
    player: &'static str,
    /// The interpreter that students use.
    prompt: &'static str,
    questions: &'static str,
}

/// A kit with the texts of its folder.
macro_rules! kit {
    ($name:literal, $player:literal, $prompt:literal, [$($file:literal),+]) => {
        Kit {
            name: $name,
            files: &[$(($file, include_str!(concat!("../kits/", $name, "/", $file)))),+],
            tasks: [
                include_str!(concat!("../kits/", $name, "/task.en.md")),
                include_str!(concat!("../kits/", $name, "/task.el.md")),
                include_str!(concat!("../kits/", $name, "/task.sr.md")),
            ],
            player: $player,
            prompt: $prompt,
            questions: include_str!(concat!("../kits/", $name, "/questions.txt")),
        }
    };
}

static KITS: [Kit; 5] = [
    kit!("santorini", "--p2", "ghci", ["StudentCode.hs"]),
    kit!("nim", "--p2", "swipl", ["nim.pl"]),
    kit!("tictactoe", "--p2", "swipl", ["tictactoe.pl"]),
    kit!("byte", "--p2", "sbcl", ["byte.lisp"]),
    kit!(
        "theseus",
        "--p2 level:3 --p1",
        "jshell",
        [
            "Tile.java",
            "Supply.java",
            "Board.java",
            "Player.java",
            "HeuristicPlayer.java",
            "Node.java",
            "MinMaxPlayer.java",
            "Game.java"
        ]
    ),
];

const READMES: [&str; 3] = [
    include_str!("../kits/README.en.md"),
    include_str!("../kits/README.el.md"),
    include_str!("../kits/README.sr.md"),
];

impl Kit {
    pub fn of(assignment: &Assignment) -> Option<&'static Kit> {
        KITS.iter().find(|kit| kit.name == assignment.name)
    }

    /// The questions of the assignment's text, one a line.
    pub fn questions(&self) -> &'static str {
        self.questions
    }

    /// The names and texts of the files.
    pub fn files(&self, assignment: &Assignment, lang: Lang) -> Vec<(&'static str, String)> {
        let place = Lang::CODES.iter().position(|(_, known)| *known == lang).unwrap_or_default();
        let fields = [
            ("{title}", assignment.title),
            ("{task}", self.tasks[place].trim_end()),
            ("{name}", self.name),
            ("{file}", assignment.file),
            ("{player}", self.player),
            ("{prompt}", self.prompt),
        ];
        let fill = |text: String, (field, value): &(&str, &str)| text.replace(field, value);
        let readme = fields.iter().fold(READMES[place].to_string(), fill);
        let code = self.files.iter().map(|(name, text)| (*name, text.to_string()));
        code.chain([("README.md", readme)]).collect()
    }

    /// Writes the files into a folder that is new or empty. All of them are written, or none.
    pub fn write(&self, assignment: &Assignment, lang: Lang, folder: &Path) -> io::Result<()> {
        let is_new = !folder.exists();
        match is_new {
            true => fs::create_dir(folder)?,
            false if fs::read_dir(folder)?.next().is_some() => {
                return Err(io::Error::other("is not empty, and nothing is overwritten"));
            }
            false => (),
        }
        let mut written = Vec::new();
        let done = self.files(assignment, lang).iter().try_for_each(|(name, text)| {
            let path = folder.join(name);
            let mut file = create(&path)?;
            written.push(path);
            file.write_all(text.as_bytes())
        });
        if done.is_err() {
            written.iter().for_each(|path| _ = fs::remove_file(path));
            if is_new {
                let _ = fs::remove_dir(folder);
            }
        }
        done
    }

    /// What to type after the kit was written into a folder: to check it, and to play against it.
    pub fn first_commands(&self, folder: &Path) -> [String; 2] {
        let path = folder.to_string_lossy();
        let quoted =
            |text: &str| shlex::try_quote(text).map_or(text.into(), |text| text.to_string());
        [
            format!("agon hand-in check {} --assignment {}", quoted(&path), self.name),
            format!(
                "agon play {} {} {}",
                self.name,
                self.player,
                quoted(&format!("hand-in:{path}"))
            ),
        ]
    }
}

/// Creates a file that is not there yet.
pub fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::ASSIGNMENTS;
    use crate::source::Source;

    #[test]
    fn each_assignment_has_a_kit_whose_readme_is_in_three_languages() {
        for assignment in &ASSIGNMENTS {
            let kit = Kit::of(assignment).unwrap();
            for (code, lang) in Lang::CODES {
                let files = kit.files(assignment, lang);
                let (_, readme) = files.iter().find(|(name, _)| *name == "README.md").unwrap();
                assert!(readme.contains(&format!("agon grade {}", assignment.name)), "{readme}");
                assert!(readme.contains(assignment.file) && !readme.contains('{'), "{readme}");
                let greek = readme.chars().filter(|letter| ('α'..='ω').contains(letter)).count();
                assert_eq!(greek > 100, code == "el", "{readme}");
                assert_eq!(readme.contains("označeno"), code == "sr", "{readme}");
            }
        }
    }

    #[test]
    fn a_kit_is_a_hand_in_and_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for assignment in &ASSIGNMENTS {
            let kit = Kit::of(assignment).unwrap();
            let to = folder.path().join(assignment.name);
            kit.write(assignment, Lang::English, &to).unwrap();
            let source = Source::read(&to, assignment).unwrap();
            assert!(source.entry.is_some(), "{}", assignment.name);
            let refused = kit.write(assignment, Lang::English, &to).unwrap_err();
            assert!(refused.to_string().starts_with("is not empty"), "{refused}");
        }
        let nested = folder.path().join("no/such/folder");
        let nim = crate::find_assignment("nim").unwrap();
        Kit::of(nim).unwrap().write(nim, Lang::Greek, &nested).unwrap_err();
        assert!(!folder.path().join("no").exists());
    }
}
