//! Diagnostics: what is wrong with a rule file, where, and what would be right.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How deep terms, aggregates and lists may be nested.
pub(crate) const MAX_DEPTH: usize = 24;

/// The most numbers of a declared range.
pub(crate) const MAX_RANGE: i32 = 100_000;

/// The most errors of a file that are written out.
const MAX_SHOWN: usize = 20;

/// A range of bytes of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span from the start of this one to the end of another.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

agon_core::refusals! {
    /// The kinds of errors in a rule file. Their names are part of the JSON output.
    pub enum DiagnosticKind {
        TooLong { found: usize, most: usize } => "the file has {found} bytes; at most {most} are allowed",
        NotText => "the file is not UTF-8 text",
        Character { found: char } => "unexpected character {found:?}",
        Unclosed => "unterminated quoted name",
        Fraction { found: String } => "{found} is not a whole number, and all numbers are",
        NumberTooLarge => "this number does not fit into 32 bits",
        Expected { wanted: String, found: String } => "expected {wanted}, found {found}",
        TooDeep => "nested more than {MAX_DEPTH} levels deep",
        TooMuch { what: String, most: usize } => "too many {what}: at most {most} are allowed",
        NoGame => "the file does not name its game",
        OtherGame { found: String, wanted: String } => "the rules are for {found}, not for {wanted}",
        GameTwice => "the game is named twice",
        UnknownRelation { name: String } => "unknown relation `{name}`",
        Arity { name: String, wanted: usize, found: usize } => "wrong number of columns for `{name}`: expected {wanted}, found {found}",
        IsFact { name: String } => "`{name}` is a relation of the game, and rules cannot derive it",
        UnknownConstant { name: String } => "unknown name `{name}`",
        UnknownFunction { name: String } => "unknown built-in `{name}`",
        Kinds { found: String, wanted: String } => "type mismatch: expected {wanted}, found {found}",
        NoKind { name: String } => "cannot infer the type of {name}",
        Unbound { name: String } => "no condition binds the variable `{name}`",
        Anonymous => "a wildcard has no value and cannot be used here",
        Negative { name: String } => "`{name}` depends on its own negation or aggregate: the rules cannot be stratified",
        Endless { name: String, column: usize } => "the numbers in column {column} of `{name}` are unbounded",
        TooLarge { name: String, bits: u32, most: u32 } => "`{name}` could have 2^{bits} rows; at most 2^{most} are allowed",
        TooSlow { steps: u64, most: u64 } => "this could take {steps} steps per position; at most {most} are allowed",
        ValueInBody => "`value` cannot be used as a condition",
        NoThen => "this rule has no `then`",
        NotClosed => "unclosed parenthesis",
        NotOpened => "unmatched closing parenthesis",
        Form { wanted: String } => "expected {wanted}",
        TooManyAnswers => "the query has too many answers or takes too long",
        Include { name: String, reason: String } => "cannot include {name}: {reason}",
        DeclaredTwice { name: String } => "`{name}` is declared twice",
        NothingToOverride { name: String } => "there is no rule of `{name}` to override",
        Missing { what: String } => "the game file does not say {what}",
        UnknownSet { name: String } => "there is no set `{name}`",
        NotFixed { name: String } => "`{name}` depends on the position, and this must not",
        NoNumber => "this is not a number that is known in advance",
        RangeOfColumn => "a range goes from a smaller number to a larger one, at most {MAX_RANGE} apart",
        MoverAfterMove { name: String } => "`{name}` speaks of the position after a move: it cannot ask for me or you",
        UnknownMove { name: String } => "there is no legal move `{name}`",
        StateTooLarge { bits: usize, most: usize } => "a position takes {bits} bits; at most {most} are allowed",
        MoveText { reason: String } => "moves cannot be told apart by their text: {reason}",
        Unsound { reason: String } => "in games that were tried, {reason}",
        ProofsEndless { name: String } => "`{name}` is recursive, so its proofs cannot be counted",
    }
}

/// An error in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub kind: DiagnosticKind,
    /// Where it is wrong.
    pub span: Span,
    /// How to fix it, if that is known.
    pub hint: Option<String>,
    /// The known name that was probably meant; the hint says so too.
    pub meant: Option<String>,
}

impl Diagnostic {
    pub(crate) fn new(kind: DiagnosticKind, span: Span) -> Diagnostic {
        Diagnostic { kind, span, hint: None, meant: None }
    }

    /// The name of the kind, as in the JSON output: it stays the same between versions.
    pub fn code(&self) -> &'static str {
        agon_core::Refusal::kind(&self.kind)
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Diagnostic {
        Diagnostic { hint: Some(hint.into()), meant: None, ..self }
    }

    /// Adds a name that was probably meant, which is also the hint.
    pub(crate) fn meant(self, name: &str) -> Diagnostic {
        let hint = format!("did you mean {name}?");
        Diagnostic { hint: Some(hint), meant: Some(name.into()), ..self }
    }

    /// Adds the most similar known name as a hint, if there is one.
    pub(crate) fn did_you_mean<'n>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Diagnostic {
        match nearest(name, known) {
            Some(near) => self.meant(near),
            None => self,
        }
    }
}

/// All errors in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The name of the file.
    pub name: String,
    /// The text of the file.
    pub source: String,
    /// The errors, in the order of the file.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The line and column of a diagnostic, both counted from 1.
    pub fn line_and_column(&self, diagnostic: &Diagnostic) -> (usize, usize) {
        let before = &self.source[..floor_char_boundary(&self.source, diagnostic.span.start)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// The last character boundary at or before `at`.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let renderer = Renderer::plain();
        for (number, diagnostic) in self.list.iter().take(MAX_SHOWN).enumerate() {
            let title = diagnostic.kind.to_string();
            let start = floor_char_boundary(&self.source, diagnostic.span.start);
            let end = floor_char_boundary(&self.source, diagnostic.span.end).max(start);
            let snippet = Snippet::source(self.source.as_str())
                .path(self.name.as_str())
                .annotation(AnnotationKind::Primary.span(start..end));
            let mut report: Vec<Group<'_>> =
                vec![Level::ERROR.primary_title(title.as_str()).element(snippet)];
            if let Some(hint) = &diagnostic.hint {
                report.push(Group::with_title(Level::HELP.secondary_title(hint.as_str())));
            }
            let separator = if number > 0 { "\n\n" } else { "" };
            write!(f, "{separator}{}", renderer.render(&report))?;
        }
        if self.list.len() > MAX_SHOWN {
            write!(f, "\n\nand {} more", self.list.len() - MAX_SHOWN)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl agon_core::Refusal for Diagnostics {
    fn kind(&self) -> &'static str {
        "Rules"
    }

    fn arguments(&self) -> Vec<(&'static str, String)> {
        vec![("file", self.name.clone()), ("count", self.list.len().to_string())]
    }
}

/// The known name with the smallest edit distance to another, if it is close.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = name.chars().count().min(20) / 3 + 1;
    let near = known.into_iter().map(|other| (edit_distance(name, other), other));
    near.filter(|&(distance, _)| distance <= most).min().map(|(_, name)| name)
}

/// The Levenshtein distance of two names, as far as their first 40 characters go.
fn edit_distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (number, a) in one.chars().take(40).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (column, b) in two.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[two.len()]
}
