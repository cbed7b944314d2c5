//! `agon match`: plays a match of many games between two players, with statistics.

use std::io::Write;
use std::path::Path;

use agon_arena::contest::Sprt;
use agon_contest::{
    Archive, ArchiveContest, Entrant, Event, Format, GameSettings, MatchPlan, MatchWork, Openings,
    Tournament, files_of_player,
};
use agon_core::counted;
use agon_host::{Failure, notice};
use agon_sandbox::{EngineLog, Level};

use crate::cli::MatchArgs;
use crate::workplace::Workplace;

/// Plays the match and prints the result.
pub fn match_(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = sprt(args)?;
    let mut settings = settings(args)?;
    let rules = args.limits.referee_rules();
    let identity_of = |settings: &GameSettings| rules.add_to(settings.identity(None));
    if let Some(stored) = args.archive.as_deref().and_then(Archive::settings)
        && !identity_of(&settings).is(&stored)
        && let others = settings.openings.earlier()
        && let Some((begun, _)) = settings.begun_as(&stored, others.as_slice(), &identity_of)
    {
        notice("the match goes on with the openings that it was begun with");
        settings = begun;
    }
    let here = Path::new("");
    let [first, second] = [("A", &args.first), ("B", &args.second)]
        .map(|(name, text)| Entrant::read(settings.game, name, text, here));
    let mut players = vec![first?, second?];
    let log = args.run.log.as_deref().map(|path| EngineLog::create(Some(path))).transpose()?;
    for player in &mut players {
        player.log = log.clone();
        player.limits.private.extend(args.archive.clone());
        let files = [&args.first, &args.second].map(|text| files_of_player(text, here));
        player.limits.private.extend(files.into_iter().flatten());
    }
    let start = settings.start(0)?;
    for player in &players {
        player.check(settings.game, &start, settings.limits)?;
    }
    let tournament = Tournament {
        entrants: 2,
        format: Format::RoundRobin,
        pairs: args.pairs as u32,
        seed: args.seed,
    };
    if let Openings::Listed(starts) = &settings.openings
        && (starts.len() as u64) < args.pairs
    {
        let openings = counted(starts.len() as u64, "opening");
        notice(format_args!("the book has {openings} for {} pairs: they are repeated", args.pairs));
    }
    let identity = identity_of(&settings);
    let title = format!("{} against {}", players[0].player_text(), players[1].player_text());
    let archive = args
        .archive
        .as_deref()
        .map(|path| {
            let (settings, bonus) = (&identity, &[][..]);
            let (name, tournament, entrants, may_change) =
                (&title, &tournament, &players[..], false);
            let contest =
                ArchiveContest { name, tournament, settings, entrants, bonus, may_change };
            Archive::open(path, &contest).map(|(archive, _)| archive)
        })
        .transpose()?;
    if players.iter().any(Entrant::has_program) {
        let line = agon_sandbox::ready(Level::Unprotected)?.to_string();
        notice(&line);
        archive.as_ref().map_or(Ok(()), |archive| archive.store_restrictions(&line))?;
    }
    let event = Event { name: "match".into(), is_match: true, settings, rules, entrants: players };
    let known = match &archive {
        Some(archive) => archive.load()?.games,
        None => Vec::new(),
    };
    if !known.is_empty() {
        let games = counted(known.len() as u64, "game");
        notice(format_args!("resuming: {games} were played before"));
    }
    let writer = archive.as_ref().map(Archive::writer).transpose()?;
    let workplace = Workplace::of(&args.run.cluster, args.run.concurrency)?;
    let plan = MatchPlan {
        players: [args.first.clone(), args.second.clone()],
        pairs: args.pairs,
        seed: args.seed,
        sprt,
        records: args.run.records.clone(),
        adjudicated: args.run.adjudicated.clone(),
        json: args.run.json,
    };
    let mut work = MatchWork::new(&event, plan, known, writer, out)?;
    let lines = workplace.play(&event, args.archive.as_deref(), 2, &mut work)?;
    archive.as_ref().map_or(Ok(()), |archive| archive.store_workers(&lines))?;
    work.into_score().finish(out)
}

fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some([elo0, elo1]) = args.sprt else { return Ok(None) };
    let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta);
    sprt.map(Some).map_err(|refused| Failure::Usage(refused.to_string()))
}

fn settings(args: &MatchArgs) -> Result<GameSettings, Failure> {
    let game = args.position.game();
    let session = args.position.open()?;
    if session.outcome().is_some() {
        return Err(Failure::Refused("the game is over in this position".into()));
    }
    let from = session.position();
    let here = Path::new("");
    let openings = Openings::read(game, &from, &args.openings, args.opening_plies, here)?;
    Ok(GameSettings {
        game,
        from,
        openings,
        limits: args.limits.limits(),
        max_plies: args.limits.max_plies.map(|most| most as usize),
        adjudicate: args.limits.adjudicate,
        seed: args.seed,
    })
}
