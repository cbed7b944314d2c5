//! `agon hand-in`: looks whether students' programs connect.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_handin::{
    Assignment, ConnectOptions, Connection, Found, Lang, NotConnected, Purpose, Reason, Role,
    Source, detect, find_assignment,
};
use agon_host::{Failure, notice};
use agon_inputs::text_file;
use agon_sandbox::Level;
use serde_json::json;

use crate::cli::{CheckHandInArgs, HandInAction, HandInArgs};

pub fn hand_in(args: &HandInArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        HandInAction::Check(args) => check(args, out),
    }
}

/// How hand-ins are connected with the adapter of a course: a table of names, or code.
fn course_options(adapter: &Option<PathBuf>) -> Result<ConnectOptions, Failure> {
    let mut options = ConnectOptions::default();
    if let Some(path) = adapter {
        let is_table = path.extension().is_some_and(|extension| extension == "toml");
        let to = if is_table { &mut options.adapter } else { &mut options.bridge };
        *to = Some(text_file(path)?);
    }
    Ok(options)
}

/// What was found in a hand-in, whether it connects or not.
struct Checked {
    source: Option<Source>,
    roles: Vec<Role>,
    messages: String,
    /// Why it does not connect.
    failure: Option<NotConnected>,
}

fn check(args: &CheckHandInArgs, out: &mut impl Write) -> Result<(), Failure> {
    notice(agon_sandbox::ready(Level::Unprotected)?);
    let options = ConnectOptions { file: args.file.clone(), ..course_options(&args.adapter)? };
    let mut failed = 0;
    for path in &args.paths {
        let assignment = match &args.assignment {
            Some(name) => find_assignment(name).ok_or(Reason::NoAssignment { game: name.clone() }),
            None => detect(path),
        };
        let checked = match assignment {
            Ok(assignment) => check_one(path, assignment, &options),
            Err(ref reason) => Checked::failed(None, reason.clone().into()),
        };
        failed += usize::from(checked.failure.is_some());
        let lang = args.lang.as_deref().and_then(Lang::of_locale);
        let lang = lang.unwrap_or_else(Lang::of_environment);
        let title = assignment.as_ref().map_or("", |assignment| assignment.title);
        match args.json {
            true => writeln!(out, "{}", checked.json(path, assignment.ok()))?,
            false => checked.write(path, title, lang, out)?,
        }
    }
    match failed {
        0 => Ok(()),
        1 if args.paths.len() == 1 => Err(Failure::Refused("it does not connect".into())),
        failed => Err(Failure::Refused(format!("{failed} of {} do not connect", args.paths.len()))),
    }
}

fn check_one(path: &Path, assignment: &'static Assignment, options: &ConnectOptions) -> Checked {
    let source = match Source::read(path, assignment) {
        Ok(source) => source,
        Err(reason) => return Checked::failed(None, reason.into()),
    };
    match Connection::open(source.clone(), assignment, options, Purpose::Check) {
        Err(failure) => Checked::failed(Some(source), failure),
        Ok(connection) => Checked {
            failure: connection.cannot_play(path),
            source: Some(connection.source.clone()),
            roles: connection.roles.clone(),
            messages: connection.messages.clone(),
        },
    }
}

impl Checked {
    fn failed(source: Option<Source>, failure: NotConnected) -> Checked {
        let NotConnected { roles, messages, .. } = failure.clone();
        Checked { source, roles, messages, failure: Some(failure) }
    }

    fn write(
        &self,
        path: &Path,
        title: &str,
        lang: Lang,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(out, "{}: {title}", path.display())?;
        let mut line = |label: &'static str, text: &str| match text {
            "" => Ok(()),
            text => writeln!(
                out,
                "  {:<14}{}",
                lang.word(label),
                text.replace('\n', "\n                ")
            ),
        };
        if let Some(source) = &self.source {
            let files: Vec<&str> = source.files.iter().map(|file| file.path.as_str()).collect();
            line("files", &files.join(", "))?;
            line("starts", source.entry.as_deref().unwrap_or_default())?;
            line("not used", &source.others.join(", "))?;
        }
        for (found, label) in [
            (Found::Named, "found"),
            (Found::Given, "given"),
            (Found::Guessed, "guessed"),
            (Found::Unclear, "unclear"),
            (Found::Missing, "missing"),
        ] {
            for role in self.roles.iter().filter(|role| role.found == found) {
                let text =
                    if role.text == role.name { role.name.clone() } else { role.to_string() };
                line(label, &text)?;
            }
        }
        line("messages", &self.messages)?;
        match &self.failure {
            None => writeln!(out, "  {}", lang.word("connects"))?,
            Some(failure) => {
                writeln!(
                    out,
                    "  {}: {}",
                    lang.word("does not connect"),
                    lang.sentence(&failure.reason)
                )?;
                if let Some(remedy) = failure.remedy_told(lang) {
                    writeln!(out, "  {}: {remedy}", lang.word("what to do"))?;
                }
            }
        }
        Ok(())
    }

    fn json(&self, path: &Path, assignment: Option<&Assignment>) -> serde_json::Value {
        let source = self.source.as_ref();
        json!({
            "hand_in": path.display().to_string(),
            "assignment": assignment.map(|assignment| assignment.name),
            "files": source.map(|source| source.files.iter().map(|file| &file.path).collect::<Vec<_>>()),
            "entry": source.and_then(|source| source.entry.as_ref()),
            "roles": self.roles,
            "messages": self.messages,
            "connects": self.failure.is_none(),
            "reason": self.failure.as_ref().map(|failure| failure.reason.to_string()),
            "remedy": self.failure.as_ref().and_then(|failure| failure.remedy_told(Lang::English)),
        })
    }
}
