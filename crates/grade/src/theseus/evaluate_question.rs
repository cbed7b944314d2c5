//! Questions that `evaluate` answers differently for a good and for a bad move.

use agon_core::{Rng, Side};
use agon_handin::{Answer, CallError, Names, Part};

use super::function;
use super::tree_question::name;
use crate::question::{Check, Difference, Question};

/// What must make the evaluation larger or smaller.
pub const DIE: &str = "the die counts";
pub const PLACE: &str = "the place counts";
pub const BOARD: &str = "the board counts";
pub const OPPONENT: &str = "Theseus fears the Minotaur";

/// The tiles along a side of the boards, which have no walls inside.
const SIZE: usize = 7;

/// How far a player may look.
const SIGHT: usize = 3;

/// A move on a board.
#[derive(Clone, Debug)]
struct Scene {
    /// The tiles of Theseus and the Minotaur, as row and column.
    players: [(usize, usize); 2],
    loot: [(usize, usize); 2],
    die: usize,
}

/// Two moves, of which the first one is better.
#[derive(Clone, Debug)]
pub struct EvaluateQuestion {
    kind: &'static str,
    side: Side,
    better: Scene,
    worse: Scene,
}

/// The tile after some steps, if it is on the board.
fn step((row, column): (usize, usize), die: usize, steps: usize) -> Option<(usize, usize)> {
    let (row, column) = match die {
        1 => (Some(row + steps), Some(column)),
        3 => (Some(row), Some(column + steps)),
        5 => (row.checked_sub(steps), Some(column)),
        _ => (Some(row), column.checked_sub(steps)),
    };
    Some((row?, column?)).filter(|&(row, column)| row < SIZE && column < SIZE)
}

impl Scene {
    fn drawing(&self) -> String {
        let edge = |line: &str| format!("+{}", format!("{line}+").repeat(SIZE));
        let cell = |place: (usize, usize)| {
            let loot = self.loot.iter().position(|&found| found == place);
            match loot {
                Some(number) => format!(" s{}", number + 1),
                None if place == self.players[0] => " T ".into(),
                None if place == self.players[1] => " M ".into(),
                None => "   ".into(),
            }
        };
        let mut lines = vec![edge("---")];
        for row in (0..SIZE).rev() {
            let cells: Vec<String> = (0..SIZE).map(|column| cell((row, column))).collect();
            lines.push(format!("|{}|", cells.join(" ")));
            lines.push(edge(if row == 0 { "---" } else { "   " }));
        }
        lines.join("\n")
    }

    fn tile(&self, side: Side) -> usize {
        let (row, column) = self.players[side.index()];
        row * SIZE + column
    }

    fn commands(&self, side: Side, evaluate: &str) -> String {
        let drawing = self.drawing();
        format!(
            "board {}~{}~player {}~{evaluate} {} {}",
            drawing.lines().count(),
            drawing.replace('\n', "~"),
            name(side).to_lowercase(),
            self.tile(side),
            self.die
        )
    }
}

impl EvaluateQuestion {
    /// A random question of this kind.
    pub fn random(rng: &mut Rng, kind: &'static str) -> EvaluateQuestion {
        let side = if kind == OPPONENT { Side::First } else { Side::BOTH[rng.below(2)] };
        let here = (2 + rng.below(3), 2 + rng.below(3));
        let die = [1, 3, 5, 7][rng.below(4)];
        let ahead = step(here, die, 1).unwrap_or(here);
        let back = if die < 4 { die + 4 } else { die - 4 };
        // Nobody looks along these tiles.
        let seen = |place: (usize, usize)| {
            let from = |start, die| (0..=SIGHT).any(|steps| step(start, die, steps) == Some(place));
            from(here, die) || from(here, back)
        };
        let corners = [(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)];
        let first = rng.below(4);
        let [far, farther, other] = [0, 1, 2].map(|number| corners[(first + number) % 4]);
        debug_assert!(![far, farther, other].into_iter().any(seen));
        // What the player goes for lies ahead in the better scene: loot, or Theseus.
        let scene = |prize: (usize, usize), at: (usize, usize), die: usize| match side {
            Side::First => Scene { players: [at, far], loot: [prize, farther], die },
            Side::Second => Scene { players: [prize, at], loot: [far, farther], die },
        };
        let better = scene(ahead, here, die);
        let worse = match kind {
            DIE => scene(ahead, here, back),
            BOARD => scene(other, here, die),
            PLACE => scene(ahead, elsewhere(rng, &better, side), die),
            _ => Scene { players: [here, ahead], loot: [other, farther], die },
        };
        let better = match kind {
            OPPONENT => Scene { players: [here, far], loot: [other, farther], die },
            _ => better,
        };
        EvaluateQuestion { kind, side, better, worse }
    }
}

/// A tile from which the die leads over empty tiles.
fn elsewhere(rng: &mut Rng, scene: &Scene, side: Side) -> (usize, usize) {
    let taken = |place| scene.players.contains(&place) || scene.loot.contains(&place);
    let is_empty = |place: (usize, usize)| {
        let ahead = (0..=SIGHT).filter_map(|steps| step(place, scene.die, steps));
        step(place, scene.die, 1).is_some() && !ahead.into_iter().any(taken)
    };
    let tiles = (0..SIZE * SIZE).map(|tile| (tile / SIZE, tile % SIZE));
    let free: Vec<(usize, usize)> = tiles.filter(|&place| is_empty(place)).collect();
    rng.pick(&free).copied().unwrap_or(scene.players[side.index()])
}

/// The places of the evaluations in the answer.
const PARTS: [usize; 2] = [2, 5];

impl Question for EvaluateQuestion {
    fn function(&self) -> usize {
        function::EVALUATE
    }

    fn text(&self, _: &Names) -> String {
        [&self.better, &self.worse].map(|scene| scene.commands(self.side, "evaluate")).join("~")
    }

    fn pasted(&self, _: &Check) -> Option<String> {
        let scenes = [&self.better, &self.worse];
        Some(scenes.map(|scene| scene.commands(self.side, "paste evaluate")).join("~"))
    }

    fn size(&self) -> usize {
        SIZE * SIZE
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let texts = PARTS.map(|place| answer.parts.get(place).map(|part| part.text.as_str()));
        let [better, worse] = texts.map(|text| text.and_then(|text| text.parse::<f64>().ok()));
        let is_right = better.zip(worse).is_some_and(|(better, worse)| better > worse + 1e-9);
        let told = |text: Option<&str>| match (&answer.error, text) {
            (_, Some(text)) => text.to_string(),
            (Some(error), None) => error.to_string(),
            (None, None) => "nothing".into(),
        };
        let asked = |scene: &Scene| {
            let (name, tile) = (names.of(function::EVALUATE), scene.tile(self.side));
            format!("{name}({tile}, {}, board)", scene.die)
        };
        let shown =
            |scene: &Scene| format!("{}\n{}: {}", scene.drawing(), name(self.side), asked(scene));
        let difference = (!is_right).then(|| Difference {
            asked: format!("{}\nand\n{}", shown(&self.better), shown(&self.worse)),
            expected: "the first is larger".into(),
            answered: format!("{} and {}", told(texts[0]), told(texts[1])),
            is_costly: answer.error.as_ref().is_some_and(CallError::is_costly),
        });
        let micros = answer.parts.get(PARTS[0]).map(|part| part.micros);
        vec![Check { function: function::EVALUATE, kind: self.kind, step: 0, micros, difference }]
    }

    /// Programs that answer with the die or the tile.
    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        let of = |number: &dyn Fn(&Scene) -> usize| {
            let part = |text: String| Part { text, micros: 0 };
            let value = |scene| part(number(scene).to_string());
            let set = || part("ok".into());
            let parts = vec![set(), set(), value(&self.better), set(), set(), value(&self.worse)];
            (function::EVALUATE, Answer { parts, ..Answer::default() })
        };
        vec![of(&|scene| scene.die), of(&|scene| scene.tile(self.side))]
    }
}
