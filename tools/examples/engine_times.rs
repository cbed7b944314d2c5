//! Times of `agon ugi`: how long `isready` takes, whether the first move is as fast as the third,
//! how late answers are, alone and beside 16 busy threads, and how much of a search the
//! transposition table saves when it is repeated.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_testing::agon;

const MOVE_TIME: u64 = 500;
const BUSY: usize = 16;
const DEPTH: u32 = 11;
const OPEN: &str = "startpos moves @22,33 @12,21 22-23-13";

fn main() {
    println!(
        "{:>6} {:>10} {:>12} {:>12} {:>8}",
        "Hash", "ready, ms", "first, n/s", "third, n/s", "ratio"
    );
    for hash in [16, 256, 1024, 4096] {
        let began = Instant::now();
        let mut engine = Engine::start(hash);
        let ready = began.elapsed().as_millis();
        // With an empty table each time, so that all do the same work.
        let rates: Vec<u64> = (0..3).map(|_| engine.new_game().go(OPEN).rate).collect();
        let ratio = rates[0] as f64 / rates[2] as f64;
        println!("{hash:>6} {ready:>10} {:>12} {:>12} {ratio:>8.3}", rates[0], rates[2]);
    }
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        println!("late at load 0:  {}", lateness(16));
        for _ in 0..BUSY {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        println!("late at load {BUSY}: {}", lateness(60));
        is_over.store(true, Ordering::Relaxed);
    });
    let (mut first, mut second) = (0, 0);
    for position in
        ["startpos moves @11,33 @13,31", OPEN, "fen 00000/01100/00210/00000/00000 R 11,22 33,14"]
    {
        let mut engine = Engine::start(64);
        let [one, two] = [0, 0].map(|_| engine.search(position, &format!("depth {DEPTH}")).nodes);
        println!("depth {DEPTH}: {one} nodes, again {two}: {:.0} %", percent(two, one));
        (first, second) = (first + one, second + two);
    }
    println!("all: {:.0} %", percent(second, first));
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// How many milliseconds after its time the engine answers.
fn lateness(count: usize) -> String {
    let mut engine = Engine::start(16);
    let mut late: Vec<f64> = (0..count)
        .map(|_| engine.go(OPEN).time.as_secs_f64() * 1000.0 - MOVE_TIME as f64)
        .collect();
    late.sort_by(f64::total_cmp);
    let at = |part: usize| late[(late.len() - 1) * part / 100];
    format!("median {:.1}, 90 % {:.1}, at most {:.1} ms", at(50), at(90), at(100))
}

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

/// What a search has told.
struct Searched {
    nodes: u64,
    /// The nodes a second.
    rate: u64,
    time: Duration,
}

impl Engine {
    /// An engine that has said that it is ready.
    fn start(hash: u32) -> Engine {
        let mut command = agon(["ugi"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("agon");
        let input = child.stdin.take().expect("a pipe");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut engine = Engine { child, input, lines };
        engine.say(&format!("ugi\nsetoption name Hash value {hash}\nisready"));
        engine.wait("readyok");
        engine
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.input, "{lines}").expect("it reads");
    }

    /// Reads up to a line that begins with a word. Returns the nodes and the nodes a second of the
    /// last line before.
    fn wait(&mut self, word: &str) -> [u64; 2] {
        let mut told = [0; 2];
        loop {
            let line = self.lines.next().expect("a line").expect("text");
            if line.starts_with(word) {
                return told;
            }
            for (name, value) in ["nodes", "nps"].into_iter().zip(&mut told) {
                let mut words = line.split_whitespace().skip_while(|&word| word != name);
                *value = words.nth(1).and_then(|text| text.parse().ok()).unwrap_or(*value);
            }
        }
    }

    fn new_game(&mut self) -> &mut Engine {
        self.say("uginewgame\nisready");
        self.wait("readyok");
        self
    }

    fn go(&mut self, position: &str) -> Searched {
        self.search(position, &format!("movetime {MOVE_TIME}"))
    }

    fn search(&mut self, position: &str, limit: &str) -> Searched {
        let began = Instant::now();
        self.say(&format!("position {position}\ngo {limit}"));
        let [nodes, rate] = self.wait("bestmove");
        Searched { nodes, rate, time: began.elapsed() }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.say("quit");
        self.child.wait().expect("it ends");
    }
}
