//! Handles keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::cursor::Direction;
use super::{Action, Mode, State};

/// The length limit of a typed move.
const LONGEST: usize = 200;

/// The keys and their descriptions, for the help.
pub const KEYS: &[(&str, &str)] = &[
    ("arrow keys", "move the cursor; in Theseus, move"),
    ("Enter, Space, click", "select: pawn, target, building"),
    ("Tab", "go to the next element that can be selected"),
    ("Escape, right click", "cancel the last selection; back to the game"),
    ("0-9 A-Z @ [ :", "type a move, such as 31-42-43; Tab completes it"),
    ("z  y", "undo (against the computer, both moves), redo"),
    ("h", "a hint"),
    ("a", "let the computer play the other side, or not"),
    ("+  -", "make the computer look deeper or less deep"),
    ("Space", "pause or resume a game between computers"),
    (",  .  wheel", "go through the moves; Home and End go to the ends"),
    ("f", "flip the board"),
    ("e", "show or hide the evaluation"),
    ("n  s", "start again; with sides swapped (y: the old game)"),
    ("Ctrl-L  Ctrl-Z", "draw the screen again; suspend the program"),
    ("q  Ctrl-C", "leave; leave at once"),
];

impl State {
    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.actions.push(Action::Leave),
                KeyCode::Char('z') => self.actions.push(Action::Suspend),
                KeyCode::Char('l') => self.actions.push(Action::Redraw),
                KeyCode::Char('u') => {
                    if let Mode::Typing(text) = &mut self.mode {
                        text.clear();
                    }
                }
                _ => (),
            }
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.board_key(key.code),
            Mode::Typing(text) => self.typing_key(key.code, text),
            // Any key closes the help.
            Mode::Help => (),
            Mode::Leaving => match key.code {
                KeyCode::Char('y' | 'Y' | 'q') | KeyCode::Enter => {
                    self.actions.push(Action::Leave);
                }
                KeyCode::Char('n' | 'N') | KeyCode::Esc => (),
                _ => self.mode = Mode::Leaving,
            },
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        self.message = None;
        match code {
            KeyCode::Up => self.arrow(Direction::Up),
            KeyCode::Down => self.arrow(Direction::Down),
            KeyCode::Left => self.arrow(Direction::Left),
            KeyCode::Right => self.arrow(Direction::Right),
            KeyCode::Tab => self.next_option(true),
            KeyCode::BackTab => self.next_option(false),
            KeyCode::Enter => self.press_cursor(),
            KeyCode::Char(' ') if self.is_persons_turn() => self.press_cursor(),
            KeyCode::Char(' ') => self.pause(),
            KeyCode::Esc | KeyCode::Backspace => self.cancel(),
            KeyCode::Char('z') => self.undo(),
            KeyCode::Char('y') => self.redo(),
            KeyCode::Char('h') => self.ask_for_hint(),
            KeyCode::Char('a') => {
                let said = self.game.toggle_computer();
                self.players_changed(said);
            }
            KeyCode::Char('+' | '=') => {
                let said = self.game.change_strength(1);
                self.players_changed(said);
            }
            KeyCode::Char('-') => {
                let said = self.game.change_strength(-1);
                self.players_changed(said);
            }
            KeyCode::Char(',') | KeyCode::PageUp => self.look_back(),
            KeyCode::Char('.') | KeyCode::PageDown => self.look_at(self.shown.ply + 1),
            KeyCode::Home => self.look_at(0),
            KeyCode::End => self.look_at(usize::MAX),
            KeyCode::Char('f') => self.is_flipped = !self.is_flipped,
            KeyCode::Char('e') => self.toggle_evaluation(),
            KeyCode::Char('n') => self.start_again(false),
            KeyCode::Char('s') => self.start_again(true),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char(':' | '/') => self.start_typing(String::new()),
            KeyCode::Char(first) if first.is_ascii_digit() || "@[(".contains(first) => {
                self.start_typing(first.into());
            }
            KeyCode::Char(first) if first.is_ascii_uppercase() => self.start_typing(first.into()),
            _ => (),
        }
    }

    fn typing_key(&mut self, code: KeyCode, mut text: String) {
        match code {
            KeyCode::Esc => return self.message = None,
            KeyCode::Enter => {
                self.message = None;
                let mv = text.trim();
                if mv.is_empty() {
                    return;
                }
                if self.play(mv, None) {
                    return;
                }
            }
            KeyCode::Backspace if text.is_empty() => return,
            KeyCode::Backspace => _ = text.pop(),
            KeyCode::Tab => {
                if let Some(common) = common_start(&self.matches(&text)) {
                    text = common;
                }
            }
            KeyCode::Char(letter) if text.len() < LONGEST => {
                self.message = None;
                text.push(letter);
            }
            _ => (),
        }
        self.mode = Mode::Typing(text);
    }

    /// The legal moves that begin with a text.
    pub fn matches(&self, text: &str) -> Vec<&str> {
        let moves = self.selection.moves().iter().map(|mv| mv.text.as_str());
        let text = text.trim();
        let begins =
            |mv: &&str| mv.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        moves.filter(begins).collect()
    }

    /// Handles pasted text, which is a move.
    pub(super) fn paste(&mut self, pasted: &str) {
        let text = match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Typing(text) => text,
            Mode::Board => String::new(),
            other => return self.mode = other,
        };
        let line = pasted.lines().next().unwrap_or_default();
        let letters = line.chars().filter(|letter| !letter.is_control());
        self.start_typing(text.chars().chain(letters).take(LONGEST).collect());
    }

    fn start_typing(&mut self, text: String) {
        match self.is_persons_turn() {
            true => self.mode = Mode::Typing(text),
            false => self.warn_about_turn(),
        }
    }

    fn press_cursor(&mut self) {
        match self.under_cursor() {
            Some(id) => self.press(&id),
            None => self.warn_about_turn(),
        }
    }

    /// Cancels the last selection, or returns to the current position.
    pub(super) fn cancel(&mut self) {
        self.level = 0;
        if !self.selection.back() {
            self.hint.clear();
            if self.is_looking() {
                self.look_at(usize::MAX);
            }
        }
    }

    fn pause(&mut self) {
        if self.game.persons().len() == 2 || self.game.session().outcome().is_some() {
            return self.warn_about_turn();
        }
        self.is_paused = !self.is_paused;
    }

    fn undo(&mut self) {
        // Between computers, undo takes back one move and pauses them.
        self.is_paused |= self.game.persons().is_empty();
        self.look = None;
        match self.game.session_mut().undo() {
            true => self.line_changed(),
            false => {
                self.show();
                self.warn("there is nothing of yours to take back");
            }
        }
    }

    fn redo(&mut self) {
        self.look = None;
        match self.game.session_mut().redo() {
            true => self.line_changed(),
            false => {
                self.show();
                self.warn("nothing was taken back");
            }
        }
    }

    fn ask_for_hint(&mut self) {
        if self.game.hides() {
            self.warn("a hint would tell what you do not see; --view full shows everything");
        } else if self.shown.outcome.is_some() || self.is_thinking() {
            self.warn_about_turn();
        } else {
            self.wants_hint = true;
            self.show_message("searching for a hint");
        }
    }

    fn players_changed(&mut self, said: Result<String, agon_arena::Refused>) {
        self.show_change(said);
        self.is_paused = false;
        self.held = None;
        self.show();
    }

    fn toggle_evaluation(&mut self) {
        if self.game.hides() {
            return self.warn(
                "an evaluation would tell what you do not see; --view full shows everything",
            );
        }
        self.evaluates = !self.evaluates;
    }

    /// Shows the previous position.
    pub(super) fn look_back(&mut self) {
        match self.shown.ply.checked_sub(1) {
            Some(ply) => self.look_at(ply),
            None => self.warn("this is the start of the game"),
        }
    }

    /// Restarts the game. Its moves can be redone, so nothing is lost.
    fn start_again(&mut self, is_swapped: bool) {
        if is_swapped && let Err(refused) = self.game.swap_players() {
            return self.warn(refused);
        }
        self.game.session_mut().jump(self.start_ply);
        self.look = None;
        self.is_paused = false;
        self.line_changed();
        self.show_message(if is_swapped { "a new game, with sides swapped" } else { "a new game" });
    }

    /// Leaves the game. Asks first if a person plays and the game is not over.
    fn leave(&mut self) {
        let session = self.game.session();
        let is_lost = session.outcome().is_none()
            && session.ply() > self.start_ply
            && !self.game.persons().is_empty();
        match is_lost {
            true => self.mode = Mode::Leaving,
            false => self.actions.push(Action::Leave),
        }
    }
}

/// The longest common prefix.
fn common_start(words: &[&str]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let shared = |word: &&str| {
        first.char_indices().zip(word.chars()).take_while(|((_, a), b)| a == b).count()
    };
    let count = rest.iter().map(shared).min().unwrap_or(first.chars().count());
    Some(first.chars().take(count).collect())
}
