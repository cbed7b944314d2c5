//! Lessons of a teacher: written, checked, and refused at the line of a fault.

use std::fs;

use agon_testing::{Run as _, agon};

#[test]
fn the_lessons_of_the_program_can_be_written_and_are_without_faults() {
    let folder = tempfile::tempdir().unwrap();
    for line in agon(["lessons"]).done().lines() {
        let name = line.split_whitespace().next().unwrap();
        let text = agon(["lessons", "show", name]).done();
        fs::write(folder.path().join(format!("{name}.json")), text).unwrap();
    }
    let checked = agon(["lessons", "check", folder.path().to_str().unwrap()]).done();
    assert!(checked.ends_with(" lessons checked\n"), "{checked}");
}

#[test]
fn a_fault_is_told_with_its_file_and_line_and_no_server_starts_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.json");
    let lesson = "{\"version\":1,\"game\":\"nim\",\"steps\":[\n{\"text\":\"Leave one.\",\
        \"position\":\"[2]\",\"task\":{\"kind\":\"move\",\"right\":[\"[7]\"]}}\n]}\n";
    fs::write(&path, lesson).unwrap();
    let output = agon(["lessons", "check", path.to_str().unwrap()]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("own.json: line 2, steps[0].task.right: [7] is no legal move"), "{told}");
    let data = folder.path().join("data");
    let [data, lessons] = [&data, folder.path()].map(|path| path.to_str().unwrap());
    let serve =
        ["serve", "--no-open", "--addr", "127.0.0.1:0", "--data", data, "--lessons", lessons];
    let refused = agon(serve).refused(1);
    assert!(refused.contains("own.json: line 2"), "{refused}");
}
