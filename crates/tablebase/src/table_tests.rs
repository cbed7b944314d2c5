//! Tests of tables on disk: they are the same however often a build is stopped, and damage is
//! found.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Game as _, Progress, Rng, Stop};
use tempfile::TempDir;

use crate::file::{Content, HEADER, layer_path, read_layer, write_layer};
use crate::heights::HeightTables;
use crate::layer::{BlockIndex, LayerIndex};
use crate::manifest::NAME;
use crate::solve::layer_sizes;
use crate::{
    Board, Build, BuildOptions, Check, Manifest, Solution, Table, TableRefusal, Values as _, verify,
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
    assert!(matches!(open(large, disk), Some(TableRefusal::Disk { needed: 6886, limit: 1024 })));
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
        let record = board.last_layer() - layer;
        manifest.layers[record].checksum = checksum;
        manifest.write(folder.path()).unwrap();
        let refusal = check_all(folder.path()).unwrap_err();
        assert!(matches!(refusal, TableRefusal::Wrong { .. }), "layer {layer}, {place}: {refusal}");
    }
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
