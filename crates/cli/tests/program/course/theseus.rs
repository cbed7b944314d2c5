//! Part C of Theseus in Java, asked through the harness.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use agon_core::{Game as _, NodeId, Rng, Side, Tree};
use agon_games::theseus::{
    Die, MazeGenerator, Node, Position, Style, Theseus, choose_min_max_move, tree,
};

use super::hand_in::check_both;
use super::tools::{JAVA, compile_java, java_harness, kit, run};

#[test]
fn the_hand_ins_for_theseus_are_what_they_claim() {
    if !JAVA.is_here() {
        return;
    }
    let (input, expected) = questions();
    let folder = tempfile::tempdir().unwrap();
    compile_java(folder.path(), &[java_harness()]);
    let [reference, faulty] = ["reference", "faulty"].map(|kind| {
        let output = ask(folder.path(), kind, &input);
        wrong(&expected, &output)
    });
    check_both(&reference, &faulty, &kit("theseus/faulty/MinMaxPlayer.java"));
}

#[test]
fn the_harness_refuses_what_it_does_not_understand() {
    if !JAVA.is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    compile_java(folder.path(), &[java_harness()]);
    let maze = "+---+---+---+\n|     s1|   |\n+   +   +   +\n|     M     |\n+   +   +   +\n| T         |\n+---+---+---+\n";
    for (input, reason) in [
        ("fly\n", "the commands are"),
        ("choose\n", "ask for a tree first"),
        ("tree 0 4\n", "give a board first"),
        ("player ariadne\n", "theseus or minotaur"),
        ("board 3\n+---+\n", "ends after 1 lines"),
        ("board 1000\n", "1 to 100 lines"),
        ("board 1\n+---+\n", "2n + 1 lines"),
        (&format!("board 7\n{}", maze.replace('M', " ")), "has T and M"),
        (&format!("board 7\n{}", maze.replace("s1", "s2")), "without gaps"),
        (&format!("board 7\n{maze}tree 0 9\n"), "no tile 9"),
        (&format!("board 7\n{maze}evaluate 0 2\n"), "a die is 1, 3, 5 or 7"),
        (&format!("board 7\n{maze}minmax 0,2 1,1\n"), "no node is above"),
    ] {
        let output = ask(folder.path(), "reference", input);
        let last = output.lines().last().unwrap_or_default();
        assert!(last.starts_with("error ") && last.contains(reason), "{input}: {output}");
    }
}

/// What the harness in a folder answers about a hand-in of the kit.
fn ask(harness: &Path, kind: &str, input: &str) -> String {
    let mut java = Command::new("java");
    // Compiled for a short run.
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
    java.arg("-cp").arg(harness).arg("Harness").arg(kit("theseus").join(kind));
    run(&mut java, input)
}

/// An expected line, and the method at fault if it differs.
type Line = (&'static str, String);

/// The methods with wrong lines. A hand-in with another number of lines fails as a whole.
fn wrong<'a>(expected: &'a [Line], output: &str) -> BTreeSet<&'a str> {
    let found: Vec<String> = output.lines().map(in_thousandths).collect();
    assert_eq!(found.len(), expected.len(), "a question is left without an answer");
    let mut methods = BTreeSet::new();
    for ((method, right), found) in expected.iter().zip(found) {
        if *right != found && methods.insert(*method) {
            eprintln!("{method}: {right} is right, not {found}");
        }
    }
    methods
}

/// A line with its decimal number, an evaluation, in thousandths.
fn in_thousandths(line: &str) -> String {
    let words = line.split(' ').map(|word| match word.parse::<f64>() {
        Ok(number) if word.contains('.') => format!("{}", (1000.0 * number).round() as i64),
        _ => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The lines for the harness, and its expected answers.
fn questions() -> (String, Vec<Line>) {
    let mut rng = Rng::seeded(3);
    let mut input = String::new();
    let mut expected: Vec<Line> = Vec::new();
    for seed in 0..40 {
        let style = match seed % 2 {
            0 => Style::Labyrinth { open: 30 },
            _ => Style::Classic { walls: 3 },
        };
        let generator = MazeGenerator::new(5 + 2 * (seed % 3) as usize, 4, style).unwrap();
        let game = generator.generate(seed);
        let side = Side::BOTH[rng.below(2)];
        let tiles: Vec<usize> = (0..2).map(|_| rng.below(game.maze().len())).collect();
        if tiles[0] == tiles[1] {
            continue;
        }
        let [own, opponent] = [tiles[0], tiles[1]].map(|id| game.maze().tile_of_id(id).unwrap());
        let placed = if side == Side::First { [own, opponent] } else { [opponent, own] };
        let position = game.moved_to(&game.start(), placed, side);
        let drawing = game.drawing();
        let board = format!(
            "board {}\n{drawing}player {}\n",
            drawing.lines().count(),
            ["theseus", "minotaur"][side.index()]
        );
        input.push_str(&format!("{board}tree {} {}\nchoose\n", tiles[0], tiles[1]));
        expected.extend([("board", "ok".to_string()), ("player", "ok".to_string())]);
        ask_tree(&game, &position, &mut expected);
        ask_evaluations(&game, &position, tiles[0], &mut input, &mut expected);
        // This move changes the board, so it comes last.
        input.push_str(&format!("{board}getNextMove {} {}\n", tiles[0], tiles[1]));
        expected.extend([("board", "ok".to_string()), ("player", "ok".to_string())]);
        let tree = tree(&game, &position, 2);
        let chosen = tree.children(Tree::<Node>::ROOT)[choose_min_max_move(&tree).unwrap()];
        expected.push(("getNextMove", mv(&tree, chosen)));
        ask_given_tree(&mut rng, &mut input, &mut expected);
    }
    (input, expected)
}

/// The move of a node: the tile it starts from, and the die.
fn mv(tree: &Tree<Node>, node: NodeId) -> String {
    match tree.data(node).mv {
        Some(mv) => mv.0.map(|number| number.to_string()).join(" "),
        None => "- - -".into(),
    }
}

/// Expects the tree of a position and the choice in it. Nodes of different depths come from
/// different methods.
fn ask_tree(game: &Theseus, position: &Position, expected: &mut Vec<Line>) {
    let tree = tree(game, position, 2);
    expected.push(("createMySubtree", format!("nodes {}", tree.nodes().count())));
    let mut waiting = vec![Tree::<Node>::ROOT];
    while let Some(node) = waiting.pop() {
        let depth = tree.depth(node);
        let method =
            ["createMySubtree", "createMySubtree", "createOpponentSubtree"][depth as usize];
        let value = tree.data(node).evaluation.0;
        expected.push((method, format!("{depth} {} {value}", mv(&tree, node))));
        waiting.extend(tree.children(node).iter().rev());
    }
    expected.push(("chooseMinMaxMove", choose_min_max_move(&tree).unwrap().to_string()));
}

/// Asks for the evaluations of all open dice.
fn ask_evaluations(
    game: &Theseus,
    position: &Position,
    tile: usize,
    input: &mut String,
    expected: &mut Vec<Line>,
) {
    let side = game.to_move(position);
    let moves: Vec<Die> = game.moves(position);
    for die in moves {
        input.push_str(&format!("evaluate {tile} {die}\n"));
        expected.push(("evaluate", game.evaluate_die(position, side, die).0.to_string()));
    }
}

/// Asks for the choice in a tree of random numbers.
fn ask_given_tree(rng: &mut Rng, input: &mut String, expected: &mut Vec<Line>) {
    let (mut depths, mut evaluations) = (vec!["0"], vec![0]);
    let mut values = Vec::new();
    for _ in 0..1 + rng.below(4) {
        depths.push("1");
        evaluations.push(rng.below(9));
        let leaves: Vec<usize> = (0..rng.below(5)).map(|_| rng.below(9)).collect();
        values.push(leaves.iter().copied().min().unwrap_or(evaluations[evaluations.len() - 1]));
        depths.extend(leaves.iter().map(|_| "2"));
        evaluations.extend(leaves);
    }
    let evaluations: Vec<String> = evaluations.iter().map(usize::to_string).collect();
    input.push_str(&format!("minmax {} {}\n", depths.join(","), evaluations.join(",")));
    let best = values.iter().max();
    let first = values.iter().position(|value| Some(value) == best).unwrap();
    expected.push(("chooseMinMaxMove", first.to_string()));
}
