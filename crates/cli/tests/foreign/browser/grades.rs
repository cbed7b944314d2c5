//! The pages of grades in a browser: without faults of accessibility, in Greek, on a phone too.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::browser::access::assert_axe;
use agon_testing::{Address, Page, Run as _, agon};

/// A page that is opened without a server.
struct File(String);

impl Address for File {
    fn url(&self) -> &str {
        &self.0
    }
}

#[test]
fn pages_of_grades_are_without_faults() {
    if Command::new("swipl").arg("--version").output().is_err() {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_ci, "there is no swipl");
        return eprintln!("skipped: there is no swipl here");
    }
    let folder = tempfile::tempdir().unwrap();
    let course = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/course/nim");
    let words = ["grade", "nim", "--questions", "40", "--lang", "el", "--students", course];
    let remarks = folder.path().join("remarks.toml");
    fs::write(&remarks, "[faulty]\nremark = \"Καλή αρχή.\"\n").unwrap();
    agon(words).arg("--remarks").arg(remarks).arg("--pages").arg(folder.path()).done();
    let students = fs::read_dir(folder.path().join("students")).unwrap();
    let students = students.map(|entry| entry.unwrap().path());
    for path in students.chain([folder.path().join("teacher.html")]) {
        let page = Page::visit(&File(format!("file://{}", path.display())));
        page.load();
        assert_axe(&page, &path.display().to_string());
        let hidden = page.get("document.documentElement.scrollWidth - innerWidth");
        assert!(hidden.as_i64().unwrap() <= 0, "{}: {hidden}", path.display());
        assert_eq!(page.get("document.documentElement.lang"), json!("el"));
    }
}
