//! Network files, described by lines. The target assembles the bytes of the file, with a right
//! checksum if wanted, so that mutations reach the code after the checksum.
//!
//! ```text
//! agon network 1      lines of the header, as they are
//! checksum right      the checksum of the body
//! fill 100 -7         weights of the body: how many, and their value
//! bytes 0a ff         further bytes of the body
//! cut 10              without the last bytes
//! ```

use agon_core::{EvalState as _, Evaluate as _, IncrementalEval as _, Notation, Rng};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::{Network, NetworkFile, NetworkInputs};

use crate::{check_refusal, text};

/// The longest body that is assembled.
const MAX_BODY: usize = 200_000;

/// An accepted network is written as a file that reads the same, and its state gives the values of
/// its evaluation.
pub fn network(input: &[u8]) {
    let bytes = bytes(&text(input));
    let file = match NetworkFile::read(&bytes) {
        Ok(file) => file,
        Err(refusal) => return check_refusal(&refusal),
    };
    assert_eq!(NetworkFile::read(&file.write()).as_ref(), Ok(&file), "it reads otherwise");
    use_in(&Santorini::default(), &file);
    for size in [8, 10] {
        let Ok(game) = Byte::new(size) else { continue };
        use_in(&game, &file);
    }
}

/// Plays some moves with the state of a network.
fn use_in<G: NetworkInputs + Notation>(game: &G, file: &NetworkFile) {
    let network = match Network::new(game, "x.net", file.clone()) {
        Ok(network) => network,
        Err(refusal) => return check_refusal(&refusal),
    };
    let (mut rng, mut position) = (Rng::seeded(1), game.start());
    let mut state = network.state(game, &position);
    for _ in 0..6 {
        let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
        let value = network.evaluate(game, &position);
        assert_eq!(state.evaluate(game, &position), value, "{}", game.write(&position));
        assert!(value.proven().is_none(), "an estimate is no proof");
        state.play_move(game, &mut position, mv);
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let (mut header, mut body, mut cut) = (String::new(), Vec::new(), 0);
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
        if let Some(rest) = line.strip_prefix("bytes ") {
            let byte = |word| u8::from_str_radix(word, 16).ok();
            body.extend(rest.split(' ').filter_map(byte));
        } else if line.starts_with("fill ") {
            number();
            let (count, weight) = (number().clamp(0, MAX_BODY as i64), number() as i16);
            (0..count).for_each(|_| body.extend(weight.to_le_bytes()));
            body.truncate(MAX_BODY);
        } else if line.starts_with("cut ") {
            number();
            cut = number().clamp(0, MAX_BODY as i64) as usize;
        } else {
            header.push_str(line);
            header.push('\n');
        }
    }
    let checksum = format!("checksum {:016x}\n", fnv1a(&body));
    let mut bytes = header.replace("checksum right\n", &checksum).into_bytes();
    bytes.push(b'\n');
    bytes.extend(body);
    bytes.truncate(bytes.len().saturating_sub(cut));
    bytes
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
