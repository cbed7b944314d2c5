//! Dialogs over the screen: the help and the menu of games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::panel::wrap;
use crate::menu::Menu;
use crate::state::KEYS;
use crate::theme::Theme;

/// Draws a centred box of at most this size and returns its inside.
fn dialog(title: &str, size: (u16, u16), theme: Theme, screen: &mut Buffer) -> Rect {
    let whole = screen.area;
    let (width, height) = (size.0.min(whole.width), size.1.min(whole.height));
    let area = Rect {
        x: whole.x + (whole.width - width) / 2,
        y: whole.y + (whole.height - height) / 2,
        width,
        height,
    };
    Clear.render(area, screen);
    let block = Block::bordered().title(format!(" {title} ")).border_style(theme.cursor());
    let inside = block.inner(area);
    block.render(area, screen);
    inside
}

pub fn help(theme: Theme, screen: &mut Buffer) {
    let wide = KEYS.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let longest = KEYS.iter().map(|(_, meaning)| meaning.chars().count()).max().unwrap_or(0);
    let size = ((wide + longest + 7) as u16, KEYS.len() as u16 + 2);
    let inside = dialog("Keys", size, theme, screen);
    for ((key, meaning), y) in KEYS.iter().zip(inside.top()..inside.bottom()) {
        let line = Line::from(vec![
            Span::styled(format!(" {key:<wide$}  "), theme.option()),
            Span::raw(*meaning),
        ]);
        line.render(Rect { y, height: 1, ..inside }, screen);
    }
}

pub fn menu(menu: &Menu, theme: Theme, screen: &mut Buffer) {
    let inside = dialog("Agon: games of pure thought", Menu::SIZE, theme, screen);
    let width = usize::from(inside.width.saturating_sub(2));
    let row = |y: u16| Rect { x: inside.x + 1, y, height: 1, ..inside }.intersection(inside);
    Line::styled(menu.question(), theme.title()).render(row(inside.y), screen);
    for (index, words) in menu.items().iter().enumerate() {
        let y = inside.y + 2 + index as u16;
        if y >= inside.bottom() {
            break;
        }
        let style = match index == menu.chosen() {
            true => theme.selected().add_modifier(Modifier::REVERSED),
            false => Default::default(),
        };
        let words = wrap(words, width.saturating_sub(4)).into_iter().next().unwrap_or_default();
        Line::styled(format!(" {}  {words} ", index + 1), style).render(row(y), screen);
    }
    let keys = "arrows or a number choose, Enter goes on, Escape goes back, q leaves";
    if inside.height > 1 {
        Line::styled(keys, theme.muted()).render(row(inside.bottom() - 1), screen);
    }
}
