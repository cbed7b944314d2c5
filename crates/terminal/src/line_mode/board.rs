//! Draws a scene with letters.

use std::fmt::Write as _;

use agon_core::Scene;

/// Draws any scene as a grid. Each cell shows its height, if it has one, and its tokens from the
/// bottom up. Marked cells have a star.
pub fn draw(scene: &Scene) -> String {
    let inside = |row: usize, column: usize| {
        let Some(cell) = scene.cells.iter().find(|cell| (cell.row, cell.column) == (row, column))
        else {
            return String::new();
        };
        let height = match cell.height {
            Some(0) => " ".into(),
            Some(height) => height.to_string(),
            None => String::new(),
        };
        let mut tokens: Vec<_> =
            scene.tokens.iter().filter(|token| token.cell == cell.id).collect();
        tokens.sort_by_key(|token| token.order);
        let letters: String = tokens.iter().map(|token| token.symbol).collect();
        let star = if scene.marks.iter().any(|mark| mark.element == cell.id) { "*" } else { "" };
        format!("{height}{letters}{star}")
    };
    let texts: Vec<Vec<String>> = (0..scene.rows.len())
        .map(|row| (0..scene.columns.len()).map(|column| inside(row, column)).collect())
        .collect();
    let used = texts.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0);
    let wide = used.max(
        scene.cells.iter().map(|cell| 1 + usize::from(cell.height.is_some())).max().unwrap_or(1),
    );
    let margin = scene.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);

    let mut text = " ".repeat(margin + 1);
    // Writing to a string cannot fail.
    for label in &scene.columns {
        let _ = write!(text, " {label:^0$}", wide + 2);
    }
    let mut text = format!("{}\n", text.trim_end());
    let rule = format!(
        "{:margin$} +{}\n",
        "",
        format!("{}+", "-".repeat(wide + 2)).repeat(scene.columns.len())
    );
    for (label, cells) in scene.rows.iter().zip(&texts) {
        text.push_str(&rule);
        let _ = write!(text, "{label:>margin$} |");
        for cell in cells {
            let _ = write!(text, " {cell:wide$} |");
        }
        text.push('\n');
    }
    text.push_str(&rule);
    text
}
