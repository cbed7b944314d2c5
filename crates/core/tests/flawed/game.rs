//! A tree game with a flaw in its rules, its codes or its notation.

use std::cell::Cell;
use std::ops::ControlFlow;

use agon_core::conformance::TrialMoves;
use agon_core::dummy::{TreeGame, TreeRefusal};
use agon_core::{
    Feature, Game, HISTORY_PARTS, HISTORY_SIZE, Key, MoveOrdering, NodeId, Notation,
    ORDER_SCORE_MAX, Observer, Outcome, Side,
};

use super::Flaw;

/// A tree game with a flaw.
#[derive(Clone, Debug)]
pub(super) struct Flawed {
    inner: TreeGame,
}

thread_local! {
    /// What is wrong with the games of this thread. One type for all flaws is compiled once.
    static FLAW: Cell<Flaw> = const { Cell::new(Flaw::Nothing) };
}

impl Flawed {
    /// A game with this flaw, as are all games of this thread from now on.
    pub(super) fn with(flaw: Flaw) -> Flawed {
        FLAW.set(flaw);
        Flawed::default()
    }

    pub(super) fn flaw() -> Flaw {
        FLAW.get()
    }

    pub(super) fn is(flaw: Flaw) -> bool {
        Self::flaw() == flaw
    }
}

impl Default for Flawed {
    fn default() -> Self {
        Flawed { inner: TreeGame::grown(2, 5) }
    }
}

thread_local! {
    /// How often the battery has asked for the bound of plies, which it does once a ply.
    static PLIES: Cell<u32> = const { Cell::new(0) };
}

impl Game for Flawed {
    type Position = NodeId;
    type Move = usize;
    type Refusal = TreeRefusal;

    const NAME: &'static str = "flawed";

    fn start(&self) -> NodeId {
        self.inner.start()
    }

    fn to_move(&self, position: &NodeId) -> Side {
        self.inner.to_move(position)
    }

    fn outcome(&self, position: &NodeId) -> Option<Outcome> {
        match (self.inner.outcome(position), Self::flaw()) {
            (Some(_), Flaw::EndsTooLate) if position.number() > 2 => None,
            (Some(Outcome::Win(side)), Flaw::SwapsWinners) => Some(Outcome::Win(side.opponent())),
            (outcome, _) => outcome,
        }
    }

    fn try_for_each_move(
        &self,
        position: &NodeId,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = self.inner.moves(position);
        if moves.len() > 1 {
            match Self::flaw() {
                Flaw::ListsTwice => moves.push(0),
                Flaw::ListsTooFew => drop(moves.pop()),
                Flaw::ListsTooMany => moves.push(moves.len()),
                Flaw::OtherOrder => moves.reverse(),
                _ => (),
            }
        }
        moves.into_iter().try_for_each(visit)
    }

    fn check(&self, position: &NodeId, mv: usize) -> Result<(), TreeRefusal> {
        self.inner.check(position, mv)
    }

    fn is_legal(&self, position: &NodeId, mv: usize) -> bool {
        let is_legal = self.inner.is_legal(position, mv);
        match Self::flaw() {
            Flaw::LegalThoughRefused => true,
            Flaw::LegalOutOfRange => is_legal || mv > 1000,
            _ => is_legal,
        }
    }

    fn play_observed(&self, position: &mut NodeId, mv: usize, observer: &mut impl Observer) {
        if Self::is(Flaw::ForgetsFeature) {
            self.inner.play_observed(position, mv, &mut ());
        } else {
            self.inner.play_observed(position, mv, observer);
        }
    }

    fn play(&self, position: &mut NodeId, mv: usize) -> Result<(), TreeRefusal> {
        let played = self.inner.play(position, mv);
        match played {
            Ok(()) if Self::is(Flaw::ChecksOtherwise) => *position = self.start(),
            Err(_) if Self::is(Flaw::MovesThoughRefused) => self.inner.play(position, 0)?,
            _ => (),
        }
        played
    }

    fn max_plies(&self) -> u32 {
        PLIES.set(PLIES.get() + 1);
        if Self::is(Flaw::TooManyPlies) { 1 } else { self.inner.max_plies() }
    }

    fn encode(&self, mv: usize) -> u32 {
        match Self::flaw() {
            Flaw::SharedCode => 0,
            // No position of the tree has more than four moves.
            Flaw::CodeOfAnother if mv > 3 => 0,
            _ => self.inner.encode(mv),
        }
    }

    fn decode(&self, code: u32) -> Option<usize> {
        let mv = self.inner.decode(code);
        match Self::flaw() {
            Flaw::DecodesNext => mv.map(|mv| mv + 1),
            Flaw::LargestCode => mv.or(Some(0)),
            Flaw::TwoCodes => mv.map(|mv| mv % 1000),
            _ => mv,
        }
    }

    fn feature_count(&self) -> Feature {
        if Self::is(Flaw::FeatureTooLarge) { 1 } else { self.inner.feature_count() }
    }

    fn features(&self, position: &NodeId, observer: &mut impl Observer) {
        self.inner.features(position, observer);
    }

    fn key(&self, position: &NodeId) -> Key {
        let mut key = self.inner.key(position);
        match Self::flaw() {
            Flaw::KeyOfItsOwn => key.add(1_000 + position.number()),
            Flaw::KeyOfTheMoment if PLIES.get() > 20 => key.add(1_000),
            _ => (),
        }
        key
    }

    fn count_moves(&self, position: &NodeId) -> u64 {
        self.inner.count_moves(position) + u64::from(Self::is(Flaw::CountsWrong))
    }

    fn count_replies(&self, position: &NodeId) -> u64 {
        self.inner.count_replies(position) + u64::from(Self::is(Flaw::CountsRepliesWrong))
    }

    fn can_win_now(&self, position: &NodeId) -> bool {
        let win = Some(Outcome::Win(self.to_move(position)));
        let wins = self.any_move(position, |mv| self.outcome(&self.after(position, mv)) == win);
        wins && !Self::is(Flaw::MissesWin)
    }

    fn can_end_as(&self, position: &NodeId, outcome: Outcome) -> bool {
        self.inner.can_end_as(position, outcome) && !Self::is(Flaw::RulesOutItsEnd)
    }

    fn symmetry_count(&self) -> usize {
        let second = Self::is(Flaw::SymmetryOfOtherPlay) || Self::is(Flaw::SymmetryOfOtherMoves);
        1 + usize::from(second)
    }

    fn transform(&self, symmetry: usize, position: &NodeId) -> NodeId {
        match symmetry {
            0 if Self::is(Flaw::NoIdentity) => self.inner.after(position, 0),
            1 if Self::is(Flaw::SymmetryOfOtherPlay) => self.start(),
            _ => *position,
        }
    }

    fn transform_move(&self, symmetry: usize, mv: usize) -> usize {
        if symmetry == 1 && Self::is(Flaw::SymmetryOfOtherMoves) { mv + 1 } else { mv }
    }
}

impl TrialMoves for Flawed {
    fn finished() -> &'static [(&'static str, Outcome)] {
        match Self::flaw() {
            Flaw::DeclaresNothing => &[],
            Flaw::DeclaresNoText => &[("finished", Outcome::Draw)],
            Flaw::DeclaresNoWin => &TreeGame::finished()[2..],
            _ => TreeGame::finished(),
        }
    }

    fn trial_moves(&self, position: &NodeId) -> Vec<usize> {
        self.inner.trial_moves(position)
    }
}

impl MoveOrdering for Flawed {
    fn history_index(&self, mv: usize) -> usize {
        if Self::is(Flaw::IndexTooLarge) { HISTORY_SIZE + mv } else { mv }
    }

    fn history_part(&self, mv: usize) -> usize {
        if Self::is(Flaw::PartTooLarge) { HISTORY_PARTS + mv } else { mv }
    }

    fn is_threatened(&self, position: &NodeId) -> bool {
        // Other flaws are not to be caught by the laws of threats.
        let is_about_threats = [Flaw::EvadesTwice, Flaw::MissesEvasion].contains(&Self::flaw());
        Self::is(Flaw::NoThreat) || is_about_threats && self.inner.is_threatened(position)
    }

    fn for_each_evasion(&self, position: &NodeId, mut visit: impl FnMut(usize)) {
        if !Self::is(Flaw::MissesEvasion) {
            self.for_each_move(position, &mut visit);
        }
        if Self::is(Flaw::EvadesTwice) {
            visit(0);
        }
    }

    fn order_score(&self, _: &NodeId, mv: usize) -> i32 {
        assert!(mv == 0 || !Self::is(Flaw::Panics), "only the first move is thought of");
        -ORDER_SCORE_MAX - i32::from(Self::is(Flaw::OrderScoreTooLow))
    }
}

impl Notation for Flawed {
    fn write(&self, position: &NodeId) -> String {
        let text = self.inner.write(position);
        if Self::is(Flaw::WritesTwoLines) { format!("{text}\n") } else { text }
    }

    fn read(text: &str) -> Result<(Self, NodeId), TreeRefusal> {
        let read = TreeGame::read(text).map(|(inner, position)| (Flawed { inner }, position));
        let start = |game: &Self| game.inner.start();
        // The finished positions that are declared are short.
        let flaw = if text.len() < 20 { Flaw::Nothing } else { Self::flaw() };
        match flaw {
            Flaw::LosesTheWay => read.map(|(game, _)| (game.clone(), start(&game))),
            Flaw::OtherParameters => {
                read.map(|(game, _)| (Flawed { inner: TreeGame::grown(3, 1) }, start(&game)))
            }
            Flaw::RefusesItsOwnText => Err(TreeRefusal::Unfinished),
            Flaw::RefusesInTwoLines => {
                read.map_err(|_| TreeRefusal::NoWay { found: "this\nor that".into() })
            }
            _ => read,
        }
    }

    fn write_move(&self, _: &NodeId, mv: usize) -> String {
        match Self::flaw() {
            Flaw::WritesMovesWrong => (mv + 1).to_string(),
            Flaw::WritesSpaces => format!("{mv} "),
            _ => mv.to_string(),
        }
    }

    fn read_move(&self, position: &NodeId, text: &str) -> Result<usize, TreeRefusal> {
        self.inner.read_move(position, text.trim_end())
    }
}
