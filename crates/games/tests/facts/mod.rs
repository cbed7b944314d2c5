//! What games say in facts: slow twins that read the position's text, and a position of
//! each game with its facts written out.

mod theseus;

use std::collections::{BTreeSet, HashMap};

use agon_core::{ColumnType, Facts, Game as _, Notation, Relation, Rng, Vocabulary};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::tictactoe::TicTacToe;

/// Facts as words, as `stack b2 3`; the sides are p1 and p2.
type Words = BTreeSet<String>;

/// The facts of some relations.
fn told<G: Facts>(game: &G, position: &G::Position, names: &[&str]) -> Words {
    let vocabulary = game.vocabulary();
    let mut facts = Words::new();
    for name in names {
        let named = |relation: &Relation| relation.name == *name;
        let place = vocabulary.relations.iter().position(named).expect(name);
        game.facts(position, place, |row| {
            facts.insert(in_words(&vocabulary, &vocabulary.relations[place], row));
        });
    }
    facts
}

fn in_words(vocabulary: &Vocabulary, relation: &Relation, row: &[i32]) -> String {
    let value = |(&value, &(_, kind)): (&i32, &(&str, ColumnType))| match kind {
        ColumnType::Side => ["p1", "p2"][value as usize].to_string(),
        ColumnType::Number { .. } => value.to_string(),
        ColumnType::Member(domain) => vocabulary.domains[domain].members[value as usize].clone(),
    };
    let values: Vec<String> = row.iter().zip(&relation.columns).map(value).collect();
    format!("{} {}", relation.name, values.join(" "))
}

/// The facts of a position that are not the same in every one, a line a relation.
fn changing<G: Facts + Notation>(text: &str) -> String {
    let (game, position) = G::read(text).expect(text);
    let mut lines = String::new();
    for relation in game.vocabulary().relations.iter().filter(|relation| !relation.is_fixed) {
        let facts: Vec<String> = told(&game, &position, &[relation.name]).into_iter().collect();
        lines.push_str(&format!("{}\n", facts.join("; ")));
    }
    lines
}

/// Visits the positions of random games, with their text.
fn walk<G: Notation>(game: &G, games: u64, mut visit: impl FnMut(&G::Position, &str)) {
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        loop {
            visit(&position, &game.write(&position));
            let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
            game.play_unchecked(&mut position, mv);
        }
    }
}

/// The members of the vocabulary's first domain, each with its row and column.
fn places<G: Facts>(game: &G, place: fn(&str) -> (i32, i32)) -> Vec<(String, (i32, i32))> {
    let members = game.vocabulary().domains.swap_remove(0).members;
    members.into_iter().map(|name| (name.clone(), place(&name))).collect()
}

/// How far two places are apart as a king walks.
fn apart(one: (i32, i32), two: (i32, i32)) -> i32 {
    (one.0 - two.0).abs().max((one.1 - two.1).abs())
}

/// The row and column of every place.
fn rows_and_columns(places: &[(String, (i32, i32))]) -> Words {
    let both = |(name, (row, column)): &(String, (i32, i32))| {
        [format!("row {name} {row}"), format!("column {name} {column}")]
    };
    places.iter().flat_map(both).collect()
}

/// As `e3`: row 5, column 3.
fn square(name: &str) -> (i32, i32) {
    (i32::from(name.as_bytes()[0] - b'a') + 1, name[1..].parse().unwrap())
}

/// As `42`: row 4, column 2.
fn cell(name: &str) -> (i32, i32) {
    (name[..1].parse().unwrap(), name[1..].parse().unwrap())
}

/// What Byte's text says of stacks, score and turn.
fn byte_twin(game: &Byte, text: &str) -> Words {
    let parts: Vec<&str> = text.split(' ').collect();
    let side = |letter: char| if letter == 'X' { "p1" } else { "p2" };
    let mut facts = Words::new();
    facts.insert(format!("to_move {}", side(parts[1].chars().next().unwrap())));
    let (x, o) = parts[2].split_once('-').unwrap();
    facts.extend([format!("score p1 {x}"), format!("score p2 {o}")]);
    let stacks = parts[3].split(',').filter_map(|stack| stack.split_once(':'));
    let stacks: Vec<(String, &str)> =
        stacks.map(|(name, checkers)| (name.to_lowercase(), checkers)).collect();
    for (name, checkers) in &stacks {
        facts.insert(format!("stack {name} {}", checkers.len()));
        facts.insert(format!("top {name} {}", side(checkers.chars().last().unwrap())));
        for (level, letter) in checkers.chars().enumerate() {
            facts.insert(format!("at {name} {level} {}", side(letter)));
        }
        let far = |other: &str| apart(square(name), square(other));
        let others = || stacks.iter().map(|(other, _)| other).filter(|other| *other != name);
        let nearest = others().map(|other| far(other)).min();
        let lonely = others().filter(|other| nearest > Some(1) && Some(far(other)) == nearest);
        facts.extend(lonely.map(|other| format!("nearest {name} {other}")));
    }
    let free = |name: &String| stacks.iter().all(|(taken, _)| taken != name);
    let names = places(game, square).into_iter().map(|(name, _)| name);
    facts.extend(names.filter(free).map(|name| format!("empty {name}")));
    facts
}

#[test]
fn byte_tells_what_its_text_says() {
    for side in [8, 10] {
        let game = Byte::new(side).unwrap();
        walk(&game, 40, |position, text| {
            let names = ["stack", "at", "top", "empty", "nearest", "score", "to_move"];
            assert_eq!(told(&game, position, &names), byte_twin(&game, text), "{text}");
        });
    }
}

#[test]
fn byte_tells_the_moves_of_both_sides() {
    for side in [8, 10] {
        let game = Byte::new(side).unwrap();
        walk(&game, 40, |position, text| {
            let mut facts = Words::new();
            for (letter, player) in [(" X ", "p1"), (" O ", "p2")] {
                let turned = text.replacen(" X ", letter, 1).replacen(" O ", letter, 1);
                let (game, position) = Byte::read(&turned).unwrap();
                let moves = game.moves(&position).into_iter();
                let moves = moves.map(|mv| game.write_move(&position, mv).to_lowercase());
                let steps = moves.filter(|mv| mv != "pass");
                facts.extend(
                    steps.map(|mv| format!("can_move {player} {}", mv.replace(['-', '/'], " "))),
                );
            }
            if game.outcome(position).is_none() {
                assert_eq!(told(&game, position, &["can_move"]), facts, "{text}");
            }
        });
    }
}

#[test]
fn what_byte_always_tells_follows_from_the_names_of_squares() {
    for (side, majority) in [(8, 2), (10, 3)] {
        let game = Byte::new(side).unwrap();
        let places = places(&game, square);
        assert_eq!(places.len(), side * side / 2);
        let mut facts = rows_and_columns(&places);
        facts.insert(format!("majority {majority}"));
        for (one, a) in &places {
            for (two, b) in &places {
                let steps = apart(*a, *b);
                facts.insert(format!("distance {one} {two} {steps}"));
                if steps == 1 {
                    facts.insert(format!("adjacent {one} {two}"));
                }
            }
        }
        let names = ["row", "column", "distance", "adjacent", "majority"];
        assert_eq!(told(&game, &game.start(), &names), facts);
    }
}

#[test]
fn a_position_of_byte_in_facts() {
    assert_eq!(
        changing::<Byte>("8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X"),
        "\
         stack b2 1; stack b6 1; stack c3 3; stack e7 2; stack f6 1\n\
         at b2 0 p2; at b6 0 p1; at c3 0 p2; at c3 1 p1; at c3 2 p1; at e7 0 p1; at e7 1 p2; \
         at f6 0 p1\n\
         top b2 p2; top b6 p1; top c3 p1; top e7 p2; top f6 p1\n\
         empty a1; empty a3; empty a5; empty a7; empty b4; empty b8; empty c1; empty c5; empty c7; \
         empty d2; empty d4; empty d6; empty d8; empty e1; empty e3; empty e5; empty f2; empty f4; \
         empty f8; empty g1; empty g3; empty g5; empty g7; empty h2; empty h4; empty h6; \
         empty h8\n\
         nearest b6 c3; nearest b6 e7\n\
         score p1 1; score p2 1\n\
         to_move p2\n\
         can_move p1 b6 a5 0; can_move p1 b6 c5 0; can_move p1 b6 c7 0; can_move p1 e7 f6 0; \
         can_move p1 f6 e7 0; can_move p2 b2 c3 0; can_move p2 c3 b2 0\n"
    );
}

/// Santorini on the usual board, and on boards of six columns and of six rows.
fn santorini_games() -> [Santorini; 3] {
    ["5x5", "6x4", "3x6"].map(|board| Santorini::on(board.parse().unwrap()))
}

/// What Santorini's text says of heights, pawns, steps and turn. Beyond the edge are domes.
fn santorini_twin(game: &Santorini, text: &str) -> Words {
    let parts: Vec<&str> = text.split(' ').collect();
    let rows: Vec<Vec<u8>> = parts[0].split('/').map(|row| row.bytes().collect()).collect();
    let height = |(row, column): (i32, i32)| {
        let digit = rows.get(row as usize).and_then(|row| row.get(column as usize));
        digit.map_or(4, |digit| i32::from(digit - b'0'))
    };
    let pawns = |place: usize| parts[place].split(',').filter(|name| *name != "-");
    let all: Vec<&str> = pawns(2).chain(pawns(3)).collect();
    let mut facts = Words::new();
    facts.insert(format!("to_move {}", if parts[1] == "B" { "p1" } else { "p2" }));
    facts.extend(pawns(2).map(|name| format!("pawn {name} p1")));
    facts.extend(pawns(3).map(|name| format!("pawn {name} p2")));
    for (name, place) in places(game, cell) {
        facts.insert(format!("height {name} {}", height(place)));
        for from in all.iter().filter(|_| !all.contains(&name.as_str()) && height(place) < 4) {
            let low = cell(from);
            if apart(low, place) == 1 && height(place) <= height(low) + 1 {
                facts.insert(format!("can_step {from} {name}"));
            }
        }
    }
    facts
}

#[test]
fn santorini_tells_what_its_text_says() {
    for game in santorini_games() {
        walk(&game, 60, |position, text| {
            let names = ["height", "pawn", "can_step", "to_move"];
            assert_eq!(told(&game, position, &names), santorini_twin(&game, text), "{text}");
        });
    }
}

#[test]
fn santorini_tells_the_steps_of_its_moves() {
    for game in santorini_games() {
        walk(&game, 60, |position, text| {
            let placing = text.contains('-');
            if placing || game.outcome(position).is_some() {
                return;
            }
            let moves = game.moves(position);
            let moves = moves.iter().map(|&mv| game.write_move(position, mv));
            let steps: Words =
                moves.map(|mv| format!("can_step {} {}", &mv[..2], &mv[3..5])).collect();
            let pawns = position.pawns(position.to_move()).map(|pawn| game.board().name(pawn));
            let pawns: Vec<String> = pawns.map(|pawn| format!("can_step {pawn} ")).collect();
            let mut told = told(&game, position, &["can_step"]);
            told.retain(|step| pawns.iter().any(|pawn| step.starts_with(pawn)));
            assert_eq!(told, steps, "{text}");
        });
    }
}

#[test]
fn what_santorini_always_tells_follows_from_the_names_of_cells() {
    for game in santorini_games() {
        let places = places(&game, cell);
        assert_eq!(places.len(), 25);
        let mut facts = rows_and_columns(&places);
        for (one, a) in &places {
            let near = places.iter().filter(|(_, b)| apart(*a, *b) == 1);
            facts.extend(near.map(|(two, _)| format!("neighbour {one} {two}")));
        }
        assert_eq!(told(&game, &game.start(), &["row", "column", "neighbour"]), facts);
    }
    let game = Santorini::default();
    let middle = |(name, place)| format!("middle {name} {}", apart(place, (2, 2)));
    let middles: Words = places(&game, cell).into_iter().map(middle).collect();
    assert_eq!(told(&game, &game.start(), &["middle"]), middles);
}

#[test]
fn a_position_of_santorini_in_facts() {
    assert_eq!(
        changing::<Santorini>("00000/01200/03400/00000/00000 R 11,33 44,40"),
        "\
         height 00 0; height 01 0; height 02 0; height 03 0; height 04 0; height 10 0; \
         height 11 1; height 12 2; height 13 0; height 14 0; height 20 0; height 21 3; \
         height 22 4; height 23 0; height 24 0; height 30 0; height 31 0; height 32 0; \
         height 33 0; height 34 0; height 40 0; height 41 0; height 42 0; height 43 0; \
         height 44 0\n\
         pawn 11 p1; pawn 33 p1; pawn 40 p2; pawn 44 p2\n\
         can_step 11 00; can_step 11 01; can_step 11 02; can_step 11 10; can_step 11 12; \
         can_step 11 20; can_step 33 23; can_step 33 24; can_step 33 32; can_step 33 34; \
         can_step 33 42; can_step 33 43; can_step 40 30; can_step 40 31; can_step 40 41; \
         can_step 44 34; can_step 44 43\n\
         to_move p2\n"
    );
    let unplaced = changing::<Santorini>("00000/00000/00000/00000/00000 B - -");
    assert_eq!(unplaced.lines().skip(1).collect::<Vec<_>>(), ["", "", "to_move p1"]);
}

/// What NIM's text says.
fn nim_twin(text: &str) -> Words {
    let (heaps, side) = text.split_once(']').unwrap();
    let sizes = heaps[1..].split(',').filter_map(|size| size.parse().ok());
    let sizes: Vec<usize> = sizes.collect();
    let count = |size: &usize| sizes.iter().filter(|other| *other == size).count();
    let mut facts: Words =
        sizes.iter().map(|size| format!("heap {size} {}", count(size))).collect();
    facts.insert(format!("heaps {}", sizes.len()));
    facts.insert(format!("matches {}", sizes.iter().sum::<usize>()));
    facts.insert(format!("to_move {}", if side == " second" { "p2" } else { "p1" }));
    facts
}

#[test]
fn nim_tells_what_its_text_says() {
    for heaps in ["[3,5,7]", "[64]", "[1,1,1,2,2,6,20]", "[10,11,12,13]"] {
        let (game, _) = Nim::read(heaps).unwrap();
        walk(&game, 40, |position, text| {
            let names = ["heap", "heaps", "matches", "to_move"];
            assert_eq!(told(&game, position, &names), nim_twin(text), "{text}");
        });
    }
}

#[test]
fn a_position_of_nim_in_facts() {
    assert_eq!(
        changing::<Nim>("[1,1,3,20] second"),
        "\
         heap 1 2; heap 20 1; heap 3 1\n\
         heaps 4\n\
         matches 25\n\
         to_move p2\n"
    );
    assert_eq!(changing::<Nim>("[]"), "\nheaps 0\nmatches 0\nto_move p1\n");
}

/// What the text of tic-tac-toe says.
fn tictactoe_twin(text: &str) -> Words {
    let (cells, side) = text[2..text.len() - 1].split_once("],").unwrap();
    let mut facts = Words::new();
    for ((name, _), mark) in places(&TicTacToe, cell).into_iter().zip(cells.split(',')) {
        facts.insert(match mark {
            "1" => format!("mark {name} p1"),
            "-1" => format!("mark {name} p2"),
            _ => format!("empty {name}"),
        });
    }
    facts.insert(format!("to_move {}", if side == "1" { "p1" } else { "p2" }));
    facts
}

#[test]
fn tictactoe_tells_what_its_text_says() {
    walk(&TicTacToe, 100, |position, text| {
        let names = ["mark", "empty", "to_move"];
        assert_eq!(told(&TicTacToe, position, &names), tictactoe_twin(text), "{text}");
    });
}

#[test]
fn the_lines_of_tictactoe_are_called_by_what_they_are() {
    let places = places(&TicTacToe, cell);
    assert_eq!(places.len(), 9);
    let mut facts = rows_and_columns(&places);
    for (name, (row, column)) in &places {
        let across = ["top_row", "middle_row", "bottom_row"][*row as usize];
        let down = ["left_column", "middle_column", "right_column"][*column as usize];
        facts.extend([format!("on {across} {name}"), format!("on {down} {name}")]);
        if row == column {
            facts.insert(format!("on falling_diagonal {name}"));
        }
        if row + column == 2 {
            facts.insert(format!("on rising_diagonal {name}"));
        }
    }
    assert_eq!(told(&TicTacToe, &TicTacToe.start(), &["row", "column", "on"]), facts);
}

#[test]
fn a_position_of_tictactoe_in_facts() {
    assert_eq!(
        changing::<TicTacToe>("([1,0,0,0,-1,0,0,0,1],-1)"),
        "\
         mark 00 p1; mark 11 p2; mark 22 p1\n\
         empty 01; empty 02; empty 10; empty 12; empty 20; empty 21\n\
         to_move p2\n"
    );
}

/// Counts the facts of a whole game, and what was allocated to tell them.
fn allocations<G: Facts + Notation>(game: &G) -> (usize, u64) {
    let mut line = Vec::new();
    walk(game, 1, |position, _| line.push(position.clone()));
    let relations = game.vocabulary().relations.len();
    let mut count = 0;
    let counted = allocation_counter::measure(|| {
        for position in &line {
            (0..relations).for_each(|place| game.facts(position, place, |_| count += 1));
        }
    });
    (count, counted.count_total)
}

#[test]
fn telling_facts_allocates_nothing() {
    for (count, allocations) in [allocations(&Byte::default()), allocations(&Santorini::default())]
    {
        assert!(count > 1_000);
        assert_eq!(allocations, 0);
    }
}

/// The rows about one member without the members in them, sorted.
fn without_members(relation: &Relation, rows: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let is_kept =
        |(_, (_, column)): &(&i32, &(&str, ColumnType))| !matches!(column, ColumnType::Member(_));
    let kept = |row: &Vec<i32>| {
        row.iter().zip(&relation.columns).filter(is_kept).map(|(&value, _)| value).collect()
    };
    let mut kept: Vec<Vec<i32>> = rows.iter().map(kept).collect();
    kept.sort();
    kept
}

/// Checks in random games that a code determines the facts about its member, and that members
/// with equal codes have facts that differ only in members; returns how many codes there were.
fn check_codes<G: Facts + Notation>(game: &G, games: u64) -> usize {
    let vocabulary = game.vocabulary();
    let (mut exact, mut alike) = (HashMap::new(), HashMap::new());
    walk(game, games, |position, text| {
        for (place, relation) in vocabulary.relations.iter().enumerate() {
            let Some(coding) = relation.coding else { continue };
            let ColumnType::Member(domain) = relation.columns[coding.column].1 else {
                panic!("{} is coded by a column without members", relation.name);
            };
            let mut codes = vec![0; vocabulary.domains[domain].members.len()];
            game.codes(position, place, u64::MAX, &mut codes);
            for (member, code) in codes.into_iter().enumerate() {
                let mut rows = Vec::new();
                game.facts(position, place, |row| {
                    if row[coding.column] as usize == member {
                        rows.push(row.to_vec());
                    }
                });
                rows.sort();
                let name = format!("{} {member} {code} {text}", relation.name);
                let kept = without_members(relation, &rows);
                assert_eq!(
                    alike.entry((place, code)).or_insert_with(|| kept.clone()),
                    &kept,
                    "{name}"
                );
                let known = exact.entry((place, member, code)).or_insert_with(|| rows.clone());
                assert_eq!(known, &rows, "{name}");
            }
        }
    });
    exact.len()
}

#[test]
fn codes_determine_the_facts() {
    assert!(check_codes(&Byte::default(), 150) > 5_000);
    assert!(check_codes(&TicTacToe, 50) > 40);
}
