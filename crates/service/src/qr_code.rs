//! QR codes of links, for a phone beside the screen.

use qrcodegen::{QrCode as Modules, QrCodeEcc};

use crate::protocol::QrCode;
use crate::refusal::{ServiceRefusal, check_range};

/// The longest text, in bytes: longer ones make squares that are too small for a camera.
const MAX_TEXT: usize = 1000;

/// The QR code of a text, as the outline of its dark squares.
pub fn qr_code(text: &str) -> Result<QrCode, ServiceRefusal> {
    check_range("text", text.len(), 1, MAX_TEXT)?;
    let failed = |_| ServiceRefusal::TooLong { most: MAX_TEXT };
    let modules = Modules::encode_text(text, QrCodeEcc::Low).map_err(failed)?;
    let size = modules.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let length = (x..size).take_while(|&at| modules.get_module(at, y)).count();
            if length > 0 {
                path += &format!("M{x} {y}h{length}v1h-{length}z");
            }
            x += length as i32 + 1;
        }
    }
    Ok(QrCode { size: size as u32, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_has_exactly_the_dark_squares() {
        for text in
            ["7".to_string(), "https://παιχνίδια.example/#/game/1".into(), "x".repeat(MAX_TEXT)]
        {
            let code = qr_code(&text).unwrap();
            let mut dark = Vec::new();
            for run in code.path.split_terminator('z') {
                let mut numbers = run.split(|letter: char| !letter.is_ascii_digit()).skip(1);
                let mut number = || numbers.next().unwrap().parse::<i32>().unwrap();
                let [x, y, length] = [number(), number(), number()];
                assert_eq!(run, format!("M{x} {y}h{length}v1h-{length}"));
                dark.extend((x..x + length).map(|x| (x, y)));
            }
            let modules = Modules::encode_text(&text, QrCodeEcc::Low).unwrap();
            assert_eq!(code.size as i32, modules.size());
            let all = (0..modules.size()).flat_map(|y| (0..modules.size()).map(move |x| (x, y)));
            let expected: Vec<_> = all.filter(|&(x, y)| modules.get_module(x, y)).collect();
            assert_eq!(dark, expected);
        }
    }

    #[test]
    fn a_text_that_is_empty_or_too_long_is_refused() {
        for text in ["".into(), "x".repeat(MAX_TEXT + 1)] {
            assert!(matches!(qr_code(&text), Err(ServiceRefusal::Bound { .. })));
        }
    }
}
