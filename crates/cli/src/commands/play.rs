//! `agon play` and `agon choose`: play games in the terminal.

use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::contest::Record;
use agon_arena::{AnySession, GameEntry, PlayerSpec, find};
use agon_core::Side;
use agon_host::input::Input;
use agon_host::interrupt::{self, Interrupt};
use agon_host::{Failure, notice};
use agon_inputs::evaluators::OpenedEvaluation;
use agon_terminal::{Choice, NewGame, Remarks, Way, line_mode};
use agon_threads::ScopedThreads;

use super::replay;
use crate::cli::{ChooseArgs, PlayArgs, PositionArgs, Sight};

/// Plays a game between the named players.
pub fn play(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let origin = Origin::of(args)?;
    let is_full_screen = !args.line && agon_terminal::is_possible();
    let (entry, has_result) = (origin.entry()?, origin.has_result());
    let mut sessions = vec![origin.open()?];
    if is_full_screen {
        sessions.push(origin.open()?);
    }
    let computer = match (args.assignment, entry.assignment) {
        (false, _) => entry.opponent(),
        (true, Some(assignment)) => {
            if !is_full_screen {
                notice(format_args!("as the assignment has it: {}", assignment.about));
            }
            assignment.opponent()
        }
        (true, None) => {
            let why = format!("{} comes from no assignment: leave out --assignment", entry.name);
            return Err(Failure::Usage(why));
        }
    };
    let second = if has_result { PlayerSpec::Person } else { computer.clone() };
    let players = [args.p1.clone(), args.p2.clone().unwrap_or(second)];
    for (side, mut player) in Side::BOTH.into_iter().zip(players) {
        if player == (PlayerSpec::Random { seed: None }) {
            player = player.with_seed(seed_by_clock(side));
            if !is_full_screen {
                notice(format_args!("{} is {player}", entry.sides[side.index()]));
            }
        }
        let opened = OpenedEvaluation::open(entry, player.eval())?;
        for session in &mut sessions {
            opened.as_ref().map_or(Ok(()), |opened| opened.add_to(&mut **session))?;
            let set = session.set_player(side, player.clone());
            set.map_err(|refused| Failure::Usage(refused.to_string()))?;
        }
    }
    let shows_all = args.view == Sight::Full;
    let first = sessions.remove(0);
    match sessions.pop() {
        None => line_mode::play(first, computer, shows_all, &mut Input::stdin(), out),
        Some(second) => {
            let sessions = [first, second];
            let remarks = origin.remarks();
            let game = NewGame { entry, sessions, computer, shows_all, remarks, threads };
            let said = interrupt::during(|| agon_terminal::play(game, &Interrupt))?;
            write_farewell(&said, out)
        }
    }
}

/// What a game in the terminal begins with.
enum Origin<'a> {
    Position(&'a PositionArgs),
    Record(Box<Record>),
}

impl Origin<'_> {
    fn of(args: &PlayArgs) -> Result<Origin<'_>, Failure> {
        let stdin = |what: &str| {
            Failure::Usage(format!("moves are read from standard input, so {what} cannot be"))
        };
        match (&args.record, &args.position) {
            (Some(path), _) if path == Path::new("-") => Err(stdin("the record")),
            (Some(path), _) => {
                let record = replay::read_one(path, args.number)?;
                Ok(Origin::Record(Box::new(record)))
            }
            (None, position) if position.reads_stdin() => Err(stdin("the position")),
            (None, position) => Ok(Origin::Position(position)),
        }
    }

    fn entry(&self) -> Result<&'static GameEntry, Failure> {
        match self {
            Origin::Position(position) => Ok(position.game()),
            Origin::Record(record) => {
                let unknown = || Failure::Refused(format!("there is no game {}", record.game));
                find(&record.game).ok_or_else(unknown)
            }
        }
    }

    fn open(&self) -> Result<Box<dyn AnySession>, Failure> {
        match self {
            Origin::Position(position) => position.open(),
            Origin::Record(record) => {
                record.replay().map_err(|refused| Failure::Refused(refused.to_string()))
            }
        }
    }

    /// Whether the game is over, by its rules or otherwise.
    fn has_result(&self) -> bool {
        matches!(self, Origin::Record(record) if record.result.is_some())
    }

    fn remarks(&self) -> Remarks {
        match self {
            Origin::Position(_) => Remarks::default(),
            Origin::Record(record) => Remarks::of(record),
        }
    }
}

/// Asks for a game and players, and plays it.
pub fn choose(args: &ChooseArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.line || !agon_terminal::is_possible() {
        return line_mode::choose(out);
    }
    let said = interrupt::during(|| agon_terminal::choose(game_of, &Interrupt))?;
    write_farewell(&said, out)
}

/// The game that was chosen in the menu.
fn game_of(choice: Choice) -> Result<NewGame, Failure> {
    let Choice { entry, settings, way: Way { computers, computer, .. } } = choice;
    let open = || {
        let mut session = entry.with(&settings)?;
        for &side in computers {
            session.set_player(side, computer.clone())?;
        }
        Ok::<_, Failure>(session)
    };
    let sessions = [open()?, open()?];
    let remarks = Remarks::default();
    Ok(NewGame { entry, sessions, computer, shows_all: false, remarks, threads })
}

fn threads(count: usize) -> Box<dyn agon_search::Threads> {
    Box::new(ScopedThreads(count))
}

/// Prints the final text of a game.
fn write_farewell(said: &str, out: &mut impl Write) -> Result<(), Failure> {
    if !said.is_empty() {
        writeln!(out, "{said}")?;
    }
    Ok(())
}

/// A random seed from the clock, another for each side.
pub fn seed_by_clock(side: Side) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) * 2 + side.index() as u64
}
