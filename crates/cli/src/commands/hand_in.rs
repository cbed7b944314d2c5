//! `agon hand-in`: looks whether students' programs connect, and begins new ones.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_handin::{
    Assignment, ConnectOptions, Connection, Found, Kit, Lang, NotConnected, Purpose, Reason, Role,
    Source, create, detect, find_assignment, skeleton,
};
use agon_host::{Failure, store};
use agon_inputs::text_file;
use agon_sandbox::Level;
use serde_json::json;

use crate::cli::{BridgeArgs, CheckHandInArgs, HandInAction, HandInArgs, NewHandInArgs};

pub fn hand_in(args: &HandInArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        HandInAction::Check(args) => check(args, out),
        HandInAction::New(args) => new(args, out),
        HandInAction::Bridge(args) => bridge(args, out),
    }
}

/// The language of a code, or of the user's messages.
fn lang_of(code: Option<&str>) -> Lang {
    code.and_then(Lang::of_locale).unwrap_or_else(Lang::of_environment)
}

/// Writes the starter kit of an assignment, and what to type next.
fn new(args: &NewHandInArgs, out: &mut impl Write) -> Result<(), Failure> {
    let NewHandInArgs { assignment, folder, lang } = args;
    let assignment = find_assignment(assignment);
    let found = assignment.and_then(|assignment| Some((assignment, Kit::of(assignment)?)));
    let (assignment, kit) = found.ok_or(Failure::Unknown)?;
    let lang = lang_of(lang.as_deref());
    let written = kit.write(assignment, lang, folder);
    written.map_err(|error| store::about_file(folder, &error.to_string()))?;
    let files: Vec<&str> = kit.files(assignment, lang).into_iter().map(|(name, _)| name).collect();
    writeln!(out, "{}: {}", folder.display(), files.join(", "))?;
    for command in kit.first_commands(folder) {
        writeln!(out, "  {command}")?;
    }
    Ok(())
}

/// Writes the skeleton of a bridge with what a hand-in lacks.
fn bridge(args: &BridgeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let path = &args.path;
    let refused = |reason: NotConnected| Failure::Refused(format!("{} {reason}", path.display()));
    let assignment = match &args.assignment {
        Some(name) => find_assignment(name).ok_or(Reason::NoAssignment { game: name.clone() }),
        None => detect(path),
    };
    let assignment = assignment.map_err(|reason| refused(reason.into()))?;
    let language = assignment.language;
    let beside = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let to = args.output.clone().unwrap_or_else(|| beside.join(language.bridge()));
    agon_sandbox::announce(Level::Unprotected)?;
    let source = Source::read(path, assignment).map_err(|reason| refused(reason.into()))?;
    let options = ConnectOptions { file: args.file.clone(), ..ConnectOptions::default() };
    let roles = match Connection::open(source, assignment, &options, Purpose::Check) {
        Ok(connection) => connection.roles,
        // What does not load cannot be bridged; what lacks something can.
        Err(failure)
            if matches!(*failure.reason, Reason::Lacks { .. } | Reason::Unclear { .. }) =>
        {
            failure.roles
        }
        Err(failure) => return Err(refused(failure)),
    };
    let missing: Vec<&Role> = roles.iter().filter(|role| !role.is_there()).collect();
    if missing.is_empty() {
        let what = format!("{} lacks nothing, so it needs no bridge", path.display());
        return Err(Failure::Refused(what));
    }
    let text = skeleton(language.skeleton(), |name| missing.iter().any(|role| role.name == name));
    let about = |error: std::io::Error| store::about_file(&to, &error.to_string());
    create(&to).and_then(|mut file| file.write_all(text.as_bytes())).map_err(about)?;
    writeln!(out, "{}: {} lines", to.display(), text.lines().count())?;
    for Role { name, text, .. } in missing {
        writeln!(out, "  {name}: {}", text.replace('\n', " "))?;
    }
    Ok(())
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
    agon_sandbox::announce(Level::Unprotected)?;
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
        let lang = lang_of(args.lang.as_deref());
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
                    lang.sentence(&*failure.reason)
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
