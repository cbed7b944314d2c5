//! What is wrong with a rule file, and where.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A stretch of a source, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends; the byte there is no longer part of it.
    pub end: usize,
}

impl Span {
    /// The stretch from the beginning of one to the end of another.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

agon_core::refusals! {
    /// What is wrong with a rule file.
    pub enum Wrong {
        TooLong { found: usize, most: usize } => "the file has {found} bytes, more than {most}",
        NotText => "the file is not UTF-8 text",
        Character { found: char } => "{found:?} has no meaning here",
        Unclosed => "this quote is not closed",
        NumberTooLarge => "this number is too large",
        Expected { wanted: String, found: String } => "{wanted} is expected here, not {found}",
        TooDeep => "this is nested too deep",
        TooMuch { what: String, most: usize } => "there are more than {most} {what}",
        NoGame => "the file does not say which game it is for",
        OtherGame { found: String, wanted: String } => "the rules are for {found}, not for {wanted}",
        GameTwice => "the game was named before",
        UnknownRelation { name: String } => "there is no relation {name}",
        Arity { name: String, wanted: usize, found: usize } => "{name} has {wanted} columns, not {found}",
        IsFact { name: String } => "{name} is given by the game and cannot be concluded",
        UnknownConstant { name: String } => "{name} is not the name of anything",
        UnknownFunction { name: String } => "there is no built-in {name}",
        Kinds { found: String, wanted: String } => "this is {found}, and {wanted} is wanted here",
        NoKind { name: String } => "nothing says what {name} can be",
        Unbound { name: String } => "nothing before says which {name} is meant",
        Anonymous => "_ stands for anything and has no value here",
        Negative { name: String } => "{name} depends on its own absence or on a count of itself",
        Endless { name: String, column: usize } => "the numbers in column {column} of {name} can grow without end",
        TooLarge { name: String, bits: u32, most: u32 } => "{name} could have 2^{bits} rows, more than 2^{most}",
        TooSlow { steps: u64, most: u64 } => "this could take {steps} steps a position, more than {most}",
        ValueInBody => "value lines can be concluded, not asked about",
        NoThen => "a rule is (if P then C), and there is no then",
        NotClosed => "this parenthesis is not closed",
        NotOpened => "this parenthesis closes nothing",
        Form { wanted: String } => "{wanted} is expected here",
        TooManyAnswers => "this has too many answers, or takes too long to answer",
        ProofsEndless { name: String } => "{name} depends on itself, and its proofs cannot be counted",
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub wrong: Wrong,
    /// Where.
    pub span: Span,
    /// How it may be mended.
    pub hint: Option<String>,
}

impl Trouble {
    pub(crate) fn new(wrong: Wrong, span: Span) -> Trouble {
        Trouble { wrong, span, hint: None }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Trouble {
        Trouble { hint: Some(hint.into()), ..self }
    }

    /// The same, with the name that was perhaps meant.
    pub(crate) fn did_you_mean<'n>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Trouble {
        match nearest(name, known) {
            Some(near) => self.hint(format!("did you mean {near}?")),
            None => self,
        }
    }
}

/// All that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troubles {
    /// The name of the file, as it is shown.
    pub name: String,
    /// What the file says.
    pub source: String,
    /// What is wrong, in the order of the file.
    pub troubles: Vec<Trouble>,
}

impl Troubles {
    /// The line and column of a trouble, both counted from 1.
    pub fn place(&self, trouble: &Trouble) -> (usize, usize) {
        let before = &self.source[..floor(&self.source, trouble.span.start)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// The last boundary between characters that is not after `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for Troubles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let renderer = Renderer::plain();
        for (number, trouble) in self.troubles.iter().enumerate() {
            let title = trouble.wrong.to_string();
            let start = floor(&self.source, trouble.span.start);
            let end = floor(&self.source, trouble.span.end).max(start);
            let snippet = Snippet::source(self.source.as_str())
                .path(self.name.as_str())
                .annotation(AnnotationKind::Primary.span(start..end));
            let mut report: Vec<Group<'_>> =
                vec![Level::ERROR.primary_title(title.as_str()).element(snippet)];
            if let Some(hint) = &trouble.hint {
                report.push(Group::with_title(Level::HELP.secondary_title(hint.as_str())));
            }
            let gap = if number > 0 { "\n\n" } else { "" };
            write!(f, "{gap}{}", renderer.render(&report))?;
        }
        Ok(())
    }
}

impl std::error::Error for Troubles {}

impl agon_core::Refusal for Troubles {
    fn kind(&self) -> &'static str {
        "Troubles"
    }

    fn arguments(&self) -> Vec<(&'static str, String)> {
        vec![("file", self.name.clone()), ("count", self.troubles.len().to_string())]
    }
}

/// The known name that is least different from another, if it is near.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = name.chars().count().min(20) / 3 + 1;
    let near = known.into_iter().map(|other| (distance(name, other), other));
    near.filter(|&(distance, _)| distance <= most).min().map(|(_, name)| name)
}

/// How many letters must be added, removed or changed to make one name of another.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (number, a) in one.chars().take(40).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (place, b) in two.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[two.len()]
}
