//! What a puzzle is about, as its proof finds out.

use std::fmt;

/// What a puzzle is about.
///
/// A move threatens an action if the same side could win at once by that action after more than
/// half of the replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleTheme {
    /// A move wins at once.
    WinNow,
    /// One move alone prevents that the other side wins.
    StopWin,
    /// A move wins later, and threatens two actions or more.
    Fork,
    /// A move wins later, and threatens one action.
    Attack,
    /// A move wins later, and threatens nothing.
    Quiet,
    /// One move alone keeps a win that exact values tell of, and that takes longer than a move.
    Endgame,
}

impl PuzzleTheme {
    /// All themes, as the page lists them.
    pub const ALL: [PuzzleTheme; 6] = [
        PuzzleTheme::WinNow,
        PuzzleTheme::StopWin,
        PuzzleTheme::Fork,
        PuzzleTheme::Attack,
        PuzzleTheme::Quiet,
        PuzzleTheme::Endgame,
    ];

    /// The theme of a win later than with the next move, by how many actions its first move threatens.
    pub(super) fn of_threats(threats: usize) -> PuzzleTheme {
        match threats {
            0 => PuzzleTheme::Quiet,
            1 => PuzzleTheme::Attack,
            _ => PuzzleTheme::Fork,
        }
    }

    /// Its word in files.
    pub fn word(self) -> &'static str {
        match self {
            PuzzleTheme::WinNow => "win_now",
            PuzzleTheme::StopWin => "stop_win",
            PuzzleTheme::Fork => "fork",
            PuzzleTheme::Attack => "attack",
            PuzzleTheme::Quiet => "quiet",
            PuzzleTheme::Endgame => "endgame",
        }
    }

    /// The theme of a word.
    pub fn of_word(word: &str) -> Option<PuzzleTheme> {
        PuzzleTheme::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

/// `win now`, `stop a win` and so on.
impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PuzzleTheme::WinNow => "win now",
            PuzzleTheme::StopWin => "stop a win",
            _ => self.word(),
        })
    }
}
