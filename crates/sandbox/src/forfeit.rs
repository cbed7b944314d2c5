//! Why an engine loses a game, other than by the rules of the game.

agon_core::refusals! {
    /// Why an engine loses the game at once.
    pub enum Forfeit {
        NotStarted { reason: String } => "could not be started: {reason}",
        Crashed { how: String } => "ended in the middle of it: {how}",
        Silent { word: &'static str, milliseconds: u64 } => "did not answer {word} within {milliseconds} ms",
        Late { over: u64, margin: u64 } => "took {over} ms too long ({margin} ms are allowed)",
        Option { reason: String } => "cannot be set up: {reason}",
        Refused { reason: String } => "reported an error: {reason}",
        NotReading => "does not read its input",
        Flood { most: usize } => "wrote more than {most} bytes without an answer among them",
        LongLine { most: usize } => "wrote a line of more than {most} bytes",
        NotText => "wrote bytes that are not text (UTF-8)",
        Garbage { found: String, right: &'static str } => "wrote {found}, where {right} would be right",
        Unasked { found: String } => "wrote {found} without having been asked",
        NotOffered { game: String, offered: String } => "does not play {game}: its option Game offers {offered}",
        Illegal { mv: String, reason: String } => "played {mv}, which is refused: {reason}",
    }
}
