//! The tables of a contest file, and errors that show the place in it.

use std::ops::Range;
use std::path::Path;

use agon_host::Failure;
use agon_infer::nearest;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An error in the file.
#[derive(Debug)]
pub(super) struct FileError {
    span: Range<usize>,
    message: String,
    hint: Option<String>,
}

impl FileError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> FileError {
        FileError { span, message: message.into(), hint: None }
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> FileError {
        FileError { hint: Some(hint.into()), ..self }
    }

    /// The error with the line that it is in.
    pub(super) fn show(&self, path: &Path, text: &str) -> String {
        let path = path.display().to_string();
        let snippet = Snippet::source(text)
            .path(path.as_str())
            .annotation(AnnotationKind::Primary.span(self.span.clone()));
        let mut report = vec![Level::ERROR.primary_title(self.message.as_str()).element(snippet)];
        if let Some(hint) = &self.hint {
            report.push(Group::with_title(Level::HELP.secondary_title(hint.as_str())));
        }
        Renderer::plain().render(&report).to_string()
    }
}

/// Why the file cannot be used: an error in it, or in a file that it names.
#[derive(Debug)]
pub(super) enum ReadError {
    InFile(FileError),
    Elsewhere(Failure),
}

impl From<FileError> for ReadError {
    fn from(error: FileError) -> ReadError {
        ReadError::InFile(error)
    }
}

pub(super) struct Section<'a> {
    pub(super) span: Range<usize>,
    pub(super) table: &'a DeTable<'a>,
}

/// A text and its place.
pub(super) type Text<'a> = (&'a str, Range<usize>);

impl<'a> Section<'a> {
    /// Refuses unknown keys.
    pub(super) fn check_keys(&self, known: &[&str]) -> Result<(), FileError> {
        let unknown = self.table.keys().find(|key| !known.contains(&&**key.get_ref()));
        let Some(key) = unknown else { return Ok(()) };
        let name = key.get_ref();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("a similar key exists: {near}"),
            None => format!("the keys are {}", known.join(", ")),
        };
        Err(FileError::new(key.span(), format!("there is no key {name}")).hint(hint))
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// The value of a key, if it has the right type.
    pub(super) fn value<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl Fn(&'a DeValue<'a>) -> Option<T>,
    ) -> Result<Option<(T, Range<usize>)>, FileError> {
        let Some(found) = self.get(key) else { return Ok(None) };
        let span = found.span();
        let wrong = || FileError::new(span.clone(), format!("{key} is {wanted}"));
        let value = read(found.get_ref()).ok_or_else(wrong)?;
        Ok(Some((value, span)))
    }

    pub(super) fn text(&self, key: &str) -> Result<Option<Text<'a>>, FileError> {
        self.value(key, "a text in quotes", |value| value.as_str())
    }

    pub(super) fn number(&self, key: &str, range: Range<u64>) -> Result<Option<u64>, FileError> {
        let last = range.end - 1;
        let wanted = format!("a whole number from {} to {last}", range.start);
        let read = |value: &DeValue<'_>| read_number(value, &range);
        Ok(self.value(key, &wanted, read)?.map(|(number, _)| number))
    }

    /// A list of at most `most` numbers.
    pub(super) fn numbers(
        &self,
        key: &str,
        range: Range<u64>,
        most: usize,
    ) -> Result<Vec<u64>, FileError> {
        let last = range.end - 1;
        let wanted = format!("a list of 1 to {most} whole numbers from {} to {last}", range.start);
        let read = |value: &DeValue<'_>| -> Option<Vec<u64>> {
            let list = value.as_array().filter(|list| (1..=most).contains(&list.len()))?;
            list.iter().map(|one| read_number(one.get_ref(), &range)).collect()
        };
        Ok(self.value(key, &wanted, read)?.map_or(Vec::new(), |(numbers, _)| numbers))
    }

    pub(super) fn texts(&self, key: &str) -> Result<Vec<Text<'a>>, FileError> {
        let found = self.value(key, "a list of texts in quotes", read_texts)?;
        Ok(found.map_or(Vec::new(), |(texts, _)| texts))
    }

    /// A text, or a list of them.
    pub(super) fn text_or_texts(&self, key: &str) -> Result<Vec<Text<'a>>, FileError> {
        match self.get(key).and_then(|value| Some((value.get_ref().as_str()?, value.span()))) {
            Some(text) => Ok(vec![text]),
            None => {
                let found =
                    self.value(key, "a text in quotes, or a list of such texts", read_texts)?;
                Ok(found.map_or(Vec::new(), |(texts, _)| texts))
            }
        }
    }
}

fn read_texts<'a>(value: &'a DeValue<'a>) -> Option<Vec<Text<'a>>> {
    let texts = value.as_array()?.iter();
    texts.map(|text| Some((text.get_ref().as_str()?, text.span()))).collect()
}

fn read_number(value: &DeValue<'_>, range: &Range<u64>) -> Option<u64> {
    let number = value.as_integer()?;
    let number = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
    range.contains(&number).then_some(number)
}
