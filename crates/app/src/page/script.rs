//! Scripts of the page as they are sent: without their comments.

/// A script without the comments that fill whole lines. Their lines stay, so that an error is
/// reported at its place.
pub fn without_comments(script: &str) -> String {
    let mut is_comment = false;
    let mut left = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        let begins = !is_comment && text.starts_with("/**");
        let ends = text.ends_with("*/");
        let is_left_out = is_comment || begins && (ends || !text.contains("*/"));
        is_comment = (is_comment || begins && is_left_out) && !ends;
        if !is_left_out && !text.starts_with("//") {
            left += line;
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
        let left =
            "\n\nlet a = 1; // kept\n\n\n\nconst c = /** @type {C} */ (d);\n  /** e */ f();\n";
        assert_eq!(without_comments(script), left);
    }
}
