//! Knowledge bases, described by lines. The target assembles the bytes of the file with a right
//! checksum, so that mutations reach the code after the checksum.
//!
//! ```text
//! game nim            the base that is asked to load the file
//! version 1           the fields of the file
//! name nim
//! parameters [3,5,7]
//! count 2             if not given, the number of entries
//! entry 7 65535       an index and a value
//! bytes 0a ff         further bytes
//! checksum 0          a wrong checksum
//! cut 10              without the last bytes
//! ```

use agon_arena::find;

use crate::{check_refusal, text};

/// An accepted file is saved as a file that reads the same. Others change nothing.
pub fn base(input: &[u8]) {
    let text = text(input);
    let name = text.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or("nim");
    let Some(base) = find(name).and_then(|entry| entry.base) else { return };
    let mut base = base();
    let before = base.save();
    if let Err(refused) = base.load(&bytes(&text)) {
        check_refusal(&*refused);
        assert!(base.save() == before, "a refused file changed the base");
        return;
    }
    let saved = base.save();
    base.load(&saved).unwrap_or_else(|refused| panic!("its own bytes are refused: {refused}"));
    assert!(base.save() == saved, "the saved base reads otherwise");
    for (position, proven) in base.list().take(50) {
        let found = base.get(&position).unwrap_or_else(|refused| panic!("{position}: {refused}"));
        assert_eq!(found, Some(proven), "{position}");
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let field = |key: &str| {
        text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).map(str::to_string)
    };
    let number = |key: &str| field(key).and_then(|text| text.trim().parse::<u64>().ok());
    let entries: Vec<(u32, u16)> = text
        .lines()
        .filter_map(|line| {
            let (index, value) = line.strip_prefix("entry ")?.split_once(' ')?;
            Some((index.parse().ok()?, value.trim().parse().ok()?))
        })
        .collect();
    let name = field("name").unwrap_or_else(|| "nim".into());
    let parameters = field("parameters").unwrap_or_else(|| "[3,5,7]".into());
    let mut bytes = b"AGON KB\n".to_vec();
    bytes.extend((number("version").unwrap_or(1) as u16).to_le_bytes());
    bytes.push(name.len() as u8);
    bytes.extend(name.bytes());
    bytes.extend((parameters.len() as u16).to_le_bytes());
    bytes.extend(parameters.bytes());
    bytes.extend(number("count").unwrap_or(entries.len() as u64).to_le_bytes());
    for (index, value) in entries {
        bytes.extend(index.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    let further = field("bytes").unwrap_or_default();
    bytes.extend(further.split_whitespace().filter_map(|word| u8::from_str_radix(word, 16).ok()));
    let checksum = number("checksum").map_or_else(|| crc32fast::hash(&bytes), |sum| sum as u32);
    bytes.extend(checksum.to_le_bytes());
    let cut = number("cut").unwrap_or(0).try_into().unwrap_or(usize::MAX);
    bytes.truncate(bytes.len().saturating_sub(cut));
    bytes
}
