//! The program for accelerators, compiled as C++, finds what the crate finds.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use agon_tablebase::{Grid, StreamedBuild, StreamedManifest, StreamedOptions, placements_csv};
use tempfile::TempDir;

/// What `agon table --streaming` and `tools/large_boards.cu` both tell of a board.
fn solved(grid: Grid) -> (StreamedManifest, String) {
    let options = StreamedOptions { threads: 2, memory: 1 << 40, disk: 1 << 40 };
    let folder = TempDir::new().unwrap();
    let build = StreamedBuild::open(grid, folder.path(), options).unwrap();
    let (manifest, placements) = build.run(&(), |_| ()).unwrap();
    (manifest, placements_csv(grid, &placements))
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
            assert!(env::var_os("CI").is_none(), "there is no C++ compiler: {error}");
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
        let grid = Grid::new(width, height, pawns).unwrap();
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
        // The samples are positions with those that follow them.
        let samples = fs::read_to_string(&samples).unwrap();
        assert_eq!(samples.matches('?').count(), 20 * (grid.last_layer() + 1));
    }
}
