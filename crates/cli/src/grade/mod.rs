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
mod over_cluster;
mod prolog;
mod question;
mod report;
mod santorini;
mod scheme;
mod shrink;
mod theseus;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use agon_core::quote;
use agon_host::{Failure, Progress, interrupt, notice};
use agon_sandbox::CommandLine;

use crate::cli::GradeArgs;
use crate::cluster::Cluster;
pub use assignment::ASSIGNMENTS;
use assignment::Assignment;
use grading::{Grade, grade};
use hand_in::{HandIn, find_hand_ins};
use language::find_program;
pub use over_cluster::{GradeRunner, GradeTask, ReadyGradeTask};
use report::Report;
use scheme::Scheme;

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
    let cluster = Cluster::connect(&args.cluster)?;
    let grades = interrupt::during(|| match &cluster {
        Some(cluster) => {
            over_cluster::grade_over(cluster, args, assignment, &scheme, &interpreter, &hand_ins)
        }
        None => Ok(grade_all(args, assignment, &scheme, &interpreter, &hand_ins)),
    })?;
    if interrupt::interrupted() {
        return Err(Failure::Refused("interrupted; nothing was written".into()));
    }
    let report = Report {
        assignment,
        scheme: &scheme,
        seed: args.seed,
        hand_ins: &hand_ins,
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

/// Grades all hand-ins, several at a time.
fn grade_all(
    args: &GradeArgs,
    assignment: &'static dyn Assignment,
    scheme: &Scheme,
    interpreter: &[String],
    hand_ins: &[HandIn],
) -> Vec<Grade> {
    let questions = assignment.questions(args.seed, usize::from(args.questions));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, usize::from).min(hand_ins.len());
    let next = AtomicUsize::new(0);
    let grades = Mutex::new(vec![Grade::default(); hand_ins.len()]);
    let done = AtomicUsize::new(0);
    let progress = Progress::new();
    let work = || {
        while !interrupt::interrupted() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(hand_in) = hand_ins.get(place) else { return };
            let graded = grade(assignment, scheme, interpreter, &questions, hand_in);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.show(format_args!("{done} of {}: {}", hand_ins.len(), hand_in.name));
            if let Ok(mut grades) = grades.lock() {
                grades[place] = graded;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    progress.clear();
    grades.into_inner().unwrap_or_default()
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
