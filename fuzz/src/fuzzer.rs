//! The fuzzing of one target: its inputs, what they showed, and what was found.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use agon_core::Rng;

use crate::corpus::Folders;
use crate::execution::{Executor, Panic};
use crate::features::{Features, hash_of};
use crate::minimise::minimise;
use crate::mutate::Mutator;
use crate::target::Target;

/// The most inputs that are kept in memory; beyond it, only shorter ones replace others.
const MOST_INPUTS: usize = 600;

/// How often a finding is run to make it smaller.
const MINIMISE_TRIES: usize = 4000;

/// The state of fuzzing one target. Everything in it follows from the corpus and the seed.
pub struct Fuzzer {
    /// The target.
    pub target: &'static Target,
    words: Vec<String>,
    rng: Rng,
    /// Inputs that are still to be replayed, the next one last.
    waiting: Vec<Vec<u8>>,
    inputs: Vec<Vec<u8>>,
    /// Which input stands for each feature: the shortest one that showed it.
    by_feature: HashMap<u64, usize>,
    /// How many inputs were run.
    pub executions: u64,
    /// The time that took.
    pub time: Duration,
    /// How many inputs were kept that the corpus did not have.
    pub new: usize,
    /// What went wrong, each place once.
    pub findings: Vec<Finding>,
}

/// An input for which something does not hold.
pub struct Finding {
    /// The input, made small.
    pub input: Vec<u8>,
    /// What went wrong.
    pub panic: Panic,
}

/// When to stop fuzzing a target.
pub enum Until {
    /// After so many executions in all, those of the corpus included.
    Executions(u64),
    /// At this time; the corpus is replayed in any case.
    Time(Instant),
}

impl Fuzzer {
    /// Begins with the inputs of a corpus.
    pub fn new(target: &'static Target, mut corpus: Vec<Vec<u8>>, seed: u64) -> Fuzzer {
        corpus.reverse();
        corpus.push(Vec::new());
        Fuzzer {
            target,
            words: (target.words)(),
            rng: Rng::seeded(hash_of((target.name, seed))),
            waiting: corpus,
            inputs: Vec::new(),
            by_feature: HashMap::new(),
            executions: 0,
            time: Duration::ZERO,
            new: 0,
            findings: Vec::new(),
        }
    }

    /// Replays what is waiting, and then runs mutations until it is time to stop. What is new
    /// and what is found is written to the folders.
    pub fn run(&mut self, until: &Until, executor: &mut Executor, folders: &Folders) {
        let begin = Instant::now();
        while let Some(input) = self.waiting.pop() {
            self.execute(input, executor, folders, true);
        }
        loop {
            match *until {
                Until::Executions(most) if self.executions >= most => break,
                Until::Time(end) if Instant::now() >= end => break,
                _ => (),
            }
            let input = self.next_input();
            self.execute(input, executor, folders, false);
        }
        self.time += begin.elapsed();
    }

    fn next_input(&mut self) -> Vec<u8> {
        // New inputs are tried more often: they are where something changes.
        let count = self.inputs.len();
        let recent = if self.rng.below(2) == 0 { count } else { count.div_ceil(4) };
        let base = match recent {
            0 => Vec::new(),
            _ => self.inputs[count - 1 - self.rng.below(recent)].clone(),
        };
        let (rng, words, corpus) = (&mut self.rng, &self.words, &self.inputs);
        Mutator { rng, words, corpus }.mutate(&base)
    }

    fn execute(
        &mut self,
        input: Vec<u8>,
        executor: &mut Executor,
        folders: &Folders,
        is_known: bool,
    ) {
        self.executions += 1;
        match executor.run(self.target, &input) {
            Ok(features) => {
                if self.keep(&input, &features) && !is_known {
                    self.new += 1;
                    // The run goes on without a copy on disk.
                    let _ = folders.add(self.target.name, &input);
                }
            }
            Err(panic) => self.found(input, panic, executor, folders),
        }
    }

    /// Keeps an input that showed something new, or is the shortest that showed it. Returns
    /// whether it showed something new.
    fn keep(&mut self, input: &[u8], features: &Features) -> bool {
        let is_new = features.iter().any(|feature| !self.by_feature.contains_key(&feature));
        let is_shorter = |feature: &u64| {
            let kept = self.by_feature.get(feature);
            kept.is_some_and(|&kept| input.len() < self.inputs[kept].len())
        };
        let shorter: Vec<u64> = features.iter().filter(is_shorter).collect();
        if is_new && self.inputs.len() < MOST_INPUTS {
            let place = self.inputs.len();
            self.inputs.push(input.to_vec());
            for feature in features.iter() {
                self.by_feature.entry(feature).or_insert(place);
            }
            for feature in shorter {
                self.by_feature.insert(feature, place);
            }
            return true;
        }
        // An input takes the place of a longer one only if it showed all that that one stands for.
        let Some(&place) = shorter.first().and_then(|feature| self.by_feature.get(feature)) else {
            return false;
        };
        let stands_for = self.by_feature.iter().filter(|(_, kept)| **kept == place);
        let mut wanted = stands_for.map(|(feature, _)| *feature);
        if wanted.all(|feature| features.iter().any(|shown| shown == feature)) {
            self.inputs[place] = input.to_vec();
        }
        false
    }

    fn found(&mut self, input: Vec<u8>, panic: Panic, executor: &mut Executor, folders: &Folders) {
        if self.findings.iter().any(|finding| finding.panic.place == panic.place) {
            return;
        }
        let fails = |input: &[u8]| {
            executor.run(self.target, input).is_err_and(|other| other.place == panic.place)
        };
        let input = minimise(&input, MINIMISE_TRIES, fails);
        // The message belongs to the input as it was first.
        let panic = executor.run(self.target, &input).err().unwrap_or(panic);
        let what = format!("{} at {}", panic.message, panic.place);
        match folders.add_finding(self.target.name, &input, &what) {
            Ok(path) => println!("finding: {}: {what}\n  {}", self.target.name, path.display()),
            Err(error) => {
                println!("finding: {}: {what}\n  {input:?} ({error})", self.target.name);
            }
        }
        self.findings.push(Finding { input, panic });
    }

    /// The number of inputs that are kept.
    pub fn size(&self) -> usize {
        self.inputs.len()
    }

    /// The inputs that stand for some feature, the shortest first.
    pub fn best_inputs(&self) -> Vec<Vec<u8>> {
        let mut places: Vec<usize> = self.by_feature.values().copied().collect();
        places.sort_unstable();
        places.dedup();
        let mut inputs: Vec<Vec<u8>> =
            places.into_iter().map(|place| self.inputs[place].clone()).collect();
        inputs.sort_by_key(|input| (input.len(), hash_of(input)));
        inputs
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::execution::record_panics;
    use crate::target::{text, words};

    /// A parser with a bug behind three words in the right order.
    static PLANTED: Target = Target {
        name: "planted",
        shows: "",
        words: || words("open door key lamp"),
        run: |input, features| {
            let text = text(input);
            let after =
                |rest: &str, word: &str| rest.split_once(word).map(|(_, rest)| rest.to_string());
            let Some(rest) = after(&text, "key") else { return };
            features.add("key");
            let Some(rest) = after(&rest, "door") else { return };
            features.add("door");
            assert!(after(&rest, "open").is_none(), "the door is open");
        },
        short: 1,
    };

    fn fuzz(seed: u64, executions: u64) -> Fuzzer {
        record_panics();
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders { corpus: folder.path().join("c"), work: folder.path().join("w") };
        let file = folder.path().join("running");
        let mut executor = Executor::new(&file, Arc::default(), Instant::now()).unwrap();
        let mut fuzzer = Fuzzer::new(&PLANTED, Vec::new(), seed);
        fuzzer.run(&Until::Executions(executions), &mut executor, &folders);
        let written = std::fs::read_dir(folders.work.join("findings"));
        assert_eq!(written.map_or(0, |all| all.count()), 2 * fuzzer.findings.len());
        fuzzer
    }

    #[test]
    fn a_planted_bug_is_found_minimised_and_written_with_its_command() {
        let fuzzer = fuzz(1, 50_000);
        let [finding] = &fuzzer.findings[..] else { panic!("{} findings", fuzzer.findings.len()) };
        assert_eq!(finding.input, b"keydooropen");
        assert_eq!(finding.panic.message, "the door is open");
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        let [first, second, other] = [7, 7, 8].map(|seed| fuzz(seed, 3000));
        assert_eq!(first.executions, 3000);
        assert_eq!(first.inputs, second.inputs);
        assert_ne!(first.rng.clone().bits(), other.rng.clone().bits());
    }
}
