//! Colours: 256, 16 or none, depending on the terminal and the user.

use agon_core::Side;
use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// No colours, only bold, underlined and reversed text.
    Plain,
    /// The 16 colours of every colour terminal.
    Sixteen,
    /// The 256 colours of most terminals.
    Full,
}

impl Theme {
    /// Chooses a theme: `NO_COLOR` turns colours off, and `TERM` and `COLORTERM` tell how many
    /// there are.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Theme {
        let value = |name: &str| variable(name).unwrap_or_default();
        if !value("NO_COLOR").is_empty() {
            return Theme::Plain;
        }
        let many = ["256color", "direct", "kitty", "ghostty", "alacritty", "wezterm"];
        let terminal = value("TERM");
        let has_many =
            !value("COLORTERM").is_empty() || many.iter().any(|name| terminal.contains(name));
        if has_many { Theme::Full } else { Theme::Sixteen }
    }

    /// The one of these two colours that this theme uses.
    fn colour(self, full: u8, sixteen: Color) -> Option<Color> {
        match self {
            Theme::Plain => None,
            Theme::Sixteen => Some(sixteen),
            Theme::Full => Some(Color::Indexed(full)),
        }
    }

    fn foreground(self, full: u8, sixteen: Color) -> Style {
        Style { fg: self.colour(full, sixteen), ..Style::new() }
    }

    fn background(self, full: u8, sixteen: Color) -> Style {
        Style { bg: self.colour(full, sixteen), ..Style::new() }
    }

    /// For lines and labels around the board.
    pub fn frame(self) -> Style {
        self.foreground(243, Color::DarkGray)
    }

    /// For less important text.
    pub fn muted(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::DIM),
            _ => self.foreground(245, Color::DarkGray),
        }
    }

    pub fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// For the bar at the top.
    pub fn bar(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.background(24, Color::Blue).patch(self.foreground(255, Color::White)),
        }
    }

    /// For text about a side.
    pub fn side(self, side: Side) -> Style {
        let style = match side {
            Side::First => self.foreground(75, Color::LightBlue),
            Side::Second => self.foreground(203, Color::LightRed),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// For a piece of a side, on any background.
    pub fn piece(self, side: Side) -> Style {
        let style = match (self, side) {
            (Theme::Plain, _) => Style::new().add_modifier(Modifier::REVERSED),
            (_, Side::First) => self.background(26, Color::Blue),
            (_, Side::Second) => self.background(160, Color::Red),
        };
        style.patch(self.foreground(255, Color::White)).add_modifier(Modifier::BOLD)
    }

    /// For a cell of this height; 4 is a dome.
    pub fn height(self, height: u8) -> Style {
        match height {
            0 => self.background(22, Color::Reset).patch(self.foreground(151, Color::Reset)),
            1 => self.background(240, Color::Reset).patch(self.foreground(255, Color::Reset)),
            2 => self.background(246, Color::Reset).patch(self.foreground(16, Color::White)),
            3 => self.background(253, Color::White).patch(self.foreground(16, Color::Black)),
            _ => self.background(32, Color::Cyan).patch(self.foreground(16, Color::Black)),
        }
    }

    /// For a square of a two-coloured board.
    pub fn square(self, is_dark: bool) -> Style {
        match (self, is_dark) {
            (Theme::Full, true) => self.background(235, Color::Reset),
            (Theme::Full, false) => self.background(180, Color::Reset),
            _ => Style::new(),
        }
    }

    /// For a cell that is sensed or part of the last move.
    pub fn shaded(self) -> Style {
        self.background(237, Color::Reset)
    }

    /// For elements of the last move.
    pub fn last(self) -> Style {
        self.foreground(215, Color::Yellow)
    }

    /// For elements that can be selected.
    pub fn option(self) -> Style {
        self.foreground(120, Color::LightGreen).add_modifier(Modifier::BOLD)
    }

    /// For selected elements.
    pub fn selected(self) -> Style {
        self.foreground(228, Color::LightYellow).add_modifier(Modifier::BOLD)
    }

    /// For the frame of the cursor.
    pub fn cursor(self) -> Style {
        self.foreground(228, Color::LightYellow).add_modifier(Modifier::BOLD)
    }

    pub fn hint(self) -> Style {
        self.foreground(213, Color::LightMagenta).add_modifier(Modifier::BOLD)
    }

    pub fn wall(self) -> Style {
        self.foreground(252, Color::White)
    }

    /// For treasure and matches.
    pub fn thing(self) -> Style {
        self.foreground(221, Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// For errors and refusals.
    pub fn warning(self) -> Style {
        self.foreground(210, Color::LightRed).add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_about_colours() {
        let of = |set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|(known, _)| *known == name);
            Theme::of_environment(|name| find(name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(of(&[("TERM", "xterm-256color")]), Theme::Full);
        assert_eq!(of(&[("TERM", "xterm")]), Theme::Sixteen);
        assert_eq!(of(&[("TERM", "linux"), ("COLORTERM", "truecolor")]), Theme::Full);
        assert_eq!(of(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Theme::Plain);
        assert_eq!(of(&[("TERM", "xterm"), ("NO_COLOR", "")]), Theme::Sixteen, "empty is unset");
    }

    #[test]
    fn the_plain_theme_has_no_colour_and_that_of_sixteen_no_other() {
        let styles = |theme: Theme| {
            let sides =
                Side::BOTH.into_iter().flat_map(move |side| [theme.side(side), theme.piece(side)]);
            let heights = (0..5).map(move |height| theme.height(height));
            let squares = [true, false].map(|is_dark| theme.square(is_dark));
            let others = [
                theme.frame(),
                theme.muted(),
                theme.bar(),
                theme.shaded(),
                theme.last(),
                theme.option(),
                theme.selected(),
                theme.cursor(),
                theme.hint(),
                theme.wall(),
                theme.thing(),
                theme.warning(),
                theme.title(),
            ];
            let styles = sides.chain(heights).chain(squares).chain(others);
            styles.flat_map(|style| [style.fg, style.bg]).flatten().collect::<Vec<Color>>()
        };
        assert!(styles(Theme::Plain).is_empty());
        let is_indexed = |colour: &Color| matches!(colour, Color::Indexed(_) | Color::Rgb(..));
        assert!(!styles(Theme::Sixteen).iter().any(is_indexed));
        assert!(styles(Theme::Full).iter().any(is_indexed));
    }
}
