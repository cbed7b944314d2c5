//! The state of a game: the line with its players, rule files, result and clock.

use std::collections::BTreeMap;

use agon_arena::contest::{MoveNote, Record, date_text};
use agon_arena::{AnySession, ChosenMove, GameClock, GameEntry, PlayerSpec, Refused, TimeControl};
use agon_core::{Outcome, Scene, Side};

use crate::annotated_game::{AnnotatedGame, AnnotationEdit, MAX_COMMENT};
use crate::ending::EndingWord;
use crate::protocol::{
    ClockView, MoveDictionary, Note, RequestError, ReviewPoint, RuleFile, Thought, for_first,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;
use crate::snapshot::Snapshot;
use crate::stored_game::StoredGame;

/// The most rule files of a game.
const MAX_RULES: usize = 4;

/// The largest transposition table of a player, in MB: many games may be open at once.
const MAX_HASH: u32 = 64;

/// The milliseconds of a day and of an hour.
const DAY: u64 = 86_400_000;
const HOUR: u64 = 3_600_000;

/// The limits of the initial time, and of the time for a move, in milliseconds.
const INITIAL: [u64; 2] = [1000, 24 * HOUR];
const PER_MOVE: [u64; 2] = [1000, 14 * DAY];

/// The longest increment, in milliseconds.
const INCREMENT: u64 = HOUR / 6;

/// The longest variation, in plies.
pub(super) const MAX_VARIATION: usize = 400;

/// The most elements of a path.
pub(super) const MAX_PATH: usize = 8;

/// The longest name of an element, in bytes.
const MAX_ELEMENT: usize = 40;

/// How many paths of moves a game remembers.
const MAX_ENTERED: usize = 1000;

/// The state of a game. It does not know the clients that have it open.
pub(crate) struct GameState {
    entry: &'static GameEntry,
    start: String,
    session: Box<dyn AnySession>,
    rules: Vec<RuleFile>,
    resources: Resources,
    /// The result, if it does not follow from the rules, and its reason.
    agreed: Option<(Outcome, EndingWord)>,
    clock: Option<GameClock>,
    /// When it began, in milliseconds since 1970.
    begun: Option<i64>,
    /// The thought of a computer about its last move, with the ply and the side.
    thought: Option<(usize, Side, ChosenMove)>,
    /// The elements that selected moves, by the line up to them.
    entered: BTreeMap<Vec<String>, Vec<String>>,
    annotated: AnnotatedGame,
}

impl GameState {
    /// A game at the start of a session, with a person on both sides.
    pub(crate) fn new(
        entry: &'static GameEntry,
        mut session: Box<dyn AnySession>,
        resources: Resources,
    ) -> GameState {
        resources.add_programs(&mut *session);
        GameState {
            entry,
            start: session.position(),
            session,
            rules: Vec::new(),
            resources,
            agreed: None,
            clock: None,
            begun: None,
            thought: None,
            entered: BTreeMap::new(),
            annotated: AnnotatedGame::default(),
        }
    }

    pub(super) fn restored(
        stored: &StoredGame,
        resources: Resources,
    ) -> Result<GameState, RequestError> {
        let unknown = || ServiceRefusal::NoGame { found: stored.game.clone() };
        let entry = agon_arena::find(&stored.game).ok_or_else(unknown)?;
        let mut game = GameState::new(entry, entry.open(&stored.start)?, resources);
        game.annotated =
            AnnotatedGame::restored(stored, || entry.open(&stored.start).map_err(Into::into));
        game.session.follow(&stored.line)?;
        game.session.jump(stored.ply);
        let outcome = stored.outcome.as_deref().and_then(Outcome::of_word);
        game.agree_on(outcome, stored.ending.as_deref());
        game.clock = stored.clock.as_deref().and_then(|text| serde_json::from_str(text).ok());
        game.begun = stored.begun;
        // If rules or a player are no longer valid, a person plays the side.
        let files: Vec<(String, String)> = serde_json::from_str(&stored.rules).unwrap_or_default();
        for (name, source) in files {
            let _ = game.load_rules(RuleFile { name, source });
        }
        for (side, player) in Side::BOTH.into_iter().zip(&stored.seats) {
            let _ = game.set_player(side, player);
        }
        Ok(game)
    }

    pub(super) fn to_stored(&self) -> StoredGame {
        let rules: Vec<(&str, &str)> =
            self.rules.iter().map(|file| (file.name.as_str(), file.source.as_str())).collect();
        self.annotated.store_in(StoredGame {
            game: self.entry.name.into(),
            start: self.start.clone(),
            line: self.session.line().join(" "),
            ply: self.session.ply(),
            seats: Side::BOTH.map(|side| self.session.player(side).to_string()),
            rules: serde_json::to_string(&rules).unwrap_or_default(),
            position: self.session.position(),
            outcome: self.outcome().map(|outcome| outcome.word().into()),
            ending: self.agreed_ending().map(String::from),
            clock: self.clock.as_ref().and_then(|clock| serde_json::to_string(clock).ok()),
            begun: self.begun,
            ..StoredGame::default()
        })
    }

    /// The stored form of its start, with the same players and time control, for the next game.
    pub(super) fn to_next(&self) -> StoredGame {
        StoredGame {
            line: String::new(),
            ply: 0,
            position: self.start.clone(),
            outcome: None,
            ending: None,
            clock: self.clock.as_ref().and_then(|it| serde_json::to_string(&it.fresh()).ok()),
            begun: None,
            annotations: None,
            review: None,
            ..self.to_stored()
        }
    }

    pub(crate) fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    pub(super) fn start(&self) -> &str {
        &self.start
    }

    pub(super) fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    pub(super) fn rules(&self) -> &[RuleFile] {
        &self.rules
    }

    /// Sets when the game began, unless that is known.
    pub(crate) fn begin(&mut self, time: Option<i64>) {
        self.begun = self.begun.or(time);
    }

    pub(super) fn resources(&self) -> &Resources {
        &self.resources
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            entry: self.entry,
            start: self.start.clone(),
            line: self.session.line(),
            ply: self.session.ply(),
            rules: self.rules.clone(),
            resources: self.resources.clone(),
            players: Side::BOTH.map(|side| self.session.player(side).clone()),
        }
    }

    pub(super) fn snapshot_after(&self, line: Vec<String>) -> Snapshot {
        Snapshot { ply: line.len(), line, ..self.snapshot() }
    }

    pub(crate) fn persons(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.session.player(side).is_person())
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.session.player(self.session.to_move()).is_person()
    }

    /// Whether a computer is to move in the current position.
    pub(super) fn waits_for_computer(&self) -> bool {
        self.outcome().is_none() && !self.is_persons_turn()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.session.ply() == self.session.line().len()
    }

    /// How the game ended: by the rules, by resignation, by agreement, or by time.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().or(self.agreed.map(|(outcome, _)| outcome))
    }

    /// Whether some information is hidden from a side now.
    pub(super) fn is_hidden(&self) -> bool {
        self.session.hides() && self.outcome().is_none()
    }

    /// Why the game ended, if not by the rules.
    fn agreed_ending(&self) -> Option<&'static str> {
        let agreed = self.agreed.filter(|_| self.session.outcome().is_none());
        agreed.map(|(_, ending)| ending.word())
    }

    /// How the game ended, as a translation key.
    pub(super) fn ending(&self) -> Option<&'static str> {
        self.agreed_ending().or(self.session.ending())
    }

    /// Sets a result that does not follow from the rules, as in records and storage.
    pub(crate) fn agree_on(&mut self, result: Option<Outcome>, reason: Option<&str>) {
        let result = result.filter(|_| self.session.outcome().is_none());
        self.agreed = result.map(|outcome| (outcome, EndingWord::of(outcome, reason)));
    }

    /// Ends the game with a result that does not follow from the rules.
    pub(super) fn end(&mut self, outcome: Outcome, ending: EndingWord) {
        self.agreed = Some((outcome, ending));
    }

    /// Plays the moves of a line.
    pub(crate) fn follow(&mut self, line: &str) -> Result<(), RequestError> {
        Ok(self.session.follow(line)?)
    }

    /// Continues as a record says.
    pub(crate) fn take_record(&mut self, record: &Record) -> Result<(), RequestError> {
        let line = self.session.line();
        let known = if record.moves.starts_with(&line) { line.len() } else { 0 };
        self.session.jump(known);
        self.session.follow(&record.moves[known..].join(" "))?;
        self.agree_on(record.result, record.reason.as_deref());
        self.annotated.take_record(record, &mut *record.session()?)?;
        Ok(())
    }

    pub(super) fn annotated(&self) -> &AnnotatedGame {
        &self.annotated
    }

    /// Edits what was written about the position after some moves from the start, which must be
    /// legal.
    pub(super) fn annotate(
        &mut self,
        moves: Vec<String>,
        edit: AnnotationEdit<'_>,
    ) -> Result<(), RequestError> {
        let line = self.session.line();
        check_range("moves", moves.len(), 0, line.len() + MAX_VARIATION)?;
        let opened = Snapshot { rules: Vec::new(), ..self.snapshot_after(moves) };
        self.annotated.edit(&*opened.open()?, &line, edit)
    }

    /// Keeps the review of a line.
    pub(super) fn set_review(&mut self, line: Vec<String>, points: Vec<ReviewPoint>) {
        self.annotated.set_review(line, points);
    }

    /// Refuses a move that would discard later moves, unless `cut` allows it.
    pub(super) fn check_end(&self, cut: bool) -> Result<(), ServiceRefusal> {
        let (ply, length) = (self.session.ply(), self.session.line().len());
        if ply < length && !cut { Err(ServiceRefusal::Past { ply, length }) } else { Ok(()) }
    }

    pub(super) fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        self.session.play(mv)?;
        Ok(())
    }

    /// Plays the move that a computer chose. If the computer failed, a person replaces it.
    pub(super) fn play_choice(
        &mut self,
        chosen: Result<Option<ChosenMove>, RequestError>,
    ) -> Result<(), RequestError> {
        let (ply, mover) = (self.session.ply(), self.session.to_move());
        let played = chosen.and_then(|thought| {
            let thought = thought.ok_or(ServiceRefusal::Failed)?;
            self.session.play(&thought.mv)?;
            Ok(thought)
        });
        match played {
            Ok(thought) => self.thought = Some((ply, mover, thought)),
            Err(error) => {
                let _ = self.session.set_player(mover, PlayerSpec::Person);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Passes for a person who has no other move.
    pub(super) fn make_forced_passes(&mut self) {
        while self.is_at_end()
            && self.outcome().is_none()
            && self.is_persons_turn()
            && self.session.must_pass()
            && let Some(pass) = self.session.moves().pop()
        {
            // The only legal move cannot be refused.
            let _ = self.session.play(&pass.text);
        }
    }

    pub(super) fn undo(&mut self) {
        self.session.undo();
        self.agreed = None;
    }

    pub(super) fn redo(&mut self) {
        self.session.redo();
        self.agreed = None;
    }

    pub(super) fn jump(&mut self, ply: usize) -> Result<(), ServiceRefusal> {
        check_range("ply", ply, 0, self.session.line().len())?;
        self.session.jump(ply);
        self.agreed = None;
        Ok(())
    }

    /// Adds a rule file to the game, or replaces the one with the same name.
    pub(crate) fn load_rules(&mut self, file: RuleFile) -> Result<(), RequestError> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if file.name.is_empty() || file.name.len() > 40 || !file.name.chars().all(is_letter) {
            return Err(ServiceRefusal::RulesName { found: agon_core::quote(&file.name) }.into());
        }
        let others = self.rules.iter().filter(|loaded| loaded.name != file.name).count();
        if others >= MAX_RULES {
            return Err(ServiceRefusal::TooMany { most: MAX_RULES }.into());
        }
        self.session.load_rules(&file.name, file.source.as_bytes())?;
        self.rules.retain(|loaded| loaded.name != file.name);
        self.rules.push(file);
        Ok(())
    }

    pub(crate) fn set_player(&mut self, side: Side, spec: &str) -> Result<(), RequestError> {
        let spec: PlayerSpec = spec.parse().map_err(Refused::from)?;
        spec.check_resources(MAX_HASH, self.resources.max_threads).map_err(Refused::from)?;
        self.session.set_player(side, spec)?;
        Ok(())
    }

    /// Sets the clock of the people who play.
    pub(crate) fn set_clock(&mut self, control: TimeControl) -> Result<(), ServiceRefusal> {
        check_control(control)?;
        self.clock = Some(GameClock::new([Some(control); 2], self.session.ply()));
        Ok(())
    }

    /// Updates the clock after a change of the game. It runs for the person to move, from the
    /// second move of that side on, so that no time is lost before both players are there.
    pub(super) fn update_clock(&mut self, now: u64) {
        let (is_over, is_person) = (self.outcome().is_some(), self.is_persons_turn());
        let Some(clock) = &mut self.clock else { return };
        let mut movers = self.session.movers();
        movers.truncate(self.session.ply());
        let mover = self.session.to_move();
        let is_running = !is_over && is_person && movers.contains(&mover);
        clock.follow(&movers, is_running.then_some(mover), now.saturating_mul(1000));
    }

    /// Ends the game if the time of a side is over. Returns whether it is.
    pub(super) fn check_time(&mut self, now: u64) -> bool {
        let now = now.saturating_mul(1000);
        let loser = self.clock.as_ref().and_then(|clock| clock.loser(now));
        let Some(loser) = loser.filter(|_| self.outcome().is_none()) else { return false };
        self.end(Outcome::Win(loser.opponent()), EndingWord::Time);
        true
    }

    /// When the time of the side to move is over, in milliseconds since 1970.
    pub(super) fn deadline(&self) -> Option<u64> {
        let clock = self.clock.as_ref().filter(|_| self.outcome().is_none())?;
        clock.deadline().map(|deadline| deadline / 1000)
    }

    pub(super) fn clock_view(&self, now: u64) -> Option<ClockView> {
        self.clock.as_ref().and_then(|clock| ClockView::new(clock, self.persons(), now))
    }

    /// Remembers the elements that selected the last move of a line, so that all clients show the
    /// same pieces gone.
    pub(super) fn remember_path(&mut self, made: &[String], path: Option<Vec<String>>) {
        let Some(path) = path else { return };
        let is_short = |id: &String| id.len() <= MAX_ELEMENT;
        if path.len() <= MAX_PATH && path.iter().all(is_short) && self.entered.len() < MAX_ENTERED {
            self.entered.insert(made.to_vec(), path);
        }
    }

    /// The board after the line of a session of this game, with the remembered elements of its
    /// moves.
    pub(super) fn scene(&self, session: &dyn AnySession, viewer: Option<Side>) -> Scene {
        let made = session.history();
        let entered = |ply| self.entered.get(&made[..ply]).cloned();
        session.scene_of_line(viewer, &(1..=made.len()).map(entered).collect::<Vec<_>>())
    }

    /// The line, without the moves that are hidden from a viewer.
    pub(super) fn line_for(&self, viewer: Option<Side>) -> Vec<Option<String>> {
        let is_known = |mover: Side| viewer.is_none_or(|viewer| viewer == mover);
        let made = self.session.line().into_iter().zip(self.session.movers());
        made.map(|(mv, mover)| is_known(mover).then_some(mv)).collect()
    }

    /// The words of the moves of the line, without those that are hidden from a viewer.
    pub(super) fn words_for(&self, viewer: Option<Side>) -> MoveDictionary {
        let known = self.line_for(viewer).into_iter().zip(self.session.line_words());
        known.filter_map(|(text, words)| Some((text?, words))).collect()
    }

    /// The thought of the computer that made the last move.
    pub(super) fn thought(&self) -> Option<Thought> {
        let thought = self.thought.as_ref().filter(|(at, ..)| *at + 1 == self.session.ply());
        thought.map(|(_, side, thought)| Thought {
            mv: thought.mv.clone(),
            score: thought.score.map(|score| for_first(score, *side)),
            note: thought.note.as_ref().map(|note| note.text.clone()),
            said: thought.note.clone().map(Note::from),
        })
    }

    /// The record of the game, with the names of the people who play, with comments on moves by
    /// their number, counted from 1, and with its review, if that may be told.
    pub(super) fn record(
        &self,
        names: &[Option<String>; 2],
        comments: &BTreeMap<String, String>,
        is_reviewed: bool,
    ) -> Result<String, RequestError> {
        let snapshot = self.snapshot();
        let mut session = snapshot.open()?;
        session.jump(snapshot.line.len());
        let players = Side::BOTH.map(|side| {
            let player = self.session.player(side);
            let name = names[side.index()].clone().filter(|_| player.is_person());
            name.unwrap_or_else(|| player.to_string())
        });
        let mut record = Record::new(self.entry, &snapshot.start, players);
        record.moves = snapshot.line;
        self.annotated.write_to(&mut record);
        if !comments.is_empty() {
            let mut notes = std::mem::take(&mut record.notes);
            notes.resize(record.moves.len(), MoveNote::default());
            for (note, number) in notes.iter_mut().zip(1..) {
                if let Some(text) = comments.get(&number.to_string()) {
                    note.comment = MoveNote::comment_of(text, MAX_COMMENT);
                }
            }
            record.set_notes(notes);
        }
        let agreed = self.agreed.filter(|_| session.outcome().is_none());
        record.result = session.outcome().or(agreed.map(|(outcome, _)| outcome));
        record.reason = agreed.map(|(_, ending)| ending.word().into());
        if let Some(begun) = self.begun {
            record.set_tag("Date", date_text(u64::try_from(begun).unwrap_or(0) / DAY));
        }
        if let Some(control) = self.clock.as_ref().and_then(|clock| clock.control(Side::First)) {
            record.set_tag("TimeControl", control);
        }
        if is_reviewed {
            self.annotated.write_review(&mut record);
        }
        Ok(record.to_string())
    }
}

fn check_control(control: TimeControl) -> Result<(), ServiceRefusal> {
    let check = |what: &str, time: u64, bounds: [u64; 2]| {
        let [time, least, most] =
            [time / 1000, bounds[0], bounds[1]].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        check_range(what, time, least, most)
    };
    match control {
        TimeControl::Fischer { initial, increment } => {
            check("initial", initial, INITIAL)?;
            check("increment", increment, [0, INCREMENT])
        }
        TimeControl::Move { time } => check("time", time, PER_MOVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_stored_in_milliseconds_as_by_earlier_versions() {
        let text = r#"{"control":{"kind":"fischer","initial":10000,"increment":1500},"left":[9223,10000],"running":["p1",5662],"history":[[10000,10000],[9223,10000]]}"#;
        let clock: GameClock = serde_json::from_str(text).unwrap();
        assert_eq!(clock.deadline(), Some((5662 + 9223) * 1000));
        assert_eq!(serde_json::to_string(&clock).unwrap(), text);
        assert!(serde_json::from_str::<GameClock>(r#"{"left":[1,1],"history":[]}"#).is_err());
    }

    #[test]
    fn times_have_bounds() {
        for control in [
            TimeControl::fischer([0, 0]),
            TimeControl::fischer([u64::MAX, 0]),
            TimeControl::fischer([1_000_000, u64::MAX]),
            TimeControl::Move { time: 999_000 },
        ] {
            let checked = check_control(control);
            assert!(matches!(checked, Err(ServiceRefusal::Bound { .. })), "{control:?}");
        }
        assert_eq!(check_control(TimeControl::fischer([180_000_000, 2_000_000])), Ok(()));
    }
}
