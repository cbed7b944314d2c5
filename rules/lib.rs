//! The rule files that come with the program, by game: the name of the evaluation, and the text.

/// Those of Byte.
pub const BYTE: &[(&str, &str)] =
    &[("rules", include_str!("byte.rules")), ("course", include_str!("byte-course.rules"))];

/// Those of Santorini.
pub const SANTORINI: &[(&str, &str)] = &[("rules", include_str!("santorini.rules"))];
