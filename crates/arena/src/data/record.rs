//! One recorded position: its fields, and its fixed-size form in bytes.

use agon_core::{Outcome, Score, Side};

agon_core::refusals! {
    /// Why a record is refused.
    pub enum RecordRefusal {
        Length { found: usize, expected: usize } => "a record has {expected} bytes, not {found}",
        Result { found: u8 } => "the result is 0 to 3, not {found}",
        Flags { found: u8 } => "the flags are 0 to 7, not {found}",
        Score { found: i32 } => "no score has {found} points",
        Position => "the bytes of the position stand for none",
        Move { code: u32 } => "no move has the code {code}",
        Contradiction { score: i32, result: &'static str } => "the proven score {score} contradicts the result {result}",
    }
}

/// The number of bytes before those of the position.
pub const FIXED_BYTES: usize = 16;

/// The score of a record whose player gave none.
const NO_SCORE: i32 = i32::MIN;

const LAST: u8 = 1;
const WINS_NOW: u8 = 2;
const ASIDE: u8 = 4;

/// The result of a game for the side to move in a recorded position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// It won.
    Win,
    /// The game went on with a move that says nothing about the position, or did not end.
    Unknown,
}

impl GameResult {
    /// All results, by their numbers in files.
    pub const ALL: [GameResult; 4] =
        [GameResult::Loss, GameResult::Draw, GameResult::Win, GameResult::Unknown];

    /// The result of a game for a side.
    pub fn of(outcome: Option<Outcome>, side: Side) -> GameResult {
        match outcome {
            Some(Outcome::Win(winner)) if winner == side => GameResult::Win,
            Some(Outcome::Win(_)) => GameResult::Loss,
            Some(Outcome::Draw) => GameResult::Draw,
            None => GameResult::Unknown,
        }
    }

    /// Its name: `loss`, `draw`, `win` or `unknown`.
    pub fn name(self) -> &'static str {
        ["loss", "draw", "win", "unknown"][self as usize]
    }

    /// The result of this name.
    pub fn named(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == name)
    }
}

/// A position and its best move, as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredPosition {
    /// In the compact form of its game.
    Packed {
        /// The packed position.
        position: Vec<u8>,
        /// The code of the best move.
        mv: u32,
    },
    /// In the game's notation.
    Text {
        /// The position.
        position: String,
        /// The best move.
        mv: String,
    },
}

/// A recorded position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRecord {
    /// The number of its game.
    pub game: u32,
    /// How many moves of the game were made before.
    pub ply: u16,
    /// The value for the side to move, if its player gave one.
    pub score: Option<Score>,
    /// The result for the side to move.
    pub result: GameResult,
    /// Whether it is the last record of its game.
    pub is_last: bool,
    /// Whether the side to move can win at once.
    pub wins_now: bool,
    /// Whether it is beside the line of the game: a position after a random move.
    pub is_aside: bool,
    /// The position and its best move.
    pub stored: StoredPosition,
}

impl DataRecord {
    /// Adds the bytes of the record, if it has a packed position.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let StoredPosition::Packed { position, mv } = &self.stored else { return };
        let score = self.score.map_or(NO_SCORE, Score::points);
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        bytes.extend(self.game.to_le_bytes());
        bytes.extend(score.to_le_bytes());
        bytes.extend(mv.to_le_bytes());
        bytes.extend(self.ply.to_le_bytes());
        bytes.push(self.result as u8);
        let on_line = flag(self.is_last, LAST) | flag(self.wins_now, WINS_NOW);
        bytes.push(on_line | flag(self.is_aside, ASIDE));
        bytes.extend(position);
    }

    /// The record of some bytes, of which this many are the position.
    pub fn read(bytes: &[u8], packed_bytes: usize) -> Result<DataRecord, RecordRefusal> {
        let expected = FIXED_BYTES + packed_bytes;
        let length = RecordRefusal::Length { found: bytes.len(), expected };
        let (fixed, position) = bytes.split_first_chunk::<FIXED_BYTES>().ok_or(length.clone())?;
        if position.len() != packed_bytes {
            return Err(length);
        }
        let word = |at: usize| [fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]];
        let (result, flags) = (fixed[14], fixed[15]);
        let result = GameResult::ALL.get(usize::from(result)).copied();
        if flags > (LAST | WINS_NOW | ASIDE) {
            return Err(RecordRefusal::Flags { found: flags });
        }
        Ok(DataRecord {
            game: u32::from_le_bytes(word(0)),
            ply: u16::from_le_bytes([fixed[12], fixed[13]]),
            score: match i32::from_le_bytes(word(4)) {
                NO_SCORE => None,
                points => Some(DataRecord::read_score(points)?),
            },
            result: result.ok_or(RecordRefusal::Result { found: fixed[14] })?,
            is_last: flags & LAST != 0,
            wins_now: flags & WINS_NOW != 0,
            is_aside: flags & ASIDE != 0,
            stored: StoredPosition::Packed {
                position: position.to_vec(),
                mv: u32::from_le_bytes(word(8)),
            },
        })
    }

    /// The score of this many points, if there is one.
    pub fn read_score(points: i32) -> Result<Score, RecordRefusal> {
        let score = Score::from_points(points);
        let is_value = score.points() == points && score < Score::BEST && score > Score::WORST;
        is_value.then_some(score).ok_or(RecordRefusal::Score { found: points })
    }

    /// Refuses a proven score that contradicts the result.
    pub fn check_result(&self) -> Result<(), RecordRefusal> {
        let Some(score) = self.score else { return Ok(()) };
        let is_wrong = match self.result {
            GameResult::Loss => score.is_win(),
            GameResult::Draw => score.is_win() || score.is_loss(),
            GameResult::Win => score.is_loss(),
            GameResult::Unknown => false,
        };
        match is_wrong {
            true => Err(RecordRefusal::Contradiction {
                score: score.points(),
                result: self.result.name(),
            }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> DataRecord {
        DataRecord {
            game: 70_000,
            ply: 513,
            score: Some(Score::estimate(-3)),
            result: GameResult::Win,
            is_last: true,
            wins_now: false,
            is_aside: false,
            stored: StoredPosition::Packed { position: vec![9, 8], mv: 0x0102_0304 },
        }
    }

    #[test]
    fn every_byte_is_where_the_documentation_says() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        let expected = [0x70, 0x11, 1, 0, 0xfd, 0xff, 0xff, 0xff, 4, 3, 2, 1, 1, 2, 2, 1, 9, 8];
        assert_eq!(bytes, expected);
    }

    #[test]
    fn records_read_back_as_they_were_written() {
        for score in [None, Some(Score::DRAW), Some(Score::win_in(3)), Some(Score::lose_in(9))] {
            for result in GameResult::ALL {
                for [is_last, wins_now, is_aside] in [[true, false, false], [false, true, true]] {
                    let written =
                        DataRecord { score, result, is_last, wins_now, is_aside, ..record() };
                    let mut bytes = Vec::new();
                    written.write(&mut bytes);
                    assert_eq!(DataRecord::read(&bytes, 2), Ok(written));
                }
            }
        }
    }

    #[test]
    fn damaged_records_are_refused_by_kind() {
        let mut good = Vec::new();
        record().write(&mut good);
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            DataRecord::read(&bytes, 2).map(|_| ())
        };
        assert_eq!(with(14, 4), Err(RecordRefusal::Result { found: 4 }));
        assert_eq!(with(15, 8), Err(RecordRefusal::Flags { found: 8 }));
        assert!(matches!(with(7, 0x7f), Err(RecordRefusal::Score { .. })));
        let short = DataRecord::read(&good[..17], 2);
        assert_eq!(short, Err(RecordRefusal::Length { found: 17, expected: 18 }));
        let none = DataRecord::read(&[], 2);
        assert_eq!(none, Err(RecordRefusal::Length { found: 0, expected: 18 }));
    }

    #[test]
    fn a_proven_score_agrees_with_the_result() {
        let with = |score, result| {
            DataRecord { score: Some(score), result, ..record() }.check_result().is_ok()
        };
        assert!(with(Score::win_in(3), GameResult::Win));
        assert!(with(Score::win_in(3), GameResult::Unknown));
        assert!(with(Score::estimate(-500), GameResult::Win));
        assert!(!with(Score::win_in(3), GameResult::Loss));
        assert!(!with(Score::lose_in(3), GameResult::Draw));
    }
}
