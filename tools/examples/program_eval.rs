//! How many positions an evaluation program answers a second, and what that costs on both sides:
//! `cargo run --release -p agon-tools --example program_eval`, on Linux and with a C compiler.
//!
//! A search of Santorini by minimax, to depth 4 unless another is given. The positions of each
//! frontier node are asked for at once, and in comparison one at a time.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use std::{env, fs};

use agon_arena::{EvaluationProgram, NoAnswer, SearchKind, SearchRequest, find};
use agon_inputs::evaluators::Program;
use agon_search::{Limits, SearchControl};

/// Answers every position with 0.
const TRIVIAL: &str = "#include <stdio.h>
int main(void) {
    char line[256];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) puts(\"0\");
    return 0;
}
";

/// The same, but its answers leave when it has read all questions that have arrived.
const BUFFERED: &str = "#include <stdio.h>
#include <unistd.h>
int main(void) {
    static char in[1 << 16], out[1 << 17];
    long count;
    while ((count = read(0, in, sizeof in)) > 0) {
        long length = 0;
        for (long i = 0; i < count; i++)
            if (in[i] == '\\n') { out[length++] = '0'; out[length++] = '\\n'; }
        for (long sent = 0; sent < length;) sent += write(1, out + sent, length - sent);
    }
    return 0;
}
";

/// The name of the measured evaluation.
const NAME: &str = "program:measured";

/// Counts the positions, and may ask for one at a time.
struct Measured {
    program: Program,
    one_by_one: bool,
    positions: AtomicU64,
    batches: AtomicU64,
}

impl EvaluationProgram for Measured {
    fn name(&self) -> &str {
        NAME
    }

    fn evaluate(&self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswer> {
        let count = positions.lines().count() as u64;
        self.positions.fetch_add(count, Ordering::Relaxed);
        let batches = if self.one_by_one { count } else { 1 };
        self.batches.fetch_add(batches, Ordering::Relaxed);
        match self.one_by_one {
            true => positions
                .split_inclusive('\n')
                .try_for_each(|position| self.program.evaluate(position, values)),
            false => self.program.evaluate(positions, values),
        }
    }
}

/// The seconds of processor time of this process, and of its children that have ended.
fn processor_time() -> [f64; 2] {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program stands in parentheses, and may have blanks.
    let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
    let ticks: Vec<f64> = behind
        .split_whitespace()
        .skip(11)
        .take(4)
        .map(|word| word.parse().unwrap_or(0.0))
        .collect();
    match ticks.as_slice() {
        [user, system, children_user, children_system] => {
            [(user + system) / 100.0, (children_user + children_system) / 100.0]
        }
        _ => [0.0; 2],
    }
}

/// A search with a program, or with the game's own evaluation, and what it took.
fn measure(label: &str, command: Option<&Path>, one_by_one: bool, depth: u32) {
    let mut session = find("santorini").expect("it is a game").start();
    session.play_all("@11,33 @13,31").expect("the moves are legal");
    let measured = command.map(|path| {
        let program = Program::new(NAME, &path.display().to_string(), Vec::new());
        program.start().expect("the program starts");
        let (positions, batches) = (AtomicU64::new(0), AtomicU64::new(0));
        Arc::new(Measured { program, one_by_one, positions, batches })
    });
    let eval = match &measured {
        Some(measured) => {
            session.add_program(Arc::clone(measured) as Arc<dyn EvaluationProgram>);
            NAME.to_string()
        }
        None => session.evaluations()[0].clone(),
    };
    let limits = Limits { depth, ..Limits::default() };
    let request = SearchRequest {
        search: SearchKind::Minimax,
        limits,
        eval: Some(eval),
        hash_bytes: 16 << 20,
    };
    let (before, began) = (processor_time(), Instant::now());
    let found = session
        .best(&request, &SearchControl::default(), &())
        .expect("it answers")
        .expect("there is a move");
    let seconds = began.elapsed().as_secs_f64();
    let [own, _] = processor_time();
    let (positions, batches) = measured.as_ref().map_or((0, 0), |measured| {
        (measured.positions.load(Ordering::Relaxed), measured.batches.load(Ordering::Relaxed))
    });
    // The program ends with what holds it.
    drop(session);
    drop(measured);
    let [_, children] = processor_time();
    let rate = if positions == 0 { found.nodes } else { positions } as f64 / seconds;
    println!(
        "| {label} | {} | {positions} | {:.1} | {rate:.0} | {seconds:.2} | {:.2} | {:.2} |",
        found.nodes,
        positions as f64 / batches.max(1) as f64,
        own - before[0],
        children - before[1],
    );
}

/// A C program, compiled into a folder.
fn compile(folder: &Path, name: &str, source: &str) -> std::path::PathBuf {
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&file, source).expect("the folder can be written");
    let status = Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(&file).status();
    assert!(status.is_ok_and(|status| status.success()), "{name} does not compile");
    program
}

fn main() -> ExitCode {
    // The guard of a program is this program once more.
    let word = env::args().nth(1);
    if word.as_ref().is_some_and(|word| word.starts_with("engine-")) {
        return agon::main();
    }
    let depth = word.and_then(|word| word.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let example = include_str!("../../examples/evaluators/evaluator.c");
    let trivial = compile(folder.path(), "trivial", TRIVIAL);
    let buffered = compile(folder.path(), "buffered", BUFFERED);
    let evaluator = compile(folder.path(), "evaluator", example);
    println!(
        "| evaluation | nodes | positions asked | a batch | positions a second | seconds | CPU here | CPU there |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    measure("the game's own, in this process", None, false, depth);
    for (name, program) in
        [("trivial", trivial), ("buffered", buffered), ("evaluator.c", evaluator)]
    {
        measure(&format!("{name}, whole frontier"), Some(&program), false, depth);
        measure(&format!("{name}, one by one"), Some(&program), true, depth);
    }
    ExitCode::SUCCESS
}
