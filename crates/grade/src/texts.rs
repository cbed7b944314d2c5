//! The words of reports in English, Greek and Serbian.

use agon_handin::{Lang, Texts, fill};

static TEXTS: Texts =
    Texts::new(include_str!("../texts/el.toml"), include_str!("../texts/sr.toml"));

/// The words of a report in a language. English words are the keys of the files in `texts/`.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub Lang);

impl Words {
    pub fn word(self, english: &'static str) -> &'static str {
        TEXTS.find(self.0, "words", english).unwrap_or(english)
    }

    /// A sentence with arguments in braces.
    pub fn say(self, english: &'static str, arguments: &[(&str, String)]) -> String {
        fill(self.word(english), arguments)
    }

    /// The name of a kind of cases, in English where it is not translated.
    pub fn kind(self, english: &str) -> &str {
        TEXTS.find(self.0, "kinds", english).unwrap_or(english)
    }

    /// The title of an assignment.
    pub fn title(self, english: &'static str) -> &'static str {
        TEXTS.find(self.0, "titles", english).unwrap_or(english)
    }

    /// The code of the language.
    pub fn code(self) -> &'static str {
        Lang::CODES.iter().find(|(_, lang)| *lang == self.0).map_or("en", |(code, _)| code)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::questionnaire::{ANSWERS_IN_TIME, CAN_BE_CALLED, SPOILS_NOTHING};
    use crate::questionnaires::QUESTIONNAIRES;

    const LANGUAGES: [Lang; 2] = [Lang::Greek, Lang::Serbian];

    /// The texts that follow one of these beginnings in the code.
    fn texts_after(code: &str, beginnings: &[&str]) -> BTreeSet<String> {
        let found = beginnings.iter().flat_map(|begin| code.split(begin).skip(1));
        let text =
            |rest: &str| rest.trim_start().strip_prefix('"')?.split('"').next().map(String::from);
        found.filter_map(text).collect()
    }

    #[test]
    fn every_word_is_translated_with_its_arguments() {
        let code = [
            include_str!("report/mod.rs"),
            include_str!("report/text.rs"),
            include_str!("report/html.rs"),
            include_str!("report/class.rs"),
            include_str!("report/formats.rs"),
            include_str!("report/pages.rs"),
            include_str!("../../cli/src/commands/grade.rs"),
        ]
        .concat();
        let used = texts_after(&code, &["word(", "say(", "let text ="]);
        assert!(used.len() > 40, "{used:?}");
        for lang in LANGUAGES {
            let known: BTreeSet<String> = TEXTS.keys(lang, "words").map(String::from).collect();
            assert_eq!(used.difference(&known).collect::<Vec<_>>(), [""; 0], "{lang:?}: missing");
            assert_eq!(known.difference(&used).collect::<Vec<_>>(), [""; 0], "{lang:?}: not used");
            for english in &used {
                let names = |text: &str| -> BTreeSet<String> {
                    let parts = text.split('{').skip(1);
                    parts.filter_map(|part| part.split('}').next()).map(String::from).collect()
                };
                let text = TEXTS.find(lang, "words", english).unwrap();
                assert_eq!(names(text), names(english), "{lang:?} {english}");
            }
        }
    }

    #[test]
    fn every_kind_of_cases_and_title_is_translated() {
        let functions = QUESTIONNAIRES.iter().flat_map(|questions| questions.functions());
        let mut kinds: BTreeSet<&str> =
            functions.flat_map(|function| function.kinds).map(|kind| kind.name).collect();
        kinds.extend([ANSWERS_IN_TIME, CAN_BE_CALLED, SPOILS_NOTHING]);
        for lang in LANGUAGES {
            let missing = kinds.iter().filter(|kind| TEXTS.find(lang, "kinds", kind).is_none());
            let missing: Vec<_> = missing.collect();
            assert!(missing.is_empty(), "{lang:?} lacks these kinds: {missing:#?}");
            for questionnaire in QUESTIONNAIRES {
                let title = questionnaire.assignment().title;
                assert!(TEXTS.find(lang, "titles", title).is_some(), "{lang:?} {title}");
            }
        }
    }
}
