//! `agon grade`: grades students' programs.

use std::fs;
use std::io::Write;
use std::path::Path;

use agon_grade::{GradeSetup, GradeTask, GradeWork, GradingScheme, Report, find_questionnaire};
use agon_handin::{HandIn, find_hand_ins, installed, read_command};
use agon_host::{Failure, interrupt, notice};
use agon_runner::{Objects, Stop};
use agon_sandbox::Level;

use crate::cli::GradeArgs;
use crate::cluster::Task;
use crate::workplace::Workplace;

pub fn grade(args: &GradeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let questionnaire = find_questionnaire(&args.assignment)
        .ok_or_else(|| Failure::Usage(format!("{} is not an assignment", args.assignment)))?;
    let assignment = questionnaire.assignment();
    let scheme = match &args.scheme {
        None => GradingScheme::of(questionnaire),
        Some(path) => GradingScheme::read(questionnaire, path)?,
    };
    if args.print_scheme {
        write!(out, "{}", scheme.write(questionnaire))?;
        return Ok(());
    }
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
        hand_ins,
    };
    let mut work = GradeWork::new(setup);
    let executor = || Ok(|place: &usize, stop: Stop<'_>| setup.grade(*place, stop));
    workplace.run(&mut work, 1, executor, || {
        let mut objects = Objects::new();
        let task = Task::Grade(GradeTask::of(setup, &mut objects));
        Ok((format!("hand-ins of {}", assignment.name), task.pack(objects)))
    })?;
    if interrupt::interrupted() {
        return Err(Failure::Refused("interrupted; nothing was written".into()));
    }
    let grades = work.into_grades();
    let report = Report {
        questionnaire,
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
    if grades.iter().all(|grade| grade.failure.is_some()) {
        return Err(Failure::Refused("nothing could be graded".into()));
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| agon_host::store::about_file(path, &error.to_string()))?;
    notice(format_args!("wrote {}", path.display()));
    Ok(())
}
