//! The skeleton of a bridge: a short file in the student's language that says what cannot be found
//! in a hand-in.

/// The part of a language's skeleton that a hand-in needs. Paragraphs are separated by empty lines.
/// One that begins with a comment such as `-- tryMove: ...` is about that role, and is left out if
/// the role is not wanted.
pub fn skeleton(whole: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let is_kept = |paragraph: &&str| {
        let first = paragraph.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let comment = first.trim_start().trim_start_matches(['%', '-', ';', '/', '*']).trim_start();
        match comment.split_once(": ") {
            Some((role, _)) if !role.contains(' ') => is_wanted(role),
            _ => true,
        }
    };
    let kept: Vec<&str> = whole.split("\n\n").filter(is_kept).map(|text| text.trim_end()).collect();
    kept.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::ASSIGNMENTS;

    #[test]
    fn a_skeleton_has_what_is_missing_and_is_short() {
        let whole = "// A bridge: yours.\n\n  // one: a.\n  int one;\n\n;; two: b.\n(two)\n\n}\n";
        assert_eq!(
            skeleton(whole, |role| role == "two"),
            "// A bridge: yours.\n\n;; two: b.\n(two)\n\n}\n"
        );
        for assignment in &ASSIGNMENTS {
            let whole = assignment.language.skeleton();
            assert!(whole.lines().count() <= 30, "{}", assignment.name);
            assert!(whole.lines().all(|line| line.chars().count() <= 100), "{}", assignment.name);
        }
    }
}
