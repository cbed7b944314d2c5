//! Tests of tables on disk: they are the same however often a build is stopped, and damage is
//! found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Game as _, Notation as _, Progress, Proven, Rng, Stop};
use agon_games::santorini::Position;
use tempfile::TempDir;

use crate::file::{Content, HEADER, checksums_path, layer_path, read_layer, write_layer};
use crate::heights::HeightTables;
use crate::layer::{BlockIndex, LayerIndex};
use crate::manifest::NAME;
use crate::solve::layer_sizes;
use crate::{
    Board, Build, BuildOptions, Check, Manifest, Solution, Table, TableRefusal, Values, verify,
};

const OPTIONS: BuildOptions =
    BuildOptions { threads: 2, memory: 1 << 30, disk: 1 << 30, checkpoint: 1 };

fn board(size: &str, pawns: usize) -> Board {
    size.parse::<Board>().unwrap().with_pawns(pawns).unwrap()
}

fn build(board: Board, folder: &Path) -> Manifest {
    Build::open(board, folder, OPTIONS).unwrap().run(&(), |_| ()).unwrap()
}

/// Stops the work at its nth check.
struct StopAfter(AtomicU64);

impl Stop for StopAfter {
    fn is_stopped(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(1)))
            == Ok(0)
    }
}

impl Progress for StopAfter {
    fn report_progress(&self, _: u64, _: u64) {}
}

#[test]
fn the_number_of_positions_is_known_before_they_are_indexed() {
    for (size, pawns) in [("2x2", 2), ("2x4", 2), ("4x2", 1), ("3x3", 2), ("3x3", 1)] {
        let board = board(size, pawns);
        let tables = HeightTables::new(board);
        let sizes = layer_sizes(board);
        assert_eq!(sizes.len(), board.last_layer() + 2);
        for (layer, &size) in sizes.iter().enumerate() {
            assert_eq!(LayerIndex::new(&tables, layer, 2).len(), size, "{board}, layer {layer}");
        }
    }
}

#[test]
fn an_index_leads_to_a_position_and_back() {
    for (size, pawns) in [("2x3", 2), ("2x3", 1), ("2x4", 2), ("3x3", 2)] {
        let board = board(size, pawns);
        let tables = HeightTables::new(board);
        for layer in 0..=board.last_layer() {
            let index = LayerIndex::new(&tables, layer, 1);
            let blocks = BlockIndex::new(&tables, &index, 1);
            let step = 1 + index.len() / 500;
            for place in (0..index.len()).step_by(step as usize) {
                let position = index.position(&tables, place);
                assert_eq!(position.layer(), layer);
                let found = index.find(&tables, &position);
                // Heights that are their own image have some positions twice.
                let back = index.position(&tables, found);
                let symmetries = board.symmetries();
                let images: Vec<_> = symmetries.iter().map(|it| position.transform(it)).collect();
                assert!(images.contains(&back), "{place} {found}");
                for image in &images {
                    let place = index.find(&tables, image);
                    assert_eq!(blocks.find(&tables, image), place);
                    assert!(images.contains(&index.position(&tables, place)));
                }
            }
        }
    }
}

#[test]
fn a_build_that_is_stopped_again_and_again_gives_the_same_table() {
    let board = board("2x4", 1);
    let whole = TempDir::new().unwrap();
    let expected = build(board, whole.path());
    assert!(expected.is_complete());
    let mut rng = Rng::seeded(3);
    let folder = TempDir::new().unwrap();
    let (mut stops, mut went_on) = (0, 0);
    let found = loop {
        let build = Build::open(board, folder.path(), OPTIONS).unwrap();
        went_on += usize::from(build.done() > 0);
        let stop = StopAfter(AtomicU64::new(300 + rng.below(2_000) as u64));
        match build.run(&stop, |_| ()) {
            Ok(manifest) => break manifest,
            Err(refusal) => assert_eq!(refusal, TableRefusal::Stopped),
        }
        stops += 1;
        // What a killed process leaves of a file does not matter.
        fs::write(folder.path().join("distances.new"), "half").unwrap();
    };
    assert!(stops >= 10 && went_on >= 5, "{stops} stops, went on {went_on} times");
    assert_eq!(found, expected);
    for layer in 0..=board.last_layer() {
        let [one, two] =
            [&whole, &folder].map(|of| fs::read(layer_path(of.path(), layer)).unwrap());
        assert!(one == two, "layer {layer}");
    }
    // A finished table is not built again, and needs no distances.
    assert_eq!(
        Build::open(board, folder.path(), OPTIONS).unwrap().done(),
        layer_sizes(board).iter().sum()
    );
    assert!(!folder.path().join("distances").exists());
}

#[test]
fn damaged_distances_are_not_used() {
    let board = board("2x3", 2);
    let folder = TempDir::new().unwrap();
    let stop = StopAfter(AtomicU64::new(1_500));
    let stopped = Build::open(board, folder.path(), OPTIONS).unwrap().run(&stop, |_| ());
    assert_eq!(stopped, Err(TableRefusal::Stopped));
    assert!(Build::open(board, folder.path(), OPTIONS).unwrap().done() > 0);
    let path = folder.path().join("distances");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(Build::open(board, folder.path(), OPTIONS).unwrap().done(), 0);
}

#[test]
fn a_table_has_the_values_of_the_solution() {
    let board = board("2x3", 2);
    let folder = TempDir::new().unwrap();
    let manifest = build(board, folder.path());
    let solution = Solution::solve(board, 1, &()).unwrap();
    let summaries: Vec<_> = manifest.layers.iter().rev().map(|record| &record.summary).collect();
    assert_eq!(summaries, solution.summaries().collect::<Vec<_>>());
    assert_eq!(&manifest, solution.manifest(), "also in the checksums");
    for path in [folder.path().to_path_buf(), folder.path().join(NAME)] {
        let table = Table::open(&path).unwrap();
        for layer in 0..=board.last_layer() {
            for index in (0..layer_sizes(board)[layer]).step_by(7) {
                let position = solution.position(layer, index).unwrap();
                assert_eq!(table.position(layer, index), Some(position));
                let verdict = solution.value(&position).unwrap().verdict;
                assert_eq!(table.value(&position).unwrap().verdict, verdict);
            }
        }
        let start = board.game().start();
        let verdict = solution.value(&start).unwrap().verdict;
        assert_eq!(table.value(&start).unwrap().verdict, verdict);
    }
}

#[test]
fn limits_other_boards_and_running_builds_are_refused() {
    let folder = TempDir::new().unwrap();
    let large = board("3x4", 2);
    let open = |board, options| Build::open(board, folder.path(), options).err();
    let memory = BuildOptions { disk: u64::MAX, ..OPTIONS };
    assert!(matches!(
        open(large, memory),
        Some(TableRefusal::Memory { needed: 4533, limit: 1024 })
    ));
    let disk = BuildOptions { memory: u64::MAX, ..OPTIONS };
    assert!(matches!(open(large, disk), Some(TableRefusal::Disk { needed: 6888, limit: 1024 })));
    let small = board("2x2", 1);
    let running = Build::open(small, folder.path(), OPTIONS).unwrap();
    assert!(matches!(open(small, OPTIONS), Some(TableRefusal::InUse { .. })));
    running.run(&(), |_| ()).unwrap();
    assert!(matches!(open(board("2x2", 2), OPTIONS), Some(TableRefusal::OtherBoard { .. })));
}

/// Checks all positions of the table in a folder.
fn check_all(folder: &Path) -> Result<u64, TableRefusal> {
    Ok(verify(&Table::open(folder)?, Check::All, 2, &())?.positions)
}

#[test]
fn an_intact_table_passes_whole_and_sampled() {
    let board = board("2x3", 2);
    let folder = TempDir::new().unwrap();
    build(board, folder.path());
    assert_eq!(check_all(folder.path()), Ok(layer_sizes(board).iter().sum()));
    let table = Table::open(folder.path()).unwrap();
    let sample = |positions| verify(&table, Check::Sample { positions, seed: 1 }, 2, &()).unwrap();
    assert_eq!(sample(1).positions, board.last_layer() as u64 + 1);
    assert!(sample(100).positions > 1000);
    assert_eq!(sample(100).layers, board.last_layer() + 1);
}

#[test]
fn a_wrong_value_with_the_right_checksums_is_found() {
    let board = board("2x3", 1);
    let mut rng = Rng::seeded(5);
    for _ in 0..10 {
        let folder = TempDir::new().unwrap();
        let mut manifest = build(board, folder.path());
        let layer = rng.below(board.last_layer() + 1);
        let path = layer_path(folder.path(), layer);
        let (mut bytes, header) = read_layer(&path, Content::Verdicts).unwrap();
        let place = rng.below(header.positions as usize);
        bytes[place / 8] ^= 1 << (place % 8);
        let write = |bytes: &[u8]| {
            write_layer(&path, Content::Verdicts, board, layer, header.positions, bytes).unwrap()
        };
        let checksum = write(&bytes);
        // Those of its chunks follow from it.
        fs::remove_file(checksums_path(folder.path(), layer)).unwrap();
        let record = board.last_layer() - layer;
        manifest.layers[record].checksum = checksum;
        manifest.write(folder.path()).unwrap();
        let refusal = check_all(folder.path()).unwrap_err();
        assert!(matches!(refusal, TableRefusal::Wrong { .. }), "layer {layer}, {place}: {refusal}");
        // Whoever asks for the position is told, and so are those who come to it by a move.
        let table = Table::open(folder.path()).unwrap();
        let position = table.position(layer, place as u64).unwrap();
        let refusal = table.value_and_moves(&position).unwrap_err();
        assert!(matches!(refusal, TableRefusal::Contradiction { .. }), "{refusal}");
    }
}

#[test]
fn values_that_contradict_those_after_their_moves_are_refused() {
    /// The values of a solution, but for one position.
    struct But<'a>(&'a Solution, Position, Proven);
    impl Values for But<'_> {
        fn board(&self) -> Board {
            Values::board(self.0)
        }
        fn manifest(&self) -> &Manifest {
            self.0.manifest()
        }
        fn position(&self, layer: usize, index: u64) -> Option<Position> {
            self.0.position(layer, index)
        }
        fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal> {
            match *position == self.1 {
                true => Ok(self.2),
                false => self.0.undecided(position),
            }
        }
    }
    let board = board("2x3", 1);
    let solution = Solution::solve(board, 1, &()).unwrap();
    let position = board.read("00/00/00 B 00 21").unwrap();
    let asked = |wrong: &Position, value| {
        But(&solution, *wrong, value).value_and_moves(&position).map(|(value, _)| value)
    };
    let value = solution.value(&position).unwrap();
    assert_eq!(asked(&position, value), Ok(Proven::lose_in(20)));
    for wrong in [Proven::win_in(19), Proven::lose_in(18)] {
        let refusal = asked(&position, wrong).unwrap_err().to_string();
        assert!(refusal.contains(&format!("00/00/00 B 00 21 is stored as {wrong}")), "{refusal}");
    }
    for mv in board.game().moves(&position) {
        let next = board.game().after(&position, mv);
        let refusal = asked(&next, Proven::lose_in(0)).unwrap_err();
        let TableRefusal::Contradiction { position, .. } = refusal else { panic!("{refusal}") };
        assert_eq!(position, board.game().write(&next));
    }
}

/// Changes this many random bytes of a table's files, one after the other, and asks for values: those
/// that are given are right. Gives the number of damages because of which one was refused.
fn damage_bytes(board: Board, damages: usize, is_old: bool) -> usize {
    let (folder, mut rng) = (TempDir::new().unwrap(), Rng::seeded(damages as u64));
    build(board, folder.path());
    let solution = Solution::solve(board, 2, &()).unwrap();
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
    names.sort();
    if is_old {
        names.retain(|name| match name.extension().is_some_and(|end| end == "crc") {
            true => fs::remove_file(name).is_err(),
            false => true,
        });
    }
    let sizes = layer_sizes(board);
    let mut refused = 0;
    for number in 0..damages {
        // Every file has its turn.
        let path = &names[number % names.len()];
        let whole = fs::read(path).unwrap();
        if whole.is_empty() {
            continue;
        }
        let mut bytes = whole.clone();
        let place = rng.below(bytes.len());
        bytes[place] ^= 1 + rng.below(255) as u8;
        fs::write(path, &bytes).unwrap();
        let table = Table::open(folder.path());
        let mut told = table.as_ref().err().map(TableRefusal::to_string);
        for (layer, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            let Ok(table) = &table else { break };
            // Positions everywhere, and those of the damaged byte.
            let here = place.saturating_sub(HEADER) as u64 * 8;
            let some = (0..size).step_by(1 + size as usize / 200);
            for index in some.chain(here.min(size)..(here + 8).min(size)) {
                let position = solution.position(layer, index).unwrap();
                match table.value(&position) {
                    Ok(value) => {
                        let expected = solution.value(&position).unwrap().verdict;
                        assert_eq!(value.verdict, expected, "{path:?}, byte {place}");
                    }
                    Err(refusal) => told = Some(refusal.to_string()),
                }
            }
        }
        fs::write(path, whole).unwrap();
        let told = told.unwrap_or_else(|| panic!("{path:?}, byte {place}: nothing is refused"));
        let name = path.file_stem().unwrap().to_string_lossy();
        assert!(told.contains(&*name), "{path:?} is named: {told}");
        refused += 1;
    }
    refused
}

#[test]
fn a_damaged_byte_gives_no_wrong_value() {
    for is_old in [false, true] {
        assert!(damage_bytes(board("2x4", 1), 25, is_old) >= 20);
    }
}

#[test]
#[ignore = "takes minutes: run it as a trial"]
fn a_thousand_damaged_bytes_give_no_wrong_value() {
    for is_old in [false, true] {
        let refused = damage_bytes(board("2x4", 1), 1000, is_old);
        println!("without the checksums of chunks: {is_old}; {refused} damages refused by name");
    }
}

#[test]
fn a_damaged_table_is_made_anew_by_the_command_that_built_it() {
    let board = board("2x3", 1);
    let whole = TempDir::new().unwrap();
    let expected = build(board, whole.path());
    let bytes = |folder: &TempDir, name: &str| fs::read(folder.path().join(name)).unwrap();
    let flip = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    for (name, is_anew) in [("layer-07.bits", true), (NAME, true), ("layer-07.crc", false)] {
        let folder = TempDir::new().unwrap();
        build(board, folder.path());
        flip(&folder.path().join(name));
        let build = Build::open(board, folder.path(), OPTIONS).unwrap();
        assert_eq!((build.damage().is_some(), build.done() == 0), (is_anew, is_anew), "{name}");
        assert_eq!(build.run(&(), |_| ()).unwrap(), expected);
        assert!(bytes(&folder, name) == bytes(&whole, name), "{name}");
    }
    // A table of an earlier version gets the checksums that it has not.
    let name = "layer-07.crc";
    let old = bytes(&whole, name);
    fs::remove_file(whole.path().join(name)).unwrap();
    let build = Build::open(board, whole.path(), OPTIONS).unwrap();
    assert!(build.damage().is_none() && build.done() > 0);
    assert_eq!(bytes(&whole, name), old);
}

#[test]
fn every_changed_byte_of_a_manifest_is_found() {
    let folder = TempDir::new().unwrap();
    build(board("2x3", 1), folder.path());
    let path = folder.path().join(NAME);
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        // The second one changes the case of a letter.
        for bit in [1, 0x20] {
            let mut bytes = whole.clone();
            bytes[place] ^= bit;
            fs::write(&path, &bytes).unwrap();
            let refusal = Table::open(folder.path()).err();
            assert!(refusal.is_some(), "{place}: {}", String::from_utf8_lossy(&bytes));
        }
    }
    fs::write(&path, whole).unwrap();
    assert!(Table::open(folder.path()).is_ok());
}

#[test]
fn a_changed_byte_of_a_layer_is_found_by_its_checksum() {
    let board = board("2x3", 1);
    let folder = TempDir::new().unwrap();
    build(board, folder.path());
    // Few values are compared with their moves: only checksums find all damage.
    let check = || {
        let sample = Check::Sample { positions: 1, seed: 1 };
        verify(&Table::open(folder.path())?, sample, 1, &())
    };
    for layer in 0..=board.last_layer() {
        let path = layer_path(folder.path(), layer);
        let whole = fs::read(&path).unwrap();
        let last = whole.len() - 1;
        for place in [8, 12, 16, (HEADER + last) / 2, last] {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x80;
            fs::write(&path, &bytes).unwrap();
            let refusal = check().expect_err("damage is found");
            assert!(matches!(refusal, TableRefusal::Damaged { .. }), "{layer}, {place}: {refusal}");
        }
        fs::write(&path, whole).unwrap();
    }
    assert!(check().is_ok());
}

#[test]
fn damaged_files_are_told_apart_from_tables() {
    let board = board("2x3", 1);
    let damage = |harm: &dyn Fn(&Path)| {
        let folder = TempDir::new().unwrap();
        build(board, folder.path());
        harm(folder.path());
        check_all(folder.path()).unwrap_err()
    };
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        damage(&|folder| {
            let path = folder.join(name);
            let mut bytes = fs::read(&path).unwrap();
            change(&mut bytes);
            fs::write(&path, bytes).unwrap();
        })
    };
    let is_damage = |refusal: &TableRefusal| matches!(refusal, TableRefusal::Damaged { .. });
    for refusal in [
        change("layer-07.bits", &|bytes| bytes[40] ^= 4),
        change("layer-07.crc", &|bytes| bytes[3] ^= 4),
        change("layer-07.crc", &|bytes| bytes.truncate(3)),
        change("layer-07.crc", &|bytes| bytes.extend([0; 4])),
        change("layer-07.bits", &|bytes| bytes.truncate(50)),
        change("layer-07.bits", &|bytes| bytes.truncate(5)),
        change("layer-07.bits", &|bytes| bytes.push(0)),
        change("layer-07.bits", &|bytes| bytes[0] ^= 1),
        change("layer-07.bits", &|bytes| bytes[11] = 6),
        change("layer-07.bits", &|bytes| bytes[23] = 255),
        change(NAME, &|bytes| bytes[60] ^= 1),
        change(NAME, &|bytes| bytes.truncate(200)),
        change(NAME, &|bytes| bytes.extend(b"more\n")),
        change(NAME, &|bytes| bytes[30] = 255),
    ] {
        assert!(is_damage(&refusal), "{refusal}");
    }
    let missing = damage(&|folder| fs::remove_file(layer_path(folder, 7)).unwrap());
    assert!(matches!(missing, TableRefusal::File { .. }), "{missing}");
    let other = damage(&|folder| fs::write(folder.join(NAME), "hello").unwrap());
    assert!(matches!(other, TableRefusal::NotATable { .. }), "{other}");
    let later = damage(&|folder| fs::write(folder.join(NAME), "agon-tablebase 2\n").unwrap());
    assert!(matches!(later, TableRefusal::Version { .. }), "{later}");
    let none = Table::open(Path::new("no such folder")).err().unwrap();
    assert!(matches!(none, TableRefusal::Missing { .. }), "{none}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let file = Table::open(Path::new(file)).err().unwrap();
    assert!(matches!(file, TableRefusal::NotATable { .. }), "{file}");
}
