//! Why the page is refused something, beyond what the games refuse.

agon_core::refusals! {
    /// Why a question of the page is refused.
    pub enum PageRefusal {
        Malformed { reason: String } => "the message cannot be read: {reason}",
        TooLong { most: usize } => "a message has at most {most} bytes",
        TooFast => "that is too much at once: wait a moment",
        TooMany { most: usize } => "there are {most} already, and no more at a time",
        Unknown { game: String } => "there is no game {game} here",
        NoGame { found: String } => "{found} is not one of the games",
        Past { ply: usize, length: usize } => "after move {ply} the line goes on to move {length}: a move made here forgets the rest",
        Moved { ply: usize } => "the game is at move {ply} by now",
        NotYours => "it is not a person's turn",
        NoMove => "there is no move to make here",
        Over => "the game is over",
        Hidden => "this is for those who see everything: change the view, or wait for the end",
        Bound { what: String, least: usize, most: usize } => "{what} lies between {least} and {most}",
        RulesName { found: String } => "{found} cannot be the name of rules: up to 40 letters, digits, dots, dashes and underscores",
        TreeTooLarge { most: u64 } => "the tree has more than {most} positions: look less deep, or show fewer moves of each",
        NotText => "this is neither a record of a game nor a position of one",
        Contest { why: String } => "the contest cannot be shown: {why}",
        Failed => "the search failed; the game is as it was",
    }
}
