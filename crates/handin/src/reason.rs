//! Why a hand-in does not connect, and what to do: kinds with arguments, in English, Greek and
//! Serbian.

use agon_core::Refusal;

use crate::texts::{Texts, fill};

agon_core::refusals! {
    /// Why a hand-in does not connect. It continues a sentence that begins with its name.
    pub enum Reason {
        Nonexistent => "does not exist",
        Unreadable { why: String } => "cannot be read: {why}",
        Link => "is a link, which is not followed",
        NotAFile => "is neither a file nor a folder",
        Foreign { kind: String, language: String, file: String } => "is a {kind} file, not a program: a hand-in is written in {language}, as {file}, alone or in a folder or zip",
        Archive { kind: String } => "is a {kind} archive, which cannot be read: make a zip of it",
        Empty { language: String, file: String } => "is empty: a hand-in is written in {language}, as {file}, alone or in a folder or zip",
        NoCode { found: String, language: String, file: String } => "has no file of {language}, but {found}: a hand-in is written in {language}, as {file}, alone or in a folder or zip",
        TooManyFiles { most: usize } => "has more than {most} files: hand in only the program",
        TooManyBytes { most: u64 } => "has more than {most} MiB of files: hand in only the program",
        FileTooLarge { file: String, most: u64 } => "has a file that is larger than {most} MiB: {file}",
        LeadsOut { path: String } => "has a file whose path leads out of it: {path}",
        BadZip { why: String } => "is a zip that cannot be read: {why}",
        NotText { file: String } => "has a file that is not text: {file}",
        NoFile { file: String, files: String } => "has no file {file}; its files are {files}",
        SeveralFiles { files: String, first: String } => "has several files that may be the program: {files}; name the right one, as with --file '{first}', or file = \"{first}\" in agon-adapter.toml",
        Adapter { file: String, line: usize, why: String } => "comes with {file} that has a mistake in line {line}: {why}",
        NoInterpreter { program: String, language: String, package: String } => "is written in {language}, and {program} is not installed; on Debian type: apt-get install {package}",
        DoesNotLoad { message: String } => "does not load: {message}",
        Lacks { role: String, text: String } => "lacks {role}: {text}",
        Unclear { role: String, text: String } => "has several that may be {role}: {text}",
        NoAssignment { game: String } => "cannot play {game}: there is no assignment about it",
        Other { why: String } => "{why}",
    }
}

agon_core::refusals! {
    /// What makes a hand-in connect.
    pub enum Remedy {
        Load { command: String } => "it must load in {command} without errors",
        Bridge { path: String, assignment: String, bridge: String } => "agon hand-in bridge '{path}' --assignment {assignment} writes {bridge}, a short file to put beside it, in which what is missing can be written",
    }
}

impl From<String> for Reason {
    fn from(why: String) -> Reason {
        Reason::Other { why }
    }
}

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    #[default]
    English,
    Greek,
    Serbian,
}

impl Lang {
    /// The codes of the languages, as on the page.
    pub const CODES: [(&'static str, Lang); 3] =
        [("en", Lang::English), ("el", Lang::Greek), ("sr", Lang::Serbian)];

    /// The language of a code, or of a locale such as `el_GR.UTF-8`.
    pub fn of_locale(locale: &str) -> Option<Lang> {
        let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        Lang::CODES.iter().find(|(known, _)| *known == code).map(|&(_, lang)| lang)
    }

    /// The language of the user's messages.
    pub fn of_environment() -> Lang {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let set = names.iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
        set.and_then(|locale| Lang::of_locale(&locale)).unwrap_or_default()
    }

    /// A word of a report, by its English form.
    pub fn word(self, english: &'static str) -> &'static str {
        TEXTS.find(self, "words", english).unwrap_or(english)
    }

    /// A sentence in this language.
    pub fn sentence(self, refusal: &dyn Refusal) -> String {
        let told = self.sentence_of(refusal.kind(), &refusal.arguments());
        told.unwrap_or_else(|| refusal.to_string())
    }

    /// The sentence of a refusal's kind and arguments, in a language other than English.
    pub fn sentence_of<N: AsRef<str>>(self, kind: &str, given: &[(N, String)]) -> Option<String> {
        TEXTS.find(self, "reasons", kind).map(|text| fill(text, given))
    }
}

static TEXTS: Texts =
    Texts::new(include_str!("../texts/el.toml"), include_str!("../texts/sr.toml"));

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that the reports of hand-ins use.
    const WORDS: [&str; 12] = [
        "files",
        "starts",
        "not used",
        "found",
        "given",
        "guessed",
        "unclear",
        "missing",
        "messages",
        "connects",
        "does not connect",
        "what to do",
    ];

    #[test]
    fn every_sentence_and_word_is_translated_with_its_arguments() {
        let english = include_str!("reason.rs");
        let declared = english.split("impl From<String>").next().unwrap();
        let kinds: Vec<(&str, Vec<&str>)> = declared
            .lines()
            .filter_map(|line| line.trim().split_once(" => "))
            .map(|(head, text)| {
                let kind = head.split([' ', '{']).next().unwrap();
                let names = text.split('{').skip(1).filter_map(|part| part.split('}').next());
                (kind, names.collect())
            })
            .collect();
        assert!(kinds.len() > 20, "{kinds:?}");
        for lang in [Lang::Greek, Lang::Serbian] {
            for (kind, names) in &kinds {
                let text =
                    TEXTS.find(lang, "reasons", kind).unwrap_or_else(|| panic!("{lang:?} {kind}"));
                for name in names {
                    assert!(text.contains(&format!("{{{name}}}")), "{lang:?} {kind}: {name}");
                }
                let blank: Vec<(&str, String)> = Vec::new();
                assert!(!fill(text, &blank).contains(['{', '}']), "{lang:?} {kind}");
            }
            let count = |group| TEXTS.keys(lang, group).count();
            assert_eq!(count("reasons"), kinds.len());
            for word in WORDS {
                assert_ne!(lang.word(word), word, "{lang:?}");
            }
            assert_eq!(count("words"), WORDS.len());
        }
    }

    #[test]
    fn a_sentence_is_told_in_the_language_of_the_user() {
        let reason = Reason::LeadsOut { path: "../{path}".into() };
        let told = |locale| Lang::of_locale(locale).unwrap().sentence(&reason);
        assert_eq!(told("en_GB.UTF-8"), "has a file whose path leads out of it: ../{path}");
        assert!(told("el_GR").ends_with("του: ../{path}"), "{}", told("el_GR"));
        assert!(told("sr_RS@latin").ends_with(": ../{path}"));
        assert_eq!(Lang::of_locale("C.UTF-8"), None);
    }
}
