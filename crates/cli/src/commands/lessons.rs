//! `agon lessons`: lists, prints and checks lessons.

use std::io::Write;

use agon_core::counted;
use agon_host::Failure;
use agon_server::{lesson_paths, read_lesson};
use agon_service::lessons::{LessonFiles, built_in, faults};

use crate::cli::{LessonAction, LessonsArgs};

pub fn lessons(args: &LessonsArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        None => list(out),
        Some(LessonAction::Show { name }) => {
            // The refusal names the lessons that there are.
            LessonFiles::built_in()
                .lesson(name, "en")
                .map_err(|error| Failure::Refused(error.text))?;
            write!(out, "{}", built_in(name).unwrap_or_default())?;
            Ok(())
        }
        Some(LessonAction::Check { files }) => {
            let mut paths = Vec::new();
            for file in files {
                match file.is_dir() {
                    true => paths.extend(lesson_paths(file)?),
                    false => paths.push(file.clone()),
                }
            }
            let mut wrong = 0;
            for path in &paths {
                let (_, text) = read_lesson(path)?;
                let found = faults(&text);
                wrong += usize::from(!found.is_empty());
                for fault in found {
                    writeln!(out, "{}: {fault}", path.display())?;
                }
            }
            let all = counted(paths.len(), "lesson");
            match wrong {
                0 => writeln!(out, "{all} checked")?,
                _ => {
                    writeln!(out, "{wrong} of {all} wrong")?;
                    return Err(Failure::Unknown);
                }
            }
            Ok(())
        }
    }
}

fn list(out: &mut impl Write) -> Result<(), Failure> {
    let files = LessonFiles::built_in();
    for name in files.names() {
        let lesson = files.lesson(&name, "en").map_err(|error| Failure::Refused(error.text))?;
        let steps = counted(lesson.steps.len(), "step");
        writeln!(
            out,
            "{name:<10} {:<10} {steps:<9} {}",
            lesson.game,
            lesson.goal.unwrap_or_default()
        )?;
    }
    Ok(())
}
