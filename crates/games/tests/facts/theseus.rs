//! The facts of Theseus and the Minotaur.

use std::collections::{BTreeSet, VecDeque};

use agon_core::{Facts as _, Game as _, Notation as _};
use agon_games::theseus::{Die, MazeGenerator, Style, Theseus};

use super::{Words, changing, told, walk};

/// As `13,7`: row 13, column 7.
fn tile(name: &str) -> (i32, i32) {
    let (row, column) = name.split_once(',').unwrap();
    (row.parse().unwrap(), column.parse().unwrap())
}

/// What the text of Theseus says, its walls and ways among it.
fn theseus_twin(text: &str) -> Words {
    let parts: Vec<&str> = text.split(' ').collect();
    let walls: Vec<&[u8]> = parts[0].split('/').rev().map(str::as_bytes).collect();
    let walled = |row: usize, column: usize, bit: u8| (walls[row][column] - b'0') & bit != 0;
    let last = walls.len() - 1;
    let beside = |(row, column): (usize, usize)| {
        let up = (row < last && !walled(row, column, 1)).then(|| (row + 1, column));
        let right = (column < last && !walled(row, column, 2)).then(|| (row, column + 1));
        let down = (row > 0 && !walled(row - 1, column, 1)).then(|| (row - 1, column));
        let left = (column > 0 && !walled(row, column - 1, 2)).then(|| (row, column - 1));
        [up, right, down, left].into_iter().flatten()
    };
    let name = |(row, column): (usize, usize)| format!("{row},{column}");
    let mut facts = Words::new();
    for one in (0..=last).flat_map(|row| (0..=last).map(move |column| (row, column))) {
        facts.extend(beside(one).map(|two| format!("open {} {}", name(one), name(two))));
        facts.insert(format!("row {} {}", name(one), one.0));
        facts.insert(format!("column {} {}", name(one), one.1));
    }
    for (player, start) in ["p1", "p2"].into_iter().zip(parts[5].split('-')) {
        facts.insert(format!("at {player} {start}"));
        let (row, column) = tile(start);
        let mut waiting = VecDeque::from([((row as usize, column as usize), 0)]);
        let mut found = BTreeSet::new();
        while let Some((here, steps)) = waiting.pop_front() {
            if found.insert(here) {
                facts.insert(format!("steps {player} {} {steps}", name(here)));
                waiting.extend(beside(here).map(|next| (next, steps + 1)));
            }
        }
    }
    let lying = parts[2].split('-').zip(parts[6].chars()).filter(|&(_, left)| left == '1');
    facts.extend(lying.map(|(name, _)| format!("loot {name}")));
    facts.insert(format!("taken {}", parts[6].chars().filter(|&left| left == '0').count()));
    let rules: Vec<&str> = parts[3].split('/').collect();
    let [plies, ply] = [rules[0], parts[4]].map(|number| number.parse::<u32>().unwrap());
    facts.insert(format!("plies_left {}", plies - ply));
    let first = (rules[2] == "T") == (ply % 2 == 0);
    facts.insert(format!("to_move {}", if first { "p1" } else { "p2" }));
    facts.insert("theseus p1".into());
    facts
}

/// Mazes of several sizes and both styles.
fn mazes() -> Vec<Theseus> {
    let maze = |side, loot, style| MazeGenerator::new(side, loot, style).unwrap().generate(7);
    let staying = "020/000/000 0,0-1,1 2,1-0,2 30/2/M/M";
    vec![
        Theseus::default().with_plies(30),
        maze(7, 3, Style::Labyrinth { open: 10 }).with_plies(60),
        maze(31, 16, Style::Labyrinth { open: 0 }).with_plies(5),
        Theseus::read(staying).unwrap().0,
    ]
}

#[test]
fn theseus_tells_what_its_text_says() {
    for game in mazes() {
        walk(&game, 4, |position, text| {
            let vocabulary = game.vocabulary();
            let names: Vec<&str> = vocabulary.relations.iter().map(|one| one.name).collect();
            assert_eq!(told(&game, position, &names), theseus_twin(text), "{text}");
        });
    }
}

#[test]
fn the_moves_of_theseus_lead_where_it_is_open() {
    for game in mazes() {
        walk(&game, 4, |position, text| {
            if game.outcome(position).is_some() {
                return;
            }
            let mover = game.to_move(position);
            let here = game.maze().name(position.tile(mover)).to_string();
            let moves = game.moves(position).into_iter().filter(|&die| die != Die::Stay);
            let there = moves.map(|die| game.after(position, die).tile(mover));
            let led: Words =
                there.map(|tile| format!("open {here} {}", game.maze().name(tile))).collect();
            let mut open = told(&game, position, &["open"]);
            open.retain(|fact| fact.starts_with(&format!("open {here} ")));
            assert_eq!(led, open, "{text}");
        });
    }
}

#[test]
fn a_position_of_theseus_in_facts() {
    assert_eq!(
        changing::<Theseus>("020/000/000 0,0-1,1 2,1-0,2 30/2/T/- 5 2,2-0,1 01"),
        "\
         at p1 2,2; at p2 0,1\n\
         loot 0,2\n\
         taken 1\n\
         steps p1 0,0 4; steps p1 0,1 3; steps p1 0,2 2; steps p1 1,0 3; steps p1 1,1 2; \
         steps p1 1,2 1; steps p1 2,0 4; steps p1 2,1 3; steps p1 2,2 0; steps p2 0,0 1; \
         steps p2 0,1 0; steps p2 0,2 1; steps p2 1,0 2; steps p2 1,1 1; steps p2 1,2 2; \
         steps p2 2,0 3; steps p2 2,1 2; steps p2 2,2 3\n\
         plies_left 25\n\
         to_move p2\n\
         theseus p1\n"
    );
}
