//! A reliability diagram (SVG): predicted winning chances against results.

use std::fmt::Write as _;

use agon_arena::data::ChanceFit;
use agon_core::escape_xml;

/// The side of the plot in pixels.
const SIDE: f64 = 300.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 40.0;
/// The height of the bars below it, which count positions.
const BARS: f64 = 48.0;
const WIDTH: f64 = LEFT + SIDE + 20.0;
const HEIGHT: f64 = TOP + SIDE + 30.0 + BARS + 34.0;

/// Draws the plot of a fit.
pub fn draw_reliability(title: &str, fit: &ChanceFit) -> String {
    let mut svg = String::new();
    let x = |chance: f64| LEFT + SIDE * chance;
    let y = |result: f64| TOP + SIDE * (1.0 - result);
    let loss = fit.chosen().held_out_loss;
    let [_, games] = fit.games;
    // Writing to a text cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">\n\
         <title>Reliability: {title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"16\" font-size=\"13\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"31\" fill=\"#666\">log loss {loss:.3} on {games} games set aside</text>\n",
        title = escape_xml(title),
    );
    for tenth in 0..=10u8 {
        let share = f64::from(tenth) / 10.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{0} {TOP}V{1}M{LEFT} {2}H{3}\" stroke=\"#e4e4e4\"/>",
            x(share),
            TOP + SIDE,
            y(share),
            LEFT + SIDE,
        );
        if tenth % 2 == 0 {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{share:.1}</text>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{share:.1}</text>",
                x(share),
                TOP + SIDE + 14.0,
                LEFT - 6.0,
                y(share) + 4.0,
            );
        }
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{} {}L{} {}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0),
    );
    let most = fit.reliability.iter().map(|bin| bin.positions).max().unwrap_or(0).max(1) as f64;
    let base = TOP + SIDE + 30.0 + BARS;
    let bins = fit.reliability.len().max(1) as f64;
    for (place, bin) in fit.reliability.iter().enumerate().filter(|(_, bin)| bin.positions > 0) {
        let at = x(bin.predicted);
        let [low, high] = [-2.0, 2.0].map(|times| (bin.actual + times * bin.error).clamp(0.0, 1.0));
        let height = BARS * bin.positions as f64 / most;
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#1a6\" stroke-width=\"2\"/>\
             <circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"#1a6\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#9cb\"/>",
            y(low),
            y(high),
            y(bin.actual),
            x(place as f64 / bins) + 2.0,
            base - height,
            SIDE / bins - 4.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">predicted chance; the bars count positions</text>\n\
         <text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">mean result</text>\n</svg>",
        LEFT + SIDE / 2.0,
        base + 20.0,
        TOP + SIDE / 2.0,
    );
    svg
}
