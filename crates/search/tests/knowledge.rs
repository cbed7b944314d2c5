//! The solver and the knowledge base, on games that are nothing but their trees.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::dummy::{TreeGame, TreeRefusal};
use agon_core::{
    Exact as _, Feature, Game, Indexed, Notation as _, Observer, Outcome, Progress, Proven,
    Refusal as _, Side, Silent, Stop,
};
use agon_search::{KnowledgeBase, SolveLimits, SolveRefusal};

/// Counts all calls.
struct Counter(AtomicU64);

impl Stop for Counter {
    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

impl Progress for Counter {
    fn report_progress(&self, _: u64, _: u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn solved(game: &TreeGame) -> KnowledgeBase<TreeGame> {
    let mut base = KnowledgeBase::new(game.clone());
    base.solve(&game.start(), &SolveLimits::default(), &()).unwrap();
    base
}

#[test]
fn every_position_of_a_tree_gets_its_value() {
    for seed in 0..300 {
        let game = TreeGame::grown(seed, 7);
        let base = solved(&game);
        assert_eq!(base.len() as u32, game.feature_count(), "every node is reached");
        for (position, proven) in base.iter() {
            assert_eq!(Some(proven), game.exact(&game, &position), "{}", game.write(&position));
        }
    }
}

#[test]
fn values_are_entered_after_those_of_all_successors_in_the_order_of_moves() {
    let (game, _) = TreeGame::read("a(b(1=)2b(2))").unwrap();
    let base = solved(&game);
    let newest_first: Vec<String> =
        base.iter().map(|(position, _)| game.write(&position)).collect();
    let ways: Vec<&str> = newest_first.iter().filter_map(|text| text.split(' ').nth(1)).collect();
    assert_eq!(ways, ["start", "2", "2.0", "1", "0", "0.1", "0.0"]);
}

#[test]
fn what_is_known_is_not_worked_out_again() {
    let game = TreeGame::grown(5, 6);
    let mut base = solved(&game);
    let known = base.len();
    let limits = SolveLimits { positions: 0, ..SolveLimits::default() };
    assert!(base.solve(&game.start(), &limits, &Silent(&AtomicBool::new(true))).is_ok());
    assert_eq!(base.len(), known);
}

#[test]
fn a_limit_on_positions_keeps_what_is_known_and_work_can_go_on() {
    let game = TreeGame::grown(11, 9);
    let whole = solved(&game);
    assert!(whole.len() > 100);
    let mut base = KnowledgeBase::new(game.clone());
    let limits = SolveLimits { positions: 10, ..SolveLimits::default() };
    let mut rounds = 0;
    let value = loop {
        match base.solve(&game.start(), &limits, &()) {
            Ok(value) => break value,
            Err(halt) => assert_eq!(halt, SolveRefusal::Stopped { known: base.len() }),
        }
        rounds += 1;
        assert!(rounds < 1_000, "no progress");
    };
    assert!(rounds > 2);
    assert_eq!(Some(value), whole.get(&game.start()));
    assert_eq!(base.len(), whole.len());
}

#[test]
fn too_little_memory_is_refused_before_the_work_begins() {
    let game = TreeGame::grown(11, 9);
    let mut base = KnowledgeBase::new(game.clone());
    let limits = SolveLimits { memory: 100, ..SolveLimits::default() };
    let asked = Counter(AtomicU64::new(0));
    let halt = base.solve(&game.start(), &limits, &asked);
    assert_eq!(halt.unwrap_err().kind(), "TooLarge");
    assert_eq!((base.len(), asked.0.into_inner()), (0, 0));
}

/// A game that counts down by ones: as deep as it is long.
#[derive(Clone, Debug, Default)]
struct Countdown {
    from: u32,
}

impl Game for Countdown {
    type Position = u32;
    type Move = ();
    type Refusal = TreeRefusal;

    const NAME: &'static str = "countdown";

    fn start(&self) -> u32 {
        self.from
    }

    fn to_move(&self, left: &u32) -> Side {
        Side::BOTH[*left as usize % 2]
    }

    fn outcome(&self, left: &u32) -> Option<Outcome> {
        (*left == 0).then_some(Outcome::Win(Side::First))
    }

    fn try_for_each_move(
        &self,
        left: &u32,
        mut visit: impl FnMut(()) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if *left > 0 { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn check(&self, _: &u32, _: ()) -> Result<(), TreeRefusal> {
        Ok(())
    }

    fn play_observed(&self, left: &mut u32, _: (), _: &mut impl Observer) {
        *left -= 1;
    }

    fn max_plies(&self) -> u32 {
        self.from
    }

    fn encode(&self, (): ()) -> u32 {
        0
    }

    fn decode(&self, code: u32) -> Option<()> {
        (code == 0).then_some(())
    }

    fn feature_count(&self) -> Feature {
        0
    }

    fn features(&self, _: &u32, _: &mut impl Observer) {}
}

impl Indexed for Countdown {
    fn index_bound(&self, start: &u32) -> u64 {
        u64::from(*start) + 1
    }

    fn index_of(&self, left: &u32) -> u64 {
        (*left).into()
    }

    fn position_at(&self, index: u64) -> Option<u32> {
        u32::try_from(index).ok()
    }
}

#[test]
fn a_deep_game_does_not_overflow_a_small_stack() {
    let solved = std::thread::Builder::new().stack_size(64 << 10).spawn(|| {
        let mut base = KnowledgeBase::new(Countdown { from: 16_000 });
        base.solve(&16_000, &SolveLimits::default(), &())
    });
    assert_eq!(solved.unwrap().join().unwrap(), Ok(Proven::win_in(16_000)));
}

#[test]
fn a_game_too_long_for_its_distances_is_refused() {
    let mut base = KnowledgeBase::new(Countdown { from: 20_000 });
    let halt = base.solve(&20_000, &SolveLimits::default(), &());
    assert_eq!(halt, Err(SolveRefusal::TooLong { plies: 20_000 }));
}

#[test]
fn a_base_of_the_game_with_other_parameters_is_refused() {
    let (one, two) = (TreeGame::grown(1, 4), TreeGame::grown(2, 4));
    let refusal = KnowledgeBase::from_bytes(&two, &solved(&one).to_bytes()).unwrap_err();
    assert_eq!(refusal.kind(), "OtherParameters");
}

#[test]
fn a_base_that_is_written_reads_back() {
    for seed in 0..20 {
        let game = TreeGame::grown(seed, 5);
        let base = solved(&game);
        let read = KnowledgeBase::from_bytes(&game, &base.to_bytes()).unwrap();
        assert!(read.iter().eq(base.iter()));
        assert_eq!(read.to_bytes(), base.to_bytes());
    }
}

#[test]
fn cleared_bases_know_nothing() {
    let game = TreeGame::grown(1, 4);
    let mut base = solved(&game);
    base.clear();
    assert!(base.is_empty());
    assert_eq!(base.get(&game.start()), None);
}
