//! Evaluations with one flaw each: the battery must catch it, by the law that it breaks.

use std::ops::ControlFlow;

use agon_core::conformance::{Battery, RandomNetwork, TrialMoves};
use agon_core::{
    EvalState, Evaluate, Explain, Feature, Game, IncrementalEval, MoveOrdering, Notation, Observer,
    Outcome, Score, Side, Term, quote,
};

/// The most matches of a pile.
const MOST: u32 = 8;

/// Two piles of matches: take one or two from either; who takes the last one wins. The piles
/// can be swapped, and a move changes few features of many.
#[derive(Clone, Debug, Default)]
struct Piles;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    piles: [u32; 2],
    to_move: Side,
}

/// Which pile, and how many to take.
type Move = (usize, u32);

agon_core::refusals! {
    enum Refusal {
        Text { found: String } => "a position is two numbers up to 8 and a side, as in 8 8 a, not {found}",
        MoveText { found: String } => "a move is a pile and a number, as in 0-2, not {found}",
        TooMany { left: u32 } => "only {left} are left there, and one or two are taken",
    }
}

impl TrialMoves for Piles {
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[("0 0 a", Outcome::Win(Side::Second)), ("0 0 b", Outcome::Win(Side::First))]
    }

    fn trial_moves(&self, _: &Position) -> Vec<Move> {
        (0..3).flat_map(|pile| (0..4).map(move |taken| (pile, taken))).collect()
    }
}

impl MoveOrdering for Piles {}

impl Game for Piles {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    const NAME: &'static str = "piles";

    fn start(&self) -> Position {
        Position { piles: [MOST; 2], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.piles == [0, 0]).then_some(Outcome::Win(position.to_move.opponent()))
    }

    fn try_for_each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (pile, &left) in position.piles.iter().enumerate() {
            (1..=left.min(2)).try_for_each(|taken| visit((pile, taken)))?;
        }
        ControlFlow::Continue(())
    }

    fn encode(&self, (pile, taken): Move) -> u32 {
        4 * pile as u32 + taken
    }

    fn decode(&self, code: u32) -> Option<Move> {
        (code < 8).then_some((code as usize / 4, code % 4))
    }

    fn check(&self, position: &Position, (pile, taken): Move) -> Result<(), Refusal> {
        let left = position.piles.get(pile).copied().unwrap_or(0);
        let is_legal = (1..=2).contains(&taken) && taken <= left;
        if is_legal { Ok(()) } else { Err(Refusal::TooMany { left }) }
    }

    fn play_observed(
        &self,
        position: &mut Position,
        (pile, taken): Move,
        observer: &mut impl Observer,
    ) {
        if let Some(left) = position.piles.get_mut(pile) {
            observer.remove(pile_feature(pile, *left));
            *left = left.saturating_sub(taken);
            observer.add(pile_feature(pile, *left));
            match position.to_move {
                Side::First => observer.add(SECOND_TO_MOVE),
                Side::Second => observer.remove(SECOND_TO_MOVE),
            }
            position.to_move = position.to_move.opponent();
        }
    }

    fn max_plies(&self) -> u32 {
        2 * MOST
    }

    fn feature_count(&self) -> Feature {
        SECOND_TO_MOVE + 1
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for (pile, &left) in position.piles.iter().enumerate() {
            observer.add(pile_feature(pile, left));
        }
        if position.to_move == Side::Second {
            observer.add(SECOND_TO_MOVE);
        }
    }

    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let [one, two] = position.piles;
        Position { piles: if symmetry == 0 { [one, two] } else { [two, one] }, ..*position }
    }

    fn transform_move(&self, symmetry: usize, (pile, taken): Move) -> Move {
        (pile ^ symmetry, taken)
    }
}

const SECOND_TO_MOVE: Feature = 2 * (MOST + 1);

fn pile_feature(pile: usize, left: u32) -> Feature {
    (MOST + 1) * pile as Feature + left
}

impl Notation for Piles {
    fn write(&self, position: &Position) -> String {
        let [one, two] = position.piles;
        format!("{one} {two} {}", ["a", "b"][position.to_move.index()])
    }

    fn read(text: &str) -> Result<(Piles, Position), Refusal> {
        let wrong = || Refusal::Text { found: quote(text) };
        let number =
            |text: &str| (0..=MOST).find(|number| number.to_string() == text).ok_or_else(wrong);
        let words: Vec<&str> = text.split(' ').collect();
        let &[one, two, side] = words.as_slice() else { return Err(wrong()) };
        let to_move = match side {
            "a" => Side::First,
            "b" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok((Piles, Position { piles: [number(one)?, number(two)?], to_move }))
    }

    fn write_move(&self, _: &Position, (pile, taken): Move) -> String {
        format!("{pile}-{taken}")
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Move, Refusal> {
        let wrong = || Refusal::MoveText { found: quote(text) };
        let (pile, taken) = text.split_once('-').ok_or_else(wrong)?;
        Ok((pile.parse().map_err(|_| wrong())?, taken.parse().map_err(|_| wrong())?))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    ClaimsProof,
    Unexplained,
    FalselySymmetric,
    OtherwiseAtOnce,
    WorthTheSameToBoth,
    MissesTheEnd,
    Drifts,
    ForgetsUndo,
    NeedsToBeAsked,
    HasAShallowStack,
    RedoesWhatWasUndone,
    LosesItsStateAsDyn,
}

/// A sum over the features, for the side to move, with a flaw.
struct Flawed {
    flaw: Flaw,
    claims_symmetry: bool,
}

impl Flawed {
    fn new(flaw: Flaw) -> Flawed {
        Flawed { flaw, claims_symmetry: true }
    }

    fn weight(&self, feature: Feature) -> i32 {
        let left = (feature % (MOST + 1)) as i32;
        match feature {
            SECOND_TO_MOVE => 5,
            _ if self.flaw == Flaw::FalselySymmetric && feature <= MOST => 7 * left,
            _ => 3 * left * left,
        }
    }

    fn score(&self, sum: i32, side: Side) -> Score {
        match self.flaw {
            Flaw::ClaimsProof => Score::win_in(3),
            _ => Score::estimate(sum).absolute(Side::First).seen_by(side),
        }
    }
}

impl Evaluate<Piles> for Flawed {
    fn name(&self) -> &str {
        "flawed"
    }

    fn evaluate(&self, game: &Piles, position: &Position) -> Score {
        self.state(game, position).evaluate(game, position)
    }

    fn evaluate_all(&self, game: &Piles, positions: &[Position]) -> Vec<Score> {
        let asked = if self.flaw == Flaw::OtherwiseAtOnce { &positions[..1] } else { positions };
        asked.iter().map(|position| self.evaluate(game, position)).collect()
    }

    fn evaluate_for(&self, game: &Piles, position: &Position, side: Side) -> Score {
        let score = self.evaluate(game, position);
        match game.outcome(position) {
            Some(outcome) if self.flaw != Flaw::MissesTheEnd => outcome.seen_by(side),
            None if self.flaw == Flaw::WorthTheSameToBoth => score,
            _ => score.absolute(game.to_move(position)).seen_by(side),
        }
    }

    fn is_symmetric(&self) -> bool {
        self.claims_symmetry
    }

    fn explainer(&self) -> Option<&dyn Explain<Piles>> {
        Some(self)
    }

    fn dyn_state<'e>(
        &'e self,
        game: &Piles,
        position: &Position,
    ) -> Option<Box<dyn EvalState<Piles> + 'e>> {
        if self.flaw == Flaw::LosesItsStateAsDyn {
            return None;
        }
        Some(Box::new(self.state(game, position)))
    }
}

impl Explain<Piles> for Flawed {
    fn explain(&self, game: &Piles, position: &Position) -> Vec<Term> {
        let points = self.evaluate(game, position).points();
        let told = if self.flaw == Flaw::Unexplained { points / 2 } else { points };
        vec![Term { name: "matches", weight: 1, mine: told, theirs: 0 }]
    }
}

impl IncrementalEval<Piles> for Flawed {
    type State<'e> = FlawedState<'e>;

    fn state<'e>(&'e self, game: &Piles, position: &Position) -> FlawedState<'e> {
        let mut state =
            FlawedState { evaluation: self, sum: 0, change: 0, earlier: Vec::new(), undone: None };
        game.features(position, &mut state);
        state.settle();
        state
    }
}

struct FlawedState<'e> {
    evaluation: &'e Flawed,
    sum: i32,
    /// What the moves changed since the sum was last brought up to date.
    change: i32,
    earlier: Vec<i32>,
    /// The depth and the sum of the move that was undone last.
    undone: Option<(usize, i32)>,
}

impl FlawedState<'_> {
    fn settle(&mut self) {
        self.sum += std::mem::take(&mut self.change);
    }
}

impl Observer for FlawedState<'_> {
    fn add(&mut self, feature: Feature) {
        self.change += self.evaluation.weight(feature);
    }

    fn remove(&mut self, feature: Feature) {
        if self.evaluation.flaw != Flaw::Drifts {
            self.change -= self.evaluation.weight(feature);
        }
    }
}

impl EvalState<Piles> for FlawedState<'_> {
    fn begin_move(&mut self) {
        match self.evaluation.flaw {
            Flaw::NeedsToBeAsked => self.change = 0,
            _ => self.settle(),
        }
        self.earlier.push(self.sum);
        if self.evaluation.flaw == Flaw::HasAShallowStack && self.earlier.len() > 8 {
            self.earlier.remove(0);
        }
    }

    fn end_move(&mut self, _: &Piles, _: &Position) {}

    fn undo_move(&mut self) {
        if self.evaluation.flaw != Flaw::ForgetsUndo {
            self.settle();
            self.undone = Some((self.earlier.len(), self.sum));
            self.sum = self.earlier.pop().unwrap_or(0);
        }
    }

    fn evaluate(&mut self, game: &Piles, position: &Position) -> Score {
        self.settle();
        if let (Flaw::RedoesWhatWasUndone, Some((depth @ 2.., sum))) =
            (self.evaluation.flaw, self.undone)
            && depth == self.earlier.len()
        {
            self.sum = sum;
        }
        self.evaluation.score(self.sum, game.to_move(position))
    }
}

/// What the battery says of an evaluation.
fn message(evaluation: Flawed) -> String {
    let caught = std::panic::catch_unwind(|| run(evaluation)).expect_err("the flaw was not caught");
    caught.downcast_ref::<String>().expect("a law with its position").clone()
}

fn run(evaluation: Flawed) {
    Battery::new(Piles).incremental(evaluation).games(20).run();
}

#[test]
fn a_sound_evaluation_passes() {
    run(Flawed::new(Flaw::None));
}

/// The flaws, the laws they break, and what is told of them.
const CAUGHT: &[(Flaw, &str, &str)] = &[
    (
        Flaw::ClaimsProof,
        "an evaluation is an estimate, not a proof",
        "evaluate gives Score(999997)",
    ),
    (
        Flaw::Unexplained,
        "the terms of an evaluation add up to it",
        "add up to 192, evaluate gives Score(384)",
    ),
    (
        Flaw::FalselySymmetric,
        "a symmetric evaluation gives symmetric positions the same value",
        "Score(-208), but Score(-246) in its image by symmetry 1: 7 8 b",
    ),
    (
        Flaw::OtherwiseAtOnce,
        "an evaluation gives several positions at once the values that they have one by one",
        "gives [Score(384)], expected: [Score(384), Score(384)]",
    ),
    (
        Flaw::WorthTheSameToBoth,
        "a position is worth to a side what it costs the other",
        "gives [Score(384), Score(384)], expected: [Score(384), Score(-384)]",
    ),
    (
        Flaw::MissesTheEnd,
        "a position is worth to a side what it costs the other",
        "gives [Score(5), Score(-5)], expected: [Score(1000000), Score(-1000000)]",
    ),
    (
        Flaw::Drifts,
        "a state after a move gives the estimate of its evaluation",
        "reached from: 8 8 a\n  by the moves: 1-1",
    ),
    (
        Flaw::ForgetsUndo,
        "a state after an undo gives the estimate of its evaluation",
        "about: a state of the evaluation flawed",
    ),
    (
        Flaw::NeedsToBeAsked,
        "a state gives the same estimate whether or not it was asked in between",
        "reached from: 8 8 a\n  by the moves: 1-1 0-2 1-2",
    ),
    (
        Flaw::HasAShallowStack,
        "a state gives the estimate of its evaluation throughout a search",
        "the state gives Score(0), expected: Score(150)",
    ),
    (
        Flaw::RedoesWhatWasUndone,
        "a state gives the estimate of its evaluation in a tree",
        "the state gives Score(12), expected: Score(3)",
    ),
    (
        Flaw::LosesItsStateAsDyn,
        "an incremental evaluation is incremental as dyn Evaluate too",
        "dyn_state of flawed gives None",
    ),
];

#[test]
fn every_flaw_is_caught_by_the_law_it_breaks() {
    for &(flaw, law, told) in CAUGHT {
        let message = message(Flawed::new(flaw));
        assert_eq!(message.lines().next(), Some(&*format!("broken law: {law}")), "{flaw:?}");
        assert!(message.contains(told), "{flaw:?}: {told} is not in {message}");
    }
}

#[test]
fn flawed_states_are_caught_behind_dyn_evaluate_too() {
    for flaw in [Flaw::Drifts, Flaw::ForgetsUndo, Flaw::NeedsToBeAsked, Flaw::HasAShallowStack] {
        let run = || Battery::new(Piles).evaluator(Flawed::new(flaw)).games(20).run();
        assert!(std::panic::catch_unwind(run).is_err(), "{flaw:?}");
    }
}

#[test]
fn only_an_evaluation_that_claims_symmetry_must_be_symmetric() {
    run(Flawed { flaw: Flaw::FalselySymmetric, claims_symmetry: false });
}

#[test]
fn a_network_with_weights_made_at_run_time_conforms() {
    for seed in 0..5 {
        let network = RandomNetwork::seeded(&Piles, seed);
        Battery::new(Piles).incremental(network).games(20).run();
    }
}

#[test]
fn a_network_explains_nothing_and_claims_no_symmetry() {
    let network: &dyn Evaluate<Piles> = &RandomNetwork::seeded(&Piles, 1);
    assert!(network.explainer().is_none() && !network.is_symmetric());
    // The law would be broken if it did.
    let position = Position { piles: [8, 3], to_move: Side::First };
    let image = Piles.transform(1, &position);
    assert_ne!(network.evaluate(&Piles, &position), network.evaluate(&Piles, &image));
}

#[test]
fn a_state_is_updated_only_when_it_is_asked() {
    let network = RandomNetwork::seeded(&Piles, 2);
    let mut position = Piles.start();
    let mut state = network.state(&Piles, &position);
    for mv in [(0, 1), (1, 2), (0, 2)] {
        state.play_move(&Piles, &mut position, mv);
    }
    assert_eq!((network.refreshes(), network.updates()), (1, 0));
    let lazy = state.evaluate(&Piles, &position);
    assert_eq!((network.refreshes(), network.updates()), (1, 3));
    assert_eq!(lazy, network.evaluate(&Piles, &position));
}
