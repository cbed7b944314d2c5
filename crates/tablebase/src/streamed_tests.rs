//! Tests of boards that are solved layer by layer.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Game as _, Notation as _, Progress, Rng, Side, Stop, Verdict};
use agon_games::santorini::{self, Position, Santorini};
use tempfile::TempDir;

use crate::grid::MOST_CELLS;
use crate::parts::Parts;
use crate::position::Numbered;
use crate::{
    Board, Grid, Solution, StreamedBuild, StreamedEstimate, StreamedManifest, StreamedOptions,
    TableRefusal, Values as _, all_positions, placements_csv,
};

const OPTIONS: StreamedOptions = StreamedOptions { threads: 2, memory: 1 << 40, disk: 1 << 40 };

fn grid(width: usize, height: usize, pawns: usize) -> Grid {
    Grid::new(width, height, pawns).unwrap()
}

fn open(grid: Grid, folder: &Path) -> StreamedBuild {
    StreamedBuild::open(grid, folder, OPTIONS).unwrap()
}

/// What `agon table --streaming` and `tools/large_boards.cu` both tell of a board.
fn solved(grid: Grid) -> (StreamedManifest, String) {
    let folder = TempDir::new().unwrap();
    let (manifest, placements) = open(grid, folder.path()).run(&(), |_| ()).unwrap();
    (manifest, placements_csv(grid, &placements))
}

#[test]
fn verdicts_and_counts_are_those_of_a_table() {
    for (width, height, pawns) in [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 2), (2, 4, 2), (3, 3, 1)]
    {
        let board = Board::new(width, height).unwrap().with_pawns(pawns).unwrap();
        let solution = Solution::solve(board, 2, &()).unwrap();
        let folder = TempDir::new().unwrap();
        let mut build = open(board.grid(), folder.path());
        let mut rng = Rng::seeded(1);
        while let Some(layer) = build.step(&()).unwrap().cloned() {
            let expected = &solution.manifest().layer(layer.layer).unwrap().summary;
            assert_eq!((layer.won, layer.lost), (expected.won, expected.lost), "{board} {layer:?}");
            for _ in 0..expected.indexed.min(300) {
                let index = rng.below(expected.indexed as usize) as u64;
                let position = solution.position(layer.layer, index).unwrap();
                for image in board.images(&position) {
                    let is_lost = solution.value(&image).unwrap().verdict == Verdict::Lose;
                    let text = board.game().write(&image);
                    assert_eq!(
                        build.is_lost(&Numbered::of(board.played(), &image)),
                        is_lost,
                        "{text}"
                    );
                }
            }
        }
        let (manifest, placements) = build.run(&(), |_| ()).unwrap();
        assert!(manifest.is_complete());
        let lost: usize = placements.iter().map(|placement| placement.beating.len()).sum();
        assert_eq!(lost as u64, manifest.layers.last().unwrap().lost);
    }
}

#[test]
fn each_layer_has_as_many_positions_as_the_closed_formula_says() {
    for (width, height, pawns) in
        [(2, 3, 2), (3, 3, 1), (2, 7, 2), (3, 5, 2), (4, 4, 1), (4, 4, 2), (8, 2, 1)]
    {
        let grid = grid(width, height, pawns);
        let parts = Parts::new(grid);
        // How many first numbers, images counted, and second ones have each sum and number of low cells.
        let counts = |part: usize, numbers: &mut dyn Iterator<Item = (u32, u64)>| {
            let mut counts = vec![vec![0; 9]; 33];
            for (number, count) in numbers {
                let of = &parts.parts[part];
                let low = usize::from(of.low_counts[number as usize]);
                counts[usize::from(of.sums[number as usize])][low] += count;
            }
            counts
        };
        let seconds = parts.parts[1].sums.len() as u32;
        let firsts = parts.firsts.iter().map(|&(number, images)| (number, u64::from(images)));
        let firsts = counts(0, &mut firsts.into_iter());
        let seconds = counts(1, &mut (0..seconds).map(|number| (number, 1)));
        let mut found = vec![0; 65];
        for (first, ones) in firsts.iter().enumerate() {
            for (second, twos) in seconds.iter().enumerate() {
                for (low, one) in ones.iter().enumerate() {
                    for (more, two) in twos.iter().enumerate() {
                        found[first + second] +=
                            one * two * parts.groups.block_size(low + more) as u64;
                    }
                }
            }
        }
        let expected = all_positions(grid);
        assert_eq!(expected.len(), grid.last_layer() + 1, "{grid}");
        assert_eq!(found[..expected.len()], expected, "{grid}");
        assert!(found[expected.len()..].iter().all(|&count| count == 0), "{grid}");
        let sizes: Vec<u64> =
            (0..expected.len()).map(|layer| parts.layout(layer).bytes()).collect();
        assert_eq!(parts.sizes(), sizes, "{grid}");
    }
}

#[test]
fn the_transposed_board_has_other_bytes_and_the_same_values() {
    for (width, height, pawns) in [(2, 3, 1), (2, 3, 2), (2, 4, 1)] {
        let (one, _) = solved(grid(width, height, pawns));
        let (two, _) = solved(grid(height, width, pawns));
        let counts = |of: &StreamedManifest| {
            of.layers.iter().map(|layer| (layer.won, layer.lost)).collect::<Vec<_>>()
        };
        assert_eq!(counts(&one), counts(&two));
        assert_ne!(one.checksum(), two.checksum());
    }
}

#[test]
fn fewer_symmetries_give_the_same_values_in_more_bytes() {
    for (width, height, pawns, count) in [(2, 3, 1, 1), (2, 3, 2, 2), (3, 3, 1, 4)] {
        let grid = grid(width, height, pawns);
        let (all, starts) = solved(grid);
        let parts = Parts::with(grid, &grid.symmetries()[..count]);
        let folder = TempDir::new().unwrap();
        let build = StreamedBuild::open_with(parts, folder.path(), OPTIONS).unwrap();
        let (fewer, placements) = build.run(&(), |_| ()).unwrap();
        assert_eq!(placements_csv(grid, &placements), starts);
        for (one, two) in all.layers.iter().zip(&fewer.layers) {
            assert_eq!((one.won, one.lost), (two.won, two.lost), "{count} symmetries");
        }
        let bytes = |of: &StreamedManifest| of.layers.iter().map(|it| it.bytes).sum::<u64>();
        assert!(3 * bytes(&all) < 2 * bytes(&fewer), "{count} symmetries");
    }
}

/// A random position of a layer in which no side has climbed, each as likely as another.
fn random_position(grid: Grid, layer: usize, rng: &mut Rng) -> Numbered {
    let (cells, pawns) = (grid.cells(), grid.pawns());
    let mut order: Vec<usize> = (0..cells).collect();
    for place in 0..2 * pawns {
        order.swap(place, place + rng.below(cells - place));
    }
    let most = |place: usize| if place < 2 * pawns { 2 } else { 4 };
    // Of the cells from a place on: how many heights have each sum.
    let mut ways = vec![vec![0; layer + 1]; cells + 1];
    ways[cells][0] = 1;
    for place in (0..cells).rev() {
        for sum in 0..=layer {
            ways[place][sum] = (0..=most(place).min(sum)).map(|it| ways[place + 1][sum - it]).sum();
        }
    }
    let mut heights = [0; MOST_CELLS];
    let mut left = layer;
    for (place, &cell) in order.iter().enumerate() {
        let mut pick = rng.below(ways[place][left]);
        while pick >= ways[place + 1][left - usize::from(heights[cell])] {
            pick -= ways[place + 1][left - usize::from(heights[cell])];
            heights[cell] += 1;
        }
        left -= usize::from(heights[cell]);
    }
    let set = |cells: &[usize]| cells.iter().fold(0, |set, cell| set | 1 << cell);
    let pawns = [set(&order[..pawns]), set(&order[pawns..2 * pawns])];
    Numbered { heights, pawns, to_move: Side::First }
}

/// Whether the side to move wins, by a search forward with the rules of the game; `None` if that takes
/// more than so many new positions.
fn search(
    game: &Santorini,
    position: &Position,
    known: &mut HashMap<u64, bool>,
    most: usize,
) -> Option<bool> {
    if position.is_climbed() {
        return Some(false);
    }
    let key = game.key(position).bits();
    if let Some(&wins) = known.get(&key) {
        return Some(wins);
    }
    if known.len() >= most {
        return None;
    }
    let mut wins = false;
    for mv in game.moves(position) {
        wins |= !search(game, &game.after(position, mv), known, most)?;
        if wins {
            break;
        }
    }
    known.insert(key, wins);
    Some(wins)
}

/// Solves a board and checks so many random positions of every layer: one is won if and only if a move wins
/// at once or leads to a lost one, by the rules of the game, and a search forward that comes to its end says
/// the same. Gives the numbers of positions checked so.
fn check_random_positions(grid: Grid, each: usize, folder: &Path) -> (usize, usize) {
    let board = santorini::Board::new(grid.width(), grid.height(), grid.pawns()).unwrap();
    let game = Santorini::on(board);
    let mut build = open(grid, folder);
    let mut rng = Rng::seeded(49);
    let (mut checked, mut searched) = (0, 0);
    for layer in (0..=grid.last_layer() - build.layers().len()).rev() {
        let random = (0..each).map(|_| random_position(grid, layer, &mut rng));
        let positions: Vec<Numbered> = random.collect();
        let wins: Vec<bool> = positions
            .iter()
            .map(|position| {
                let position = position.position(&board).unwrap();
                game.moves(&position).into_iter().any(|mv| {
                    let then = game.after(&position, mv);
                    then.is_climbed() || build.is_lost(&Numbered::of(&board, &then))
                })
            })
            .collect();
        assert_eq!(build.step(&()).unwrap().unwrap().layer, layer);
        for (position, wins) in positions.iter().zip(wins) {
            let played = position.position(&board).unwrap();
            assert_eq!(build.is_lost(position), !wins, "{}", game.write(&played));
            checked += 1;
            if let Some(found) = search(&game, &played, &mut HashMap::new(), 2_000) {
                assert_eq!(found, wins, "{}", game.write(&played));
                searched += 1;
            }
        }
    }
    (checked, searched)
}

#[test]
fn random_positions_follow_from_their_moves_and_from_searches() {
    for (width, height, pawns) in [(2, 3, 2), (2, 4, 1), (3, 3, 2)] {
        let grid = grid(width, height, pawns);
        let folder = TempDir::new().unwrap();
        let (checked, searched) = check_random_positions(grid, 30, folder.path());
        assert_eq!(checked, 30 * (grid.last_layer() + 1));
        assert!(searched > checked / 2, "{grid}: {searched} of {checked}");
    }
}

/// `AGON_TRIALS` has the number of random positions of all layers of a board together, 100,000 if it is not
/// set, and `AGON_BOARDS` the boards, `2x5/1 2x5/2 3x4/1` if it is not set.
#[test]
#[ignore = "takes minutes: run it as a trial"]
fn many_random_positions_follow_from_their_moves_and_from_searches() {
    let number = std::env::var("AGON_TRIALS").ok().and_then(|count| count.parse().ok());
    let boards = std::env::var("AGON_BOARDS").unwrap_or("2x5/1 2x5/2 3x4/1".into());
    for board in boards.split_whitespace() {
        let board: santorini::Board = board.parse().unwrap();
        let grid = Grid::of(&board).unwrap();
        let each = number.unwrap_or(100_000usize).div_ceil(grid.last_layer() + 1);
        let folder = TempDir::new().unwrap();
        let (checked, searched) = check_random_positions(grid, each, folder.path());
        println!(
            "{grid}: {checked} random positions, of which {searched} by forward searches: all right"
        );
    }
}

#[test]
fn a_program_for_accelerators_finds_the_same_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("large_boards");
    let mut compiler = Command::new("c++");
    compiler.args(["-O2", "-std=c++17", "-x", "c++", "-o"]).arg(&program);
    match compiler.arg(root.join("tools/large_boards.cu")).status() {
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "there is no C++ compiler: {error}");
            return println!("skipped: there is no C++ compiler: {error}");
        }
        Ok(status) => assert!(status.success()),
    }
    for (width, height, pawns) in
        [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 2), (2, 4, 1), (4, 2, 1), (3, 3, 1)]
    {
        let samples = folder.path().join("samples");
        let mut run = Command::new(&program);
        run.arg("--samples").arg(&samples).args(["20", &format!("{width}x{height}/{pawns}")]);
        let printed = String::from_utf8(run.output().unwrap().stdout).unwrap();
        assert!(printed.contains(" 0 of ") && !printed.contains("WRONG"), "{printed}");
        let grid = grid(width, height, pawns);
        let (manifest, csv) = solved(grid);
        for layer in &manifest.layers {
            let line = format!(
                "positions {} won {} lost {} bytes {} digest {:016x}\n",
                layer.won + layer.lost,
                layer.won,
                layer.lost,
                layer.bytes,
                layer.digest
            );
            assert!(printed.contains(&line), "{grid}: {layer:?} is not in\n{printed}");
        }
        for line in csv.lines().skip(1) {
            let words: Vec<&str> = line.split(',').collect();
            let [placement, replies, count, beating] = words[..] else { panic!("{line}") };
            let beating = if beating.is_empty() { String::new() } else { format!(" {beating}") };
            let line = format!("placement {placement} beaten {count} of {replies}:{beating}\n");
            assert!(printed.contains(&line.replace('+', ",")), "{line}");
        }
        let (checked, _, searched) = check_samples(&fs::read_to_string(&samples).unwrap());
        assert_eq!(checked, 20 * (grid.last_layer() + 1));
        assert!(searched >= checked, "{grid}: {searched} of {checked}");
    }
}

/// Checks what `tools/large_boards.cu` writes of random positions of a board: those that follow one are
/// the ones by the rules of the game, it is won if and only if a move wins at once or leads to a lost one,
/// and searches forward that come to their end say the same of all of them. Gives how many positions there
/// were, how many after them, and how many searches came to their end.
fn check_samples(text: &str) -> (usize, usize, usize) {
    let (head, positions) = text.split_once('\n').unwrap();
    let board = head.strip_prefix("board ").unwrap().replace(" pawns ", "/");
    let board: santorini::Board = board.parse().unwrap();
    let game = Santorini::on(board);
    // Heights, the pawns of the side to move and of the other one, and whether the side to move loses.
    let read = |line: &str, to_move: Side| {
        let words: Vec<&str> = line.split(' ').collect();
        let [digits, moving, waiting, verdict @ ("W" | "L")] = words[..] else { panic!("{line}") };
        let mut heights = [0; MOST_CELLS];
        for (height, digit) in heights.iter_mut().zip(digits.bytes()) {
            *height = digit - b'0';
        }
        let mut pawns = [moving, waiting].map(|set| set.parse::<u16>().unwrap());
        if to_move == Side::Second {
            pawns.reverse();
        }
        (Numbered { heights, pawns, to_move }, verdict == "L")
    };
    let (mut checked, mut following, mut searched) = (0, 0, 0);
    for block in positions.split("? ").skip(1) {
        let mut lines = block.lines();
        let first = read(lines.next().unwrap(), Side::First);
        let position = first.0.position(&board).unwrap();
        let name = game.write(&position);
        let told: Vec<(Numbered, bool)> =
            lines.map(|line| read(line.strip_prefix("> ").unwrap(), Side::Second)).collect();
        let mut after = Vec::new();
        let mut wins = false;
        for mv in game.moves(&position) {
            let then = game.after(&position, mv);
            if then.is_climbed() {
                wins = true;
                continue;
            }
            let then = Numbered::of(&board, &then);
            let verdicts = told.iter().filter(|(told, _)| *told == then).map(|(_, lost)| *lost);
            let verdicts: Vec<bool> = verdicts.collect();
            assert!(!verdicts.is_empty() && verdicts.iter().all(|it| *it == verdicts[0]), "{name}");
            wins |= verdicts[0];
            after.push(then);
        }
        assert!(told.iter().all(|(told, _)| after.contains(told)), "{name}: no such move");
        assert_eq!(first.1, !wins, "{name}");
        for (numbered, is_lost) in [first].iter().chain(&told) {
            let position = numbered.position(&board).unwrap();
            if let Some(wins) = search(&game, &position, &mut HashMap::new(), 2_000) {
                assert_eq!(*is_lost, !wins, "{}", game.write(&position));
                searched += 1;
            }
        }
        checked += 1;
        following += told.len();
    }
    (checked, following, searched)
}

/// `AGON_SAMPLES` has files of samples by `tools/large_boards.cu`. Boards that are too long to be played on
/// are left out.
#[test]
#[ignore = "needs files that an accelerator has written"]
fn samples_of_large_boards_follow_from_their_moves() {
    for path in std::env::var("AGON_SAMPLES").unwrap_or_default().split_whitespace() {
        let text = fs::read_to_string(path).unwrap();
        for samples in text.split_inclusive("board ").skip(1) {
            let samples = format!("board {}", samples.trim_end_matches("board "));
            let name = samples.lines().next().unwrap();
            if name.contains('7') || name.contains('8') {
                println!("{name}: not a board to play on");
                continue;
            }
            let (checked, following, searched) = check_samples(&samples);
            println!(
                "{name}: {checked} random positions and {following} after them, of which \
                 {searched} by forward searches: all right"
            );
        }
    }
}

/// Stops the work at its nth check.
struct StopAfter(AtomicU64);

impl Stop for StopAfter {
    fn is_stopped(&self) -> bool {
        let less = |left: u64| Some(left.saturating_sub(1));
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) == Ok(0)
    }
}

impl Progress for StopAfter {
    fn report_progress(&self, _: u64, _: u64) {}
}

#[test]
fn an_interruption_loses_at_most_one_layer() {
    let grid = grid(2, 4, 1);
    let whole = solved(grid);
    let folder = TempDir::new().unwrap();
    let (mut rng, mut stops, mut kept) = (Rng::seeded(3), 0, 0);
    let found = loop {
        let build = open(grid, folder.path());
        assert_eq!(build.layers().len(), kept, "only the layer that was begun is lost");
        assert!(build.damage().is_none());
        let stop = StopAfter(AtomicU64::new(rng.below(20_000) as u64));
        match build.run(&stop, |_| kept += 1) {
            Ok((manifest, placements)) => break (manifest, placements_csv(grid, &placements)),
            Err(refusal) => assert_eq!(refusal, TableRefusal::Stopped),
        }
        stops += 1;
        // What a killed process leaves of a file does not matter.
        fs::write(folder.path().join("layers.new"), "half").unwrap();
    };
    assert!(stops >= 5, "{stops}");
    assert_eq!(found, whole);
    let names = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
    let mut left: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["layer-00.lost", "layers.txt", "lock", "placements.csv"]);
}

#[test]
fn damage_is_found_and_mended() {
    let grid = grid(2, 3, 1);
    let whole = solved(grid);
    let folder = TempDir::new().unwrap();
    let mut build = open(grid, folder.path());
    for _ in 0..10 {
        build.step(&()).unwrap();
    }
    drop(build);
    let path = folder.path().join("layer-11.lost");
    let mut bytes = fs::read(&path).unwrap();
    bytes[7] ^= 4;
    fs::write(&path, bytes).unwrap();
    let build = open(grid, folder.path());
    let damage = build.damage().unwrap().to_string();
    assert!(damage.contains("layer-11.lost: damaged"), "{damage}");
    assert!(build.layers().is_empty());
    let (manifest, placements) = build.run(&(), |_| ()).unwrap();
    assert_eq!((manifest, placements_csv(grid, &placements)), whole);
    // So is a manifest with another number.
    let path = folder.path().join("layers.txt");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("won 0", "won 1", 1)).unwrap();
    assert!(matches!(StreamedManifest::read(folder.path()), Err(TableRefusal::Damaged { .. })));
    assert!(open(grid, folder.path()).damage().is_some());
}

#[test]
fn what_does_not_fit_is_refused_before_the_work() {
    let folder = TempDir::new().unwrap();
    let refused =
        |options| StreamedBuild::open(grid(4, 4, 1), folder.path(), options).err().unwrap();
    let memory = refused(StreamedOptions { memory: 8 << 30, ..OPTIONS });
    assert!(matches!(memory, TableRefusal::Memory { .. }), "{memory}");
    let disk = refused(StreamedOptions { disk: 8 << 30, ..OPTIONS });
    assert!(matches!(disk, TableRefusal::Disk { .. }), "{disk}");
    let estimate = StreamedEstimate::new(grid(4, 4, 1));
    assert!(estimate.memory < estimate.disk && estimate.memory > 14 << 30, "{estimate:?}");
    for (width, height) in [(1, 5), (9, 2), (4, 5), (2, 9), (usize::MAX, 2)] {
        assert!(Grid::new(width, height, 1).is_err());
    }
    drop(open(grid(2, 2, 1), folder.path()).run(&(), |_| ()).unwrap());
    let other = StreamedBuild::open(grid(2, 2, 2), folder.path(), OPTIONS).err().unwrap();
    assert!(matches!(other, TableRefusal::OtherBoard { .. }), "{other}");
}
