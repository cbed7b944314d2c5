//! Scripts and styles of the page as they are sent: without indentation and comments.

/// A script without indentation and without the comments that fill whole lines. Their lines stay,
/// so that an error is reported in its line. A text over several lines keeps its indentation.
pub fn without_comments(script: &str) -> String {
    let has_long_text = script.lines().any(|line| line.matches('`').count() % 2 == 1);
    let mut is_comment = false;
    let mut left = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        let begins = !is_comment && text.starts_with("/**");
        let ends = text.ends_with("*/");
        let is_left_out = is_comment || begins && (ends || !text.contains("*/"));
        is_comment = (is_comment || begins && is_left_out) && !ends;
        if !is_left_out && !text.starts_with("//") {
            left += if has_long_text { line } else { line.trim_start() };
        }
        left.push('\n');
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_sent_without_comments_and_with_the_same_lines() {
        let script = "// A module.\n/** @type {A} */\nlet a = 1; // kept\n/**\n * @param {B} b\n */\n\
                      const c = /** @type {C} */ (d);\n  /** e */ f();\n";
        let left = "\n\nlet a = 1; // kept\n\n\n\nconst c = /** @type {C} */ (d);\n/** e */ f();\n";
        assert_eq!(without_comments(script), left);
        let text = "let a = `b\n  c`;\n";
        assert_eq!(without_comments(text), text);
    }
}
