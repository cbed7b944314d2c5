//! The panel beside the board: players, evaluation, search and moves.

use agon_core::{Outcome, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::job::SearchPurpose;
use crate::state::State;
use crate::text;
use crate::theme::Theme;

/// The frames of the spinner that turns while a search runs.
const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

pub fn draw(state: &State, theme: Theme, area: Rect, screen: &mut Buffer) {
    let width = usize::from(area.width);
    let mut lines: Vec<Line> = Side::BOTH.map(|side| player(state, theme, side)).into();
    if !state.shown.details.is_empty() {
        lines.extend(muted(&state.shown.details, width, theme));
    }
    if let Some(remark) = state.remark() {
        lines.push(Line::default());
        lines.extend(wrap(remark, width).into_iter().map(Line::from));
    }
    lines.extend(evaluation(state, theme, width));
    lines.extend(thinking(state, theme, width));
    if let Some(outcome) = state.shown.outcome {
        lines.push(Line::default());
        let result = wrap(&state.result(outcome), width).into_iter();
        lines.extend(result.map(|line| Line::styled(line, theme.selected())));
        let statistics = state.shown.statistics.iter();
        lines.extend(statistics.flat_map(|words| muted(words, width, theme)));
    }
    let moves = match state.shown.line.is_empty() {
        true => rounds(state, theme, width),
        false => moves(state, theme, width),
    };
    // There is a heading only if there is room.
    let room = usize::from(area.height).saturating_sub(lines.len());
    if room > 4 && !moves.0.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled("Moves", theme.title()));
    }
    let room = usize::from(area.height).saturating_sub(lines.len());
    let (moves, current) = moves;
    let from = (current + 1).max(room).min(moves.len()).saturating_sub(room);
    lines.extend(moves.into_iter().skip(from).take(room));
    for (line, y) in lines.into_iter().zip(area.top()..area.bottom()) {
        line.render(Rect { y, height: 1, ..area }, screen);
    }
}

/// Breaks a text into lines of at most `width` characters, between words if possible.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(width.max(1)) {
            let length = lines.last().map(|line| line.chars().count());
            match (length, lines.last_mut()) {
                (Some(length), Some(line)) if length + 1 + part.len() <= width => {
                    line.push(' ');
                    line.extend(part);
                }
                _ => lines.push(part.iter().collect()),
            }
        }
    }
    lines
}

fn muted(words: &str, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let lines = wrap(words, width).into_iter();
    lines.map(|line| Line::styled(line, theme.muted())).collect()
}

fn player(state: &State, theme: Theme, side: Side) -> Line<'static> {
    let is_to_move = state.shown.outcome.is_none() && state.shown.to_move == side;
    let sign = if is_to_move { "▶ " } else { "  " };
    let player = state.game.session().player(side).to_string();
    Line::from(vec![
        Span::styled(sign, theme.title()),
        Span::styled(state.game.name(side), theme.side(side)),
        Span::styled(format!("  {player}"), theme.muted()),
    ])
}

/// The evaluation as a bar and in words.
fn evaluation(state: &State, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (share, words) = match (state.shown.outcome, state.shown_evaluation()) {
        (Some(outcome), _) if !state.game.hides() => {
            let share = match outcome {
                Outcome::Win(Side::First) => 1.0,
                Outcome::Win(Side::Second) => 0.0,
                Outcome::Draw => 0.5,
            };
            (share, state.game.announce(outcome))
        }
        (_, Some(known)) => (known.share, format!("{}  depth {}", known.words, known.depth)),
        _ => return Vec::new(),
    };
    let first = (share * width as f64).round() as usize;
    let [one, two] = Side::BOTH.map(|side| theme.side(side));
    let bar = vec![
        Span::styled("█".repeat(first), one),
        Span::styled("░".repeat(width.saturating_sub(first)), two),
    ];
    vec![Line::default(), Line::from(bar), Line::styled(words, theme.muted())]
}

/// The search result so far, unless it must stay hidden.
fn thinking(state: &State, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let Some(running) =
        state.running.as_ref().filter(|running| running.job.purpose != SearchPurpose::Analysis)
    else {
        return Vec::new();
    };
    let spinner = SPINNER[state.ticks as usize % SPINNER.len()];
    let mut lines = vec![Line::default()];
    match running.found.as_ref().filter(|_| !state.game.hides()) {
        None => lines.push(Line::styled(format!("{spinner} thinking"), theme.title())),
        Some((side, info)) => {
            let ahead = text::ahead(info.score, *side, state.game.session().sides());
            let said = format!("{spinner} depth {}  {ahead}", info.depth);
            lines.push(Line::styled(said, theme.title()));
            let line = format!("{} nodes  {}", text::nodes(info.nodes), info.moves.join(" "));
            lines.extend(muted(&line, width, theme).into_iter().take(2));
        }
    }
    lines
}

/// The rounds of a game, and the index of the last line.
fn rounds(state: &State, theme: Theme, width: usize) -> (Vec<Line<'static>>, usize) {
    let rounds = state.shown.rounds.iter().flat_map(|round| wrap(round, width));
    let lines: Vec<Line> = rounds.map(|line| Line::styled(line, theme.muted())).collect();
    let last = lines.len().saturating_sub(1);
    (lines, last)
}

/// The moves of a game in two columns, or in one if they are long; and the line of the last move.
fn moves(state: &State, theme: Theme, width: usize) -> (Vec<Line<'static>>, usize) {
    let line = &state.shown.line;
    let longest = line.iter().map(|(_, mv)| mv.chars().count()).max().unwrap_or(0);
    let has_two = 5 + 2 * (longest + 2) <= width;
    let mut rows: Vec<(usize, Vec<Span>)> = Vec::new();
    let (mut number, mut last_row) = (0, 0);
    for (index, (side, mv)) in line.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| line[before].0);
        // A side may move twice in a row, because the other side may have to pass.
        if *side == Side::First || before != Some(Side::First) {
            number += 1;
        }
        let joins = has_two && *side == Side::Second && before == Some(Side::First);
        let style = match (index + 1).cmp(&state.shown.ply) {
            std::cmp::Ordering::Equal => theme.side(*side).add_modifier(Modifier::REVERSED),
            std::cmp::Ordering::Less => Style::new(),
            std::cmp::Ordering::Greater => theme.muted(),
        };
        let text = Span::styled(mv.clone(), style);
        let space = Span::raw(" ".repeat(longest + 2 - mv.chars().count()));
        match rows.last_mut() {
            Some((_, spans)) if joins => spans.extend([text, space]),
            _ => {
                let head = Span::styled(format!("{number:>3}. "), theme.muted());
                let skip = match has_two && *side == Side::Second {
                    true => " ".repeat(longest + 2),
                    false => String::new(),
                };
                rows.push((number, vec![head, Span::raw(skip), text, space]));
            }
        }
        if index < state.shown.ply {
            last_row = rows.len() - 1;
        }
    }
    (rows.into_iter().map(|(_, spans)| Line::from(spans)).collect(), last_row)
}
