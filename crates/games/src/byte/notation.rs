//! The notation of Byte, and its refusals.
//!
//! A position is `n side X-O stacks`, as `8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X`,
//! with `-` for an empty board; `8 start` and `10 start` are the starts. The board may have
//! fewer checkers than a game begins with. A move is `E3-F4/0`, where level 0 may be left out,
//! or the assignment's `((E 3) (F 4) 0)`.

use agon_core::{Notation, Side, quote};

use super::board::{Board, Square};
use super::position::{Position, Stack};
use super::rules::{Byte, Move};

agon_core::refusals! {
    /// Why Byte refuses a text or a move.
    pub enum Refusal {
        Parts { found: usize } => "a position has 4 parts (size, side to move, score, stacks), not {found}",
        Size { found: String } => "the board has 8 or 10 squares a side (the checkers must make up whole stacks of 8), not {found}",
        Side { found: String } => "the side to move is X or O, not {found}",
        Score { found: String } => "the score is the stacks of X and of O, as 1-0, not {found}",
        TooManyStacks { found: u32, most: u32 } => "{found} stacks cannot have been won: there are {most} in all",
        StackText { found: String } => "a stack is a square and its checkers from the bottom, as C3:OXX, not {found}",
        NoSquare { found: String } => "{found} is not a dark square of the board",
        StackHeight { square: String, height: usize } => "the stack on {square} has {height} checkers, and stacks on the board have 1 to 7",
        Order { square: String } => "{square} is repeated or out of order: squares are listed by row, then by column",
        TooManyCheckers { found: u32, most: u32 } => "the board and the won stacks have {found} checkers together, and the game has no more than {most}",
        TooManyOfColour { colour: char, found: u32, most: u32 } => "there are {found} checkers of {colour}, those on top of its won stacks included, and the game has no more than {most} of a colour",
        MoveText { found: String } => "{found} is not a move: write E3-F4/0 (source, target, level), or pass",
        GameOver => "the game is over",
        MustMove => "passing is not allowed while there is a legal move",
        NoStack { square: String } => "there is no stack on {square}",
        NoSuchLevel { square: String, level: u32, height: u32 } => "the stack on {square} has no level {level}: its height is {height}",
        NotYours { square: String, level: u32 } => "the checker on level {level} of {square} is not yours",
        NotDiagonal { from: String, to: String } => "{to} is not one diagonal step from {from}",
        OnlyMerge { square: String } => "the stack on {square} has a neighbour, so it can only go onto another stack",
        OnlyWhole { square: String } => "only the whole stack on {square} (level 0) can go to an empty square",
        MustApproach { square: String, nearest: String } => "the stack on {square} must get nearer to the nearest stack, at {nearest}",
        NotHigher { to: String, height: u32, level: u32 } => "the stack on {to} has {height} checkers, which is not more than the level {level} that yours would leave",
        TooHigh { to: String, together: u32 } => "the stack on {to} would have {together} checkers, and 8 is the most",
    }
}

impl Notation for Byte {
    fn write(&self, position: &Position) -> String {
        let stack = |square| format!("{}:{}", self.board.name(square), position.stack(square));
        let stacks: Vec<String> = position.occupied().map(stack).collect();
        let stacks = if stacks.is_empty() { "-".into() } else { stacks.join(",") };
        let [x, o] = position.score;
        format!("{} {} {x}-{o} {stacks}", self.side(), ['X', 'O'][position.to_move.index()])
    }

    fn read(text: &str) -> Result<(Byte, Position), Refusal> {
        let (game, position) = read_draft(text)?;
        check_sound(&game, &position)?;
        Ok((game, position))
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Pass => "pass".into(),
            Move::Step { from, to, level } => {
                format!("{}-{}/{level}", self.board.name(from), self.board.name(to))
            }
        }
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Move, Refusal> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let wrong = || Refusal::MoveText { found: quote(text) };
        // Brackets, quotes, spaces and signs only separate the parts of a move.
        let parting = |letter: char| " \t()'\"-/".contains(letter);
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || parting(letter);
        let doubled = ["--", "//", "-/", "/-"].iter().any(|signs| text.contains(signs));
        if doubled || !text.chars().all(allowed) {
            return Err(wrong());
        }
        let mut words: Vec<String> = Vec::new();
        for word in text.split(parting).filter(|word| !word.is_empty()) {
            // A single row letter belongs to the number after it.
            match words.last_mut() {
                Some(last) if last.len() == 1 && last.as_bytes()[0].is_ascii_alphabetic() => {
                    last.push_str(word);
                }
                _ => words.push(word.to_string()),
            }
        }
        let level = match words.get(2) {
            None => 0,
            Some(level) => level.parse().ok().filter(|&level: &u8| level < 8).ok_or_else(wrong)?,
        };
        match words.as_slice() {
            [from, to] | [from, to, _] => {
                let [from, to] = [from, to].map(|name| read_square(self.board, name));
                Ok(Move::Step { from: from?, to: to?, level })
            }
            _ => Err(wrong()),
        }
    }
}

/// Reads a position that need not be one that can occur.
pub(super) fn read_draft(text: &str) -> Result<(Byte, Position), Refusal> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let size = |text: &str| {
        let side = text.parse().map_err(|_| Refusal::Size { found: quote(text) })?;
        Byte::new(side)
    };
    if let &[side, "start"] = parts.as_slice() {
        let game = size(side)?;
        return Ok((game, Position::start(game.board)));
    }
    let &[side, mover, score, stacks] = parts.as_slice() else {
        return Err(Refusal::Parts { found: parts.len() });
    };
    let game = size(side)?;
    let mut position = Position::EMPTY;
    position.to_move = match mover {
        "X" | "x" => Side::First,
        "O" | "o" => Side::Second,
        _ => return Err(Refusal::Side { found: quote(mover) }),
    };
    position.score = read_score(score)?;
    if stacks != "-" {
        read_stacks(game.board, stacks, &mut position)?;
    }
    Ok((game, position))
}

fn read_score(text: &str) -> Result<[u8; 2], Refusal> {
    let digit = |text: &str| text.parse::<u8>().ok().filter(|&score| score <= 5 && text.len() == 1);
    let score = text.split_once('-').and_then(|(x, o)| Some([digit(x)?, digit(o)?]));
    score.ok_or_else(|| Refusal::Score { found: quote(text) })
}

fn read_stacks(board: &Board, text: &str, position: &mut Position) -> Result<(), Refusal> {
    let mut last = None;
    for stack in text.split(',') {
        let wrong = || Refusal::StackText { found: quote(stack) };
        let (name, checkers) = stack.split_once(':').ok_or_else(wrong)?;
        let square = read_square(board, name)?;
        let name = board.name(square);
        if last >= Some(square) {
            return Err(Refusal::Order { square: name });
        }
        last = Some(square);
        let height = checkers.chars().count();
        if !(1..=7).contains(&height) {
            return Err(Refusal::StackHeight { square: name, height });
        }
        let mut code = 1 << height;
        for (level, letter) in checkers.chars().enumerate() {
            match letter {
                'X' | 'x' => (),
                'O' | 'o' => code |= 1 << level,
                _ => return Err(wrong()),
            }
        }
        position.put(square, Stack(code));
    }
    Ok(())
}

/// Reads a square such as E3 or e3.
pub(super) fn read_square(board: &Board, text: &str) -> Result<Square, Refusal> {
    let square = || {
        let row = text.chars().next()?.to_ascii_uppercase();
        let row = (row as usize).checked_sub('A' as usize)?;
        let digits = text.get(1..).filter(|digits| (1..=2).contains(&digits.len()))?;
        let column: usize = digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']))?;
        board.at(row, column.checked_sub(1)?)
    };
    square().ok_or_else(|| Refusal::NoSquare { found: quote(text) })
}

/// Refuses positions with more stacks or checkers than the game has, altogether or of a colour.
///
/// Won stacks do not show their checkers, but each has one of its owner's on top. If these
/// and the checkers on the board are no more than the game has of either colour, and all
/// together no more than it has, then the others in the won stacks can be chosen so that
/// neither colour has too many; more cannot be known.
pub(super) fn check_sound(game: &Byte, position: &Position) -> Result<(), Refusal> {
    let won: u32 = Side::BOTH.iter().map(|&side| position.score(side)).sum();
    let most = game.all_checkers();
    if won > most / 8 {
        return Err(Refusal::TooManyStacks { found: won, most: most / 8 });
    }
    let found = game.checkers_in_play(position);
    if found > most {
        return Err(Refusal::TooManyCheckers { found, most });
    }
    for side in Side::BOTH {
        let levels = position.occupied().map(|square| position.stack(square).levels_of(side));
        let found = levels.map(u32::count_ones).sum::<u32>() + position.score(side);
        if found > most / 2 {
            let colour = ['X', 'O'][side.index()];
            return Err(Refusal::TooManyOfColour { colour, found, most: most / 2 });
        }
    }
    Ok(())
}
