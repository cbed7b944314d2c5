//! Random programs on random positions: compares the compiled plan with the reference interpreter,
//! and cached patterns with the plan that caches nothing.

use agon_core::{EvalState as _, Facts, IncrementalEval as _, Notation, Rng, Score, Side};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_games::tictactoe::TicTacToe;
use agon_infer::RuleSet;

/// The type of a column: a member of the game's domain, a number or a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Member,
    Number,
    Side,
}

use Type::{Member, Number, Side as PlayerColumn};

/// Relations of Byte.
const BYTE: &[(&str, &[Type])] = &[
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

/// Relations of tic-tac-toe about cells.
const TICTACTOE: &[(&str, &[Type])] = &[
    ("mark", &[Member, PlayerColumn]),
    ("empty", &[Member]),
    ("row", &[Member, Number]),
    ("column", &[Member, Number]),
    ("to_move", &[PlayerColumn]),
];

/// Relations of Santorini.
const SANTORINI: &[(&str, &[Type])] = &[
    ("height", &[Member, Number]),
    ("pawn", &[Member, PlayerColumn]),
    ("neighbour", &[Member, Member]),
    ("middle", &[Member, Number]),
    ("can_step", &[Member, Member]),
    ("to_move", &[PlayerColumn]),
];

/// Relations of Byte with which most programs are local.
const NEAR_IN_BYTE: &[(&str, &[Type])] = &[
    ("stack", &[Member, Number]),
    ("at", &[Member, Number, PlayerColumn]),
    ("top", &[Member, PlayerColumn]),
    ("adjacent", &[Member, Member]),
    ("can_move", &[PlayerColumn, Member, Member, Number]),
];

/// Generates random programs.
struct Generator<'d> {
    rng: &'d mut Rng,
    /// The relations that can be used: those of the game, then the derived ones.
    relations: Vec<(String, Vec<Type>)>,
    member: &'static str,
    /// The bound variables of the current rule.
    bound: Vec<(Type, String)>,
}

impl Generator<'_> {
    fn pick(&mut self, count: usize) -> usize {
        self.rng.below(count)
    }

    fn constant(&mut self, ty: Type) -> String {
        match ty {
            Member => self.member.into(),
            Number => self.pick(4).to_string(),
            PlayerColumn => ["me", "you"][self.pick(2)].into(),
        }
    }

    /// A bound variable, or a constant if there is none.
    fn bound(&mut self, ty: Type) -> String {
        let fitting: Vec<String> =
            self.bound.iter().filter(|one| one.0 == ty).map(|one| one.1.clone()).collect();
        match self.rng.pick(&fitting) {
            Some(name) => name.clone(),
            None => self.constant(ty),
        }
    }

    /// A column of a positive literal, which may bind a variable.
    fn column(&mut self, ty: Type) -> String {
        match self.pick(10) {
            0 | 1 => "_".into(),
            2 => self.constant(ty),
            3 if ty == Number => format!("{} + {}", self.bound(Number), self.pick(3)),
            _ => {
                let letter = match ty {
                    Member => "S",
                    Number => "N",
                    PlayerColumn => "P",
                };
                let name = format!("{letter}{}", self.pick(3));
                self.bound.push((ty, name.clone()));
                name
            }
        }
    }

    fn atom(&mut self, column: impl Fn(&mut Self, Type) -> String) -> String {
        let (name, types) = self.relations[self.rng.below(self.relations.len())].clone();
        let terms: Vec<String> = types.iter().map(|&ty| column(self, ty)).collect();
        if terms.is_empty() { name } else { format!("{name}({})", terms.join(", ")) }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.pick(7) {
            0 | 1 => {
                let atom = self.atom(|generator, ty| match generator.pick(3) {
                    0 => "_".into(),
                    _ => generator.bound(ty),
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
                let ty = [Member, PlayerColumn][self.pick(2)];
                let sign = ["=", "\\="][self.pick(2)];
                format!("{} {sign} {}", self.bound(ty), self.bound(ty))
            }
            5 if depth == 0 => self.aggregate(),
            _ => {
                let computed = format!("M{} = {} * 2 - 1", self.pick(2), self.bound(Number));
                self.bound.push((Number, computed[..2].to_string()));
                computed
            }
        }
    }

    fn aggregate(&mut self) -> String {
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
            conditions.push(self.atom(Generator::column));
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
            let types: Vec<Type> =
                (0..self.pick(4)).map(|_| [Member, Number, PlayerColumn][self.pick(3)]).collect();
            let name = format!("d{number}");
            // Some relations are recursive.
            let is_recursive = self.pick(4) == 0;
            if is_recursive {
                self.relations.push((name.clone(), types.clone()));
            }
            for _ in 0..1 + self.pick(2) {
                self.bound.clear();
                let body = self.body(0);
                let columns: Vec<String> = types.iter().map(|&ty| self.bound(ty)).collect();
                let columns = if columns.is_empty() {
                    String::new()
                } else {
                    format!("({})", columns.join(", "))
                };
                text += &format!("{name}{columns} :- {body}.\n");
            }
            if !is_recursive {
                self.relations.push((name, types));
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

/// The numbers of programs compared along a game, of those that cache patterns, of positions
/// evaluated, and of positions that the reference interpreter evaluated too.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    programs: u64,
    remembering: u64,
    positions: u64,
    by_reference: u64,
}

/// Compares along a random game of each program: the state of a search, which evaluates only the
/// differences from the previous position; a memory that other positions were evaluated in; the
/// plan that derives everything from scratch; and now and then the reference interpreter. Moves are
/// made and undone as in a search, to the end of the game. Sometimes the line restarts.
fn compare_along_games<G: Facts + Notation>(
    game: &G,
    known: &[(&str, &[Type])],
    member: &'static str,
    seeds: std::ops::Range<u64>,
) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let mut rng = Rng::seeded(seed);
        let relations =
            known.iter().map(|(name, types)| (name.to_string(), types.to_vec())).collect();
        let text =
            Generator { rng: &mut rng, relations, member, bound: Vec::new() }.program(G::NAME);
        let Ok(rules) = RuleSet::read(game, "random", text.as_bytes()) else { continue };
        let remembers = !rules.pattern_tables().is_empty();
        compared.programs += 1;
        compared.remembering += u64::from(remembers);
        let mut state = rules.state(game, &game.start());
        let mut line = vec![game.start()];
        // Without patterns, every position is derived from scratch anyway.
        for step in 0..if remembers { 60 } else { 12 } {
            let position = line[line.len() - 1].clone();
            let shown = || format!("seed {seed}, {}\n{text}", game.write(&position));
            let value = |[mine, yours]: [i64; 2]| {
                let most = i64::from(Score::MAX_ESTIMATE);
                Score::estimate(mine.saturating_sub(yours).clamp(-most, most) as i32)
            };
            for side in Side::BOTH {
                let scratch = rules.points_from_scratch(game, &position, side);
                if game.outcome(&position).is_none() && side == game.to_move(&position) {
                    assert_eq!(state.evaluate(game, &position), value(scratch), "{}", shown());
                }
                assert_eq!(rules.points(game, &position, side), scratch, "{}", shown());
                compared.positions += 1;
                let reference =
                    (step % 20 == 7).then(|| rules.explain(game, &position, side, false));
                if let Some(reference) = reference.filter(|reference| !reference.is_partial) {
                    assert_eq!(value(scratch), reference.score, "{}", shown());
                    compared.by_reference += 1;
                }
            }
            match rng.pick(&game.moves(&position)) {
                _ if rng.below(40) == 0 => line.truncate(1),
                Some(&mv) if rng.below(5) > 0 => line.push(game.after(&position, mv)),
                _ if line.len() > 1 => drop(line.pop()),
                _ => (),
            }
        }
    }
    compared
}

/// Compares both on the programs of seeds from 0 on, and of `more` seeds that once showed
/// an error.
fn compare<G: Facts + Notation>(
    game: &G,
    known: &[(&str, &[Type])],
    member: &'static str,
    seeds: u64,
    more: &[u64],
) {
    let (mut right, mut fired) = (0, 0);
    for seed in (0..seeds).chain(more.iter().copied()) {
        let mut rng = Rng::seeded(seed);
        let relations =
            known.iter().map(|(name, types)| (name.to_string(), types.to_vec())).collect();
        let text =
            Generator { rng: &mut rng, relations, member, bound: Vec::new() }.program(G::NAME);
        let Ok(rules) = RuleSet::read(game, "random", text.as_bytes()) else { continue };
        right += 1;
        let mut position = game.start();
        for _ in 0..rng.below(30) {
            match rng.pick(&game.moves(&position)) {
                Some(&mv) => game.play_unchecked(&mut position, mv),
                None => break,
            }
        }
        for side in Side::BOTH {
            let reference = rules.explain(game, &position, side, false);
            if reference.is_partial {
                continue;
            }
            fired += u64::from(reference.lines.iter().any(|line| line.counts != [0, 0]));
            let compiled = rules.evaluate_for(game, &position, side);
            let text_of_position = game.write(&position);
            assert_eq!(
                compiled, reference.score,
                "seed {seed}, {text_of_position}\n{text}\n{:#?}",
                reference.lines
            );
        }
    }
    // Many programs are rejected or derive nothing, but not all.
    assert!(right * 3 > seeds, "{right} of {seeds} programs compile");
    assert!(fired * 3 > right, "{fired} of {right} programs give points");
}

#[test]
fn the_plan_agrees_with_the_reference_on_random_programs_for_byte() {
    compare(&Byte::default(), BYTE, "e3", 2000, &[10446]);
}

#[test]
fn the_plan_agrees_with_the_reference_on_random_programs_for_tictactoe() {
    compare(&TicTacToe, TICTACTOE, "11", 2000, &[2430, 20458]);
}

#[test]
fn the_plan_agrees_with_the_reference_on_random_programs_for_santorini() {
    compare(&Santorini::default(), SANTORINI, "22", 1000, &[]);
}

/// Compares along games of Byte with local rules and with any, of tic-tac-toe and of Santorini.
fn compare_all(seeds: std::ops::Range<u64>) -> [Compared; 4] {
    [
        compare_along_games(&Byte::default(), NEAR_IN_BYTE, "e3", seeds.clone()),
        compare_along_games(&Byte::default(), BYTE, "e3", seeds.clone()),
        compare_along_games(&TicTacToe, TICTACTOE, "11", seeds.clone()),
        compare_along_games(&Santorini::default(), SANTORINI, "22", seeds),
    ]
}

#[test]
fn what_is_remembered_agrees_along_random_games() {
    let all = compare_all(0..300);
    for compared in all {
        // Otherwise nothing was compared.
        assert!(compared.positions >= 1000 && compared.by_reference >= 100, "{compared:?}");
    }
    for compared in &all[..3] {
        assert!(compared.remembering >= 30, "{compared:?}");
    }
}

/// A long series of the same: `AGON_TRIALS` is the number of programs for each game.
#[test]
#[ignore = "long: a trial"]
fn what_is_remembered_agrees_along_many_random_games() {
    let trials = std::env::var("AGON_TRIALS").ok().and_then(|text| text.parse().ok());
    let all = compare_all(1_000_000..1_000_000 + trials.unwrap_or(20_000));
    println!("{all:#?}");
}
