//! The progress of a search as `info` lines.

use agon_core::{Score, Verdict};
use agon_search::Info;

/// The `info` line of a search after this many seconds.
pub fn info_line(info: &Info<String>, seconds: f64) -> String {
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hits {} hashfull {} time {} pv {}",
        info.depth,
        info.selective_depth,
        info.line,
        score_words(info.score),
        info.nodes,
        per_second(info.nodes, seconds),
        info.hits,
        info.fill,
        (seconds * 1e3) as u64,
        info.moves.join(" ")
    )
}

/// Nodes per second.
pub fn per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-6)) as u64
}

/// `value 12`, `win 3` or `lose 4`, the latter in plies.
pub fn score_words(score: Score) -> String {
    match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
        Some((Verdict::Win, plies)) => format!("win {plies}"),
        Some((Verdict::Lose, plies)) => format!("lose {plies}"),
        _ => format!("value {}", score.points()),
    }
}

/// What the info lines of a search have said so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// The last score, for the side to move.
    pub score: Option<Score>,
    /// The last depth in plies.
    pub depth: Option<u32>,
    /// The last number of nodes.
    pub nodes: Option<u64>,
}

impl SearchStats {
    /// Takes what an info line says. `pv` and `string` end it: moves and free text follow. Of
    /// several best lines (`multipv`) only the first counts.
    ///
    /// ```
    /// use agon_arena::SearchStats;
    /// use agon_core::Score;
    /// let mut stats = SearchStats::default();
    /// stats.read("depth 3 score value 12 nodes 500 pv 11 depth");
    /// stats.read("string depth 9");
    /// stats.read("depth 4 multipv 2 score value 3 nodes 600 pv 22");
    /// assert_eq!((stats.depth, stats.nodes), (Some(3), Some(500)));
    /// assert_eq!(stats.score, Some(Score::estimate(12)));
    /// ```
    pub fn read(&mut self, line: &str) {
        if line_number(line) != 1 {
            return;
        }
        self.score = read_score(line).or(self.score);
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "pv" | "string" => return,
                "depth" => self.depth = number(words.next()).or(self.depth),
                "nodes" => self.nodes = number(words.next()).or(self.nodes),
                _ => (),
            }
        }
    }
}

/// The rank of the line of play in an info line: 1, unless `multipv` says another.
pub fn line_number(line: &str) -> usize {
    let mut words = line.split_whitespace().take_while(|&word| word != "pv" && word != "string");
    words.find(|&word| word == "multipv").and_then(|_| number(words.next())).unwrap_or(1)
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

/// The score in an info line, if there is one.
///
/// ```
/// use agon_arena::read_score;
/// use agon_core::Score;
/// assert_eq!(read_score("info depth 3 score win 5 nodes 10"), Some(Score::win_in(5)));
/// assert_eq!(read_score("depth 3 score value -12"), Some(Score::estimate(-12)));
/// assert_eq!(read_score("info string score unknown"), None);
/// ```
pub fn read_score(line: &str) -> Option<Score> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let kind = words.next()?;
    let number = words.next()?;
    match kind {
        "value" => number.parse().ok().map(Score::estimate),
        "win" => number.parse().ok().map(Score::win_in),
        "lose" => number.parse().ok().map(Score::lose_in),
        _ => None,
    }
}
