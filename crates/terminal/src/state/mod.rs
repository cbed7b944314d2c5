//! The state of a game on the screen. Events change it and return actions. It knows neither the
//! terminal nor the time.

mod cursor;
mod keys;
mod mouse;
mod searches;
#[cfg(test)]
mod tests;

use agon_arena::{ChosenMove, GameEntry, Refused};
use agon_core::{ElementId, Outcome, Place};
use ratatui::crossterm::event::{self, KeyEventKind};
use ratatui::layout::Size;

use crate::job::{Job, Report};
use crate::layout::ScreenLayout;
use crate::played_game::PlayedGame;
use crate::remarks::Remarks;
use crate::selection::Selection;
use crate::shown::Shown;
use crate::text;

pub use keys::KEYS;
pub use searches::{Evaluation, Running};

#[derive(Clone, Debug)]
pub enum Event {
    /// A key, the mouse, a paste or a new size.
    Terminal(event::Event),
    /// A report of the search with this number.
    Report(u64, Report),
    /// A tenth of a second has passed.
    Tick,
}

/// A request to the runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Start a search and stop the running one.
    Start(Box<Job>),
    /// Stop the running search.
    Stop,
    Suspend,
    Redraw,
    Leave,
}

/// How keys are interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Keys move the cursor or are commands.
    Board,
    /// Keys are letters of a move.
    Typing(String),
    /// The help is open.
    Help,
    /// The person is asked whether to leave an unfinished game.
    Leaving,
}

/// A message that is shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    /// Whether it reports a refusal.
    pub is_warning: bool,
}

/// A game on the screen.
pub struct State {
    pub entry: &'static GameEntry,
    pub game: PlayedGame,
    remarks: Remarks,
    /// The visible part of the game.
    pub shown: Shown,
    pub selection: Selection,
    pub cursor: Place,
    /// The index of the cursor's level in a stack.
    pub level: usize,
    /// Whether the board is seen from the other side.
    pub is_flipped: bool,
    pub mode: Mode,
    pub message: Option<Message>,
    /// The search that is running.
    pub running: Option<Running>,
    /// The last evaluation.
    pub evaluation: Option<Evaluation>,
    /// Whether positions are evaluated.
    pub evaluates: bool,
    /// The elements of the suggested move.
    pub hint: Vec<ElementId>,
    /// Whether computers wait.
    pub is_paused: bool,
    /// The number of ticks, for the spinner.
    pub ticks: u64,
    pub size: Size,
    /// The number of moves made before the start.
    start_ply: usize,
    /// The number of moves before the past position that is shown, if one is.
    look: Option<usize>,
    /// The click path of each move of the line.
    entered: Vec<Option<Vec<ElementId>>>,
    /// The column that up and down return to.
    kept_column: Option<usize>,
    /// The element on which the mouse button was pressed.
    pressed: Option<ElementId>,
    /// Whether a hint is wanted.
    wants_hint: bool,
    /// A delayed move, so that people can follow a game between computers.
    held: Option<ChosenMove>,
    /// The tick of the last move.
    moved_at: u64,
    last_job: u64,
    actions: Vec<Action>,
}

impl State {
    /// The initial state and its first actions.
    pub fn new(
        entry: &'static GameEntry,
        mut game: PlayedGame,
        remarks: Remarks,
        size: Size,
    ) -> (State, Vec<Action>) {
        let shown = Shown::new(&mut game, None, &[]);
        let selection = Selection::new(shown.moves.clone());
        let mut state = State {
            entry,
            start_ply: game.session().ply(),
            game,
            remarks,
            shown,
            selection,
            cursor: Place { row: 0, column: 0 },
            level: 0,
            is_flipped: false,
            mode: Mode::Board,
            message: None,
            running: None,
            evaluation: None,
            evaluates: true,
            hint: Vec::new(),
            is_paused: false,
            ticks: 0,
            size,
            look: None,
            entered: Vec::new(),
            kept_column: None,
            pressed: None,
            wants_hint: false,
            held: None,
            moved_at: 0,
            last_job: 0,
            actions: Vec::new(),
        };
        state.centre_cursor();
        state.advance();
        let actions = std::mem::take(&mut state.actions);
        (state, actions)
    }

    /// What the record says about the position that is shown.
    pub fn remark(&self) -> Option<&str> {
        let session = self.game.session();
        self.remarks.at(&session.line(), self.shown.ply).filter(|_| !self.game.hides())
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Terminal(event::Event::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key);
            }
            Event::Terminal(event::Event::Mouse(mouse)) => self.mouse(mouse),
            Event::Terminal(event::Event::Paste(text)) => self.paste(&text),
            Event::Terminal(event::Event::Resize(width, height)) => {
                self.size = Size { width, height };
            }
            Event::Terminal(_) => (),
            Event::Report(number, report) => self.report(number, report),
            Event::Tick => self.tick(),
        }
        self.advance();
        std::mem::take(&mut self.actions)
    }

    /// The layout of the screen. `None` if it is too small.
    pub fn layout(&self) -> Option<ScreenLayout> {
        let kind = self.entry.board;
        // Where arrow keys walk, the piece of the viewer is what is followed.
        let followed = self.game.viewer().unwrap_or(self.shown.to_move);
        let piece = self.walker_of(followed).and_then(|id| self.shown.place(&id));
        let focus = piece.unwrap_or(self.cursor);
        ScreenLayout::new(self.size, kind, self.shown.board_size(), self.is_flipped, focus)
    }

    /// Whether a past position is shown.
    pub fn is_looking(&self) -> bool {
        self.look.is_some()
    }

    /// Whether a person is to move in the shown position.
    pub fn is_persons_turn(&self) -> bool {
        !self.selection.moves().is_empty()
    }

    /// The status line, and whether it is a warning.
    pub fn status(&self) -> (String, bool) {
        match &self.message {
            Some(Message { text, is_warning: true }) => return (text.clone(), true),
            Some(Message { text, .. }) if !self.is_persons_turn() => return (text.clone(), false),
            _ => (),
        }
        let name = self.game.name(self.shown.to_move);
        let words = match self.shown.outcome {
            _ if self.mode == Mode::Leaving => {
                "Leave the game? It is not over. y leaves, n stays".into()
            }
            Some(outcome) => self.result(outcome),
            None if self.is_looking() => {
                let moves = self.game.session().ply();
                format!("after move {} of {moves}; Escape goes back to the game", self.shown.ply)
            }
            None if self.is_persons_turn() => {
                let selected = self.selection.path().len();
                let phase = self.shown.phases.get(selected).or(self.shown.phases.last());
                let task = text::instruction(self.entry, phase.unwrap_or(&""));
                match &self.message {
                    Some(message) => format!("{}; {task}", message.text),
                    None => format!("{name}: {task}"),
                }
            }
            None if self.is_paused => format!("{name} waits; Space lets it go on"),
            None => format!("{name} is thinking"),
        };
        (words, false)
    }

    /// The result of the game and its reason.
    pub fn result(&self, outcome: Outcome) -> String {
        let result = self.game.announce(outcome);
        let ending = self.shown.ending.unwrap_or_default();
        match text::ending(self.entry, ending, outcome) {
            how if how.is_empty() => match &self.shown.why_over {
                Some(why) => format!("{result} {why}"),
                None => result,
            },
            how => format!("{} {how}", result.replace('.', ":")),
        }
    }

    /// The text that is printed after leaving: the result, or how to continue.
    pub fn farewell(&mut self) -> String {
        if let Some(outcome) = self.game.session().outcome() {
            return self.game.announce(outcome);
        }
        if self.game.hides() {
            return String::new();
        }
        let moves = self.game.session().history();
        if moves.len() <= self.start_ply {
            return String::new();
        }
        let session = self.game.session_mut();
        let ply = session.ply();
        session.jump(0);
        let start = session.position();
        session.jump(ply);
        let (game, moves) = (self.entry.name, moves.join(" "));
        format!("To go on: agon play {game} --position '{start}' --moves '{moves}'")
    }

    /// Shows a message until the next key.
    fn show_message(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_warning: false });
    }

    /// Explains why something is not possible.
    fn warn(&mut self, text: impl ToString) {
        self.message = Some(Message { text: text.to_string(), is_warning: true });
    }

    /// Shows the result of a change of players.
    fn show_change(&mut self, changed: Result<String, Refused>) {
        match changed {
            Ok(said) => self.show_message(said.replace('\n', "; ")),
            Err(refused) => self.warn(refused),
        }
    }

    /// Makes a move. `path` is its click path, if known.
    fn play(&mut self, mv: &str, path: Option<Vec<ElementId>>) -> bool {
        let ply = self.game.session().ply();
        if let Err(refused) = self.game.session_mut().play(mv) {
            self.warn(refused);
            return false;
        }
        self.entered.resize(ply, None);
        self.entered.push(path);
        self.moved_at = self.ticks;
        self.look = None;
        self.line_changed();
        true
    }

    /// Updates the screen after moves were made, undone or redone.
    fn line_changed(&mut self) {
        self.held = None;
        self.wants_hint = false;
        self.hint.clear();
        self.show();
    }

    /// Updates the visible position and clears the selection.
    fn show(&mut self) {
        self.shown = Shown::new(&mut self.game, self.look, &self.entered);
        self.selection = Selection::new(self.shown.moves.clone());
        self.level = 0;
        self.pressed = None;
        self.settle_cursor();
    }

    /// Shows the position after `ply` moves. After the last move, that is the current position.
    fn look_at(&mut self, ply: usize) {
        let present = self.game.session().ply();
        self.look = (ply < present).then_some(ply);
        self.hint.clear();
        self.wants_hint = false;
        self.show();
    }

    /// Makes forced passes, and starts and stops searches.
    fn advance(&mut self) {
        while self.game.session().must_pass() && (!self.is_paused || self.is_person_to_move()) {
            let name = self.game.name(self.game.session().to_move());
            if !self.play("pass", None) {
                break;
            }
            self.show_message(format!("{name} has no move and passes"));
        }
        self.update_search();
    }

    fn is_person_to_move(&self) -> bool {
        let session = self.game.session();
        session.player(session.to_move()).is_person()
    }
}
