//! The contract of an assignment: its language, its functions and its questions.

use super::language::Language;
use super::question::{Names, Question};

pub trait Assignment: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The title in reports.
    fn title(&self) -> &'static str;

    /// The usual name of a hand-in's file.
    fn file(&self) -> &'static str;

    /// Whether other files of the language in the same folder belong to the hand-in.
    fn has_more_files(&self) -> bool {
        false
    }

    fn language(&self) -> &'static dyn Language;

    /// The functions that are graded, in the order of the report.
    fn functions(&self) -> &[Function];

    /// About `count` questions, smaller ones first. The same seed gives the same questions.
    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>>;

    /// Definitions that connect the driver to the functions of a hand-in, as the language needs
    /// them.
    fn definitions(&self, _names: &Names) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }
}

#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    /// The points, unless the grading scheme says otherwise.
    pub points: u32,
    pub is_bonus: bool,
}

impl Function {
    /// A function whose points are not a bonus.
    pub const fn new(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: false }
    }

    pub const fn bonus(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: true }
    }
}
