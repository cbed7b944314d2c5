//! Why an engine refuses a command.

agon_core::refusals! {
    /// Why an engine refuses a command.
    pub enum UgiRefusal {
        Unknown { found: String } => "{found} is not a word of UGI",
        Number { word: String, found: String } => "{word} needs a whole number, not {found}",
        Position => "position needs startpos or fen, as in: position fen TEXT moves M1 M2",
        SetOption => "setoption needs a name, as in: setoption name Game value nim",
        Question { found: String } => "query knows gameover, p1turn, result, legal and fen, not {found}",
        UnknownOption { found: String } => "there is no option {found}",
        Value { name: String, found: String, right: String } => "the option {name} cannot be {found}: it is {right}",
        Busy => "a search is running: send stop first",
        Idle => "nothing is being searched for",
        NotPondering => "ponderhit ends go ponder, and no such search is going on",
        SearchMove { found: String, reason: String } => "searchmoves has {found}, which is refused: {reason}",
        Eval { found: String, reason: String } => "the option Eval cannot be {found}: {reason}",
        Rules { reason: String } => "the evaluation cannot be used: {reason}",
    }
}
