//! The referee: one game by the rules, its limits, and how it ends.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_arena::contest::{
    AnyPlayer, BuiltinPlayer, Clock, DrawRule, Fault, GameSetup, GameStart, MoveLimits, Opening,
    PlayedGame, PlayerMove, Reason, Record, ResignRule, ScoreRules, Turn, balanced_start,
};
use agon_arena::{TimeControl, find};
use agon_core::{Outcome, Score, Side};

/// A clock that goes on by a second whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl agon_core::Stop for Ticking {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Clock for Ticking {
    fn now(&self) -> u64 {
        self.0.fetch_add(1_000_000, Ordering::Relaxed)
    }
}

/// Makes moves by a list, whatever the position.
struct Scripted(Vec<&'static str>);

impl AnyPlayer for Scripted {
    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        if self.0.is_empty() {
            Err(Fault::Failed { reason: "does not start".into() })
        } else {
            Ok(())
        }
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<PlayerMove, Fault> {
        let own = turn.moves.len() / 2;
        let gone = || Fault::Failed { reason: "has gone away".into() };
        self.0.get(own).map(|mv| mv.to_string().into()).ok_or_else(gone)
    }
}

pub fn own(text: &str) -> BuiltinPlayer {
    BuiltinPlayer::new(text.parse().unwrap(), None, Box::new(()))
}

pub fn setup(game: &str) -> GameSetup<'static> {
    GameSetup { seed: 1, ..GameSetup::new(find(game).unwrap(), "startpos") }
}

pub fn played(
    setup: &GameSetup,
    first: &mut dyn AnyPlayer,
    second: &mut dyn AnyPlayer,
) -> PlayedGame {
    setup.play([first, second], &Ticking::default()).unwrap().unwrap()
}

#[test]
fn players_that_the_program_has_play_every_game_to_its_end() {
    let second = "minimax:depth=1";
    let games = ["santorini", "nim", "byte", "theseus", "tictactoe"].map(|game| (game, second));
    for (game, second) in games.into_iter().chain([("theseus", "heuristic")]) {
        let setup = setup(game);
        let game = played(&setup, &mut own("random"), &mut own(second));
        assert_eq!(game.reason, Reason::Rules);
        let record = game.record(setup.game, Default::default());
        assert_eq!(record.replay().unwrap().outcome(), record.result);
    }
}

#[test]
fn our_rules_decide_and_who_breaks_them_loses() {
    let setup = setup("tictactoe");
    let mut good = Scripted(vec!["11", "00", "22", "20", "01"]);
    let game = played(&setup, &mut good, &mut Scripted(vec!["01", "11"]));
    assert_eq!(game.result, Outcome::Win(Side::First));
    assert_eq!(game.moves, ["11", "01", "00"]);
    assert!(matches!(&game.reason, Reason::Fault(Side::Second, Fault::Illegal { .. })));
    assert!(game.reason.to_string().starts_with("P2 made the move \"11\", which is refused: "));
    let game = played(&setup, &mut Scripted(vec![]), &mut good);
    assert_eq!((game.result, game.moves.len()), (Outcome::Win(Side::Second), 0));
    let game = played(&setup, &mut good, &mut Scripted(vec!["01"]));
    assert_eq!(game.reason.to_string(), "P2 has gone away");
    let record = game.record(setup.game, Default::default());
    assert_eq!(record.replay().unwrap().outcome(), None);
}

#[test]
fn who_takes_too_long_loses() {
    let mut setup = setup("tictactoe");
    let lines = || [Scripted(vec!["11", "00", "22"]), Scripted(vec!["01", "10", "12"])];
    let late = |setup: &GameSetup| {
        let [mut first, mut second] = lines();
        played(setup, &mut first, &mut second)
    };
    // Every move takes a second by this clock.
    setup.limits.movetime = Some(900_000);
    let game = late(&setup);
    assert_eq!(game.reason, Reason::Fault(Side::First, Fault::Time { over: 100 }));
    setup.limits.movetime = Some(960_000);
    assert_eq!(late(&setup).reason, Reason::Rules);
    setup.limits.movetime = None;
    setup.limits.clock = Some(TimeControl::fischer([2_000_000, 0]));
    let game = late(&setup);
    assert_eq!(game.reason, Reason::Fault(Side::First, Fault::Time { over: 1000 }));
    assert_eq!((game.moves.len(), game.time_used), (4, [3_000_000, 2_000_000]));
    setup.limits.clock = Some(TimeControl::fischer([2_000_000, 500_000]));
    assert_eq!(late(&setup).reason, Reason::Rules);
}

#[test]
fn the_first_wish_that_is_free_is_granted_and_else_the_player_places() {
    let first_moves = ["@00,00", "@11,33", "@13,31"].map(String::from);
    let setup = GameSetup {
        max_plies: Some(2),
        first_moves: [&first_moves, &first_moves],
        ..setup("santorini")
    };
    let mut first = own("minimax:depth=1");
    let game = played(&setup, &mut first, &mut own("minimax:depth=1"));
    assert_eq!(game.moves, ["@11,33", "@13,31"]);
    assert_eq!((game.result, game.reason), (Outcome::Draw, Reason::TooLong));
    let few = GameSetup { first_moves: [&first_moves, &first_moves[..2]], ..setup };
    let game = played(&few, &mut first, &mut own("minimax:depth=1"));
    assert_eq!(game.moves[0], "@11,33");
    assert_ne!(game.moves[1], "@13,31");
    assert_eq!(game.time_used[0], 0, "a preferred first move takes no time");
}

#[test]
fn a_game_whose_value_is_proven_ends() {
    let setup = GameSetup { adjudicate: true, ..setup("nim") };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.reason, game.moves.len()), (Reason::Proven, 0));
    assert_eq!(game.result, Outcome::Win(Side::First), "nim 3,5,7 is won");
    let setup = GameSetup { game: find("tictactoe").unwrap(), ..setup };
    assert_eq!(played(&setup, &mut own("random"), &mut own("random")).result, Outcome::Draw);
    let setup = GameSetup { game: find("santorini").unwrap(), ..setup };
    assert_eq!(played(&setup, &mut own("random"), &mut own("random")).reason, Reason::Rules);
}

#[test]
fn drawn_boards_of_byte_are_adjudicated_and_end_by_the_rules() {
    let start = "8 X 0-0 E3:OOX,G5:OXXX";
    let setup = GameSetup { start, ..setup("byte") };
    let game = played(&setup, &mut own("level:5"), &mut own("minimax:depth=2"));
    assert_eq!((game.result, &game.reason), (Outcome::Draw, &Reason::Rules));
    let record = game.record(setup.game, Default::default());
    assert_eq!(record.replay().unwrap().outcome(), Some(Outcome::Draw));
    let text = record.to_string();
    assert!(text.contains("1/2-1/2"), "{text}");
    assert_eq!(Record::read(&text).unwrap(), [record]);
    let setup = GameSetup { adjudicate: true, ..setup };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.result, game.reason, game.moves.len()), (Outcome::Draw, Reason::Proven, 0));
    // The only move of O completes the stack that X needs.
    let setup = GameSetup { start: "8 O 1-0 D4:OXXX,E5:XXXX", ..setup };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.result, game.reason), (Outcome::Win(Side::First), Reason::Proven));
}

#[test]
fn games_are_repeated_by_their_seed() {
    let setup = setup("santorini");
    let game = |seed| {
        let setup = GameSetup { seed, ..setup.clone() };
        played(&setup, &mut own("random"), &mut own("engine:level=1")).moves
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn limits_are_for_those_who_have_none_of_their_own() {
    let shallow = MoveLimits { depth: Some(1), nodes: Some(50), ..MoveLimits::default() };
    let setup = GameSetup {
        limits: shallow,
        start: "00000/00000/00000/00000/00000 B 11,33 13,31",
        ..setup("santorini")
    };
    let moves = |first: &str| {
        let setup = GameSetup { max_plies: Some(12), ..setup.clone() };
        played(&setup, &mut own(first), &mut own("minimax:depth=1")).moves
    };
    assert_eq!(moves("minimax"), moves("minimax:depth=1"));
    assert_ne!(moves("minimax"), moves("minimax:depth=3"));
    assert_eq!(moves("engine"), moves("engine:depth=1,nodes=50"));
}

#[test]
fn a_random_start_follows_from_its_seed_and_goes_on() {
    let mut starts: HashMap<String, u32> = HashMap::new();
    for game in ["santorini", "nim", "byte", "theseus", "tictactoe"] {
        let entry = find(game).unwrap();
        for seed in 0..4 {
            let start = balanced_start(entry, "startpos", 4, seed).unwrap();
            assert_eq!(balanced_start(entry, "startpos", 4, seed).unwrap(), start);
            let Opening { position, line } = start;
            assert!(entry.open(&position).unwrap().outcome().is_none(), "{position}");
            let mut reached = entry.open(&line.start).unwrap();
            reached.follow(&line.moves.join(" ")).unwrap();
            assert_eq!(reached.position(), position, "the moves lead there");
            *starts.entry(position).or_default() += 1;
        }
    }
    assert!(starts.len() > 15, "{starts:?}");
}

/// Plays as another, with limits of its own, and reports these scores with its moves.
struct Limited {
    player: Scripted,
    own: Option<MoveLimits>,
    margin: Option<u64>,
    scores: Vec<i32>,
    seen: Vec<(MoveLimits, [u64; 2])>,
}

impl Limited {
    fn new(moves: &[&'static str]) -> Limited {
        let player = Scripted(moves.to_vec());
        Limited { player, own: None, margin: None, scores: Vec::new(), seen: Vec::new() }
    }
}

impl AnyPlayer for Limited {
    fn own_limits(&self) -> Option<MoveLimits> {
        self.own
    }

    fn margin(&self) -> Option<u64> {
        self.margin
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        self.player.begin(start)
    }

    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<PlayerMove, Fault> {
        self.seen.push((turn.limits, turn.clock.left()));
        let mut chosen = self.player.choose(turn, clock)?;
        chosen.stats.score = self.scores.get(turn.moves.len() / 2).copied().map(Score::estimate);
        Ok(chosen)
    }
}

#[test]
fn each_side_has_its_own_clock_and_margin_if_it_says_so() {
    let control = |seconds: u64| TimeControl::fischer([seconds * 1_000_000, 0]);
    let clock = |seconds| MoveLimits { clock: Some(control(seconds)), ..MoveLimits::default() };
    let play = |own, margin| {
        let setup = GameSetup { limits: clock(9), ..setup("tictactoe") };
        let mut first = Limited::new(&["11", "00", "22"]);
        let mut second = Limited { own, margin, ..Limited::new(&["01", "10", "12"]) };
        let game = played(&setup, &mut first, &mut second);
        (game, first.seen, second.seen)
    };
    // Every move takes a second by this clock.
    let (game, first, second) = play(Some(clock(1)), None);
    assert_eq!(game.reason, Reason::Fault(Side::Second, Fault::Time { over: 1000 }));
    assert_eq!(first[1], (clock(9), [8_000_000, 0]));
    assert_eq!(second[1], (clock(1), [7_000_000, 0]));
    assert_eq!(play(Some(clock(1)), Some(1000)).0.reason, Reason::Rules);
    assert_eq!(play(None, None).0.reason, Reason::Rules);
    // A depth that holds for everybody holds for those, too.
    let setup = GameSetup { depth: Some(2), ..setup("tictactoe") };
    let own = Some(MoveLimits { depth: Some(7), ..clock(9) });
    let mut player = Limited { own, ..Limited::new(&["11", "00", "22"]) };
    played(&setup, &mut player, &mut Scripted(vec!["01", "10"]));
    assert_eq!(player.seen[0].0, MoveLimits { depth: Some(2), ..clock(9) });
}

#[test]
fn games_end_by_the_scores_that_players_report() {
    let resign = Some(ResignRule { score: 100, moves: 2, both: false });
    let draw = Some(DrawRule { score: 5, moves: 2, after: 0 });
    let setup = GameSetup { score_rules: ScoreRules { resign, draw }, ..setup("tictactoe") };
    let play = |mine: &[i32], theirs: &[i32]| {
        let [mut first, mut second] =
            [Limited::new(&["11", "00", "22"]), Limited::new(&["01", "10", "12"])];
        (first.scores, second.scores) = (mine.to_vec(), theirs.to_vec());
        played(&setup, &mut first, &mut second)
    };
    let game = play(&[50, 50], &[-100, -120]);
    assert_eq!(game.reason, Reason::Resigned(Side::Second));
    assert_eq!((game.result, game.moves.len()), (Outcome::Win(Side::First), 4));
    assert_eq!(game.reason.to_string(), "P2 resigned by its score");
    assert_eq!(game.stats[3].stats.score, Some(Score::estimate(-120)));
    assert!(game.stats.iter().all(|stats| stats.time == 1_000_000));
    let game = play(&[0, 5], &[-5, 0]);
    assert_eq!((game.result, &game.reason), (Outcome::Draw, &Reason::DrawnByScore));
    let record = game.record(setup.game, Default::default());
    assert!(record.replay().is_ok(), "the reason explains the result");
    assert_eq!(play(&[], &[-200]).reason, Reason::Rules);
}

#[test]
fn a_player_with_inverted_scores_does_not_resign_won_games_where_both_must_agree() {
    let play = |both| {
        let resign = Some(ResignRule { score: 100, moves: 2, both });
        let setup =
            GameSetup { score_rules: ScoreRules { resign, draw: None }, ..setup("tictactoe") };
        let [mut first, mut second] =
            [Limited::new(&["11", "00", "22"]), Limited::new(&["01", "10", "12"])];
        // The first wins, and says the opposite.
        (first.scores, second.scores) = (vec![-100, -900, -900], vec![-100, -900, -900]);
        played(&setup, &mut first, &mut second)
    };
    let one_sided = play(false);
    assert_eq!(one_sided.reason, Reason::Resigned(Side::First));
    let agreed = play(true);
    assert_eq!((agreed.reason, agreed.result), (Reason::Rules, Outcome::Win(Side::First)));
}

#[test]
fn the_referee_ends_a_game_when_its_own_search_proves_a_win() {
    let limits = MoveLimits { depth: Some(2), ..MoveLimits::default() };
    let play = |proof_nodes| {
        let setup = GameSetup { limits, proof_nodes, ..setup("santorini") };
        played(&setup, &mut own("engine"), &mut own("random"))
    };
    let (whole, proven) = (play(None), play(Some(2_000)));
    assert_eq!(whole.reason, Reason::Rules);
    assert_eq!((proven.reason, proven.result), (Reason::ProvenBySearch, whole.result));
    assert_eq!(whole.moves[..proven.moves.len()], proven.moves);
    assert!(proven.moves.len() < whole.moves.len());
}

#[test]
fn what_a_search_reports_is_known_for_every_move() {
    let limits = MoveLimits { depth: Some(2), ..MoveLimits::default() };
    let setup = GameSetup { limits, max_plies: Some(6), ..setup("byte") };
    let game = played(&setup, &mut own("engine"), &mut own("random"));
    assert_eq!(game.stats.len(), game.moves.len());
    for (ply, stats) in game.stats.iter().enumerate() {
        let is_search = ply % 2 == 0;
        assert_eq!(stats.stats.score.is_some(), is_search, "{stats:?}");
        assert_eq!(stats.stats.depth, is_search.then_some(2));
        assert_eq!(stats.stats.nodes.is_some_and(|nodes| nodes > 0), is_search);
    }
}

#[test]
fn a_player_that_cannot_keep_to_a_limit_says_so_before_the_game() {
    let begin = |game: &str, player: &str, limits: MoveLimits| {
        let game = find(game).unwrap();
        let (start, side) = ("startpos", Side::First);
        let start = GameStart { game, start, opening: None, side, limits, seed: 0 };
        own(player).begin(&start).map_err(|fault| fault.to_string())
    };
    let nodes = MoveLimits { nodes: Some(100), ..MoveLimits::default() };
    let refused = begin("nim", "minimax", nodes).unwrap_err();
    assert!(refused.contains("has no node limit: name its depth"), "{refused}");
    assert_eq!(begin("nim", "minimax:depth=2", nodes), Ok(()));
    assert_eq!(begin("nim", "engine", nodes), Ok(()));
    let depth = |depth| MoveLimits { depth: Some(depth), ..MoveLimits::default() };
    let refused = begin("nim", "minimax", depth(10)).unwrap_err();
    assert!(refused.contains("from 1 to 9, not 10"), "{refused}");
    assert_eq!(begin("nim", "minimax", MoveLimits { depth: Some(3), ..nodes }), Ok(()));
    assert_eq!(begin("theseus", "minmax", depth(4)), Ok(()));
    assert_eq!(begin("theseus", "minmax", depth(1)), Ok(()), "it searches two plies at least");
    let refused = begin("theseus", "minmax", depth(9)).unwrap_err();
    assert!(refused.contains("depth of minmax"), "{refused}");
    assert_eq!(begin("theseus", "minmax:depth=2", depth(9)), Ok(()));
    assert_eq!(begin("theseus", "heuristic", depth(9)), Ok(()));
    assert_eq!(begin("nim", "engine:clock=5", MoveLimits::default()), Ok(()));
}
