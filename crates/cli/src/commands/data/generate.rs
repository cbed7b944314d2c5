//! `agon data GAME`: writes the positions of self-play games.

use std::io::Write;
use std::path::Path;

use agon_arena::contest::MoveLimits;
use agon_arena::data::{DataHeader, SelfPlayRefusal, SelfPlaySettings};
use agon_arena::{GameEntry, PlayerRefusal};
use agon_contest::Entrant;
use agon_core::counted;
use agon_host::{Failure, notice};
use agon_runner::{Objects, Stop};
use agon_selfplay::{DataFile, DataFormat, DataTask, DataWork, SelfPlaySetup, SelfPlayer};

use crate::cli::GenerateArgs;
use crate::cluster::Task;
use crate::workplace::Workplace;

/// The default player.
const PLAYER: &str = "engine:nodes=5000,hash=1";

/// Generates data, or continues a file.
pub fn generate(args: &GenerateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game();
    let session = args.position.open()?;
    if session.outcome().is_some() {
        return Err(Failure::Refused("the game is over in this position".into()));
    }
    let start = session.position();
    let format = args.format.map_or_else(|| format_of(&args.output), DataFormat::from);
    let packed_bytes = match (format, session.packed_bytes()) {
        (DataFormat::Jsonl, _) => None,
        (DataFormat::Binary, None) => {
            let refused = SelfPlayRefusal::NotPacked { game: game.name };
            return Err(Failure::Usage(refused.to_string()));
        }
        (DataFormat::Binary, bytes) => bytes,
    };
    let player = player(args, game, &start)?;
    let settings = settings(args);
    let seed = args.seed.unwrap_or(0);
    let hash = player.evaluation_hash()?;
    let header = DataHeader::new(
        game.name,
        &start,
        &player.player_text(),
        hash.as_deref(),
        seed,
        &settings,
        packed_bytes,
    );
    let workplace = Workplace::of(&args.cluster, args.threads)?;
    let (file, continued) = DataFile::open(&args.output, &header, format)?;
    if continued.next_game > 0 {
        let games = counted(u64::from(continued.next_game), "game");
        notice(format_args!("resuming: {games} were played before"));
    }
    let is_packed = packed_bytes.is_some();
    let setup = &SelfPlaySetup { game, start, player, settings, seed, is_packed };
    let mut work = DataWork::new(file, continued, args.games, packed_bytes);
    let executor = || {
        let mut player = SelfPlayer::new(setup)?;
        Ok(move |game: &u32, stop: Stop<'_>| player.play(game, stop))
    };
    let played = workplace.run(&mut work, 1, executor, || {
        let mut objects = Objects::new();
        let task = Task::Data(DataTask::of(setup, &mut objects)?);
        Ok((format!("self-play of {}", game.name), task.pack(objects)))
    });
    // Finished games are kept even after a failure.
    work.flush()?;
    played?;
    work.finish(out)
}

fn format_of(path: &Path) -> DataFormat {
    match path.extension().is_some_and(|ending| ending == "jsonl") {
        true => DataFormat::Jsonl,
        false => DataFormat::Binary,
    }
}

fn settings(args: &GenerateArgs) -> SelfPlaySettings {
    let usual = SelfPlaySettings::default();
    SelfPlaySettings {
        random_plies: args.random_plies.clone().unwrap_or(usual.random_plies),
        player_first: args.player_first.unwrap_or(usual.player_first),
        random_moves: args.random_moves.unwrap_or(usual.random_moves),
        random_children: args.random_children.unwrap_or(usual.random_children),
        skip_decided: args.skip_decided,
        skip_threatened: args.skip_threatened,
    }
}

/// The player, checked with this starting position.
fn player(args: &GenerateArgs, game: &'static GameEntry, start: &str) -> Result<Entrant, Failure> {
    let text = args.player.as_deref().unwrap_or(PLAYER);
    let player = Entrant::read(game, "the player", text, Path::new(""))?;
    if player.is_engine() {
        return Err(Failure::Usage(PlayerRefusal::Program.to_string()));
    }
    let repeatable = player.player.check_repeatable();
    repeatable.map_err(|refused| Failure::Usage(refused.to_string()))?;
    let limits = MoveLimits { depth: None, nodes: None, movetime: None, clock: None };
    player.check(game, start, limits)?;
    Ok(player)
}
