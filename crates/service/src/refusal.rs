//! Refusals of the service, besides those of the games.

agon_core::refusals! {
    /// Why a request is refused.
    pub enum ServiceRefusal {
        Malformed { reason: String } => "the message cannot be read: {reason}",
        Protocol { found: u32, known: u32 } => "the page speaks version {found} of the protocol, and the program version {known}: load the page again",
        TooLong { most: usize } => "a message has at most {most} bytes",
        TooFast { seconds: u64 } => "too many requests: try again in {seconds} s",
        TooMany { most: usize } => "the limit of {most} is reached",
        Unknown { game: String } => "there is no game {game} here",
        NoGame { found: String } => "{found} is not one of the games",
        GameTooLarge { what: String, found: u64, most: u64 } => "this game is too large for the page: {found} {what}, and at most {most} fit; agon play takes larger ones",
        Past { ply: usize, length: usize } => "a move here discards the moves after {ply}, up to {length}: send cut to allow it",
        Moved { ply: usize } => "the game is now at move {ply}",
        NotYours => "it is the computer's turn",
        NotOwner => "only the owner of the game may do this",
        NotPlayer => "only the players and the owner of the game may do this",
        OtherSide => "another browser plays this side",
        NotAway { minutes: u64 } => "the player must be away for {minutes} minutes before the owner may free this side; in a game with a clock, time decides",
        Guest => "an invitation is for one game: ask the owner of the server for its key",
        NotInvited => "the invitation to this game is not valid any more: ask for another",
        NotFree => "this side cannot be claimed: a computer or another browser plays it",
        NoMove => "there is no move to make here",
        NoDraw => "a draw is not possible here",
        FairPlay => "two people play: nobody is helped by a computer before the end, unless both players agree",
        NoHelp => "help is allowed by agreement of two players who are there, each in a browser of their own",
        NoOffer => "there is no offer to answer",
        Over => "the game is over",
        NotOver => "a rematch can be offered when the game is over",
        Playing => "this can be written to the game when it is over: until then what one player writes would help the other",
        Annotations { most: usize, size: usize } => "a game has room for {most} moves in variations, and {size} kB of text",
        Watched => "a game of a contest can be watched, but not changed",
        Consent => "the other player must agree: ask to take back a move",
        Spoiled => "this side cannot be freed: a player of both sides of a game with hidden information has seen everything",
        Name { found: String, most: usize } => "a name has at most {most} characters, none of them invisible, and is not that of a computer player: {found}",
        Hidden => "this would reveal hidden information: change the view, or wait for the end of the game",
        Bound { what: String, least: usize, most: usize } => "{what} must be between {least} and {most}",
        RulesName { found: String } => "{found} is not a valid name for rules: use 1 to 40 letters, digits, dots, dashes and underscores",
        TreeTooLarge { depth: u32, most: u64, fits: u32, nodes: u64 } => "the tree of depth {depth} has more than {most} positions; depth {fits} fits, with {nodes}",
        NoPuzzle { found: String } => "there is no puzzle {found} here",
        NoLesson { found: String, known: String } => "there is no lesson {found}: there are {known}",
        LessonFile { why: String } => "the lesson cannot be read: {why}",
        LessonNewer { found: u64, known: u64 } => "the lesson is of version {found}, and this program knows versions up to {known}",
        Puzzles { why: String } => "the puzzles cannot be shown: {why}",
        PuzzlesNewer { found: u32, known: u32 } => "the puzzles are of version {found}, and this program knows versions up to {known}: use a newer agon",
        OffLine => "the moves before the last one are not those of the solution",
        NotText => "the text is neither a game record nor a position",
        Contest { why: String } => "the contest cannot be shown: {why}",
        Learning { why: String } => "the progress cannot be kept: {why}",
        Storage { why: String } => "the stored games cannot be read: {why}",
        NoMemory { needed: u64, most: u64 } => "this takes {needed} MB of memory, and the server has {most} MB for searches",
        NoProgram { found: String, game: &'static str } => "{found} is not a program that this server offers for {game}",
        NoFollower => "no program follows this game",
        Program { name: String, why: String } => "{name} {why}",
        Failed => "the search failed; the game is unchanged",
    }
}

/// Refuses a number that is out of range.
pub(crate) fn check_range(
    what: &str,
    number: usize,
    least: usize,
    most: usize,
) -> Result<(), ServiceRefusal> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(ServiceRefusal::Bound { what: what.into(), least, most }),
    }
}
