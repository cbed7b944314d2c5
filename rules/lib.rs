//! The rule files that come with the program.

/// The rule files: the game, the name of the evaluation, and the text.
pub const RULE_FILES: [(&str, &str, &str); 3] = [
    ("byte", "rules", include_str!("byte.rules")),
    ("byte", "course", include_str!("byte-course.rules")),
    ("santorini", "rules", include_str!("santorini.rules")),
];
