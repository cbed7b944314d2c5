//! Adapter files: what the functions of a hand-in are called, and which file to start with.

use crate::assignment::{Assignment, Names};
use crate::reason::Reason;
use crate::source::ADAPTER;

/// An adapter for a course or for one student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdapterFile {
    /// The file to start with.
    pub file: Option<String>,
    /// The index of a function, and what it is called.
    names: Vec<(usize, String)>,
}

impl AdapterFile {
    /// How many functions it names.
    pub fn renamed(&self) -> usize {
        self.names.len()
    }

    /// Reads `file = "PATH"` and `[names]`.
    pub fn read(text: &str, assignment: &Assignment) -> Result<AdapterFile, Reason> {
        let wrong = |place: usize, why: String| {
            let line = text[..place].matches('\n').count() + 1;
            Reason::Adapter { file: ADAPTER.into(), line, why }
        };
        let parsed = toml::de::DeTable::parse(text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            wrong(place, error.message().into())
        })?;
        let mut adapter = AdapterFile::default();
        for (key, value) in parsed.get_ref() {
            let at = key.span().start;
            match key.get_ref().as_ref() {
                "file" => {
                    let file = value.get_ref().as_str();
                    let file = file.ok_or_else(|| wrong(at, "file is a path in quotes".into()))?;
                    adapter.file = Some(file.into());
                }
                "names" => {
                    let names = value.get_ref().as_table();
                    for (role, name) in names.ok_or_else(|| wrong(at, "names is a table".into()))? {
                        let at = role.span().start;
                        let known = assignment.functions;
                        let place = known.iter().position(|known| known == role.get_ref());
                        let place = place.ok_or_else(|| {
                            let (game, role, known) =
                                (assignment.name, role.get_ref(), known.join(", "));
                            wrong(at, format!("{game} has no {role}; it has {known}"))
                        })?;
                        let name = name.get_ref().as_str().filter(|name| is_name(name));
                        let name =
                            name.ok_or_else(|| wrong(at, "a name is a word in quotes".into()))?;
                        adapter.names.push((place, name.into()));
                    }
                }
                other => {
                    return Err(wrong(
                        at,
                        format!("there is no {other}; there are file and names"),
                    ));
                }
            }
        }
        Ok(adapter)
    }

    pub fn rename(&self, names: &mut Names) {
        for (place, name) in &self.names {
            names.0[*place].clone_from(name);
        }
    }
}

/// Whether a word can be the name of a function in some language, and nothing else.
pub fn is_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || "_-'+*/<>=!?.".contains(letter);
    !name.is_empty() && name.len() <= 100 && name.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_assignment;

    #[test]
    fn an_adapter_renames_functions_and_names_the_file() {
        let santorini = find_assignment("santorini").unwrap();
        let text = "file = \"src/A.hs\"\n[names]\ntryMove = \"move'\"\n";
        let adapter = AdapterFile::read(text, santorini).unwrap();
        assert_eq!(adapter.file.as_deref(), Some("src/A.hs"));
        let mut names = santorini.names();
        adapter.rename(&mut names);
        assert_eq!(names.of(1), "move'");
        for (wrong, line, what) in [
            ("[names]\nmove = \"a\"", 2, "santorini has no move; it has initializeGame"),
            ("\n[names]\ntryMove = \"a b\"", 3, "a name is a word"),
            ("files = 1", 1, "there is no files"),
            ("file = ", 1, ""),
        ] {
            let refused = AdapterFile::read(wrong, santorini).unwrap_err().to_string();
            let expected =
                format!("comes with agon-adapter.toml that has a mistake in line {line}: {what}");
            assert!(refused.starts_with(&expected), "{refused}");
        }
    }
}
