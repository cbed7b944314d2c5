//! Network files: a header of text lines, an empty line, and the weights.

use std::fmt::Write as _;

use agon_core::{Rng, quote};

use crate::NetworkInputs;

/// The widths that a network can have.
pub const WIDTHS: [usize; 5] = [32, 64, 128, 256, 512];

/// The largest network file, in bytes.
pub const MAX_FILE_BYTES: u64 = 2 << 20;

/// The version of the format.
const VERSION: u32 = 1;

/// The first words of a file.
const MAGIC: &str = "agon network ";

/// The longest header, in bytes.
const MAX_HEADER: usize = 4096;

/// The largest output weight: the square of a unit is multiplied by it in 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The keys of a header, in the order in which they are written.
const KEYS: [&str; 7] = ["game", "parameters", "inputs", "width", "scale", "licence", "checksum"];

agon_core::refusals! {
    /// Why a network file is refused.
    pub enum NetworkRefusal {
        TooLarge { most: u64 } => "a network file has at most {most} bytes",
        NotANetwork => "this is not a network file: its first line must be \"agon network 1\"",
        Newer { found: String } => "the file has version {found} of the network format, and this program reads version 1: use a newer program",
        Header => "the header has no end: the lines of text before the weights end with an empty line",
        Line { found: String } => "the header has a line {found}; its lines are game, parameters, inputs, width, scale, licence and checksum, each once and followed by its value",
        Missing { key: String } => "the header has no line {key}",
        Number { key: String, found: String, most: i64 } => "{key} is a whole number from 1 to {most}, not {found}",
        Checksum { found: String } => "checksum has 16 digits 0 to 9 and a to f, not {found}",
        Width { found: usize } => "a network is 32, 64, 128, 256 or 512 wide, not {found}",
        Length { found: usize, width: usize } => "the weights take {found} bytes, which does not fit a network {width} wide: the file is damaged",
        Damaged { stated: String, found: String } => "the weights have the checksum {found} and the header says {stated}: the file is damaged",
        OutputWeight { found: i16 } => "an output weight is {found}, and the largest is 127",
        OtherGame { found: String, wanted: String } => "the network is for the game {found}, not for {wanted}",
        OtherParameters { found: String, wanted: String } => "the network is for the parameters {found} of this game, and it is played with {wanted}",
        OtherInputs { found: String, wanted: String } => "the network has the inputs {found}, and this program knows {wanted}",
        InputCount { found: usize, wanted: usize } => "the network has {found} inputs, and there must be {wanted}",
        Overflow { unit: usize, sum: i64 } => "unit {unit} could reach {sum}, which does not fit in 16 bits: make its weights smaller",
        NoInputs { game: &'static str } => "there are no networks for the game {game}",
    }
}

/// A network as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    /// The name of the game.
    pub game: String,
    /// The parameters of the game, empty if it has none.
    pub parameters: String,
    /// The name of the input set.
    pub inputs: String,
    /// The number of units of each view.
    pub width: usize,
    /// The points of one logit.
    pub scale: i32,
    /// The licence of the weights.
    pub licence: String,
    /// The weights of the inputs, unit by unit for each input; one is [`NetworkFile::ONE`].
    pub input_weights: Vec<i16>,
    /// The biases of the units.
    pub biases: Vec<i16>,
    /// The output weights of the view of the side to move, then of the other view; one is
    /// [`NetworkFile::OUTPUT_ONE`].
    pub output_weights: Vec<i16>,
    /// The bias of the output; one logit is `ONE * OUTPUT_ONE`.
    pub output_bias: i32,
}

impl NetworkFile {
    /// What 1.0 is as a unit, an input weight or a bias.
    pub const ONE: i32 = 255;

    /// What 1.0 is as an output weight.
    pub const OUTPUT_ONE: i32 = 64;

    /// The largest scale.
    const MAX_SCALE: i64 = 10_000;

    /// Reads a file. Whether it fits a game is checked by [`Network::new`](crate::Network::new).
    pub fn read(bytes: &[u8]) -> Result<NetworkFile, NetworkRefusal> {
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(NetworkRefusal::TooLarge { most: MAX_FILE_BYTES });
        }
        let version = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(NetworkRefusal::NotANetwork)?;
        let digits = version.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
        let found = std::str::from_utf8(&version[..digits]).unwrap_or_default();
        match found.parse::<u32>() {
            Ok(VERSION) => (),
            Ok(newer) if newer > VERSION => {
                return Err(NetworkRefusal::Newer { found: found.into() });
            }
            _ => return Err(NetworkRefusal::NotANetwork),
        }
        let (header, body) = split(bytes).ok_or(NetworkRefusal::Header)?;
        let header = Header::read(header)?;
        header.read_body(body)
    }

    /// The file as bytes.
    pub fn write(&self) -> Vec<u8> {
        let body = self.body();
        let (width, scale) = (self.width.to_string(), self.scale.to_string());
        let checksum = format!("{:016x}", fnv1a(&body));
        let values =
            [&self.game, &self.parameters, &self.inputs, &width, &scale, &self.licence, &checksum];
        let mut text = format!("{MAGIC}{VERSION}\n");
        for (key, value) in KEYS.into_iter().zip(values) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key} {value}");
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        bytes.extend(body);
        bytes
    }

    /// The checksum of the weights: FNV-1a with 64 bits.
    pub fn checksum(&self) -> u64 {
        fnv1a(&self.body())
    }

    fn body(&self) -> Vec<u8> {
        let weights = self.input_weights.iter().chain(&self.biases).chain(&self.output_weights);
        let mut body: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
        body.extend(self.output_bias.to_le_bytes());
        body
    }

    /// The number of inputs.
    pub fn input_count(&self) -> usize {
        self.input_weights.len() / self.width.max(1)
    }

    /// A network for a game whose weights are zero, so that all positions are equal to it.
    pub(crate) fn blind<G: NetworkInputs>(game: &G) -> NetworkFile {
        let [width, ..] = WIDTHS;
        NetworkFile {
            game: G::NAME.into(),
            parameters: game.parameters_text(),
            inputs: G::INPUT_SET.into(),
            width,
            scale: 1,
            licence: "CC0-1.0".into(),
            input_weights: vec![0; game.input_count() * width],
            biases: vec![0; width],
            output_weights: vec![0; 2 * width],
            output_bias: 0,
        }
    }

    /// A network for a game with random weights that follow from `seed`, for tests and
    /// benchmarks. It plays badly.
    pub fn random<G: NetworkInputs>(game: &G, width: usize, seed: u64) -> NetworkFile {
        let mut rng = Rng::seeded(seed);
        let mut weights = |count: usize, most: i16| -> Vec<i16> {
            let mut weight = || rng.below(2 * most as usize + 1) as i16 - most;
            (0..count).map(|_| weight()).collect()
        };
        NetworkFile {
            game: G::NAME.into(),
            parameters: game.parameters_text(),
            inputs: G::INPUT_SET.into(),
            width,
            scale: 60,
            licence: "CC0-1.0".into(),
            input_weights: weights(game.input_count() * width, 60),
            biases: weights(width, 120),
            output_weights: weights(2 * width, MAX_OUTPUT_WEIGHT),
            output_bias: weights(1, 1000).into_iter().map(i32::from).sum(),
        }
    }
}

/// The header and the body, without the empty line between them.
fn split(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let start = &bytes[..bytes.len().min(MAX_HEADER)];
    let end = start.windows(2).position(|pair| pair == b"\n\n")?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 2..]))
}

/// The values of a header, by the order of `KEYS`.
struct Header<'a>([&'a str; KEYS.len()]);

impl<'a> Header<'a> {
    fn read(text: &'a str) -> Result<Header<'a>, NetworkRefusal> {
        let mut values = [None; KEYS.len()];
        for line in text.lines().skip(1) {
            let wrong = || NetworkRefusal::Line { found: quote(line) };
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let place = KEYS.iter().position(|known| *known == key).ok_or_else(wrong)?;
            if values[place].replace(value).is_some() {
                return Err(wrong());
            }
        }
        let mut header = Header([""; KEYS.len()]);
        for ((key, value), found) in KEYS.into_iter().zip(&mut header.0).zip(values) {
            *value = found.ok_or_else(|| NetworkRefusal::Missing { key: key.into() })?;
        }
        Ok(header)
    }

    /// The value of a key as a number from 1 on.
    fn number(&self, place: usize, most: i64) -> Result<i64, NetworkRefusal> {
        let found = self.0[place];
        let number = found.parse().ok().filter(|number| (1..=most).contains(number));
        let key = KEYS[place].to_string();
        number.ok_or_else(|| NetworkRefusal::Number { key, found: quote(found), most })
    }

    fn read_body(&self, body: &[u8]) -> Result<NetworkFile, NetworkRefusal> {
        let [game, parameters, inputs, _, _, licence, checksum] = self.0;
        let width = self.number(3, i64::from(u16::MAX))? as usize;
        if !WIDTHS.contains(&width) {
            return Err(NetworkRefusal::Width { found: width });
        }
        let scale = self.number(4, NetworkFile::MAX_SCALE)? as i32;
        let is_digit = |letter: u8| letter.is_ascii_digit() || (b'a'..=b'f').contains(&letter);
        if checksum.len() != 16 || !checksum.bytes().all(is_digit) {
            return Err(NetworkRefusal::Checksum { found: quote(checksum) });
        }
        let found = format!("{:016x}", fnv1a(body));
        if found != checksum {
            return Err(NetworkRefusal::Damaged { stated: checksum.into(), found });
        }
        let wrong_length = || NetworkRefusal::Length { found: body.len(), width };
        let (weights, bias) = body.split_last_chunk::<4>().ok_or_else(wrong_length)?;
        let (pairs, rest) = weights.as_chunks::<2>();
        let mut weights: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        // An input at least, then biases and the two rows of output weights.
        if !rest.is_empty() || !weights.len().is_multiple_of(width) || weights.len() / width < 4 {
            return Err(wrong_length());
        }
        let output_weights = weights.split_off(weights.len() - 2 * width);
        let biases = weights.split_off(weights.len() - width);
        Ok(NetworkFile {
            game: game.into(),
            parameters: parameters.into(),
            inputs: inputs.into(),
            width,
            scale,
            licence: licence.into(),
            input_weights: weights,
            biases,
            output_weights,
            output_bias: i32::from_le_bytes(*bias),
        })
    }
}

impl NetworkFile {
    /// Refuses a network that does not fit a game with its parameters, or whose numbers could
    /// be too large.
    pub(crate) fn check<G: NetworkInputs>(&self, game: &G) -> Result<(), NetworkRefusal> {
        let (parameters, count) = (game.parameters_text(), game.input_count());
        if self.game != G::NAME {
            let (found, wanted) = (quote(&self.game), G::NAME.into());
            return Err(NetworkRefusal::OtherGame { found, wanted });
        }
        if self.parameters != parameters {
            let (found, wanted) = (quote(&self.parameters), quote(&parameters));
            return Err(NetworkRefusal::OtherParameters { found, wanted });
        }
        if self.inputs != G::INPUT_SET {
            let (found, wanted) = (quote(&self.inputs), G::INPUT_SET.into());
            return Err(NetworkRefusal::OtherInputs { found, wanted });
        }
        if !WIDTHS.contains(&self.width) {
            return Err(NetworkRefusal::Width { found: self.width });
        }
        let lengths = [self.input_weights.len(), self.biases.len(), self.output_weights.len()];
        if lengths != [count * self.width, self.width, 2 * self.width] {
            let found = self.input_count();
            return Err(NetworkRefusal::InputCount { found, wanted: count });
        }
        let fits = |weight: &i16| weight.unsigned_abs() <= MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&found) = self.output_weights.iter().find(|weight| !fits(weight)) {
            return Err(NetworkRefusal::OutputWeight { found });
        }
        let bounds = game.input_bounds();
        for unit in 0..self.width {
            let weight = |input: usize| i64::from(self.input_weights[input * self.width + unit]);
            for sum in bounds.range(weight).map(|sum| sum + i64::from(self.biases[unit])) {
                if i16::try_from(sum).is_err() {
                    return Err(NetworkRefusal::Overflow { unit, sum });
                }
            }
        }
        Ok(())
    }
}

/// The FNV-1a hash with 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
