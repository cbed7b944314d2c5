//! The rule files and game files that come with the program, by their names.

/// The evaluations of Byte: the name, and the text of the rule file.
pub const BYTE: &[(&str, &str)] =
    &[("rules", include_str!("byte.rules")), ("course", include_str!("byte-course.rules"))];

/// The same for Santorini.
pub const SANTORINI: &[(&str, &str)] = &[("rules", include_str!("santorini.rules"))];

/// The games that come with the program as files: the name of the file, and the text.
pub const GAMES: &[(&str, &str)] = &[
    ("breakthrough.game", include_str!("games/breakthrough.game")),
    ("byte.game", include_str!("games/byte.game")),
    ("connect_four.game", include_str!("games/connect_four.game")),
    ("misere_tictactoe.game", include_str!("games/misere_tictactoe.game")),
    ("nim.game", include_str!("games/nim.game")),
    ("normal_nim.game", include_str!("games/normal_nim.game")),
    ("santorini.game", include_str!("games/santorini.game")),
    ("santorini_3x3.game", include_str!("games/santorini_3x3.game")),
    ("santorini_artemis.game", include_str!("games/santorini_artemis.game")),
    ("santorini_atlas.game", include_str!("games/santorini_atlas.game")),
    ("santorini_pan.game", include_str!("games/santorini_pan.game")),
    ("subtraction_nim.game", include_str!("games/subtraction_nim.game")),
    ("theseus.game", include_str!("games/theseus.game")),
    ("theseus_figure1.game", include_str!("games/theseus_figure1.game")),
    ("tictactoe.game", include_str!("games/tictactoe.game")),
    ("tictactoe_4x4.game", include_str!("games/tictactoe_4x4.game")),
];
