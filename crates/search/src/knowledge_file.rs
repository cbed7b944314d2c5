//! The file format of a knowledge base.
//!
//! ```text
//! "AGON KB\n"        eight bytes
//! version            u16
//! game               u8 length, and the name
//! parameters         u16 length, and the position in which the game starts
//! entries            u64 count, then a u32 index and a u16 value each, oldest first
//! checksum           u32, CRC-32 of everything before it
//! ```
//!
//! All numbers are little-endian.

use agon_core::{Indexed, Notation, quote};

use crate::knowledge_base::{KnowledgeBase, PackedValue};

const MAGIC: &[u8; 8] = b"AGON KB\n";
const VERSION: u16 = 1;
const CHECKSUM: usize = 4;

agon_core::refusals! {
    /// Why bytes are refused as a knowledge base.
    pub enum FileRefusal {
        NotABase => "this is not a knowledge base",
        Newer { version: u16, known: u16 } => "this knowledge base has version {version}, and only versions up to {known} are known: it was written by a later program",
        Damaged => "this knowledge base is damaged: it was cut off or changed",
        Foreign { found: String, wanted: &'static str } => "this is a knowledge base of {found}, not of {wanted}",
        OtherParameters { found: String, wanted: String } => "this knowledge base is of the game that starts from {found}, not from {wanted}",
        Nonsense { entry: usize } => "entry {entry} of this knowledge base is not one of the game",
    }
}

impl<G: Indexed + Notation> KnowledgeBase<G> {
    /// The base as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parameters = self.game.write(&self.game.start());
        let mut bytes = Vec::with_capacity(64 + parameters.len() + 6 * self.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        // Names of games are short, and a position is written in a line.
        bytes.push(G::NAME.len() as u8);
        bytes.extend(G::NAME.as_bytes());
        bytes.extend((parameters.len() as u16).to_le_bytes());
        bytes.extend(parameters.as_bytes());
        bytes.extend((self.len() as u64).to_le_bytes());
        for &index in &self.order {
            bytes.extend(index.to_le_bytes());
            bytes.extend(self.entry(index.into()).bits().to_le_bytes());
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a base of the same game with the same parameters.
    pub fn from_bytes(game: &G, bytes: &[u8]) -> Result<KnowledgeBase<G>, FileRefusal> {
        let inside = bytes.strip_prefix(MAGIC).ok_or(FileRefusal::NotABase)?;
        let version = Reader { rest: inside }.u16().ok_or(FileRefusal::Damaged)?;
        if version > VERSION {
            return Err(FileRefusal::Newer { version, known: VERSION });
        }
        let (content, checksum) =
            bytes.split_last_chunk::<CHECKSUM>().ok_or(FileRefusal::Damaged)?;
        if version == 0 || crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(FileRefusal::Damaged);
        }
        let inside = content.get(MAGIC.len() + size_of::<u16>()..).ok_or(FileRefusal::Damaged)?;
        Reader { rest: inside }.read_base(game)
    }
}

/// The CRC-32 of bytes, by a table of one kilobyte. The fastest ones take sixteen, which cannot be
/// compressed, and the page without a server would send them to every visitor.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < table.len() {
            let (mut rest, mut bit) = (index as u32, 0);
            while bit < 8 {
                rest = (rest >> 1) ^ (0xedb8_8320 & (rest & 1).wrapping_neg());
                bit += 1;
            }
            table[index] = rest;
            index += 1;
        }
        table
    };
    let step = |sum: u32, &byte: &u8| (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)];
    !bytes.iter().fold(!0, step)
}

/// Bytes that are read from the front.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn read_base<G: Indexed + Notation>(
        &mut self,
        game: &G,
    ) -> Result<KnowledgeBase<G>, FileRefusal> {
        let damaged = FileRefusal::Damaged;
        let length = self.array::<1>().ok_or(damaged.clone())?[0];
        let name = self.take(length.into()).ok_or(damaged.clone())?;
        if name != G::NAME.as_bytes() {
            let found = quote(&String::from_utf8_lossy(name));
            return Err(FileRefusal::Foreign { found, wanted: G::NAME });
        }
        let length = self.u16().ok_or(damaged.clone())?;
        let parameters = self.take(length.into()).ok_or(damaged.clone())?;
        let wanted = game.write(&game.start());
        if parameters != wanted.as_bytes() {
            let found = quote(&String::from_utf8_lossy(parameters));
            return Err(FileRefusal::OtherParameters { found, wanted: quote(&wanted) });
        }
        let count = u64::from_le_bytes(self.array().ok_or(damaged.clone())?);
        if count.checked_mul(6) != Some(self.rest.len() as u64) {
            return Err(damaged);
        }
        let mut base = KnowledgeBase::new(game.clone());
        for entry in 0..count as usize {
            let nonsense = FileRefusal::Nonsense { entry };
            let index = u32::from_le_bytes(self.array().ok_or(damaged.clone())?).into();
            let value = PackedValue::from_bits(self.u16().ok_or(damaged.clone())?);
            let value = value.ok_or(nonsense.clone())?;
            let position = base.game.position_at(index).ok_or(nonsense.clone())?;
            if base.game.index_of(&position) != index {
                return Err(nonsense);
            }
            base.make_room(index + 1);
            base.store(index, value);
        }
        Ok(base)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
