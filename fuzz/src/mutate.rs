//! Mutations: new inputs from those of the corpus, by tokens, lines, numbers and bytes.

use std::ops::Range;

use agon_core::Rng;

/// Numbers at the limits of what parsers and types hold.
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "64",
    "100",
    "127",
    "255",
    "256",
    "1000",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e400",
];

/// Pieces of text that parsers tend to handle wrongly.
const ODD: [&str; 16] = [
    "\0", "\n", "\r\n", "\t", " ", "\"", "'", "\\", "é", "٣", "😀", "\u{feff}", "\u{2028}",
    "\u{300}", "ß", "İ",
];

/// Lengths of inputs: the usual limit, and the limit of the few that grow further.
const USUAL: usize = 1 << 10;
const LONGEST: usize = 1 << 15;

/// Makes new inputs.
pub struct Mutator<'a> {
    /// The source of all choices.
    pub rng: &'a mut Rng,
    /// The dictionary of the target.
    pub words: &'a [String],
    /// The inputs that parts are taken from.
    pub corpus: &'a [Vec<u8>],
}

impl Mutator<'_> {
    /// A new input, some mutations away from this one.
    pub fn mutate(&mut self, input: &[u8]) -> Vec<u8> {
        let mut bytes = input.to_vec();
        let mut left = 1 + (self.rng.bits().trailing_zeros() as usize).min(6);
        while left > 0 {
            bytes = self.step(bytes);
            left -= 1;
        }
        let longest = if self.one_in(64) {
            bytes = self.grow(bytes);
            LONGEST
        } else {
            USUAL.max(input.len())
        };
        bytes.truncate(longest);
        bytes
    }

    fn step(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        match self.rng.below(14) {
            0 | 1 => self.replace_token(bytes),
            2 | 3 => self.insert(bytes),
            4 => self.delete(bytes),
            5 => self.duplicate(bytes),
            6 => self.swap(bytes),
            7 | 8 => self.number(bytes),
            9 => self.splice(bytes),
            10 | 11 => self.line(bytes),
            12 => self.byte(bytes),
            _ => self.odd(bytes),
        }
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.rng.below(count) == 0
    }

    fn word(&mut self) -> Vec<u8> {
        self.rng.pick(self.words).map_or(Vec::new(), |word| word.as_bytes().to_vec())
    }

    fn other(&mut self) -> Vec<u8> {
        self.rng.pick(self.corpus).cloned().unwrap_or_default()
    }

    /// A word of the dictionary, or a token of some input.
    fn piece(&mut self) -> Vec<u8> {
        if self.one_in(3) {
            let other = self.other();
            return self.token(&other).map_or(Vec::new(), |token| other[token].to_vec());
        }
        self.word()
    }

    fn token(&mut self, bytes: &[u8]) -> Option<Range<usize>> {
        self.rng.pick(&tokens(bytes)).cloned()
    }

    /// Some tokens in a row.
    fn tokens(&mut self, bytes: &[u8]) -> Range<usize> {
        let tokens = tokens(bytes);
        if tokens.is_empty() {
            return 0..0;
        }
        let first = self.rng.below(tokens.len());
        let most = (tokens.len() - first).min(if self.one_in(4) { 64 } else { 4 });
        tokens[first].start..tokens[first + self.rng.below(most)].end
    }

    fn replace_token(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        if let Some(token) = self.token(&bytes) {
            let piece = self.piece();
            bytes.splice(token, piece);
        }
        bytes
    }

    fn insert(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let at = self.token(&bytes).map_or(0, |token| token.end);
        let piece = self.piece();
        bytes.splice(at..at, piece);
        bytes
    }

    fn delete(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let range = self.tokens(&bytes);
        bytes.drain(range);
        bytes
    }

    fn duplicate(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let range = self.tokens(&bytes);
        let copy = bytes[range.clone()].to_vec();
        bytes.splice(range.end..range.end, copy);
        bytes
    }

    /// Repeats some tokens many times, so that lists get long and parentheses deep.
    fn grow(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let range = self.tokens(&bytes);
        let times = 1 << (4 + self.rng.below(9));
        let copy = bytes[range.clone()].repeat(times.min(LONGEST / (range.len() + 1)));
        bytes.splice(range.end..range.end, copy);
        bytes
    }

    fn swap(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let tokens = tokens(&bytes);
        let (Some(first), Some(second)) =
            (self.rng.pick(&tokens).cloned(), self.rng.pick(&tokens).cloned())
        else {
            return bytes;
        };
        let (first, second) =
            if first.start <= second.start { (first, second) } else { (second, first) };
        if first == second {
            return bytes;
        }
        [
            &bytes[..first.start],
            &bytes[second.clone()],
            &bytes[first.end..second.start],
            &bytes[first],
            &bytes[second.end..],
        ]
        .concat()
    }

    /// Changes a number, if there is one.
    fn number(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let numbers: Vec<Range<usize>> = tokens(&bytes)
            .into_iter()
            .filter(|token| bytes[token.clone()].iter().all(u8::is_ascii_digit))
            .collect();
        let Some(token) = self.rng.pick(&numbers).cloned() else { return self.insert(bytes) };
        let old =
            std::str::from_utf8(&bytes[token.clone()]).ok().and_then(|text| text.parse().ok());
        let new = match (self.rng.below(4), old) {
            (0, Some(old)) => u64::saturating_add(old, 1).to_string(),
            (1, Some(old)) => u64::saturating_sub(old, 1).to_string(),
            (2, _) => self.rng.below(10).to_string(),
            _ => self.rng.pick(&NUMBERS).map_or(String::new(), |&number| number.into()),
        };
        bytes.splice(token, new.into_bytes());
        bytes
    }

    /// The beginning of one input and the end of another.
    fn splice(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let other = self.other();
        let head = self.token(&bytes).map_or(0, |token| token.start);
        let tail = self.token(&other).map_or(0, |token| token.start);
        bytes.truncate(head);
        bytes.extend(&other[tail..]);
        bytes
    }

    /// Deletes, doubles, moves or takes over a line.
    fn line(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let mut lines: Vec<Vec<u8>> =
            bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let at = self.rng.below(lines.len() + 1);
        let old = lines.get(at).cloned();
        match (self.rng.below(4), old) {
            (0, Some(_)) => drop(lines.remove(at)),
            (1, Some(line)) => lines.insert(at, line),
            (2, Some(line)) => {
                lines.remove(at);
                let to = self.rng.below(lines.len() + 1);
                lines.insert(to, line);
            }
            _ => {
                let other = self.other();
                let others: Vec<&[u8]> = other.split_inclusive(|&byte| byte == b'\n').collect();
                let mut line = self.rng.pick(&others).map_or(Vec::new(), |line| line.to_vec());
                if line.last() != Some(&b'\n') {
                    line.push(b'\n');
                }
                lines.insert(at, line);
            }
        }
        lines.concat()
    }

    fn byte(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let at = self.rng.below(bytes.len() + 1);
        let byte = self.rng.below(256) as u8;
        match (self.rng.below(3), bytes.get_mut(at)) {
            (0, Some(old)) => *old = byte,
            (1, Some(old)) => *old ^= 1 << (byte % 8),
            (2, Some(_)) => drop(bytes.remove(at)),
            _ => bytes.insert(at, byte),
        }
        bytes
    }

    fn odd(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let piece = self.rng.pick(&ODD).map_or("", |piece| piece);
        let at = self.token(&bytes).map_or(0, |token| token.start);
        bytes.splice(at..at, piece.bytes());
        bytes
    }
}

/// The tokens of an input: words, numbers, blanks, and single other characters.
pub fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 128.. => 1,
        b' ' => 2,
        _ => 3,
    };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, &byte) in bytes.iter().enumerate() {
        match tokens.last_mut() {
            Some(last) if class(byte) < 3 && class(bytes[at - 1]) == class(byte) => {
                last.end = at + 1;
            }
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_the_input_in_order() {
        let input = b"go  depth 12,(x)\n";
        let parts: Vec<&[u8]> = tokens(input).into_iter().map(|token| &input[token]).collect();
        let expected: [&[u8]; 10] =
            [b"go", b"  ", b"depth", b" ", b"12", b",", b"(", b"x", b")", b"\n"];
        assert_eq!(parts, expected);
    }

    #[test]
    fn the_same_seed_makes_the_same_inputs_and_another_seed_makes_others() {
        let make = |seed| {
            let words = vec!["depth".to_string()];
            let corpus = vec![b"go depth 3\n".to_vec(), b"quit".to_vec()];
            let mut rng = Rng::seeded(seed);
            let mut mutator = Mutator { rng: &mut rng, words: &words, corpus: &corpus };
            (0..200).map(|_| mutator.mutate(&corpus[0])).collect::<Vec<_>>()
        };
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }

    #[test]
    fn mutations_work_on_nothing_and_stay_within_the_limit() {
        let (words, corpus) = (Vec::new(), vec![Vec::new()]);
        let mut rng = Rng::seeded(3);
        let mut mutator = Mutator { rng: &mut rng, words: &words, corpus: &corpus };
        let mut input = Vec::new();
        for _ in 0..20_000 {
            input = mutator.mutate(&input);
            assert!(input.len() <= LONGEST);
        }
    }
}
