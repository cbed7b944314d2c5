//! What NIM says about itself.

use agon_core::{About, BoardStyle, Parameter, Refusal, Samples, Scale, Settings, Texts};

use super::rules::Nim;

impl About for Nim {
    const PARAMETERS: &'static [Parameter] =
        &[Parameter::text("heaps", "sizes of the heaps, separated by commas", "SIZES", &[])
            .default("3,5,7")];

    const BOARD: BoardStyle = BoardStyle::Heaps;

    const TEXTS: &'static [Texts] = &[Texts {
        language: "en",
        texts: &[
            ("instruct.take", "choose the first match to take"),
            ("instruct.take_to", "choose the last match to take (Enter again for one alone)"),
            ("ending.last_match", "{loser} took the last match"),
        ],
    }];

    const SAMPLES: Samples = Samples {
        emblem: "startpos",
        pictures: &["startpos", "[1,1,3,7] second", "[1] second"],
        starts: &["[1,2,3,4,5,6]", "[2,10,12]"],
    };

    const LESSON: &'static str = include_str!("lesson.json");
    const PUZZLES: &'static str = include_str!("puzzles.json");
    const SCALES: &'static [Scale] = &[Scale { positions: "", evaluation: "theory", points: 40.6 }];

    /// Heaps may be too large to play with: the theory knows the value of any. Blanks part them as
    /// commas do.
    fn start_with(settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let heaps = settings.get("heaps").unwrap_or("3,5,7").trim();
        if heaps.starts_with('[') {
            return Ok(heaps.into());
        }
        let parts = heaps.split(',').map(|part| {
            let sizes: Vec<&str> = part.split_whitespace().collect();
            sizes.join(",")
        });
        Ok(format!("[{}]", parts.collect::<Vec<_>>().join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_parted_by_commas_or_blanks() {
        let start = |heaps| Nim::start_with(&Settings::default().with("heaps", heaps)).unwrap();
        assert_eq!(start("3,5,7"), "[3,5,7]");
        assert_eq!(start(" 3 5, 7"), "[3,5,7]");
        assert_eq!(start("[3,5]"), "[3,5]");
        assert_eq!(start("3,,5"), "[3,,5]", "the notation refuses it");
    }
}
