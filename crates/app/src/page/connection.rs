//! One page that is connected: its questions, and what it is told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use agon_core::Side;
use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use super::answer::{self, Lesson};
use super::archive::Storage;
use super::hall::Hall;
use super::question::{self, Number, Question};
use super::refusal::PageRefusal;
use super::room::{Room, Told};
use super::searches::{Stop, StopOnDrop, search};
use super::wire::Problem;
use super::{lessons, thinking};

/// The longest message, in bytes.
const LONGEST_MESSAGE: usize = 128 << 10;

/// The longest message that is read at all; whoever sends a longer one is cut off.
pub const MOST_BYTES: usize = 4 << 20;

/// How many questions a page may ask a second, and at once.
const RATE: f64 = 50.0;
const BURST: f64 = 200.0;

/// The most games that a page looks at.
const MOST_WATCHED: usize = 20;

/// The most long questions of a page at a time.
const MOST_LESSONS: usize = 4;

/// A page that is connected.
struct Connection {
    hall: Arc<Hall>,
    out: mpsc::Sender<String>,
    watched: HashMap<String, Watched>,
    lessons: Arc<AtomicUsize>,
    /// Stops what was asked for when the page is gone.
    gone: StopOnDrop,
    tokens: f64,
    counted: Instant,
}

/// A game that the page looks at.
struct Watched {
    eyes: Arc<Mutex<Eyes>>,
    task: JoinHandle<()>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How the page looks at a game.
#[derive(Default)]
struct Eyes {
    /// Whose eyes it looks through.
    viewer: Option<Side>,
    /// How many lines of analysis it wants.
    lines: usize,
    /// The analysis that is on, and of what.
    analysis: Option<(StopOnDrop, Vec<String>)>,
    /// The review that is on.
    review: Option<StopOnDrop>,
}

/// Talks with a page until it goes away.
pub async fn talk(mut socket: WebSocket, hall: Arc<Hall>) {
    let (out, mut outgoing) = mpsc::channel::<String>(256);
    let mut storage = hall.on_storage();
    let mut connection = Connection {
        hall,
        out,
        watched: HashMap::new(),
        lessons: Arc::default(),
        gone: StopOnDrop(Stop::default()),
        tokens: BURST,
        counted: Instant::now(),
    };
    loop {
        let text = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => connection.hear(&text).await,
                Some(Ok(Message::Binary(_))) => {
                    let reason = "messages are text".into();
                    Some(answer_text(None, Err(PageRefusal::Malformed { reason }.into())))
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            text = outgoing.recv() => text,
            Ok(storage) = storage.recv() => {
                Some(json!({ "event": "storage", "storage": storage_json(&storage) }).to_string())
            }
        };
        if let Some(text) = text
            && socket.send(Message::Text(text.into())).await.is_err()
        {
            return;
        }
    }
}

/// Where games are kept, as the page is told.
pub fn storage_json(storage: &Storage) -> Value {
    match storage {
        Storage::Disk => json!({ "kind": "disk", "why": null }),
        Storage::Memory { why } => json!({ "kind": "memory", "why": why }),
    }
}

/// An answer as it is sent.
fn answer_text(number: Number, answer: Result<Value, Problem>) -> String {
    match answer {
        Ok(ok) => json!({ "re": number, "ok": ok }).to_string(),
        Err(error) => json!({ "re": number, "error": error }).to_string(),
    }
}

impl Connection {
    /// Hears a message; gives the answer, unless that comes later.
    async fn hear(&mut self, text: &str) -> Option<String> {
        let (number, question) = match text.len() > LONGEST_MESSAGE {
            true => (None, Err(PageRefusal::TooLong { most: LONGEST_MESSAGE })),
            false => question::read(text),
        };
        let answer = match question {
            _ if !self.may_ask() => Err(PageRefusal::TooFast.into()),
            Err(refusal) => Err(refusal.into()),
            Ok(question) if self.must_hide(&question) => Err(PageRefusal::Hidden.into()),
            Ok(question) => match answer::lesson(&question) {
                Some(lesson) => match self.begin_lesson(number, lesson) {
                    Ok(()) => return None,
                    Err(problem) => Err(problem),
                },
                None => self.answer(question).await,
            },
        };
        Some(answer_text(number, answer))
    }

    /// Whether the page has not asked too much of late.
    fn may_ask(&mut self) -> bool {
        let now = Instant::now();
        let since = now.duration_since(self.counted).as_secs_f64();
        self.tokens = (self.tokens + since * RATE).min(BURST);
        self.counted = now;
        let may = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(may));
        may
    }

    /// Answers what can be answered at once.
    async fn answer(&mut self, question: Question) -> Result<Value, Problem> {
        match question {
            Question::Open { game } => {
                let room = self.room(game).await?;
                self.watch(&room)?;
                thinking::consider(&self.hall, &room);
                self.game_json(&room)
            }
            Question::Close { game } => {
                self.watched.remove(&game);
                Ok(json!({}))
            }
            Question::View { game, viewer } => {
                let room = self.room(game).await?;
                self.watch(&room)?;
                if let Some(watched) = self.watched.get(&room.id) {
                    let mut eyes = eyes(&watched.eyes);
                    eyes.viewer = viewer.map(Side::from);
                    eyes.analysis = None;
                }
                self.game_json(&room)
            }
            Question::Analyse { game, lines } => {
                lessons::within("lines", lines, 0, 5)?;
                let room = self.room(game).await?;
                self.analyse(&room, lines)
            }
            Question::Review { game } => {
                let room = self.room(game).await?;
                self.review(&room)
            }
            other => {
                let hall = Arc::clone(&self.hall);
                let answered = tokio::task::spawn_blocking(move || answer::at_once(&hall, other));
                let (answer, room) = answered.await.map_err(|_| PageRefusal::Failed)??;
                if let Some(room) = room {
                    self.watch(&room)?;
                    thinking::consider(&self.hall, &room);
                    return self.game_json(&room);
                }
                Ok(answer)
            }
        }
    }

    async fn room(&self, id: String) -> Result<Arc<Room>, Problem> {
        let hall = Arc::clone(&self.hall);
        let found = tokio::task::spawn_blocking(move || hall.room(&id)).await;
        found.map_err(|_| PageRefusal::Failed)?
    }

    /// The game as this page sees it.
    fn game_json(&self, room: &Room) -> Result<Value, Problem> {
        let viewer = self.watched.get(&room.id).and_then(|watched| eyes(&watched.eyes).viewer);
        let stored = self.hall.storage() == Storage::Disk;
        Ok(json!({ "game": room.told_to(viewer, stored) }))
    }

    /// Looks at a game from now on.
    fn watch(&mut self, room: &Arc<Room>) -> Result<(), Problem> {
        if self.watched.contains_key(&room.id) {
            return Ok(());
        }
        if self.watched.len() >= MOST_WATCHED {
            return Err(PageRefusal::TooMany { most: MOST_WATCHED }.into());
        }
        let eyes = Arc::default();
        let (hall, out) = (Arc::clone(&self.hall), self.out.clone());
        // From here on somebody looks on, and computers move.
        let told = room.told.subscribe();
        let task = tokio::spawn(look_on(hall, Arc::clone(room), told, Arc::clone(&eyes), out));
        self.watched.insert(room.id.clone(), Watched { eyes, task });
        Ok(())
    }

    /// Begins, changes or ends the analysis of a game.
    fn analyse(&mut self, room: &Arc<Room>, lines: usize) -> Result<Value, Problem> {
        self.watch(room)?;
        let watched = self.watched.get(&room.id).ok_or(PageRefusal::Failed)?;
        let mut eyes = eyes(&watched.eyes);
        (eyes.lines, eyes.analysis) = (lines, None);
        keep_analysing(&self.hall, room, &mut eyes, &self.out);
        Ok(json!({}))
    }

    /// Begins to look through a whole game.
    fn review(&mut self, room: &Arc<Room>) -> Result<Value, Problem> {
        self.watch(room)?;
        let watched = self.watched.get(&room.id).ok_or(PageRefusal::Failed)?;
        let mut eyes = eyes(&watched.eyes);
        let (stop, place) = (Stop::default(), room.place());
        eyes.review = Some(StopOnDrop(stop.clone()));
        let (hall, out, id) = (Arc::clone(&self.hall), self.out.clone(), room.id.clone());
        tokio::spawn(async move {
            let job = move || {
                let tell = |point, done| {
                    let event =
                        json!({ "event": "review", "game": id, "points": [point], "done": done });
                    let _ = out.blocking_send(event.to_string());
                };
                // A line that was played can be played again.
                let _ = lessons::review(&place, &stop, tell);
            };
            search(&hall.searches.analyses, 1, job).await
        });
        Ok(json!({}))
    }

    /// Whether the answer would tell what the side looked through cannot know.
    fn must_hide(&self, question: &Question) -> bool {
        let id = answer::tells_all_of(question);
        let watched = id.and_then(|id| Some((self.watched.get(id)?, self.hall.room(id).ok()?)));
        watched.is_some_and(|(watched, room)| is_hidden(&room, &eyes(&watched.eyes)))
    }

    /// Begins to answer a question that takes a while.
    fn begin_lesson(&mut self, number: Number, lesson: Lesson) -> Result<(), Problem> {
        if self.lessons.fetch_add(1, Ordering::Relaxed) >= MOST_LESSONS {
            self.lessons.fetch_sub(1, Ordering::Relaxed);
            return Err(PageRefusal::TooMany { most: MOST_LESSONS }.into());
        }
        let (hall, out, stop) = (Arc::clone(&self.hall), self.out.clone(), self.gone.0.clone());
        let lessons = Arc::clone(&self.lessons);
        tokio::spawn(async move {
            let teacher = Arc::clone(&hall);
            let answer = search(&hall.searches.moves, 1, move || lesson(&teacher, &stop)).await;
            let answer = answer.unwrap_or(Err(PageRefusal::Failed.into()));
            lessons.fetch_sub(1, Ordering::Relaxed);
            let _ = out.send(answer_text(number, answer)).await;
        });
        Ok(())
    }
}

/// Whether the page looks through the eyes of a side that may not know everything.
fn is_hidden(room: &Room, eyes: &Eyes) -> bool {
    let state = room.state();
    eyes.viewer.is_some() && state.session.hides() && state.session.outcome().is_none()
}

fn eyes(eyes: &Mutex<Eyes>) -> std::sync::MutexGuard<'_, Eyes> {
    eyes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the page of a game for as long as it looks.
async fn look_on(
    hall: Arc<Hall>,
    room: Arc<Room>,
    mut told: broadcast::Receiver<Told>,
    seen: Arc<Mutex<Eyes>>,
    out: mpsc::Sender<String>,
) {
    loop {
        let text = match told.recv().await {
            Ok(Told::Event(event)) => {
                let is_hidden = is_hidden(&room, &eyes(&seen));
                (!is_hidden).then(|| event.to_string())
            }
            Ok(Told::Removed) => {
                let event = json!({ "event": "removed", "game": room.id });
                let _ = out.send(event.to_string()).await;
                return;
            }
            // Whoever missed something looks again.
            Ok(Told::Changed) | Err(RecvError::Lagged(_)) => {
                let stored = hall.storage() == Storage::Disk;
                let mut eyes = eyes(&seen);
                keep_analysing(&hall, &room, &mut eyes, &out);
                let game = room.told_to(eyes.viewer, stored);
                Some(json!({ "event": "game", "game": game }).to_string())
            }
            Err(RecvError::Closed) => return,
        };
        if let Some(text) = text
            && out.send(text).await.is_err()
        {
            return;
        }
    }
}

/// Lets the analysis follow the game.
fn keep_analysing(hall: &Arc<Hall>, room: &Arc<Room>, eyes: &mut Eyes, out: &mpsc::Sender<String>) {
    if eyes.lines == 0 || is_hidden(room, eyes) {
        eyes.analysis = None;
        return;
    }
    let place = room.place();
    let made = place.line[..place.ply].to_vec();
    if eyes.analysis.as_ref().is_some_and(|(_, analysed)| *analysed == made) {
        return;
    }
    let (stop, lines, id) = (Stop::default(), eyes.lines, room.id.clone());
    eyes.analysis = Some((StopOnDrop(stop.clone()), made));
    let (hall, out) = (Arc::clone(hall), out.clone());
    tokio::spawn(async move {
        let job = move || {
            let tell = |lines: Vec<_>, done| {
                let event = json!({
                    "event": "analysis", "game": id, "ply": place.ply, "lines": lines, "done": done,
                });
                let _ = out.blocking_send(event.to_string());
            };
            // A line that was played can be played again.
            let _ = lessons::analyse(&place, lines, &stop, tell);
        };
        search(&hall.searches.analyses, 1, job).await
    });
}
