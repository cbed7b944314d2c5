//! The points as CSV, for a gradebook.

use agon_host::csv::line;

use super::{Report, Student};

impl Report<'_> {
    /// A line for each hand-in. The columns have the same names in all languages.
    pub fn csv(&self) -> String {
        self.csv_with(&[])
    }

    /// The same with a column of the students' pages, if there are any.
    pub(super) fn csv_with(&self, pages: &[String]) -> String {
        let functions = self.setup.questionnaire.functions();
        let first = [
            "name",
            "identifier",
            "state",
            "total",
            "points",
            "of",
            "bonus",
            "of_bonus",
            "open",
            "late_days",
        ];
        let names = first.into_iter().chain(functions.iter().map(|function| function.name));
        let names = names.chain(["remark", "problem"]);
        let names = names.chain((!pages.is_empty()).then_some("page"));
        let head = line(&names.map(String::from).collect::<Vec<_>>());
        let rows = self.students.iter().enumerate().map(|(place, student)| {
            let page = pages.get(place).cloned();
            line(&row(student).into_iter().chain(page).collect::<Vec<_>>())
        });
        let text: String = [head].into_iter().chain(rows).collect();
        // Without this mark some spreadsheets read other letters wrongly.
        let mark = if text.is_ascii() { "" } else { "\u{feff}" };
        format!("{mark}{text}")
    }
}

fn row(student: &Student) -> Vec<String> {
    let number = |number: f64| format!("{}", (number * 100.0).round() / 100.0 + 0.0);
    let (points, bonus) = (student.sum(false), student.sum(true));
    let state = match student.is_graded() {
        false => "not graded",
        true if points.open + bonus.open > 0.0 => "points open",
        true => "graded",
    };
    // A hand-in that was not graded has no points, not even none.
    let graded = |value: f64| if student.is_graded() { number(value) } else { String::new() };
    let about = [
        student.name.to_string(),
        identifier(student.name),
        state.into(),
        student.total().map(number).unwrap_or_default(),
        graded(points.earned),
        number(points.all),
        graded(bonus.earned),
        number(bonus.all),
        graded(points.open + bonus.open),
        student.late.map_or_else(String::new, |(days, _)| days.to_string()),
    ];
    let functions = student.functions.iter();
    let functions = functions.map(|function| function.points.map(number).unwrap_or_default());
    let problem = student.grade.failure.as_ref().map(ToString::to_string).unwrap_or_default();
    let remark = student.remark.unwrap_or_default().to_string();
    about.into_iter().chain(functions).chain([remark, problem]).collect()
}

/// What Moodle calls a student in its worksheet of grades, if the folder has the name that Moodle
/// gives it, such as `Ann Lee_4711_assignsubmission_file_`; else the name of the hand-in.
fn identifier(name: &str) -> String {
    let found =
        name.split_once("_assignsubmission_").and_then(|(before, _)| before.rsplit_once('_'));
    let number = found.map(|(_, number)| number);
    match number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(number) if !number.is_empty() => format!("Participant {number}"),
        _ => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_moodle_is_known_by_its_number() {
        for (name, expected) in [
            ("Ann Lee_4711_assignsubmission_file_", "Participant 4711"),
            ("Ann_Lee_assignsubmission_file", "Ann_Lee_assignsubmission_file"),
            ("ann", "ann"),
        ] {
            assert_eq!(identifier(name), expected);
        }
    }
}
