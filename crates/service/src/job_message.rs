//! Jobs, reports and results as text, for jobs that run in another worker of the browser than their
//! game.

use agon_arena::{ChosenMove, GAME_FILE, PlayerSpec, Refused, find};
use agon_core::quote;
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use crate::game_file::StoredFile;
use crate::job::{Job, JobResult, Work};
use crate::job_context::Report;
use crate::protocol::{Reply, RequestError, RuleFile};
use crate::refusal::ServiceRefusal;
use crate::resources::Resources;
use crate::snapshot::Snapshot;

#[derive(Serialize, Deserialize)]
struct JobMessage {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<StoredFile>,
    start: String,
    line: Vec<String>,
    ply: usize,
    rules: Vec<RuleFile>,
    players: [String; 2],
    work: Work,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ResultMessage {
    Move(Option<ChosenMove>),
    NoMove(RequestError),
    Reply(Value),
    Refusal(RequestError),
    Ended,
    Failed,
}

impl Job {
    pub fn to_json(&self) -> String {
        let Snapshot { entry, file, start, line, ply, rules, players, .. } = self.snapshot.clone();
        written(&JobMessage {
            game: entry.name.into(),
            file: file.map(|file| StoredFile::of(&file)),
            start,
            line,
            ply,
            rules,
            players: players.map(|player| player.to_string()),
            work: self.work.clone(),
            bytes: self.bytes,
        })
    }

    pub fn from_json(text: &str, resources: Resources) -> Result<Job, RequestError> {
        let JobMessage { game, file, start, line, ply, rules, players, work, bytes } = read(text)?;
        let no_game = || ServiceRefusal::NoGame { found: quote(&game) };
        let player = |spec: &String| spec.parse::<PlayerSpec>().map_err(Refused::from);
        let players = [player(&players[0])?, player(&players[1])?];
        let file = file.map(|file| file.load()).transpose()?;
        let entry = match &file {
            Some(_) => &GAME_FILE,
            None => find(&game).ok_or_else(no_game)?,
        };
        let start = file.as_ref().map_or_else(|| start.clone(), |file| file.adopt(&start));
        let snapshot = Snapshot { entry, file, start, line, ply, rules, resources, players };
        Ok(Job { work, snapshot, bytes })
    }
}

impl Report {
    pub fn to_json(&self) -> String {
        written(self)
    }

    pub fn from_json(text: &str) -> Result<Report, RequestError> {
        read(text)
    }
}

impl JobResult {
    pub fn to_json(&self) -> String {
        written(&match self.clone() {
            JobResult::Move(Ok(found)) => ResultMessage::Move(found),
            JobResult::Move(Err(error)) => ResultMessage::NoMove(error),
            JobResult::Reply(Ok(reply)) => {
                to_value(&reply).map_or(ResultMessage::Failed, ResultMessage::Reply)
            }
            JobResult::Reply(Err(error)) => ResultMessage::Refusal(error),
            JobResult::Ended => ResultMessage::Ended,
            JobResult::Failed => ResultMessage::Failed,
        })
    }

    /// The result of a text; a reply stays as it was written.
    pub fn from_json(text: &str) -> Result<JobResult, RequestError> {
        Ok(match read(text)? {
            ResultMessage::Move(found) => JobResult::Move(Ok(found)),
            ResultMessage::NoMove(error) => JobResult::Move(Err(error)),
            ResultMessage::Reply(reply) => JobResult::Reply(Ok(Reply::Written(reply))),
            ResultMessage::Refusal(error) => JobResult::Reply(Err(error)),
            ResultMessage::Ended => JobResult::Ended,
            ResultMessage::Failed => JobResult::Failed,
        })
    }
}

/// A message as text. Plain data with text keys can always be written.
fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, RequestError> {
    let malformed =
        |error: serde_json::Error| ServiceRefusal::Malformed { reason: error.to_string() };
    Ok(serde_json::from_str(text).map_err(malformed)?)
}
