//! `agon grade`: runs students' own programs beside Agon, and gives points for right answers.
//!
//! An [`assignment`] has functions, a [`language`] and questions. A [`question`] is sent to the
//! [`interpreter`] with a hand-in; the answer is judged by what Agon answers, within the freedom
//! that the assignment gives. A wrong answer is blamed on one function, and [`shrink`] looks for
//! the smallest case of it. The [`scheme`] makes points of it.

mod assignment;
mod byte;
mod grading;
mod hand_in;
mod interpreter;
mod language;
mod prolog;
mod question;
mod report;
mod santorini;
mod scheme;
mod shrink;
mod task;
mod theseus;
mod work;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use agon_core::quote;
use agon_host::{Failure, interrupt, notice};
use agon_runner::Stop;
use agon_sandbox::CommandLine;

use crate::cli::GradeArgs;
use crate::cluster::{Objects, Task};
use crate::workplace::Workplace;
pub use assignment::ASSIGNMENTS;
use assignment::Assignment;
use hand_in::{HandIn, find_hand_ins};
use language::find_program;
use report::Report;
use scheme::Scheme;
pub use task::{GradeTask, write_grade};
pub use work::GradeSetup;
use work::GradeWork;

/// Grades a hand-in, or a folder of them.
pub fn run(args: &GradeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let assignment = assignment::find_assignment(&args.assignment)
        .ok_or_else(|| Failure::Usage(format!("{} is not an assignment", args.assignment)))?;
    let scheme = match &args.scheme {
        None => Scheme::of(assignment),
        Some(path) => Scheme::read(assignment, path)?,
    };
    if args.print_scheme {
        write!(out, "{}", scheme.write(assignment))?;
        return Ok(());
    }
    let (interpreter, hand_ins) = match (&args.command, &args.students) {
        (Some(command), _) => {
            let (interpreter, file) = read_command(assignment, command)?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (interpreter, vec![HandIn { name, file: Ok(file) }])
        }
        (None, Some(folder)) => {
            let hand_ins = find_hand_ins(folder, assignment)?;
            (interpreter(assignment)?, hand_ins)
        }
        (None, None) => {
            return Err(Failure::Usage(
                "name a hand-in, or --students with a folder of them".into(),
            ));
        }
    };
    let workplace = Workplace::of(&args.cluster, args.jobs)?;
    let questions = assignment.questions(args.seed, usize::from(args.questions));
    let setup = &GradeSetup { assignment, scheme, interpreter, questions, hand_ins, _folder: None };
    let mut work = GradeWork::new(setup);
    let executor = || Ok(|place: &usize, stop: Stop<'_>| setup.grade(*place, stop));
    workplace.run(&mut work, 1, executor, || {
        let mut objects = Objects::new();
        let task = Task::Grade(GradeTask::of(setup, args, &mut objects));
        Ok((format!("hand-ins of {}", assignment.name()), task.pack(objects)))
    })?;
    if interrupt::interrupted() {
        return Err(Failure::Refused("interrupted; nothing was written".into()));
    }
    let grades = work.into_grades();
    let report = Report {
        assignment,
        scheme: &setup.scheme,
        seed: args.seed,
        hand_ins: &setup.hand_ins,
        grades: &grades,
    };
    if let Some(path) = &args.json {
        write_file(path, &format!("{:#}\n", report.json()))?;
    }
    if let Some(path) = &args.html {
        write_file(path, &report.html())?;
    }
    match args.students {
        Some(_) => write!(out, "{}", report.table())?,
        None => write!(out, "{}", report.text())?,
    }
    if grades.iter().all(|grade| grade.trouble.is_some()) {
        return Err(Failure::Refused("nothing could be graded".into()));
    }
    Ok(())
}

/// The interpreter on `PATH`.
fn interpreter(assignment: &dyn Assignment) -> Result<Vec<String>, Failure> {
    let language = assignment.language();
    let found = find_program(language.interpreters()).ok_or_else(|| {
        Failure::Refused(format!(
            "{} is not installed: hand-ins of {} are written in {}; on Debian type: apt-get install {}",
            language.interpreters()[0],
            assignment.name(),
            language.name(),
            language.package(),
        ))
    })?;
    Ok(vec![found.to_string_lossy().into_owned()])
}

/// The interpreter's words and the file of a hand-in: the command is the file alone, or an
/// interpreter with its arguments and then the file.
fn read_command(
    assignment: &dyn Assignment,
    command: &str,
) -> Result<(Vec<String>, PathBuf), Failure> {
    let file = Path::new(command);
    if file.is_file() {
        return Ok((interpreter(assignment)?, file.to_path_buf()));
    }
    CommandLine::read(command).map_err(Failure::Usage)?;
    let mut words = shlex::split(command).unwrap_or_default();
    let last = words.pop().unwrap_or_default();
    if !Path::new(&last).is_file() {
        let what = format!(
            "there is no file {}; name the hand-in, such as {}",
            quote(&last),
            assignment.file()
        );
        return Err(Failure::Refused(what));
    }
    let Some(program) = words.first_mut() else {
        return Ok((interpreter(assignment)?, last.into()));
    };
    if !program.contains('/') {
        let found = find_program(&[program.as_str()]);
        let found = found
            .ok_or_else(|| Failure::Refused(format!("there is no program {}", quote(program))))?;
        *program = found.to_string_lossy().into_owned();
    }
    Ok((words, last.into()))
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| agon_host::store::about_file(path, &error.to_string()))?;
    notice(format_args!("wrote {}", path.display()));
    Ok(())
}
