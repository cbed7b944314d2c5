//! The battery must catch every kind of flaw: a sound game with one law broken
//! at a time.

use std::ops::ControlFlow;

use agon_core::conformance::{Battery, TrialMoves};
use agon_core::dummy::{Points, TreeGame, TreeRefusal};
use agon_core::{
    Cell, ColumnType, Domain, ElementId, Facts, Feature, Game, Mark, MoveOrdering, NodeId,
    Notation, Observer, Outcome, Present, Relation, Scene, Side, Token, Vocabulary,
};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    ListsTwice,
    ListsTooFew,
    ListsTooMany,
    OtherOrder,
    EndsTooLate,
    CountsWrong,
    MissesWin,
    ForgetsFeature,
    FeatureTooLarge,
    TooManyPlies,
    LosesTheWay,
    WritesMovesWrong,
    WritesTwoLines,
    BrokenSymmetry,
    Scene,
    Paths,
    OtherParameters,
    NoIdentity,
    ChecksOtherwise,
    NoWayToPoint,
    TokenNowhere,
    NamedTwice,
    NamedLoudly,
    MemberNamedLoudly,
    SaysNothing,
    HoldsNothing,
    NoValue,
    TooFewColumns,
    NumberTooLarge,
    MemberTooMany,
    ToldTwice,
    TwoValues,
    FixedChanges,
}

/// A tree game with a flaw.
#[derive(Clone, Debug)]
struct Flawed<const FLAW: usize> {
    inner: TreeGame,
}

const FLAWS: [Flaw; 34] = [
    Flaw::Nothing,
    Flaw::ListsTwice,
    Flaw::ListsTooFew,
    Flaw::ListsTooMany,
    Flaw::OtherOrder,
    Flaw::EndsTooLate,
    Flaw::CountsWrong,
    Flaw::MissesWin,
    Flaw::ForgetsFeature,
    Flaw::FeatureTooLarge,
    Flaw::TooManyPlies,
    Flaw::LosesTheWay,
    Flaw::WritesMovesWrong,
    Flaw::WritesTwoLines,
    Flaw::BrokenSymmetry,
    Flaw::Scene,
    Flaw::Paths,
    Flaw::OtherParameters,
    Flaw::NoIdentity,
    Flaw::ChecksOtherwise,
    Flaw::NoWayToPoint,
    Flaw::TokenNowhere,
    Flaw::NamedTwice,
    Flaw::NamedLoudly,
    Flaw::MemberNamedLoudly,
    Flaw::SaysNothing,
    Flaw::HoldsNothing,
    Flaw::NoValue,
    Flaw::TooFewColumns,
    Flaw::NumberTooLarge,
    Flaw::MemberTooMany,
    Flaw::ToldTwice,
    Flaw::TwoValues,
    Flaw::FixedChanges,
];

impl<const FLAW: usize> Flawed<FLAW> {
    fn is(flaw: Flaw) -> bool {
        FLAWS[FLAW] == flaw
    }
}

impl<const FLAW: usize> Default for Flawed<FLAW> {
    fn default() -> Self {
        Flawed { inner: TreeGame::grown(2, 5) }
    }
}

impl<const FLAW: usize> Game for Flawed<FLAW> {
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
        self.inner.outcome(position).filter(|_| !Self::is(Flaw::EndsTooLate))
    }

    fn try_for_each_move(
        &self,
        position: &NodeId,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = self.inner.moves(position);
        if moves.len() > 1 {
            match FLAWS[FLAW] {
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

    fn play_observed(&self, position: &mut NodeId, mv: usize, observer: &mut impl Observer) {
        if Self::is(Flaw::ForgetsFeature) {
            self.inner.play_observed(position, mv, &mut ());
        } else {
            self.inner.play_observed(position, mv, observer);
        }
    }

    fn play(&self, position: &mut NodeId, mv: usize) -> Result<(), TreeRefusal> {
        self.inner.play(position, mv)?;
        if Self::is(Flaw::ChecksOtherwise) {
            *position = self.start();
        }
        Ok(())
    }

    fn max_plies(&self) -> u32 {
        if Self::is(Flaw::TooManyPlies) { 1 } else { self.inner.max_plies() }
    }

    fn encode(&self, mv: usize) -> u32 {
        self.inner.encode(mv)
    }

    fn decode(&self, code: u32) -> Option<usize> {
        self.inner.decode(code)
    }

    fn feature_count(&self) -> Feature {
        if Self::is(Flaw::FeatureTooLarge) { 1 } else { self.inner.feature_count() }
    }

    fn features(&self, position: &NodeId, observer: &mut impl Observer) {
        self.inner.features(position, observer);
    }

    fn count_moves(&self, position: &NodeId) -> u64 {
        self.inner.count_moves(position) + u64::from(Self::is(Flaw::CountsWrong))
    }

    fn can_win_now(&self, position: &NodeId) -> bool {
        let blind = Self::is(Flaw::MissesWin) || Self::is(Flaw::EndsTooLate);
        self.inner.can_win_now(position) && !blind
    }

    fn symmetry_count(&self) -> usize {
        1 + usize::from(Self::is(Flaw::BrokenSymmetry))
    }

    fn transform(&self, symmetry: usize, position: &NodeId) -> NodeId {
        match symmetry {
            0 if Self::is(Flaw::NoIdentity) => self.inner.after(position, 0),
            0 => *position,
            _ => self.start(),
        }
    }
}

impl<const FLAW: usize> TrialMoves for Flawed<FLAW> {
    fn trial_moves(&self, position: &NodeId) -> Vec<usize> {
        self.inner.trial_moves(position)
    }
}

impl<const FLAW: usize> MoveOrdering for Flawed<FLAW> {}

impl<const FLAW: usize> Notation for Flawed<FLAW> {
    fn write(&self, position: &NodeId) -> String {
        let text = self.inner.write(position);
        if Self::is(Flaw::WritesTwoLines) { format!("{text}\n") } else { text }
    }

    fn read(text: &str) -> Result<(Self, NodeId), TreeRefusal> {
        let (inner, position) = TreeGame::read(text)?;
        let position = if Self::is(Flaw::LosesTheWay) { inner.start() } else { position };
        if Self::is(Flaw::OtherParameters) {
            return Ok((Flawed { inner: TreeGame::grown(3, 1) }, inner.start()));
        }
        Ok((Flawed { inner }, position))
    }

    fn write_move(&self, _: &NodeId, mv: usize) -> String {
        (mv + usize::from(Self::is(Flaw::WritesMovesWrong))).to_string()
    }

    fn read_move(&self, position: &NodeId, text: &str) -> Result<usize, TreeRefusal> {
        self.inner.read_move(position, text)
    }
}

impl<const FLAW: usize> Present for Flawed<FLAW> {
    type View = usize;

    const TITLE: &'static str = "Flawed";
    const SUMMARY: &'static str = "a game that breaks a law";
    const SIDES: [&'static str; 2] = ["a", "b"];

    fn view(&self, position: &NodeId, _: Option<Side>) -> usize {
        self.inner.moves(position).len()
    }

    fn scene(&self, moves: &usize) -> Scene {
        let cell = |column: usize| Cell {
            id: column.to_string(),
            row: 0,
            column,
            height: None,
            label: "move",
        };
        let stray = Token {
            id: "stray".into(),
            cell: "nowhere".into(),
            order: 0,
            owner: None,
            label: "token",
            symbol: 't',
        };
        let lost = Mark { element: "nowhere".into(), label: "lost" };
        Scene {
            rows: vec!["0".into()],
            columns: (0..*moves).map(|column| column.to_string()).collect(),
            cells: (0..*moves).map(cell).collect(),
            marks: if Self::is(Flaw::Scene) { vec![lost] } else { Vec::new() },
            tokens: if Self::is(Flaw::TokenNowhere) { vec![stray] } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn paths(&self, _: &NodeId, mv: usize) -> Vec<Vec<ElementId>> {
        let first = vec!["0".to_string()];
        match FLAWS[FLAW] {
            Flaw::Paths => vec![first],
            Flaw::NoWayToPoint => Vec::new(),
            _ => vec![vec![mv.to_string()]],
        }
    }
}

/// Who moves, a number, and two ends that are beside each other.
impl<const FLAW: usize> Facts for Flawed<FLAW> {
    fn vocabulary(&self) -> Vocabulary {
        let right = if Self::is(Flaw::MemberNamedLoudly) { "RIGHT" } else { "right" };
        let end = Domain {
            name: "end",
            about: "An end.",
            members: ["left", right].map(String::from).into(),
        };
        let lead = if Self::is(Flaw::NamedTwice) { "mover" } else { "lead" };
        let lead = if Self::is(Flaw::NamedLoudly) { "Lead" } else { lead };
        let beside = if Self::is(Flaw::SaysNothing) { "" } else { "They are beside each other." };
        let held = ColumnType::Member(usize::from(Self::is(Flaw::HoldsNothing)));
        let player = ("player", ColumnType::Side);
        let mover = &[player][usize::from(Self::is(Flaw::NoValue))..];
        let relations = vec![
            Relation::new("mover", mover, "The player moves.").function(),
            Relation::new(
                lead,
                &[player, ("points", ColumnType::Number { least: -1, most: 1 })],
                "The player leads by so many points.",
            )
            .function(),
            Relation::new("beside", &[("one", ColumnType::Member(0)), ("other", held)], beside)
                .fixed(),
        ];
        Vocabulary { domains: vec![end], relations }
    }

    fn facts(&self, position: &NodeId, relation: usize, mut tell: impl FnMut(&[i32])) {
        let mover = self.to_move(position).index() as i32;
        match (relation, FLAWS[FLAW]) {
            (0, Flaw::TooFewColumns) => tell(&[]),
            (0, Flaw::TwoValues) => [0, 1].iter().for_each(|&player| tell(&[player])),
            (0, _) => tell(&[mover]),
            (1, Flaw::NumberTooLarge) => tell(&[mover, 2]),
            (1, _) => [[0, 1], [1, -1]].iter().for_each(|row| tell(row)),
            (_, Flaw::MemberTooMany) => tell(&[0, 2]),
            (_, Flaw::ToldTwice) => [[0, 1], [0, 1]].iter().for_each(|row| tell(row)),
            (_, Flaw::FixedChanges) => tell(&[mover, 1 - mover]),
            _ => [[0, 1], [1, 0]].iter().for_each(|row| tell(row)),
        }
    }
}

fn run<const FLAW: usize>() {
    Battery::new(Flawed::<FLAW>::default()).facts().games(40).run_all();
}

/// The law that the battery says is broken.
fn broken_law(run: fn()) -> String {
    let caught = std::panic::catch_unwind(run).expect_err("the flaw was not caught");
    let message = caught.downcast_ref::<String>().expect("a law with its position");
    let law = message.strip_prefix("broken law: ").expect("a law");
    law.split(", in ").next().unwrap_or(law).to_string()
}

#[test]
fn a_sound_game_passes() {
    run::<0>();
}

#[test]
fn every_flaw_is_caught_by_the_law_it_breaks() {
    let caught: [(fn(), &str); 33] = [
        (run::<1>, "listed moves are unique"),
        (run::<2>, "a move that is not listed is refused"),
        (run::<3>, "a listed move is accepted"),
        (run::<4>, "listed moves come in the stated order"),
        (run::<5>, "a game is over just when there is no move"),
        (run::<6>, "moves counted in bulk are as many as moves listed"),
        (run::<7>, "a win on the spot is announced just when there is one"),
        (run::<8>, "features kept up to date equal features worked out afresh"),
        (run::<9>, "features are below the stated number"),
        (run::<10>, "games end within the stated bound"),
        (run::<11>, "position text reads back as the position"),
        (run::<12>, "move text reads back as the move"),
        (run::<13>, "a position is written in one line"),
        (run::<14>, "symmetries map play to play"),
        (run::<15>, "marks are on elements"),
        (run::<16>, "no way to point out a move begins with another"),
        (run::<17>, "position text carries the parameters"),
        (run::<18>, "the first symmetry is the identity"),
        (run::<19>, "a checked move does what an unchecked one does"),
        (run::<20>, "every move can be pointed out"),
        (run::<21>, "what is shown stands on a cell"),
        (run::<22>, "domains, members, relations and columns have names of their own"),
        (run::<23>, "names are words in lower case"),
        (run::<24>, "names are words in lower case"),
        (run::<25>, "what there is is said in sentences"),
        (run::<26>, "columns hold something that there is"),
        (run::<27>, "functions have a value"),
        (run::<28>, "facts have the columns of their relation (mover)"),
        (run::<29>, "facts are of the kinds of their columns (lead)"),
        (run::<30>, "facts are of the kinds of their columns (beside)"),
        (run::<31>, "facts are told once (beside)"),
        (run::<32>, "functions have one value (mover)"),
        (run::<33>, "fixed facts are the same in every position (beside)"),
    ];
    for (place, (run, law)) in caught.into_iter().enumerate() {
        assert_eq!(broken_law(run), law, "{:?}", FLAWS[place + 1]);
    }
}

#[test]
fn dummy_games_of_every_shape_conform() {
    for seed in 0..30 {
        Battery::new(TreeGame::grown(seed, 6)).evaluator(Points).games(10).run();
    }
}
