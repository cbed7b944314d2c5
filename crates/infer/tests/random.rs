//! Random programs on random positions: the plan against the slow way.

use agon_core::{Facts, Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::tictactoe::TicTacToe;
use agon_infer::RuleSet;

/// What a column holds: a member of the game's domain, a number or a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Member,
    Number,
    Side,
}

use Sort::{Member, Number, Side as PlayerColumn};

/// Relations of Byte.
const BYTE: &[(&str, &[Sort])] = &[
    ("stack", &[Member, Number]),
    ("at", &[Member, Number, PlayerColumn]),
    ("top", &[Member, PlayerColumn]),
    ("empty", &[Member]),
    ("adjacent", &[Member, Member]),
    ("row", &[Member, Number]),
    ("nearest", &[Member, Member]),
    ("score", &[PlayerColumn, Number]),
    ("to_move", &[PlayerColumn]),
    ("majority", &[Number]),
    ("can_move", &[PlayerColumn, Member, Member, Number]),
];

/// Relations of tic-tac-toe, as far as they speak of cells.
const TICTACTOE: &[(&str, &[Sort])] = &[
    ("mark", &[Member, PlayerColumn]),
    ("empty", &[Member]),
    ("row", &[Member, Number]),
    ("column", &[Member, Number]),
    ("to_move", &[PlayerColumn]),
];

/// Writes random programs.
struct Writer<'d> {
    dice: &'d mut Rng,
    /// The relations that can be asked about: those of the game, then the concluded ones.
    relations: Vec<(String, Vec<Sort>)>,
    member: &'static str,
    /// The variables of the present clause that have a value.
    bound: Vec<(Sort, String)>,
}

impl Writer<'_> {
    fn pick(&mut self, count: usize) -> usize {
        self.dice.below(count)
    }

    fn constant(&mut self, sort: Sort) -> String {
        match sort {
            Member => self.member.into(),
            Number => self.pick(4).to_string(),
            PlayerColumn => ["me", "you"][self.pick(2)].into(),
        }
    }

    /// A variable that has a value, or a constant where there is none.
    fn bound(&mut self, sort: Sort) -> String {
        let fitting: Vec<String> =
            self.bound.iter().filter(|one| one.0 == sort).map(|one| one.1.clone()).collect();
        match self.dice.pick(&fitting) {
            Some(name) => name.clone(),
            None => self.constant(sort),
        }
    }

    /// A column of a condition that gives variables their values.
    fn column(&mut self, sort: Sort) -> String {
        match self.pick(10) {
            0 | 1 => "_".into(),
            2 => self.constant(sort),
            3 if sort == Number => format!("{} + {}", self.bound(Number), self.pick(3)),
            _ => {
                let letter = match sort {
                    Member => "S",
                    Number => "N",
                    PlayerColumn => "P",
                };
                let name = format!("{letter}{}", self.pick(3));
                self.bound.push((sort, name.clone()));
                name
            }
        }
    }

    fn atom(&mut self, column: impl Fn(&mut Self, Sort) -> String) -> String {
        let (name, sorts) = self.relations[self.dice.below(self.relations.len())].clone();
        let terms: Vec<String> = sorts.iter().map(|&sort| column(self, sort)).collect();
        if terms.is_empty() { name } else { format!("{name}({})", terms.join(", ")) }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.pick(7) {
            0 | 1 => {
                let atom = self.atom(|writer, sort| match writer.pick(3) {
                    0 => "_".into(),
                    _ => writer.bound(sort),
                });
                format!("not {atom}")
            }
            2 => {
                let sign = ["<", "=<", ">", ">=", "=", "\\="][self.pick(6)];
                format!("{} {sign} {}", self.bound(Number), self.pick(5))
            }
            3 => {
                let one = self.bound(Number);
                let two = self.bound(Number);
                let operator = ["+", "-", "*", "/", "mod"][self.pick(5)];
                let sign = ["<", "=", "\\=", ">="][self.pick(4)];
                format!("{one} {sign} {two} {operator} {}", self.pick(4))
            }
            4 => {
                let sort = [Member, PlayerColumn][self.pick(2)];
                let sign = ["=", "\\="][self.pick(2)];
                format!("{} {sign} {}", self.bound(sort), self.bound(sort))
            }
            5 if depth == 0 => self.fold(),
            _ => {
                let computed = format!("M{} = {} * 2 - 1", self.pick(2), self.bound(Number));
                self.bound.push((Number, computed[..2].to_string()));
                computed
            }
        }
    }

    fn fold(&mut self) -> String {
        let outside = self.bound.clone();
        let body = self.body(1);
        let of = self.bound(Number);
        self.bound = outside;
        let result = format!("M{}", self.pick(2));
        self.bound.push((Number, result.clone()));
        match self.pick(4) {
            0 => format!("{result} = sum {{ {of} : {body} }}"),
            1 => format!("{result} = max {{ {of} : {body} }}"),
            2 => format!("{result} = min {{ {of} : {body} }}"),
            _ => format!("{result} = count {{ {body} }}"),
        }
    }

    fn body(&mut self, depth: usize) -> String {
        let mut conditions = Vec::new();
        for _ in 0..1 + self.pick(3) {
            conditions.push(self.atom(Writer::column));
        }
        for _ in 0..self.pick(3) {
            let condition = self.condition(depth);
            let at = self.pick(conditions.len() + 1);
            conditions.insert(at, condition);
        }
        conditions.join(", ")
    }

    fn program(&mut self, game: &str) -> String {
        let mut text = format!("game {game}.\n");
        for number in 0..self.pick(4) {
            let sorts: Vec<Sort> =
                (0..self.pick(4)).map(|_| [Member, Number, PlayerColumn][self.pick(3)]).collect();
            let name = format!("d{number}");
            // Now and then a relation may ask about itself.
            let is_recursive = self.pick(4) == 0;
            if is_recursive {
                self.relations.push((name.clone(), sorts.clone()));
            }
            for _ in 0..1 + self.pick(2) {
                self.bound.clear();
                let body = self.body(0);
                let columns: Vec<String> = sorts.iter().map(|&sort| self.bound(sort)).collect();
                let columns = if columns.is_empty() {
                    String::new()
                } else {
                    format!("({})", columns.join(", "))
                };
                text += &format!("{name}{columns} :- {body}.\n");
            }
            if !is_recursive {
                self.relations.push((name, sorts));
            }
        }
        for _ in 0..1 + self.pick(3) {
            self.bound.clear();
            let body = self.body(0);
            let player = self.bound(PlayerColumn);
            let points = match self.pick(3) {
                0 => self.bound(Number),
                1 => format!("{} * {}", self.pick(9), self.bound(Number)),
                _ => self.pick(50).to_string(),
            };
            text += &format!("value({player}, {points}) :- {body}.\n");
        }
        text
    }
}

/// Compares on so many programs, and on some more that went wrong once.
fn compare<G: Facts + Notation>(
    game: &G,
    known: &[(&str, &[Sort])],
    member: &'static str,
    seeds: u64,
    more: &[u64],
) {
    let (mut right, mut fired) = (0, 0);
    for seed in (0..seeds).chain(more.iter().copied()) {
        let mut dice = Rng::seeded(seed);
        let relations =
            known.iter().map(|(name, sorts)| (name.to_string(), sorts.to_vec())).collect();
        let text =
            Writer { dice: &mut dice, relations, member, bound: Vec::new() }.program(G::NAME);
        let Ok(rules) = RuleSet::read(game, "random", text.as_bytes()) else { continue };
        right += 1;
        let mut position = game.start();
        for _ in 0..dice.below(30) {
            match dice.pick(&game.moves(&position)) {
                Some(&mv) => game.play_unchecked(&mut position, mv),
                None => break,
            }
        }
        for side in Side::BOTH {
            let slow = rules.explain(game, &position, side, false);
            if slow.is_partial {
                continue;
            }
            fired += u64::from(slow.lines.iter().any(|line| line.counts != [0, 0]));
            let fast = rules.judge(game, &position, side);
            let place = game.write(&position);
            assert_eq!(fast, slow.score, "seed {seed}, {place}\n{text}\n{:#?}", slow.lines);
        }
    }
    // Many programs say nothing sensible, but not all.
    assert!(right * 3 > seeds, "{right} of {seeds} programs are right");
    assert!(fired * 3 > right, "{fired} of {right} programs say something");
}

#[test]
fn random_programs_on_byte() {
    compare(&Byte::default(), BYTE, "e3", 2000, &[10446]);
}

#[test]
fn random_programs_on_tictactoe() {
    compare(&TicTacToe, TICTACTOE, "11", 2000, &[2430, 20458]);
}
