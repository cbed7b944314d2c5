//! The faults that an engine can have.

pub struct Fault {
    pub name: &'static str,
    /// The games that the engine offers.
    pub games: &'static [&'static str],
    /// What the engine does wrong.
    pub kind: Kind,
    /// What the check reports; empty if the engine has no fault.
    pub found: &'static str,
}

impl Fault {
    /// Whether the check must run to its end, for its exit code.
    pub fn is_run_to_the_end(&self) -> bool {
        matches!(self.name, "none" | "no-name" | "uciok")
    }
}

/// What an engine does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    None,
    /// Plays, now and then, a move that is refused for this reason.
    Illegal(&'static str),
    /// Ignores the moves after the position.
    NoMoves,
    /// Takes every position for the first one of the game.
    Stale,
    /// Sets up a position with the other side to move.
    OtherSide,
    /// Is always 300 ms late.
    Late,
    /// Is late now and then.
    SometimesLate,
    /// Uses the clock of the opponent.
    OtherClock,
    /// Spends the increment before it has it.
    Increment,
    /// Searches for the whole time, even after `stop`.
    NoStop,
    /// Reads no lines while thinking, except `stop`.
    Deaf,
    /// Writes its move twice after `stop`.
    Twice,
    /// Answers `stop` even when it does not search.
    AnswersIdleStop,
    /// Exits when a pass is its only move.
    NoPass,
    /// Exits after ten moves.
    ShortBreath,
    /// Does not recognise a game after others.
    OneGame,
    /// Does not end after `quit`.
    Stays,
    /// Does not end at the end of its input.
    StaysWithoutInput,
    /// Exits at an unknown word.
    Strict,
    /// Replaces a line that begins with the first text by the second.
    Instead(&'static str, &'static str),
    /// Writes this line before its move.
    Info(&'static str),
    /// Answers this query with the second text.
    Answer(&'static str, &'static str),
    /// Leaves a legal move out of its list.
    MissingMove,
    /// Claims a win in every position.
    AlwaysWins,
    /// Loads its tables at its first move, not at the start.
    LoadsLate,
    /// Takes a late `stop` for the next search.
    LateStop,
    /// Starts each game inside the last one, until its stack overflows.
    NestedGames,
    /// Derives its side from the number of moves in the command.
    ClockByMoves,
    /// Gives scores from the point of view of the first side.
    FirstSideScores,
    /// Reports an error when a game begins.
    RefusesGames,
    /// Searches, and reports what it finds in a wrong way.
    Searches(Report),
}

/// How an engine reports what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// As it is.
    Honest,
    /// Wins and losses as large values, which is not wrong.
    Values,
    /// Values with the wrong sign.
    Inverted,
    /// Values for the first side.
    ForFirstSide,
    /// Everything for the other side.
    ForOpponent,
    /// Always a win in three plies.
    WinInThree,
    /// A win one ply later than it comes, which no line has.
    LateWin,
    /// A loss as soon as the score is below zero.
    EarlyLoss,
    /// A win in no plies.
    WinInZero,
    /// Ten times the nodes.
    TenfoldNodes,
    /// A line that makes its first move twice.
    RepeatedMove,
    /// A line that goes on after the end of the game.
    BeyondTheEnd,
    /// A line that the opponent begins.
    OpponentsLine,
    /// Expects its own move as the reply.
    OwnReply,
    /// Its best line under all numbers.
    SameLines,
    /// The best line last.
    WorstLineFirst,
    /// One line, whatever MultiPV is.
    OneLine,
    /// Plays another move than that of its best line.
    OtherMove,
}

const fn fault(
    name: &'static str,
    games: &'static [&'static str],
    kind: Kind,
    found: &'static str,
) -> Fault {
    Fault { name, games, kind, found }
}

const ALL: &[&str] = &["santorini", "nim", "byte", "theseus", "tictactoe"];
const SANTORINI: &[&str] = &["santorini"];
const NIM: &[&str] = &["nim"];
const BYTE: &[&str] = &["byte"];
const THESEUS: &[&str] = &["theseus"];
const SMALL: &[&str] = &["tictactoe"];

/// The report on an engine that is sometimes late. On a busy machine it is only a note.
pub const SPORADIC: &str = "answers were late";

/// All faults, and the engine without one.
pub const FAULTS: &[Fault] = &[
    fault("none", ALL, Kind::None, ""),
    fault("santorini-climbs-two-levels", SANTORINI, Kind::Illegal("TooHigh"), "too high a step"),
    fault("santorini-steps-on-pawns", SANTORINI, Kind::Illegal("Occupied"), "a pawn stands on"),
    fault("santorini-steps-on-domes", SANTORINI, Kind::Illegal("Domed"), "has a dome"),
    fault("santorini-steps-too-far", SANTORINI, Kind::Illegal("StepTooFar"), "is not next to"),
    fault("santorini-builds-too-far", SANTORINI, Kind::Illegal("BuildTooFar"), "is not next to"),
    fault("santorini-moves-the-other", SANTORINI, Kind::Illegal("NotYourPawn"), "no pawn of"),
    fault("santorini-other-side", SANTORINI, Kind::OtherSide, "(Illegal)"),
    fault("nim-takes-nothing", NIM, Kind::Illegal("NotTaken"), "(Illegal)"),
    fault("byte-passes-at-will", BYTE, Kind::Illegal("MustMove"), "passing is not allowed"),
    fault("byte-moves-the-other", BYTE, Kind::Illegal("NotYours"), "is not yours"),
    fault("byte-leaves-neighbours", BYTE, Kind::Illegal("OnlyMerge"), "has a neighbour"),
    fault("byte-splits-to-empty", BYTE, Kind::Illegal("OnlyWhole"), "only the whole stack"),
    fault("byte-goes-away", BYTE, Kind::Illegal("MustApproach"), "must get nearer"),
    fault("byte-merges-down", BYTE, Kind::Illegal("NotHigher"), "which is not more than"),
    fault("byte-stacks-nine", BYTE, Kind::Illegal("TooHigh"), "8 is the most"),
    fault("byte-goes-straight", BYTE, Kind::Illegal("NotDiagonal"), "not one diagonal step"),
    fault("byte-cannot-pass", BYTE, Kind::NoPass, "(Crashed)"),
    fault("theseus-walks-through-walls", THESEUS, Kind::Illegal("Wall"), "into a wall"),
    fault("tictactoe-takes-taken", SMALL, Kind::Illegal("Taken"), "is taken"),
    fault("no-moves", SMALL, Kind::NoMoves, "(Illegal)"),
    fault("stale", SMALL, Kind::Stale, "(Illegal)"),
    fault("late", SMALL, Kind::Late, "ms too long, however often"),
    fault("sometimes-late", SMALL, Kind::SometimesLate, SPORADIC),
    fault("other-clock", SMALL, Kind::OtherClock, "ms too long, however often"),
    fault("increment", SMALL, Kind::Increment, "ms too long, however often"),
    fault("no-stop", SMALL, Kind::NoStop, "readyok came"),
    fault("deaf", SMALL, Kind::Deaf, "did not answer isready"),
    fault("twice", SMALL, Kind::Twice, "(Unasked)"),
    fault("answers-idle-stop", SMALL, Kind::AnswersIdleStop, "(Unasked)"),
    fault("short-breath", SANTORINI, Kind::ShortBreath, "(Crashed)"),
    fault("one-game", &["nim", "tictactoe"], Kind::OneGame, "(Illegal)"),
    fault("stays", SMALL, Kind::Stays, "it is still there"),
    fault("stays-without-input", SMALL, Kind::StaysWithoutInput, "it is still there"),
    fault("strict", SMALL, Kind::Strict, "(Crashed)"),
    fault("uciok", SMALL, Kind::Instead("ugiok", "uciok"), "\"uciok\""),
    fault("ready", SMALL, Kind::Instead("readyok", "ready ok"), "did not answer isready"),
    fault("two-readys", SMALL, Kind::Instead("readyok", "readyok\nreadyok"), "wrote readyok"),
    fault("best-move", SMALL, Kind::Instead("bestmove", "bestMove 11"), "did not answer go"),
    fault("colon", SMALL, Kind::Instead("bestmove", "bestmove: 11"), "did not answer go"),
    fault("no-name", SMALL, Kind::Instead("id name", ""), "there was no id name"),
    fault("no-games", SMALL, Kind::Instead("option", "option name Game combo"), "offers no game"),
    fault("centipawns", SMALL, Kind::Info("info depth 1 score cp 20"), "is not understood"),
    fault("deep", SMALL, Kind::Info("info depth 9 score value 2"), "reported depth 9"),
    fault("many-nodes", SMALL, Kind::Info("info nodes 1000000"), "reported 1000000 nodes"),
    fault("wins", SMALL, Kind::AlwaysWins, "its score is win 3, but"),
    fault("p1turn", SMALL, Kind::Answer("p1turn", "true"), "query p1turn is answered by \"true\""),
    fault("result", SMALL, Kind::Answer("result", "none"), "query result is answered by \"none\""),
    fault("gameover", BYTE, Kind::Answer("gameover", "false"), "query gameover is answered"),
    // Planted without knowledge of the check.
    fault("loads-late", SMALL, Kind::LoadsLate, "its first move came"),
    fault("late-stop", SMALL, Kind::LateStop, "(Illegal)"),
    fault("nested-games", SMALL, Kind::NestedGames, "th uginewgame"),
    fault("clock-by-moves", SMALL, Kind::ClockByMoves, "ms too long, however often"),
    fault("first-side-scores", SMALL, Kind::FirstSideScores, "the side to move wins, but it"),
    // Planted without knowledge of the check, as those above: what they report is wrong.
    fault("searches", ALL, Kind::Searches(Report::Honest), ""),
    fault("values", &["santorini", "tictactoe"], Kind::Searches(Report::Values), ""),
    fault("inverted", SANTORINI, Kind::Searches(Report::Inverted), "have the wrong sign"),
    fault("inverted-byte", BYTE, Kind::Searches(Report::Inverted), "have the wrong sign"),
    fault("for-first-side", SANTORINI, Kind::Searches(Report::ForFirstSide), "have the wrong sign"),
    fault("for-opponent", SANTORINI, Kind::Searches(Report::ForOpponent), "in another result"),
    fault("win-in-three", SANTORINI, Kind::Searches(Report::WinInThree), "nothing is forced"),
    fault("late-win", SANTORINI, Kind::Searches(Report::LateWin), "no line ends so after"),
    fault("early-loss", BYTE, Kind::Searches(Report::EarlyLoss), "nothing is forced"),
    fault("win-in-zero", SANTORINI, Kind::Searches(Report::WinInZero), "but the game is not over"),
    fault("tenfold-nodes", SANTORINI, Kind::Searches(Report::TenfoldNodes), "are let pass"),
    fault(
        "repeated-move",
        SANTORINI,
        Kind::Searches(Report::RepeatedMove),
        "of its line is refused",
    ),
    fault("beyond-the-end", SMALL, Kind::Searches(Report::BeyondTheEnd), "of its line is refused"),
    fault("opponents-line", BYTE, Kind::Searches(Report::OpponentsLine), "of its line is refused"),
    fault("own-reply", SMALL, Kind::Searches(Report::OwnReply), "which is refused: "),
    fault("same-lines", NIM, Kind::Searches(Report::SameLines), "begin with the same move"),
    fault("worst-line-first", SMALL, Kind::Searches(Report::WorstLineFirst), "not in the order"),
    fault("one-line", SMALL, Kind::Searches(Report::OneLine), "it wrote 1 lines"),
    fault("other-move", SMALL, Kind::Searches(Report::OtherMove), "is not that of its best line"),
    fault("refuses-games", SMALL, Kind::RefusesGames, "reported an error: no board (Refused)"),
    fault("missing-move", SANTORINI, Kind::MissingMove, "query legal does not list"),
];
