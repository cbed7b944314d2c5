//! The mistakes of levels against the engine: how many are explained by claims of the game's own kinds,
//! and how long that takes. Every claim is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_arena::{MoveQuality, PlayerSpec, ReviewSettings, find, review};
use agon_core::{Claim, Notation, Present, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_search::SearchControl;

use super::checker::Doubt;
use super::{Explained, claims, doubt, explain, starts, words};

/// The most games that are played for a mistake that is wanted.
const MOST_GAMES: usize = 40;

/// A bad move: position, move, better move, and whether it is more than an inaccuracy.
type Mistake = ([String; 3], bool);

/// What is counted over many explanations.
#[derive(Default)]
struct Counts {
    explained: usize,
    /// With a claim of the game's own kinds about the move or the better one; about the move alone.
    own: [usize; 2],
    /// Those that are mistakes or blunders, and of them those with own claims about the move.
    serious: [usize; 2],
    claims: usize,
    kinds: BTreeMap<String, usize>,
    /// The processor time of the explanations.
    time: Duration,
    longest: Duration,
    samples: Vec<String>,
    /// The claims that the checker refused, and those that are too large for it.
    refused: Vec<String>,
    unchecked: usize,
}

impl Counts {
    fn explain<G: Notation + Present>(&mut self, mistake: Mistake) {
        let ([position, mv, better], is_serious) = mistake;
        let begun = processor_time();
        let explanation = explain(G::NAME, &position, &mv, Some(&better));
        let time = processor_time().saturating_sub(begun);
        let explained = Explained { position, mv, explanation };
        for (mv, better, claim) in claims(&explained) {
            match doubt::<G>(&explained.position, mv, better, claim) {
                None => self.claims += 1,
                Some(Doubt::TooLarge) => self.unchecked += 1,
                Some(Doubt::Refuted(why)) => {
                    let case = format!("{} {mv} {better:?}: {claim:?}: {why}", explained.position);
                    self.refused.push(case);
                }
            }
            *self.kinds.entry(claim.kind.to_string()).or_default() += 1;
        }
        self.explained += 1;
        let is_own = |(_, _, claim): &(&str, Option<&str>, &Claim)| claim.is_of_a_game();
        self.own[0] += usize::from(claims(&explained).iter().any(is_own));
        let is_told = explained.explanation.claims.iter().any(Claim::is_of_a_game);
        self.own[1] += usize::from(is_told);
        self.serious[0] += usize::from(is_serious);
        self.serious[1] += usize::from(is_serious && is_told);
        self.time += time;
        self.longest = self.longest.max(time);
        self.samples.push(words(G::NAME, &explained));
    }

    fn add(&mut self, other: Counts) {
        self.explained += other.explained;
        self.own = [0, 1].map(|about| self.own[about] + other.own[about]);
        self.serious = [0, 1].map(|about| self.serious[about] + other.serious[about]);
        self.claims += other.claims;
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.samples.extend(other.samples);
        self.refused.extend(other.refused);
        self.unchecked += other.unchecked;
    }

    fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.explained.max(1) as f64
    }

    /// The share of mistakes and blunders with own claims about the move.
    fn serious_share(&self) -> f64 {
        100.0 * self.serious[1] as f64 / self.serious[0].max(1) as f64
    }

    #[expect(clippy::disallowed_macros, reason = "the numbers are written down")]
    fn report(&self, name: &str) {
        println!(
            "{name}: {} bad moves, {:.1} % with own claims about the move ({:.1} % with those about \
             the better move; {:.1} % of the {} mistakes and blunders about the move), {} claims \
             checked, {} refused, {} too large to check; {:.2} ms of processor time each, longest \
             {:.1} ms",
            self.explained,
            self.share(self.own[1]),
            self.share(self.own[0]),
            self.serious_share(),
            self.serious[0],
            self.claims,
            self.refused.len(),
            self.unchecked,
            1e3 * self.time.as_secs_f64() / self.explained.max(1) as f64,
            1e3 * self.longest.as_secs_f64(),
        );
        println!("    {:?}", self.kinds);
    }
}

/// The processor time of this thread, where the system tells it; otherwise the clock.
#[expect(clippy::disallowed_methods, reason = "the time is reported, not judged")]
fn processor_time() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The mistakes of a level against the engine in one game, which follows from the two numbers.
fn mistakes(game: &str, number: usize, seed: u64) -> Vec<Mistake> {
    let mut rng = Rng::seeded(seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
    let mut found = Vec::new();
    let settings = ReviewSettings { nodes: 5_000, hash_bytes: 1 << 20, eval: None };
    let mut session = find(game).unwrap().open(&starts(game, &mut rng)).unwrap();
    let weak = Side::BOTH[number % 2];
    let level = format!("level:{},seed={}", 2 + number / 2 % 4, rng.bits() % 1000);
    for (side, spec) in [(weak, level.as_str()), (weak.opponent(), "engine:nodes=2000")] {
        session.set_player(side, spec.parse::<PlayerSpec>().unwrap()).unwrap();
    }
    // A few random moves, so that games differ.
    for _ in 0..rng.below(4) {
        let moves = session.moves();
        if session.outcome().is_none() {
            session.play(&moves[rng.below(moves.len())].text).unwrap();
        }
    }
    let opened = session.ply();
    while session.outcome().is_none() {
        session.think(&SearchControl::default(), &()).unwrap();
    }
    review(&mut *session, &settings, &(), &mut |point| {
        let Some(made) = point.made.as_ref().filter(|made| made.quality.is_bad()) else {
            return;
        };
        let Some(best) = point.assessment.best() else { return };
        if point.assessment.mover == weak && point.ply >= opened && best != made.mv {
            let is_serious = matches!(made.quality, MoveQuality::Mistake | MoveQuality::Blunder);
            let mistake = [point.position.clone(), made.mv.clone(), best.to_string()];
            found.push((mistake, is_serious));
        }
    })
    .unwrap();
    found
}

/// A game of the trial: its name, and what explains a mistake.
type Subject = (&'static str, fn(&mut Counts, Mistake));

const SUBJECTS: [Subject; 5] = [
    ("tictactoe", Counts::explain::<TicTacToe>),
    ("nim", Counts::explain::<Nim>),
    ("santorini", Counts::explain::<Santorini>),
    ("byte", Counts::explain::<Byte>),
    ("theseus", Counts::explain::<Theseus>),
];

/// How far a game of the trial is.
#[derive(Default)]
struct Progress {
    counts: Counts,
    /// The games that were begun.
    games: usize,
    /// The mistakes that were found, each once.
    seen: BTreeSet<Mistake>,
}

/// Explains mistakes of the games until there are so many of each, or it has taken as long as it may.
#[expect(clippy::disallowed_methods, reason = "the time is limited by whoever runs the trial")]
fn run(subjects: &[Subject], wanted: usize, threads: usize, limit: Duration) -> Vec<Counts> {
    let begun = Instant::now();
    let all: Vec<Progress> = subjects.iter().map(|_| Progress::default()).collect();
    let all = Mutex::new(all);
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let is_open = |it: &Progress| it.seen.len() < wanted && it.games < MOST_GAMES * wanted.max(10);
    let work = || {
        loop {
            // The game that is least far is next.
            let mut progress = lock();
            let open = (0..subjects.len()).filter(|&index| is_open(&progress[index]));
            let next =
                open.min_by_key(|&index| (progress[index].seen.len(), progress[index].games));
            let Some(index) = next.filter(|_| begun.elapsed() < limit) else { return };
            let number = progress[index].games;
            progress[index].games += 1;
            drop(progress);
            let (name, explain) = subjects[index];
            for mistake in mistakes(name, number, 11) {
                let mut progress = lock();
                let is_wanted = progress[index].seen.len() < wanted && begun.elapsed() < limit;
                let is_new = is_wanted && progress[index].seen.insert(mistake.clone());
                drop(progress);
                if is_new {
                    let mut counts = Counts::default();
                    explain(&mut counts, mistake);
                    lock()[index].counts.add(counts);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.into_iter().map(|progress| progress.counts).collect()
}

#[test]
fn mistakes_of_a_few_games_are_explained_by_true_claims() {
    for counts in run(&SUBJECTS, 4, 2, Duration::MAX) {
        assert_eq!(counts.refused, Vec::<String>::new());
        assert!(counts.explained > 0 && counts.claims > 0);
    }
}

/// A number in a variable of the trial.
fn variable(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "takes minutes: 1,000 mistakes of each game; `--nocapture` shows the numbers and 100 explanations of each. \
            AGON_MISTAKES, AGON_GAME, AGON_THREADS, AGON_SECONDS and AGON_SAMPLES change that"]
#[expect(clippy::disallowed_macros, reason = "the explanations are read")]
fn mistakes_of_many_games_are_explained() {
    let only = std::env::var("AGON_GAME").unwrap_or_default();
    let subjects: Vec<Subject> =
        SUBJECTS.into_iter().filter(|(name, _)| only.is_empty() || only == *name).collect();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = variable("AGON_THREADS", threads).clamp(1, 256);
    let limit = Duration::from_secs(variable("AGON_SECONDS", 86_400) as u64);
    let samples = variable("AGON_SAMPLES", 100);
    let all = run(&subjects, variable("AGON_MISTAKES", 1000), threads, limit);
    for ((name, _), counts) in subjects.iter().zip(&all) {
        for sample in counts
            .samples
            .iter()
            .step_by((counts.samples.len() / samples.max(1)).max(1))
            .take(samples)
        {
            println!("    {sample}");
        }
        counts.report(name);
    }
    println!("{} claims were checked", all.iter().map(|counts| counts.claims).sum::<usize>());
    for ((name, _), counts) in subjects.iter().zip(&all) {
        assert_eq!(counts.refused, Vec::<String>::new(), "{name}");
        assert!(counts.serious_share() >= 80.0, "{name}");
        assert!(counts.share(counts.own[0]) >= 80.0, "{name}");
    }
}
