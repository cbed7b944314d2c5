//! A game file with the files that it includes, as one list of statements.

use super::parse::{Statement, statements};
use super::syntax::{GameFile, GameRule};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Diagnostics, Span};
use crate::syntax::Head;

/// The largest game file with all that it includes, in bytes, and the most files.
pub(crate) const MAX_BYTES: usize = 1 << 16;
const MAX_FILES: usize = 16;

/// A file that belongs to a game: the one that was asked for, or one that it includes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// All files of a game. Spans count bytes through all of them, each after the one before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    pub(crate) files: Vec<SourceFile>,
}

/// Where the file begins that has this byte, and which one it is.
pub(crate) fn file_of(files: &[SourceFile], at: usize) -> (usize, &SourceFile) {
    let mut base = 0;
    for file in files {
        if at <= base + file.text.len() {
            return (base, file);
        }
        base += file.text.len() + 1;
    }
    (0, &files[0])
}

impl Sources {
    fn end(&self) -> usize {
        self.files.iter().map(|file| file.text.len() + 1).sum()
    }

    /// The diagnostics of the first file that has any.
    pub(crate) fn refuse(&self, list: Vec<Diagnostic>) -> Diagnostics {
        let first = list.first().map_or(0, |diagnostic| diagnostic.span.start);
        let (base, file) = file_of(&self.files, first);
        let range = base..=base + file.text.len();
        let inside = |diagnostic: &Diagnostic| range.contains(&diagnostic.span.start);
        let moved = |diagnostic: Diagnostic| {
            let Span { start, end } = diagnostic.span;
            let end = end.clamp(start, *range.end()) - base;
            Diagnostic { span: Span { start: start - base, end }, ..diagnostic }
        };
        let list = list.into_iter().filter(inside).map(moved).collect();
        Diagnostics { name: file.name.clone(), source: file.text.clone(), list }
    }
}

/// Finds the text of a file that another includes; the error says why there is none.
pub type FindInclude<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// The statements of a game file and of those that it includes, put together: what a file includes
/// comes first, and what the outermost file says of names and numbers counts.
pub(crate) fn read(
    name: &str,
    source: &[u8],
    find: &mut FindInclude<'_>,
) -> Result<(Sources, GameFile), Diagnostics> {
    let mut sources = Sources::default();
    let too_long = |found: usize| {
        let kind = DiagnosticKind::TooLong { found, most: MAX_BYTES };
        let list = vec![Diagnostic::new(kind, Span::default())];
        Diagnostics { name: name.to_string(), source: String::new(), list }
    };
    if source.len() > MAX_BYTES {
        return Err(too_long(source.len()));
    }
    let text = match std::str::from_utf8(source) {
        Ok(text) => text.to_string(),
        Err(error) => {
            let at = error.valid_up_to();
            let list = vec![Diagnostic::new(DiagnosticKind::NotText, Span { start: at, end: at })];
            let source = String::from_utf8_lossy(source).to_string();
            return Err(Diagnostics { name: name.to_string(), source, list });
        }
    };
    let mut file = GameFile::default();
    let added = add_file(name, text, &mut sources, find, &mut file);
    added.map_err(|diagnostic| sources.refuse(vec![diagnostic]))?;
    Ok((sources, file))
}

fn add_file(
    name: &str,
    text: String,
    sources: &mut Sources,
    find: &mut FindInclude<'_>,
    file: &mut GameFile,
) -> Result<(), Diagnostic> {
    let base = sources.end();
    sources.files.push(SourceFile { name: name.to_string(), text: text.clone() });
    let mut list = Vec::new();
    statements(&text, base, &mut list)?;
    // What the file includes comes first, wherever it says so.
    for statement in &list {
        let Statement::Include(name, span) = statement else { continue };
        // A file that two others include counts once.
        if sources.files.iter().any(|known| known.name == *name) {
            continue;
        }
        let refuse = |reason: String| {
            Diagnostic::new(DiagnosticKind::Include { name: name.clone(), reason }, *span)
        };
        if sources.files.len() >= MAX_FILES {
            return Err(refuse(format!("at most {MAX_FILES} files belong to a game")));
        }
        let text = find(name).map_err(refuse)?;
        if sources.end() + text.len() > MAX_BYTES {
            let most = format!("all files of a game have at most {MAX_BYTES} bytes");
            return Err(refuse(most));
        }
        add_file(name, text, sources, find, file)?;
    }
    for statement in list {
        match statement {
            Statement::Include(..) => (),
            Statement::Rule(rule) => file.rules.push(rule),
            Statement::Override(rule) => {
                let is_same = |known: &GameRule| {
                    known.kind == rule.kind && head_name(known) == head_name(&rule)
                };
                if !file.rules.iter().any(is_same) {
                    let name = head_name(&rule).to_string();
                    return Err(Diagnostic::new(
                        DiagnosticKind::NothingToOverride { name },
                        rule.rule.span,
                    ));
                }
                file.rules.retain(|known| !is_same(known));
                file.rules.push(rule);
            }
            Statement::Declare(more) => file.add(*more, base..base + text.len() + 1)?,
        }
    }
    Ok(())
}

/// The name of the relation that a rule derives.
pub(crate) fn head_name(rule: &GameRule) -> &str {
    match &rule.rule.head {
        Head::Atom(atom) => &atom.name,
        Head::Value { .. } => "value",
    }
}

impl GameFile {
    /// Adds a declaration of a file that has these bytes. Those of an outer file replace those
    /// of the files that it includes.
    fn add(&mut self, more: GameFile, own: std::ops::Range<usize>) -> Result<(), Diagnostic> {
        let is_own = |span: &Span| own.contains(&span.start);
        let twice = |what: &str, span: Span| {
            Err(Diagnostic::new(DiagnosticKind::DeclaredTwice { name: what.into() }, span))
        };
        if let Some((name, span)) = more.name {
            if self.name.as_ref().is_some_and(|(_, known)| is_own(known)) {
                return Err(Diagnostic::new(DiagnosticKind::GameTwice, span));
            }
            self.name = Some((name, span));
        }
        if let Some((sides, span)) = more.sides {
            if self.sides.as_ref().is_some_and(|(_, known)| is_own(known)) {
                return twice("sides", span);
            }
            self.sides = Some((sides, span));
        }
        self.title = more.title.or(self.title.take());
        self.plies = more.plies.or(self.plies.take());
        for (name, term, span) in more.constants {
            match self.constants.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, _, known)) if is_own(known) => return twice(&name, span),
                Some(known) => *known = (name, term, span),
                None => self.constants.push((name, term, span)),
            }
        }
        self.sets.extend(more.sets);
        self.givens.extend(more.givens);
        self.states.extend(more.states);
        for write in more.writes {
            self.writes.retain(|known| known.name != write.name || is_own(&known.span));
            if self.writes.iter().any(|known| known.name == write.name) {
                return twice(&format!("write {}", write.name), write.span);
            }
            self.writes.push(write);
        }
        Ok(())
    }
}
