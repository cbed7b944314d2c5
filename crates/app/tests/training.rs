//! The files that the training program exchanges with this one, without Python.

use std::fs;
use std::path::PathBuf;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../train/tests").join(name)
}

/// The FNV-1a hash of 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The golden network: its width and its weights, as the format describes them.
struct Golden {
    width: usize,
    scale: i64,
    body: Vec<u8>,
}

impl Golden {
    fn read() -> Golden {
        let bytes = fs::read(golden("golden.net")).unwrap();
        let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
        let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let body = bytes[end + 2..].to_vec();
        let lines: Vec<&str> = header.lines().collect();
        let expected = [
            "agon network 1",
            "game santorini",
            "parameters ",
            "inputs cells",
            "width 32",
            "scale 60",
            "licence CC0-1.0",
        ];
        assert_eq!(lines[..7], expected);
        assert_eq!(lines[7], format!("checksum {:016x}", fnv1a(&body)));
        assert_eq!(lines.len(), 8);
        Golden { width: 32, scale: 60, body }
    }

    /// The 16-bit number at a place of the body, counted in such numbers.
    fn number(&self, place: usize) -> i64 {
        i64::from(i16::from_le_bytes([self.body[2 * place], self.body[2 * place + 1]]))
    }

    /// The points of a position, from its text alone.
    fn points(&self, position: &str) -> i64 {
        let parts: Vec<&str> = position.split(' ').collect();
        let heights: Vec<usize> = parts[0]
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|digit| usize::from(digit - b'0'))
            .collect();
        let pawns = |text: &str| -> Vec<usize> {
            let cell = |cell: &str| {
                let number: usize = cell.parse().unwrap();
                number / 10 * 5 + number % 10
            };
            if text == "-" { Vec::new() } else { text.split(',').map(cell).collect() }
        };
        let mut sides = [pawns(parts[2]), pawns(parts[3])];
        if parts[1] == "R" {
            sides.swap(0, 1);
        }
        let (biases, output) = (375 * self.width, 376 * self.width);
        let mut sum = 0;
        for view in 0..2 {
            for unit in 0..self.width {
                let mut value = self.number(biases + unit);
                for (cell, height) in heights.iter().enumerate() {
                    let occupant = match () {
                        () if sides[view].contains(&cell) => 1,
                        () if sides[1 - view].contains(&cell) => 2,
                        () => 0,
                    };
                    value += self.number((15 * cell + 3 * height + occupant) * self.width + unit);
                }
                let clipped = value.clamp(0, 255);
                sum += clipped * clipped * self.number(output + view * self.width + unit);
            }
        }
        let last = self.body.last_chunk::<4>().unwrap();
        let out = sum / 255 + i64::from(i32::from_le_bytes(*last));
        out * self.scale / (255 * 64)
    }
}

#[test]
fn the_network_that_the_exporter_writes_is_in_the_agreed_format() {
    let network = Golden::read();
    let numbers = 375 * network.width + network.width + 2 * network.width;
    assert_eq!(network.body.len(), 2 * numbers + 4);
}

#[test]
fn the_points_that_the_exporter_computes_are_those_of_the_agreed_arithmetic() {
    let network = Golden::read();
    let lines = fs::read_to_string(golden("golden.txt")).unwrap();
    assert!(lines.lines().count() > 3);
    for line in lines.lines() {
        let (points, position) = line.split_once(' ').unwrap();
        assert_eq!(network.points(position), points.parse::<i64>().unwrap(), "{position}");
    }
}
