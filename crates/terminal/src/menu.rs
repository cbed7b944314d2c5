//! The menu of `agon choose`: a game, its parameters that have a few values, and who plays.

use agon_arena::{GameEntry, PlayerSpec, games};
use agon_core::{Parameter, ParameterKind, Settings, Side};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Size;

/// Who plays, as one item of the menu.
#[derive(Clone, Debug)]
pub struct Way {
    /// The description for people.
    pub words: String,
    /// The sides that the computer plays.
    pub computers: &'static [Side],
    /// The computer.
    pub computer: PlayerSpec,
}

/// Who may play a game.
pub fn ways(entry: &GameEntry) -> Vec<Way> {
    let [one, two] = entry.sides;
    let way = |words: String, computers| Way { words, computers, computer: entry.opponent() };
    let mut ways = vec![
        way(format!("you are {one} and move first, against the computer"), &[Side::Second]),
        way(format!("you are {two}, and the computer moves first"), &[Side::First]),
        way("two people".to_string(), &[]),
        way("watch the computer play itself".to_string(), &Side::BOTH),
    ];
    ways.extend(entry.assignment.map(|assignment| Way {
        words: format!("as the assignment has it: {}", assignment.about),
        computers: &[Side::Second],
        computer: assignment.opponent(),
    }));
    ways
}

/// The parameters that people are asked for when they choose a game.
pub fn asked(entry: &GameEntry) -> impl Iterator<Item = &'static Parameter> {
    let is_asked = |parameter: &&Parameter| matches!(parameter.kind, ParameterKind::Choice(_));
    entry.parameters.iter().filter(is_asked).filter(|parameter| parameter.needs.is_none())
}

/// What was chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    pub entry: &'static GameEntry,
    /// The values of the parameters that were asked for.
    pub settings: Settings,
    /// Who plays.
    pub way: Way,
}

/// What came of an event.
#[derive(Clone, Debug)]
pub enum MenuStep {
    /// Nothing that ends the menu.
    Stay,
    Chosen(Box<Choice>),
    /// The person left.
    Leave,
}

/// The menu: what was chosen so far, and the item that is highlighted.
#[derive(Clone, Debug)]
pub struct Menu {
    game: Option<&'static GameEntry>,
    settings: Settings,
    chosen: usize,
    size: Size,
}

impl Menu {
    pub const SIZE: (u16, u16) = (78, 12);

    pub fn new(size: Size) -> Menu {
        Menu { game: None, settings: Settings::default(), chosen: 0, size }
    }

    pub fn question(&self) -> String {
        match (self.game, self.parameter()) {
            (None, _) => "Which game?".into(),
            (Some(entry), Some(parameter)) => {
                format!("{}: which {}?", entry.title, parameter.name)
            }
            (Some(entry), None) => format!("{}: who plays?", entry.title),
        }
    }

    /// The items of the current question.
    pub fn items(&self) -> Vec<String> {
        match (self.game, self.parameter()) {
            (None, _) => {
                games().iter().map(|entry| format!("{}: {}", entry.title, entry.summary)).collect()
            }
            (Some(_), Some(parameter)) => {
                parameter.values().iter().map(|value| value.to_string()).collect()
            }
            (Some(entry), None) => ways(entry).into_iter().map(|way| way.words).collect(),
        }
    }

    /// The index of the highlighted item.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// Handles a terminal event.
    pub fn handle(&mut self, event: &Event) -> MenuStep {
        let count = self.items().len();
        match event {
            Event::Resize(width, height) => self.size = Size { width: *width, height: *height },
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    return MenuStep::Leave;
                }
                KeyCode::Char('q') => return MenuStep::Leave,
                KeyCode::Up | KeyCode::BackTab => self.chosen = (self.chosen + count - 1) % count,
                KeyCode::Down | KeyCode::Tab => self.chosen = (self.chosen + 1) % count,
                KeyCode::Home => self.chosen = 0,
                KeyCode::End => self.chosen = count - 1,
                KeyCode::Enter | KeyCode::Char(' ') => return self.choose(self.chosen),
                KeyCode::Char(figure @ '1'..='9') => {
                    let index = figure as usize - '1' as usize;
                    if index < count {
                        return self.choose(index);
                    }
                }
                KeyCode::Esc | KeyCode::Backspace if self.game.is_none() => return MenuStep::Leave,
                KeyCode::Esc | KeyCode::Backspace => *self = Menu::new(self.size),
                _ => (),
            },
            Event::Mouse(mouse) => {
                let item = self.item_at(mouse.row).filter(|&index| index < count);
                match (mouse.kind, item) {
                    (MouseEventKind::Moved, Some(index)) => self.chosen = index,
                    (MouseEventKind::Down(MouseButton::Left), Some(index)) => {
                        return self.choose(index);
                    }
                    _ => (),
                }
            }
            _ => (),
        }
        MenuStep::Stay
    }

    /// The parameter that is asked for, if there is one.
    fn parameter(&self) -> Option<&'static Parameter> {
        asked(self.game?).find(|parameter| self.settings.get(parameter.name).is_none())
    }

    fn choose(&mut self, index: usize) -> MenuStep {
        self.chosen = 0;
        match (self.game, self.parameter()) {
            (None, _) => self.game = games().get(index),
            (Some(_), Some(parameter)) => {
                if let Some(&value) = parameter.values().get(index) {
                    self.settings.set(parameter.name, value);
                }
            }
            (Some(entry), None) => {
                if let Some(way) = ways(entry).into_iter().nth(index) {
                    let settings = self.settings.clone();
                    return MenuStep::Chosen(Box::new(Choice { entry, settings, way }));
                }
            }
        }
        MenuStep::Stay
    }

    /// The item in a row of the screen.
    fn item_at(&self, y: u16) -> Option<usize> {
        let high = Menu::SIZE.1.min(self.size.height);
        let top = (self.size.height - high) / 2;
        y.checked_sub(top + 3).map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyEvent, MouseEvent};

    use super::*;

    const SIZE: Size = Size { width: 80, height: 24 };

    fn press(menu: &mut Menu, code: KeyCode) -> MenuStep {
        menu.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    #[test]
    fn a_game_its_parameter_and_the_players_are_chosen() {
        let mut menu = Menu::new(SIZE);
        let byte = games().iter().position(|entry| entry.name == "byte").unwrap();
        for _ in 0..byte {
            press(&mut menu, KeyCode::Down);
        }
        press(&mut menu, KeyCode::Enter);
        assert_eq!(menu.items(), ["8", "10"]);
        press(&mut menu, KeyCode::Char('2'));
        assert_eq!(menu.question(), "Byte: who plays?");
        press(&mut menu, KeyCode::Up);
        let MenuStep::Chosen(choice) = press(&mut menu, KeyCode::Enter) else {
            panic!("not chosen")
        };
        assert_eq!((choice.entry.name, choice.settings.get("size")), ("byte", Some("10")));
        assert_eq!(choice.way.computers, [Side::Second]);
        let assignment = choice.entry.assignment.unwrap();
        assert_eq!(choice.way.computer, assignment.opponent(), "the last way is the assignment's");
    }

    #[test]
    fn escape_goes_back_and_then_leaves() {
        let mut menu = Menu::new(SIZE);
        press(&mut menu, KeyCode::Char('1'));
        assert_eq!(menu.question(), "Santorini: who plays?");
        assert!(matches!(press(&mut menu, KeyCode::Esc), MenuStep::Stay));
        assert_eq!(menu.question(), "Which game?");
        assert!(matches!(press(&mut menu, KeyCode::Esc), MenuStep::Leave));
    }

    #[test]
    fn what_is_drawn_can_be_clicked() {
        let mut menu = Menu::new(SIZE);
        let mut screen = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        crate::draw::menu(&menu, crate::theme::Theme::Plain, &mut screen);
        let row_of = |y: u16| (0..80).map(|x| screen[(x, y)].symbol()).collect::<String>();
        let row = (0..24).find(|&y| row_of(y).contains("Tic-tac-toe")).unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        menu.handle(&Event::Mouse(MouseEvent { kind, column: 20, row, modifiers }));
        assert_eq!(menu.question(), "Tic-tac-toe: who plays?");
    }
}
