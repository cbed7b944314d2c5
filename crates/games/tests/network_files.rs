//! Network files: what is written is read again, and everything else is refused with its reason.

use agon_core::{Evaluate as _, Game as _, Notation as _, Score};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::{MAX_FILE_BYTES, Network, NetworkFile, NetworkRefusal, WIDTHS};

fn file() -> NetworkFile {
    NetworkFile::random(&Santorini::default(), 32, 7)
}

/// Why a file is refused for Santorini.
fn refusal(bytes: &[u8]) -> NetworkRefusal {
    match Network::read(&Santorini::default(), "x.net", bytes) {
        Ok(_) => panic!("the file is accepted"),
        Err(refusal) => refusal,
    }
}

/// The bytes of a file with another text in its header.
fn with_text(from: &str, to: &str) -> Vec<u8> {
    let bytes = file().write();
    let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).expect(from);
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

fn refusal_of(change: impl Fn(&mut NetworkFile)) -> NetworkRefusal {
    let mut file = file();
    change(&mut file);
    refusal(&file.write())
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for width in WIDTHS {
        for file in [
            NetworkFile::random(&Santorini::default(), width, 1),
            NetworkFile::random(&Byte::default(), width, 2),
        ] {
            let bytes = file.write();
            assert!(bytes.len() as u64 <= MAX_FILE_BYTES);
            assert_eq!(NetworkFile::read(&bytes), Ok(file));
        }
    }
}

#[test]
fn the_format_is_the_documented_one() {
    let file = NetworkFile {
        input_weights: vec![1; 375 * 32],
        biases: vec![-2; 32],
        output_weights: [vec![3; 32], vec![-4; 32]].concat(),
        output_bias: 5,
        ..file()
    };
    let mut bytes =
        b"agon network 1\ngame santorini\nparameters \ninputs cells\nwidth 32\nscale 60\n\
        licence CC0-1.0\nchecksum ab5f85eb94d067e0\n\n"
            .to_vec();
    for (count, weight) in [(375 * 32, 1_i16), (32, -2), (32, 3), (32, -4)] {
        (0..count).for_each(|_| bytes.extend(weight.to_le_bytes()));
    }
    bytes.extend(5_i32.to_le_bytes());
    assert_eq!(file.write(), bytes);
    // Units are -2 + 25 = 23; 23 * 23 * 32 * (3 - 4) / 255 + 5 = -61, times 60 / (255 * 64).
    let network = Network::read(&Santorini::default(), "x.net", &bytes).unwrap();
    assert_eq!(
        network.evaluate(&Santorini::default(), &Santorini::default().start()),
        Score::estimate(0)
    );
    let file = NetworkFile { scale: 6_000, ..file };
    let network = Network::new(&Santorini::default(), "x.net", file).unwrap();
    assert_eq!(
        network.evaluate(&Santorini::default(), &Santorini::default().start()),
        Score::estimate(-22)
    );
}

#[test]
fn damaged_files_are_refused() {
    let bytes = file().write();
    for length in 0..bytes.len().min(400) {
        refusal(&bytes[..length]);
    }
    for less in 1..5 {
        let refused = refusal(&bytes[..bytes.len() - less]);
        assert!(matches!(refused, NetworkRefusal::Damaged { .. }), "{refused}");
    }
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(matches!(refusal(&flipped), NetworkRefusal::Damaged { .. }));
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(refusal(&longer), NetworkRefusal::Damaged { .. }));
    let shorter = refusal_of(|file| file.biases.truncate(31));
    assert!(matches!(shorter, NetworkRefusal::Length { width: 32, .. }), "{shorter}");
    let none = refusal_of(|file| file.input_weights.clear());
    assert!(matches!(none, NetworkRefusal::Length { .. }), "{none}");
}

#[test]
fn foreign_newer_and_oversized_files_are_refused() {
    for foreign in [&b""[..], b"game santorini.\nvalue(me, 0).\n", b"agon network x\n\n", b"\xff\0"]
    {
        assert_eq!(refusal(foreign), NetworkRefusal::NotANetwork);
    }
    let newer = refusal(&with_text("agon network 1", "agon network 2"));
    assert_eq!(newer, NetworkRefusal::Newer { found: "2".into() });
    let large = vec![b'a'; MAX_FILE_BYTES as usize + 1];
    assert_eq!(refusal(&large), NetworkRefusal::TooLarge { most: MAX_FILE_BYTES });
}

#[test]
fn headers_are_refused_with_the_line_that_is_wrong() {
    let wrong = |from, to| refusal(&with_text(from, to)).to_string();
    assert!(wrong("width 32", "width 33").contains("512 wide, not 33"));
    assert!(wrong("width 32", "width -1").contains("width is a whole number"));
    assert!(wrong("scale 60", "scale 0").contains("scale is a whole number from 1 to 10000"));
    assert!(wrong("scale 60\n", "").contains("no line scale"));
    assert!(wrong("scale 60", "scale 60\nscale 60").contains("\"scale 60\""));
    assert!(wrong("scale 60", "shape 60").contains("\"shape 60\""));
    assert!(wrong("checksum ", "checksum 0").contains("16 digits"));
    let endless = [b"agon network 1\n".to_vec(), vec![b'x'; 100_000]].concat();
    assert_eq!(refusal(&endless), NetworkRefusal::Header);
}

#[test]
fn a_network_for_another_game_or_board_is_refused() {
    let other = |file: NetworkFile, size| {
        let game = Byte::new(size).unwrap();
        Network::new(&game, "x.net", file).err().map(|refusal| refusal.to_string())
    };
    let byte = NetworkFile::random(&Byte::default(), 32, 1);
    assert_eq!(other(byte.clone(), 8), None);
    let refused = other(byte.clone(), 10).unwrap();
    assert!(refused.contains("\"8\"") && refused.contains("\"10\""), "{refused}");
    let refused = other(file(), 8).unwrap();
    assert!(refused.contains("\"santorini\", not for byte"), "{refused}");
    let inputs = refusal_of(|file| file.inputs = "pairs".into()).to_string();
    assert!(inputs.contains("\"pairs\"") && inputs.contains("cells"), "{inputs}");
    let count = refusal_of(|file| file.input_weights.truncate(374 * 32));
    assert_eq!(count, NetworkRefusal::InputCount { found: 374, wanted: 375 });
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let weight = refusal_of(|file| file.output_weights[40] = 128);
    assert_eq!(weight, NetworkRefusal::OutputWeight { found: 128 });
    let least = refusal_of(|file| file.output_weights[40] = i16::MIN);
    assert_eq!(least, NetworkRefusal::OutputWeight { found: i16::MIN });
    // The largest weight of each of 25 cells, and the bias, just fit.
    let extreme = |sign: i16, bias: i16| {
        let mut file = file();
        (file.input_weights, file.biases) = (vec![0; 375 * 32], vec![0; 32]);
        (0..25).for_each(|cell| file.input_weights[(15 * cell + 4) * 32 + 9] = sign * 1310);
        file.biases[9] = bias;
        Network::new(&Santorini::default(), "x.net", file).err()
    };
    assert_eq!(extreme(1, 17), None);
    assert_eq!(extreme(1, 18), Some(NetworkRefusal::Overflow { unit: 9, sum: 32768 }));
    assert_eq!(extreme(-1, -18), None);
    assert_eq!(extreme(-1, -19), Some(NetworkRefusal::Overflow { unit: 9, sum: -32769 }));
}

#[test]
fn networks_of_one_name_differ_by_their_weights_and_their_scale() {
    let parameters = |change: fn(&mut NetworkFile)| {
        let mut file = file();
        change(&mut file);
        Network::new(&Santorini::default(), "x.net", file).unwrap().parameters()
    };
    let own = parameters(|_| ());
    assert_eq!(parameters(|_| ()), own);
    assert_ne!(parameters(|file| file.input_weights[0] += 1), own);
    assert_ne!(parameters(|file| file.scale += 1), own);
}

/// `train/` wrote the file, and computed these points by itself.
#[test]
fn a_network_that_the_training_wrote_gives_the_points_that_it_computed() {
    let bytes = include_bytes!("../../../train/tests/golden.net");
    let network = Network::read(&Santorini::default(), "golden.net", bytes).expect("a network");
    let lines = include_str!("../../../train/tests/golden.txt");
    assert!(lines.lines().count() > 3);
    for line in lines.lines() {
        let (points, position) = line.split_once(' ').expect("points and a position");
        let (game, position) = Santorini::read(position).expect("a position");
        assert_eq!(network.evaluate(&game, &position).points().to_string(), points, "{line}");
    }
}
