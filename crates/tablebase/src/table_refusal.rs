//! Why a board, a text or a table is refused.

agon_core::refusals! {
    /// Why a board, a text or a table is refused.
    pub enum TableRefusal {
        BoardText { found: String } => "a board is WIDTHxHEIGHT, as in 3x4, not {found}",
        BoardSize { width: u32, height: u32 } => "a board is 2 to 6 cells wide and high and has at most 12 cells, not {width}x{height}",
        GridSize { width: u32, height: u32 } => "a board that is solved with --streaming is 2 to 8 cells wide and high and has at most 16 cells, not {width}x{height}",
        Pawns { found: u32 } => "a side has one or two pawns, not {found}",
        Position { reason: String } => "{reason}",
        OtherPosition { found: String, board: String } => "{found} is not a position of {board}",
        Memory { needed: u64, limit: u64 } => "solving this board takes {needed} MiB of memory, and the limit is {limit} MiB",
        Disk { needed: u64, limit: u64 } => "the table of this board takes {needed} MiB of disk, and the limit is {limit} MiB",
        Stopped => "stopped before the end",
        File { path: String, error: String } => "{path}: {error}",
        Missing { path: String } => "{path}: there is no such file or folder",
        NotATable { path: String } => "{path}: not a table of solved positions",
        Version { path: String, found: String } => "{path}: a table of version {found}, which this program does not know",
        Damaged { path: String, what: String } => "{path}: damaged: {what}; the command that built the table makes it anew",
        Wrong { path: String, position: String, stored: String } => "{path}: wrong value: {position} is stored as {stored}, and its moves show that this is not so",
        Contradiction { board: String, position: String, stored: String } => "the values of {board} contradict each other: {position} is stored as {stored}, and its moves show that this is not so",
        OtherBoard { path: String, found: String, wanted: String } => "{path}: has the table of {found}, not of {wanted}",
        InUse { path: String } => "{path}: another process is building a table here",
        Incomplete { path: String } => "{path}: the table is not complete; the command that builds it goes on where it stopped",
    }
}
