//! `agon analyse`: annotates games and shows a better line wherever a move lost something.

mod html;
mod json;
mod records;
mod terms;
mod text;

use std::collections::BTreeMap;
use std::io::Write;

use agon_arena::contest::{Record, RecordRefusal};
use agon_arena::{
    Accuracy, ExplainLimits, MoveExplanation, MoveQuality, ReviewSettings, ReviewedMove,
    ReviewedPosition, evaluation_claims, find, review,
};
use agon_core::{Claim, Side, quote};
use agon_host::interrupt::{self, Interrupt};
use agon_host::store::LockedFile;
use agon_host::{Failure, Progress, notice};
use agon_inputs::evaluators::OpenedEvaluation;

use self::terms::{TermChange, changed_terms};
use super::replay;
use crate::cli::{AnalyseArgs, AnalyseFormat};

/// The size of the transposition table, in bytes.
const HASH_BYTES: usize = 16 << 20;

/// A game and the assessments of its positions.
struct AnalysedGame {
    /// The number in the file, from 1.
    number: usize,
    record: Record,
    sides: [&'static str; 2],
    /// Whether the moves of each side are annotated.
    is_commented: [bool; 2],
    positions: Vec<ReviewedPosition>,
    accuracy: [Accuracy; 2],
    turning_points: Vec<TurningPoint>,
    /// Why the annotated moves are bad, by the moves before them; none if that was not asked for.
    explanations: BTreeMap<usize, Explained>,
}

/// An explanation with its words in English, if it has any.
struct Explained {
    explanation: MoveExplanation,
    words: Option<String>,
}

struct TurningPoint {
    /// The number of moves before it.
    ply: usize,
    /// The board before the move.
    board: String,
    /// The terms of an evaluation that differ between the move and the better one. `None` if no
    /// evaluation was named.
    terms: Option<Vec<TermChange>>,
    /// What the evaluation made of the two moves, if that was asked for, and in words.
    judged: Option<(Vec<Claim>, String)>,
}

impl AnalysedGame {
    /// Each position in which a move was made, with the move.
    fn moves(&self) -> impl Iterator<Item = (&ReviewedPosition, &ReviewedMove)> {
        self.positions.iter().filter_map(|position| Some((position, position.made.as_ref()?)))
    }

    /// Whether a move is annotated: it is bad, and its side is annotated.
    fn comments_on(&self, position: &ReviewedPosition, made: &ReviewedMove) -> bool {
        self.is_commented[position.assessment.mover.index()] && made.quality.is_bad()
    }

    fn turning_point(&self, ply: usize) -> Option<&TurningPoint> {
        self.turning_points.iter().find(|point| point.ply == ply)
    }

    /// The number of moves of a side with this quality.
    fn count(&self, side: Side, quality: MoveQuality) -> usize {
        let is_one = |(position, made): &(&ReviewedPosition, &ReviewedMove)| {
            position.assessment.mover == side && made.quality == quality
        };
        self.moves().filter(is_one).count()
    }

    /// The name of a side's player, or of the side.
    fn name(&self, side: Side) -> &str {
        let name = self.record.players[side.index()].as_str();
        if name.is_empty() { self.sides[side.index()] } else { name }
    }
}

/// Describes what a move lost.
fn loss_words(made: &ReviewedMove) -> String {
    let quality = made.quality.name();
    match made.gave_away {
        Some(verdict) => format!("{quality}, gave away a proven {verdict}"),
        None => format!("{quality}, loses {} of the winning chance", percent(made.loss)),
    }
}

/// A share from 0 to 1 as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Analyses the games of a file and writes them.
pub fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let chosen = chosen(args)?;
    let progress = Progress::default();
    let mut games = Vec::new();
    interrupt::during(|| -> Result<(), Failure> {
        for (place, record) in &chosen {
            let all = chosen.len();
            progress.show(format_args!("game {} of {all}", games.len() + 1));
            match analysed(args, *place + 1, record) {
                Ok(game) => games.extend(game),
                Err(Failure::Refused(what)) => {
                    return Err(Failure::Refused(format!("game {}: {what}", place + 1)));
                }
                Err(other) => return Err(other),
            }
            if interrupt::interrupted() {
                break;
            }
        }
        Ok(())
    })?;
    progress.clear();
    if games.len() < chosen.len() {
        notice("stopped before all games were analysed; the result has those that were");
    }
    let text = match args.format {
        AnalyseFormat::Text => text::write(&games),
        AnalyseFormat::Records => records::write(&games),
        AnalyseFormat::Json => json::write(&games),
        AnalyseFormat::Html => html::write(&games, args.player.as_deref()),
    };
    match &args.output {
        Some(path) => LockedFile::lock(path)?.write(text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    if games.len() < chosen.len() { Err(Failure::Unknown) } else { Ok(()) }
}

/// The records that the arguments select, with their indices in the file.
fn chosen(args: &AnalyseArgs) -> Result<Vec<(usize, Record)>, Failure> {
    let records = replay::read(&args.file)?;
    let all = records.len();
    let is_wanted = |place: usize, record: &Record| {
        let is_player = |name: &String| record.players.contains(name);
        args.game.is_none_or(|number| number == place as u64 + 1)
            && args.player.as_ref().is_none_or(is_player)
    };
    let names = known_names(&records);
    let chosen: Vec<(usize, Record)> = records
        .into_iter()
        .enumerate()
        .filter(|(place, record)| is_wanted(*place, record))
        .collect();
    match (chosen.is_empty(), args.game, &args.player) {
        (false, ..) => Ok(chosen),
        (true, Some(number), _) if number > all as u64 => {
            let games = agon_core::counted(all as u64, "game");
            Err(Failure::Refused(format!("there is no game {number}: the file has {games}")))
        }
        (true, _, Some(player)) => Err(Failure::Refused(format!(
            "no game of {} in the file; its players are {names}",
            quote(player)
        ))),
        (true, ..) => Err(Failure::Refused("the file has no games".into())),
    }
}

/// The first few names of players in the records.
fn known_names(records: &[Record]) -> String {
    const MOST: usize = 12;
    let mut names: Vec<&str> = Vec::new();
    for name in records.iter().flat_map(|record| &record.players) {
        if !names.contains(&name.as_str()) && names.len() <= MOST {
            names.push(name);
        }
    }
    let more = if names.len() > MOST { ", ..." } else { "" };
    names.truncate(MOST);
    format!("{}{more}", names.join(", "))
}

/// Reviews a game. `None` if interrupted.
fn analysed(
    args: &AnalyseArgs,
    number: usize,
    record: &Record,
) -> Result<Option<AnalysedGame>, Failure> {
    let refused = |refused: RecordRefusal| Failure::Refused(refused.to_string());
    let mut session = record.replay().map_err(refused)?;
    let opened = match (find(&record.game), &args.eval) {
        (Some(entry), Some(eval)) => {
            let opened = OpenedEvaluation::open(entry, Some(eval))?;
            terms::check(&mut *record.session().map_err(refused)?, opened.as_ref(), eval)?;
            opened
        }
        _ => None,
    };
    let settings = ReviewSettings { nodes: args.nodes, hash_bytes: HASH_BYTES, eval: None };
    let mut positions = Vec::new();
    let mut accuracy = [Accuracy::default(); 2];
    review(&mut *session, &settings, &Interrupt, &mut |position: ReviewedPosition| {
        if let Some(made) = &position.made {
            accuracy[position.assessment.mover.index()].add(made);
        }
        positions.push(position);
    })?;
    if positions.len() <= record.moves.len() {
        return Ok(None);
    }
    let is_commented = Side::BOTH
        .map(|side| args.player.as_ref().is_none_or(|name| *name == record.players[side.index()]));
    let mut game = AnalysedGame {
        number,
        record: record.clone(),
        sides: session.sides(),
        is_commented,
        positions,
        accuracy,
        turning_points: Vec::new(),
        explanations: BTreeMap::new(),
    };
    if args.explain {
        game.explanations = explanations(&game)?;
    }
    game.turning_points = turning_points(&game, args.eval.as_deref(), opened.as_ref())?;
    Ok(Some(game))
}

/// Explains the annotated moves of a game.
fn explanations(game: &AnalysedGame) -> Result<BTreeMap<usize, Explained>, Failure> {
    let refused = |refused: RecordRefusal| Failure::Refused(refused.to_string());
    let mut session = game.record.replay().map_err(refused)?;
    let mut explanations = BTreeMap::new();
    for (position, made) in game.moves().filter(|(position, made)| game.comments_on(position, made))
    {
        session.jump(position.ply);
        let limits =
            ExplainLimits { better: position.assessment.best(), ..ExplainLimits::default() };
        let explanation = session.explain(&made.mv, &limits, &Interrupt)?;
        let words = session.explanation_words(&explanation);
        explanations.insert(position.ply, Explained { explanation, words });
    }
    Ok(explanations)
}

/// The mistakes and blunders of a game.
fn turning_points(
    game: &AnalysedGame,
    eval: Option<&str>,
    opened: Option<&OpenedEvaluation>,
) -> Result<Vec<TurningPoint>, Failure> {
    let refused = |refused: RecordRefusal| Failure::Refused(refused.to_string());
    let is_turning =
        |made: &ReviewedMove| matches!(made.quality, MoveQuality::Mistake | MoveQuality::Blunder);
    let mut points = Vec::new();
    for (position, made) in game.moves() {
        if !game.comments_on(position, made) || !is_turning(made) {
            continue;
        }
        let ply = position.ply;
        let open = || -> Result<_, Failure> {
            let mut session = game.record.session().map_err(refused)?;
            if let Some(opened) = opened {
                opened.add_to(&mut *session)?;
            }
            session.follow(&game.record.moves[..ply].join(" "))?;
            Ok(session)
        };
        let session = open()?;
        let drawn = || agon_terminal::line_mode::draw(&session.scene(None));
        let board = session.text_board(None).unwrap_or_else(drawn);
        let mut judged = None;
        let terms = match (eval, position.assessment.best()) {
            (Some(eval), Some(better)) => {
                let after = |mv: &str| -> Result<_, Failure> {
                    let mut session = open()?;
                    session.follow(mv)?;
                    terms::points(&*session, eval, position.assessment.mover)
                };
                let [after_made, after_better] = [after(&made.mv)?, after(better)?];
                if let Some(Explained { explanation, .. }) = game.explanations.get(&ply) {
                    let claims = evaluation_claims([&after_made, &after_better], explanation);
                    // The terms have lines of their own.
                    let told = claims.iter().filter(|claim| claim.kind != "eval_term").cloned();
                    let all = MoveExplanation { claims: told.collect(), better: None };
                    judged = session.explanation_words(&all).map(|words| (claims, words));
                }
                Some(changed_terms(&after_made, &after_better))
            }
            _ => None,
        };
        points.push(TurningPoint { ply, board, terms, judged });
    }
    Ok(points)
}
