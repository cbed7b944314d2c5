//! The contract of an assignment: its language, its functions and its questions.

use super::language::Language;
use super::question::{Names, Question};

/// An assignment of a course.
pub trait Assignment: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// A title for reports.
    fn title(&self) -> &'static str;

    /// The name of a hand-in's file.
    fn file(&self) -> &'static str;

    /// Whether files of the same language that lie beside it belong to the hand-in.
    fn has_more_files(&self) -> bool {
        false
    }

    /// The language of hand-ins.
    fn language(&self) -> &'static dyn Language;

    /// The functions that are graded, in the order of the report.
    fn functions(&self) -> &[Function];

    /// About this many questions, which depend on the seed alone, the smaller ones first.
    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>>;

    /// Definitions that connect the driver with the functions of a hand-in; see the language.
    fn definitions(&self, _names: &Names) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }
}

/// A function of an assignment.
#[derive(Debug)]
pub struct Function {
    /// Its name in the assignment.
    pub name: &'static str,
    /// Its points by default.
    pub points: u32,
    /// Whether its points are a bonus.
    pub is_bonus: bool,
}

impl Function {
    /// A function that counts.
    pub const fn new(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: false }
    }

    /// A function whose points are a bonus.
    pub const fn bonus(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: true }
    }
}
