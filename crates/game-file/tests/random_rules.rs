//! Random rules over a small board: what is compiled, and kept from one position to the next,
//! agrees with the interpreter.

use agon_core::{Game as _, Rng};
use agon_game_file::{DatalogGame, load, shipped};

/// A board whose cells have a height, a mark, pieces at levels, and may be seen.
const BASE: &str = "\
game random.
sides a, b.
set cell(R, C) named letter(R) C :- R in 1..3, C in 1..4.
near(S, T, abs(C - D)) :- cell(S, R, C), cell(T, Q, D), V in -1..1, H in -1..1, Q = R + V, D = C + H, S != T.
state height(cell -> 0..3 = 1).
state mark(cell -> side).
state piece(cell, 0..2 -> side).
state seen(cell).
state last(-> cell).
init mark(a1, a). init piece(b2, 0, b). init seen(c3). init last(a1).
legal turn(S) :- cell(S, _, _).
add height(S, K) :- does turn(S), height(S, H), K = (H + 1) mod 4.
add mark(S, me) :- does turn(S), not mark(S, _).
del mark(S, P) :- does turn(S), mark(S, P), height(S, 2).
add piece(S, H, me) :- does turn(S), height(S, H), H < 3.
del piece(S, L, P) :- does turn(S), piece(S, L, P), height(S, 3).
del seen(S) :- does turn(S).
add last(S) :- does turn(S).
plies 40.
draw :- mark(S, a), mark(S, b).
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Cell,
    Number,
    Side,
}

use Type::{Cell, Number, Side};

const GIVEN: [(&str, &[Type]); 9] = [
    ("cell", &[Cell, Number, Number]),
    ("near", &[Cell, Cell, Number]),
    ("height", &[Cell, Number]),
    ("mark", &[Cell, Side]),
    ("piece", &[Cell, Number, Side]),
    ("seen", &[Cell]),
    ("last", &[Cell]),
    ("to_move", &[Side]),
    ("other", &[Side, Side]),
];

/// Writes random rules.
struct Writer {
    rng: Rng,
    relations: Vec<(String, Vec<Type>)>,
    /// The variables of the rule that have values.
    bound: Vec<(Type, String)>,
    /// How many variables have names of their own.
    fresh: usize,
}

impl Writer {
    fn constant(&mut self, ty: Type) -> String {
        match ty {
            Cell => ["a1", "b2", "c4"][self.rng.below(3)].into(),
            Number => self.rng.below(4).to_string(),
            Side => ["a", "b"][self.rng.below(2)].into(),
        }
    }

    /// A variable that has a value, or a constant.
    fn known(&mut self, ty: Type) -> String {
        let fitting = self.bound.iter().filter(|one| one.0 == ty).map(|one| one.1.clone());
        match self.rng.pick(&fitting.collect::<Vec<_>>()) {
            Some(name) if self.rng.below(6) > 0 => name.clone(),
            _ => self.constant(ty),
        }
    }

    /// A column of a condition, which may give a variable its value.
    fn column(&mut self, ty: Type) -> String {
        match self.rng.below(8) {
            0 | 1 => "_".into(),
            2 => self.known(ty),
            _ => {
                let letter = ["S", "N", "P"][ty as usize];
                let name = format!("{letter}{}", self.rng.below(3));
                self.bound.push((ty, name.clone()));
                name
            }
        }
    }

    fn atom(&mut self, column: fn(&mut Writer, Type) -> String) -> String {
        let (name, types) = self.relations[self.rng.below(self.relations.len())].clone();
        let columns: Vec<String> = types.into_iter().map(|ty| column(self, ty)).collect();
        format!("{name}({})", columns.join(", "))
    }

    /// A number that only a comparison asks for.
    fn compared(&mut self) -> String {
        let wanted = |(_, types): &&(String, Vec<Type>)| types[..] == [Cell, Number];
        let fitting = self.relations.iter().filter(wanted).map(|(name, _)| name.clone());
        let fitting: Vec<String> = fitting.collect();
        let name = self.rng.pick(&fitting).cloned().unwrap_or_default();
        self.fresh += 1;
        let (cell, value) = (self.column(Cell), format!("V{}", self.fresh));
        let (one, two) = (self.known(Number), self.known(Number));
        let (left, right) = match self.rng.below(5) {
            0 => (value.clone(), one),
            1 => (format!("{one} - {value}"), two),
            2 => (format!("{value} + {one} - {}", self.rng.below(3)), two),
            3 => (one, format!("{two} + {value}")),
            _ => (value.clone(), format!("{one} + 1")),
        };
        let sign = ["<", "=<", ">", ">=", "="][self.rng.below(5)];
        format!("{name}({cell}, {value}), {left} {sign} {right}")
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(10) {
            8 | 9 => self.compared(),
            0..=2 => self.atom(Writer::column),
            3 | 4 => {
                let atom = self.atom(|writer, ty| match writer.rng.below(3) {
                    0 => "_".into(),
                    _ => writer.known(ty),
                });
                format!("not {atom}")
            }
            5 => {
                let sign = ["<", "=<", ">", ">=", "=", "!="][self.rng.below(6)];
                let (one, two) = (self.known(Number), self.known(Number));
                match self.rng.below(2) {
                    0 => format!("{one} {sign} {two}"),
                    _ => format!("{one} + {} {sign} {two}", self.rng.below(2)),
                }
            }
            6 if depth == 0 => {
                let outside = self.bound.clone();
                let first = self.atom(Writer::column);
                let second = self.condition(1);
                let of = self.known(Number);
                let what = match self.rng.below(4) {
                    0 => "count {".into(),
                    1 => format!("sum {{ {of} :"),
                    2 => format!("min {{ {of} :"),
                    _ => format!("max {{ {of} :"),
                };
                self.bound = outside;
                let name = format!("N{}", self.rng.below(3));
                self.bound.push((Number, name.clone()));
                format!("{name} = {what} {first}, {second} }}")
            }
            _ => {
                let (one, two) = (self.known(Cell), self.known(Cell));
                format!("{one} {} {two}", ["=", "!="][self.rng.below(2)])
            }
        }
    }

    /// The rules of a new relation, which can be used by the next ones.
    fn relation(&mut self, number: usize) -> String {
        let name = format!("r{number}");
        let width = 1 + self.rng.below(3);
        let types: Vec<Type> =
            (0..width).map(|_| [Cell, Cell, Number, Side][self.rng.below(4)]).collect();
        let mut rules = String::new();
        for _ in 0..1 + self.rng.below(4) / 3 {
            self.bound.clear();
            let mut body = vec![self.atom(Writer::column)];
            for _ in 0..1 + self.rng.below(3) {
                body.push(self.condition(0));
            }
            // A column without a variable gets one.
            let mut head = Vec::new();
            for &ty in &types {
                let fitting = self.bound.iter().filter(|one| one.0 == ty).map(|one| one.1.clone());
                let fitting: Vec<String> = fitting.collect();
                head.push(self.rng.pick(&fitting).cloned().unwrap_or_else(|| self.constant(ty)));
            }
            rules += &format!("{name}({}) :- {}.\n", head.join(", "), body.join(", "));
        }
        let columns: Vec<String> = (0..width).map(|at| format!("X{at}")).collect();
        let columns = columns.join(", ");
        // Every second one is a kind of moves; some say what a move changes.
        if self.rng.below(2) == 0 {
            rules += &format!("legal k{number}({columns}) :- {name}({columns}).\n");
        }
        if types[0] == Cell {
            let others = ", _".repeat(width - 1);
            rules += &match self.rng.below(3) {
                0 => format!("add seen(X) :- does turn(S), near(S, X, _), {name}(X{others}).\n"),
                1 => format!("add seen(X) :- does turn(_), {name}(X{others}).\n"),
                _ => format!("del seen(S) :- does turn(S), not {name}(S{others}).\n"),
            };
        }
        self.relations.push((name, types));
        rules
    }
}

/// A game with random rules, if they are accepted.
fn random_game(seed: u64) -> (String, Option<DatalogGame>) {
    let relations = GIVEN.iter().map(|&(name, types)| (name.to_string(), types.to_vec()));
    let relations = relations.collect();
    let mut writer = Writer { rng: Rng::seeded(seed), relations, bound: Vec::new(), fresh: 0 };
    let rules: String = (0..5).map(|number| writer.relation(number)).collect();
    let source = format!("{BASE}{rules}");
    let game = load("random.game", source.as_bytes(), &mut |name| Err(format!("no {name}")));
    (rules, game.ok())
}

/// Plays a game at random, makes some moves of each position and takes them back, and compares.
fn play(game: &DatalogGame, seed: u64, plies: usize, compare_with_twin: bool) -> Option<String> {
    let mut rng = Rng::seeded(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let moves = game.moves(&position);
        let Some(&mv) = rng.pick(&moves) else { break };
        for _ in 0..2 {
            let other = rng.pick(&moves).map(|&other| game.after(&position, other))?;
            for one in [other, position] {
                if game.outcome(&one).is_none() && moves.len() < 100 {
                    let found = game.rules().difference_from_scratch(&one);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        if compare_with_twin {
            let found = game.rules().difference_from_twin(&position);
            if found.is_some() {
                return found;
            }
        }
        position = game.after(&position, mv);
    }
    None
}

fn compare_random_rules(seeds: std::ops::Range<u64>) {
    let mut accepted = 0;
    for seed in seeds.clone() {
        let (rules, game) = random_game(seed);
        let Some(game) = game else { continue };
        accepted += 1;
        let found = play(&game, seed, 6, true);
        assert_eq!(found, None, "seed {seed}:\n{rules}");
    }
    let most = seeds.end - seeds.start;
    assert!(accepted * 4 > most, "{accepted} of {most} are accepted");
}

#[test]
fn random_rules_follow_from_the_interpreter() {
    compare_random_rules(0..40);
}

#[test]
#[ignore = "a trial: many random rules"]
fn many_random_rules_follow_from_the_interpreter() {
    compare_random_rules(40..4_000);
}

#[test]
fn what_is_kept_in_shipped_games_is_what_is_derived_from_nothing() {
    for name in shipped() {
        let game = DatalogGame::shipped(name).expect(name);
        assert_eq!(play(&game, 5, 60, false), None, "{name}");
    }
}
