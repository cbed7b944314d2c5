//! Grades mutants: copies of the reference hand-ins with a known change.

mod assignments;
mod pasted;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

use agon_grade::{Grade, GradeSetup, GradingScheme, Remarks, Report, find_questionnaire};
use agon_handin::{HandIn, Lang, installed};
use serde_json::Value;
use tempfile::TempDir;
use toml::de::{DeTable, DeValue};

/// The default number of questions of `agon grade`.
const QUESTIONS: usize = 300;

/// The hand-ins of an assignment that are known to be wrong, from a file.
struct Mutants {
    /// The file of the reference hand-in, and its copies, below `examples/course`.
    file: String,
    /// Of each, one function does nothing.
    null: Vec<Mutant>,
    /// Of each, one function answers without looking at what it is asked about.
    blind: Vec<Mutant>,
    mutant: Vec<Mutant>,
    /// Correct, but written otherwise.
    right: Vec<Mutant>,
}

/// A change of the reference hand-in.
#[derive(Clone)]
struct Mutant {
    name: String,
    /// The function at fault, if any.
    function: String,
    /// What is replaced, and by what. The first occurrence counts.
    edits: Vec<(String, String)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn text(value: &DeValue) -> String {
    value.as_str().unwrap().to_string()
}

impl Mutants {
    fn parse(text: &str) -> Mutants {
        let document = DeTable::parse(text).unwrap();
        let document = document.get_ref();
        let read = |title: &str| {
            let all = document.get(title).map(|all| all.get_ref().as_array().unwrap().iter());
            all.into_iter()
                .flatten()
                .map(|value| Mutant::read(value.get_ref().as_table().unwrap()))
                .collect()
        };
        let file = document["file"].get_ref().as_str().unwrap().to_string();
        let [null, blind, mutant, right] = ["null", "blind", "mutant", "right"].map(read);
        Mutants { file, null, blind, mutant, right }
    }
}

impl Mutant {
    fn read(table: &DeTable) -> Mutant {
        let edits = table["edits"].get_ref().as_array().unwrap().iter().map(|edit| {
            let pair = edit.get_ref().as_array().unwrap();
            (text(pair[0].get_ref()), text(pair[1].get_ref()))
        });
        Mutant {
            name: text(table["name"].get_ref()),
            function: table.get("function").map_or(String::new(), |name| text(name.get_ref())),
            edits: edits.collect(),
        }
    }

    fn apply(&self, text: &str) -> String {
        self.edits.iter().fold(text.to_string(), |text, (old, new)| {
            assert!(text.contains(old.as_str()), "{}: nothing reads {old}", self.name);
            text.replacen(old.as_str(), new, 1)
        })
    }
}

/// Copies the other files of the reference hand-in beside a file.
fn copy_others(assignment: &str, path: &Path) {
    let reference = root().join("examples/course").join(assignment).join("reference");
    for entry in fs::read_dir(reference).unwrap().map(Result::unwrap) {
        if Some(entry.file_name().as_os_str()) != path.file_name() {
            fs::copy(entry.path(), path.with_file_name(entry.file_name())).unwrap();
        }
    }
}

/// Hand-ins that are graded together.
struct Class {
    assignment: &'static str,
    folder: TempDir,
    /// The names of the files.
    paths: Vec<PathBuf>,
}

impl Class {
    /// A class of these programs, each a name and a text.
    fn of(assignment: &'static str, file: &str, programs: &[(String, String)]) -> Class {
        let folder = tempfile::tempdir().unwrap();
        let paths = programs.iter().enumerate().map(|(place, (_, text))| {
            let path = folder.path().join(place.to_string()).join(file);
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            copy_others(assignment, &path);
            path
        });
        let paths = paths.collect();
        Class { assignment, folder, paths }
    }

    /// The grades of all, as JSON.
    fn grade(&self, seed: u64) -> Vec<Value> {
        self.grade_by(seed, QUESTIONS)
    }

    fn grade_by(&self, seed: u64, questions: usize) -> Vec<Value> {
        assert!(self.folder.path().is_dir());
        let questionnaire = find_questionnaire(self.assignment).unwrap();
        let assignment = questionnaire.assignment();
        let hand_ins: Vec<HandIn> =
            self.paths.iter().map(|path| HandIn::at(path, assignment)).collect();
        let setup = GradeSetup {
            questionnaire,
            scheme: GradingScheme::of(questionnaire),
            interpreter: installed(assignment).unwrap(),
            is_usual: true,
            seed,
            asked: questions,
            questions: questionnaire.questions(seed, questions),
            free: OnceLock::new(),
            hand_ins,
        };
        let grades = grade_all(&setup);
        let remarks = Remarks::default();
        let report = Report::new(&setup, &grades, &remarks, Lang::English);
        let json = report.json();
        json["hand_ins"].as_array().unwrap().clone()
    }
}

/// Grades all hand-ins, as many at a time as there are processors.
fn grade_all(setup: &GradeSetup) -> Vec<Grade> {
    let next = AtomicUsize::new(0);
    let take = || {
        let places = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let places = places.take_while(|place| *place < setup.hand_ins.len());
        places.map(|place| (place, setup.grade(place, &|| false).unwrap().unwrap())).collect()
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut grades: Vec<(usize, Grade)> = thread::scope(|scope| {
        let graders: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        graders.into_iter().flat_map(|it| -> Vec<_> { it.join().unwrap() }).collect()
    });
    grades.sort_by_key(|(place, _)| *place);
    grades.into_iter().map(|(_, grade)| grade).collect()
}

/// The points of a hand-in, its bonus included.
fn points(grade: &Value) -> f64 {
    grade["points"].as_f64().unwrap() + grade["bonus"].as_f64().unwrap()
}

/// The points of the functions that were not judged.
fn open(grade: &Value) -> f64 {
    let functions = grade["functions"].as_array().unwrap().iter();
    let open = functions.filter(|function| function["points"].is_null());
    open.map(|function| function["of"].as_f64().unwrap()).sum()
}

/// What a function got, as a share of its points. None if it was not judged.
fn share(grade: &Value, function: &str) -> Option<f64> {
    let functions = grade["functions"].as_array().unwrap();
    let found = functions.iter().find(|about| about["name"] == function).unwrap();
    Some(found["points"].as_f64()? / found["of"].as_f64().unwrap())
}

/// What each function got with each seed, where that is not always the same.
fn shares(grades: &[&Value]) -> String {
    let names = grades[0]["functions"].as_array().unwrap().iter().map(|about| &about["name"]);
    let lines = names.filter_map(|name| {
        let name = name.as_str().unwrap();
        let shares: Vec<Option<f64>> = grades.iter().map(|grade| share(grade, name)).collect();
        let is_same = shares.iter().all(|share| *share == shares[0]);
        let percent =
            |share: &Option<f64>| share.map_or("open".into(), |it| format!("{:.0}", 100.0 * it));
        let shares: Vec<String> = shares.iter().map(percent).collect();
        (!is_same).then(|| format!("{name} {} %", shares.join(", ")))
    });
    lines.collect::<Vec<_>>().join("; ")
}

/// The examples of a grade.
fn examples(grade: &Value) -> impl Iterator<Item = &Value> {
    let functions = grade["functions"].as_array().unwrap().iter();
    functions.map(|function| &function["smallest_failure"]).filter(|case| case.is_object())
}

/// An assignment with its mutants.
struct Tried {
    assignment: &'static str,
    reference: String,
    mutants: Mutants,
}

impl Tried {
    fn of(assignment: &'static str, text: &str) -> Tried {
        let mutants: Mutants = Mutants::parse(text);
        let course = root().join("examples/course").join(assignment);
        let reference = fs::read_to_string(course.join("reference").join(&mutants.file)).unwrap();
        Tried { assignment, reference, mutants }
    }

    fn class(&self, mutants: &[Mutant]) -> Class {
        let programs = mutants.iter().map(|it| (it.name.clone(), it.apply(&self.reference)));
        Class::of(self.assignment, &self.mutants.file, &programs.collect::<Vec<_>>())
    }

    /// Stubs get nearly nothing: the starter kit as it is, and each function that does nothing.
    fn stubs_get_nearly_nothing(&self, questions: usize) {
        let kit = root().join("crates/handin/kits").join(self.assignment).join(&self.mutants.file);
        let kit = ("kit".into(), fs::read_to_string(kit).unwrap());
        let bounds = [(&self.mutants.null, 0.05), (&self.mutants.blind, 0.1)];
        let bounded: Vec<(&Mutant, f64)> =
            bounds.iter().flat_map(|(all, most)| all.iter().map(|it| (it, *most))).collect();
        let nulls = bounded.iter().map(|(it, _)| (it.name.clone(), it.apply(&self.reference)));
        let programs: Vec<(String, String)> = iter::once(kit).chain(nulls).collect();
        let grades =
            Class::of(self.assignment, &self.mutants.file, &programs).grade_by(0, questions);
        eprintln!("the starter kit gets {:.1}", points(&grades[0]));
        assert!(points(&grades[0]) <= 5.0, "the starter kit: {:#}", grades[0]);
        for ((null, most), grade) in bounded.into_iter().zip(&grades[1..]) {
            let share = share(grade, &null.function).unwrap_or(0.0);
            eprintln!("{}: {:.1} % of {}", null.name, 100.0 * share, null.function);
            assert!(share <= most, "{}: {grade:#}", null.name);
        }
    }

    /// Programs that are right get all points.
    fn right_ones_get_all_points(&self, seed: u64) {
        let mut right = self.mutants.right.clone();
        right.push(Mutant { name: "reference".into(), function: String::new(), edits: vec![] });
        for (mutant, grade) in right.iter().zip(self.class(&right).grade(seed)) {
            let all = grade["of"].as_f64().unwrap() + grade["of_bonus"].as_f64().unwrap();
            assert_eq!(points(&grade), all, "{}: {grade:#}", mutant.name);
        }
    }

    /// At least nine of ten faults are found and cost a fifth of their function, and no other
    /// function is blamed.
    fn faults_are_found(mutants: &[Mutant], grades: &[Value]) {
        let mut missed = Vec::new();
        for (mutant, grade) in mutants.iter().zip(grades) {
            let share = share(grade, &mutant.function);
            eprintln!("{}: {:.1} points", mutant.name, points(grade));
            let is_found = share.is_some_and(|share| share <= 0.8 + 1e-9)
                && grade["wrong"] == serde_json::json!([mutant.function]);
            if !is_found {
                missed.push(format!("{}: {share:?}, wrong {}", mutant.name, grade["wrong"]));
            }
        }
        eprintln!("{} of {} missed: {missed:#?}", missed.len(), mutants.len());
        assert!(missed.len() * 10 <= mutants.len(), "{missed:#?}");
    }

    /// Mutants of different functions whose changes do not meet.
    fn pairs(&self) -> Vec<Mutant> {
        let all = 0..self.mutants.mutant.len();
        all.clone()
            .flat_map(|one| (one + 1..all.end).filter_map(move |other| self.pair(one, other)))
            .collect()
    }

    /// A mutant with the changes of two. None if both are in one function, or meet.
    fn pair(&self, one: usize, other: usize) -> Option<Mutant> {
        let [one, other] = [one, other].map(|place| &self.mutants.mutant[place]);
        let meets = |(old, _): &(String, String)| one.edits.iter().any(|(known, _)| known == old);
        let is_pair = one.function != other.function && !other.edits.iter().any(meets);
        is_pair.then(|| Mutant {
            name: format!("{}; {}", one.name, other.name),
            function: format!("{} {}", one.function, other.function),
            edits: [one.edits.clone(), other.edits.clone()].concat(),
        })
    }

    /// Faults in two functions cost both a fifth, or leave the points of one open. Few faults hide
    /// another.
    fn faults_add_up(&self, pairs: &[Mutant], questions: usize) {
        let mut hidden = Vec::new();
        for (both, grade) in pairs.iter().zip(self.class(pairs).grade_by(0, questions)) {
            for function in both.function.split(' ') {
                let share = share(&grade, function);
                if share.is_some_and(|share| share > 0.8 + 1e-9) {
                    hidden.push(format!("{}: {function} gets {share:?}", both.name));
                }
            }
        }
        eprintln!("{} of {} hidden: {hidden:#?}", hidden.len(), pairs.len());
        assert!(hidden.len() * 10 <= pairs.len(), "{hidden:#?}");
    }

    /// The same file gets about the same points, and has as many open, whatever the seed.
    fn points_are_stable(mutants: &[Mutant], grades: &[&[Value]]) {
        let mut unstable = Vec::new();
        for (place, mutant) in mutants.iter().enumerate() {
            let of_seeds: Vec<&Value> = grades.iter().map(|of_seed| &of_seed[place]).collect();
            let spread = |of: fn(&Value) -> f64| {
                let all = of_seeds.iter().map(|grade| of(grade));
                all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
            };
            if spread(points) > 2.0 || spread(open) > 0.0 {
                unstable.push(format!("{}: {}", mutant.name, shares(&of_seeds)));
            }
        }
        eprintln!("{} of {} unstable: {unstable:#?}", unstable.len(), mutants.len());
        assert!(unstable.is_empty(), "{unstable:#?}");
    }

    /// Pastes the examples of wrong hand-ins into a fresh interpreter, and returns how many there
    /// are.
    fn examples_repeat(&self, class: &Class, mutants: &[Mutant], grades: &[Value]) -> usize {
        let mut count = 0;
        let mut others = Vec::new();
        for ((path, mutant), grade) in class.paths.iter().zip(mutants).zip(grades) {
            for case in examples(grade) {
                count += 1;
                if let Err(printed) = pasted::repeats(self.assignment, path, case) {
                    others.push(format!("{}: {case:#} prints {printed}", mutant.name));
                }
            }
        }
        assert!(others.is_empty(), "{} of {count}: {}", others.len(), others.join("\n"));
        count
    }
}
