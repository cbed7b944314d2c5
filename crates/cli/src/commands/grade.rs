//! `agon grade`: grades students' programs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use agon_grade::{
    Classroom50, Format, GradeSetup, GradeTask, GradeWork, GradingScheme, Journal, Questionnaire,
    Remarks, Report, Similarity, Words, find_questionnaire,
};
use agon_handin::{HandIn, Lang, find_hand_ins, installed, read_command};
use agon_host::{Failure, interrupt, notice, store};
use agon_runner::{Objects, Stop};
use agon_sandbox::Level;

use crate::cli::{GradeAction, GradeArgs, ReportForm};
use crate::cluster::Task;
use crate::workplace::Workplace;

pub fn grade(args: &GradeArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(GradeAction::Scheme(args)) = &args.action {
        let questionnaire = questionnaire(&args.assignment)?;
        write!(out, "{}", GradingScheme::of(questionnaire).write(questionnaire))?;
        return Ok(());
    }
    let questionnaire = questionnaire(args.assignment.as_deref().unwrap_or_default())?;
    let assignment = questionnaire.assignment();
    let scheme = match &args.scheme {
        None => GradingScheme::of(questionnaire),
        Some(path) => GradingScheme::read(questionnaire, path)?,
    };
    if args.print_scheme {
        write!(out, "{}", scheme.write(questionnaire))?;
        return Ok(());
    }
    // What is wrong with the command line is told before the hand-ins are graded.
    let format = format(args)?;
    let lang = args.lang.as_deref().and_then(Lang::of_locale);
    let words = Words(lang.unwrap_or_else(Lang::of_environment));
    let given = match &args.given {
        None => Vec::new(),
        Some(path) => {
            let source = HandIn::at(path, assignment).source;
            source.map_err(|reason| store::about_file(path, &reason.to_string()))?.files
        }
    };
    let (interpreter, hand_ins) = match (&args.command, &args.students) {
        (Some(command), _) => {
            let (interpreter, file) = read_command(assignment, command)?;
            (interpreter, vec![HandIn::at(&file, assignment)])
        }
        (None, Some(folder)) => {
            let hand_ins = find_hand_ins(folder, assignment)?;
            (installed(assignment)?, hand_ins)
        }
        (None, None) => {
            return Err(Failure::Usage(
                "name a hand-in, or --students with a folder of them".into(),
            ));
        }
    };
    let remarks = match &args.remarks {
        None => Remarks::default(),
        Some(path) => Remarks::read(questionnaire, &scheme, &hand_ins, path)?,
    };
    // One's own program may run where there is no sandbox, a class's may not.
    let least = if args.students.is_some() { Level::Estimated } else { Level::Unprotected };
    notice(agon_sandbox::ready(least)?);
    let workplace = Workplace::of(&args.cluster, args.jobs)?;
    let (seed, asked) = (args.seed, usize::from(args.questions));
    let setup = &GradeSetup {
        questionnaire,
        scheme,
        interpreter,
        is_usual: args.command.is_none(),
        seed,
        asked,
        questions: questionnaire.questions(seed, asked),
        free: OnceLock::new(),
        hand_ins,
    };
    let journal = match args.students.as_ref().and_then(|_| journal_path(args)) {
        None => None,
        Some(path) => Some(Journal::open(&path, setup)?),
    };
    let is_kept = journal.is_some();
    let mut work = GradeWork::new(setup, journal);
    let (known, _) = work.counts();
    if known > 0 {
        let text = "going on: {n} hand-ins have not changed since they were graded";
        notice(words.say(text, &[("n", known.to_string())]));
    }
    let executor = || Ok(|place: &usize, stop: Stop<'_>| setup.grade(*place, stop));
    workplace.run(&mut work, 1, executor, || {
        let mut objects = Objects::new();
        let task = Task::Grade(GradeTask::of(setup, &mut objects));
        Ok((format!("hand-ins of {}", assignment.name), task.pack(objects)))
    })?;
    if interrupt::interrupted() {
        let what = match is_kept {
            true => {
                let (_, done) = work.counts();
                let text = "interrupted; {n} hand-ins are graded, and the same command goes on";
                words.say(text, &[("n", done.to_string())])
            }
            false => words.word("interrupted; nothing was written").into(),
        };
        return Err(Failure::Refused(what));
    }
    let grades = work.into_grades();
    let wrong: Vec<_> = grades.iter().map(|grade| grade.wrong.as_slice()).collect();
    let similarity =
        args.students.as_ref().map(|_| Similarity::of(assignment, &setup.hand_ins, &wrong, &given));
    let report = Report::new(setup, &grades, &remarks, words.0);
    let report = report.with_similarity(similarity.as_ref());
    if let Some(path) = &args.json {
        write_file(path, &format!("{:#}\n", report.json()))?;
    }
    if let Some(path) = &args.csv {
        write_file(path, &report.csv())?;
    }
    if let Some(path) = &args.html {
        write_file(path, &report.html())?;
    }
    if let Some(folder) = &args.pages {
        report.write_pages(folder)?;
        notice(format_args!("wrote {}", folder.display()));
    }
    match (&format, &args.students) {
        (Some(format), _) => write!(out, "{}", report.formatted(format))?,
        (None, Some(_)) => write!(out, "{}", report.table())?,
        (None, None) => write!(out, "{}", report.text())?,
    }
    if grades.iter().all(|grade| grade.failure.is_some()) {
        return Err(Failure::Refused(words.word("nothing could be graded").into()));
    }
    match args.fail_under.map(|points| (points, report.below(points))) {
        Some((points, below)) if below > 0 => {
            let text = "{n} of {all} hand-ins have less than {points} points, or were not graded";
            let arguments = [
                ("n", below.to_string()),
                ("all", grades.len().to_string()),
                ("points", points.to_string()),
            ];
            Err(Failure::Refused(words.say(text, &arguments)))
        }
        _ => Ok(()),
    }
}

fn questionnaire(name: &str) -> Result<&'static dyn Questionnaire, Failure> {
    find_questionnaire(name).ok_or_else(|| Failure::Usage(format!("{name} is not an assignment")))
}

/// The form of the report, unless it is text.
fn format(args: &GradeArgs) -> Result<Option<Format>, Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    let format = match args.format {
        ReportForm::Text => return Ok(None),
        ReportForm::Junit => return Ok(Some(Format::Junit)),
        ReportForm::Gradescope => Format::Gradescope,
        ReportForm::Classroom50 => Format::Classroom50(
            Classroom50::read(&variable, SystemTime::now()).map_err(Failure::Refused)?,
        ),
        ReportForm::Coderunner => Format::CodeRunner,
    };
    match args.students {
        None => Ok(Some(format)),
        Some(_) => {
            Err(Failure::Usage("this --format is about one hand-in, not about a class".into()))
        }
    }
}

/// The file that grades are kept in: beside the first output that is named.
fn journal_path(args: &GradeArgs) -> Option<PathBuf> {
    if let Some(folder) = &args.pages {
        return Some(folder.join("journal"));
    }
    let output = [&args.html, &args.csv, &args.json].into_iter().flatten().next()?;
    let mut name = output.file_name().unwrap_or_default().to_os_string();
    name.push(".journal");
    Some(output.with_file_name(name))
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| store::about_file(path, &error.to_string()))?;
    notice(format_args!("wrote {}", path.display()));
    Ok(())
}
