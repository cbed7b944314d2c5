//! How the games of a match or a contest are played: starting positions, limits, endings.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agon_arena::contest::{
    DrawRule, GameSetup, MoveLimits, Opening, OpeningBook, ResignRule, ScoreRules, TIME_MARGIN,
    balanced_start, book_place,
};
use agon_arena::{GameEntry, Refused, TimeControl};
use agon_core::derive_seed;
use agon_host::{Failure, store};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The largest file of starting positions, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// Where games start.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openings {
    /// From the given position.
    Usual,
    /// From balanced random positions, some plies from the given one, without repetition.
    Distinct {
        plies: u32,
        /// Those that were found, shared by all players of this machine.
        #[serde(skip)]
        book: Arc<Mutex<Option<OpeningBook>>>,
    },
    /// From balanced random positions, of which some may be the same: so earlier versions chose
    /// them, and archives that they began go on with them.
    Random { plies: u32 },
    /// From these positions: each is used once before any is repeated, in an order that follows
    /// from the seed.
    Listed(Vec<String>),
}

impl Openings {
    /// The default number of random moves.
    pub const PLIES: u32 = 4;

    /// Balanced random positions without repetition.
    pub fn distinct(plies: u32) -> Openings {
        Openings::Distinct { plies, book: Arc::default() }
    }

    /// Those that an earlier version had in place of these.
    pub fn earlier(&self) -> Option<Openings> {
        match self {
            &Openings::Distinct { plies, .. } => Some(Openings::Random { plies }),
            _ => None,
        }
    }

    /// Reads `random`, `none`, or the name of a file with one position per line, in the game's
    /// notation or as `moves` from the given position. Text after `#` is a comment.
    pub fn read(
        game: &GameEntry,
        from: &str,
        text: &str,
        plies: u32,
        folder: &Path,
    ) -> Result<Openings, Failure> {
        match text {
            "none" => return Ok(Openings::Usual),
            "random" => return Ok(Openings::distinct(plies)),
            _ => (),
        }
        let path = folder.join(text);
        let wrong = |what: &str| store::about_file(&path, what);
        let missing = "there is no such file; starts are random, none, or a file of positions";
        let bytes = store::read(&path, MAX_FILE)?.ok_or_else(|| wrong(missing))?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("is not UTF-8 text"))?;
        let mut starts = Vec::new();
        for (place, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let start = read_start(game, from, line)
                .map_err(|refused| wrong(&format!("line {}: {refused}", place + 1)))?;
            starts.push(start.ok_or_else(|| {
                wrong(&format!("line {}: the game is over in this position", place + 1))
            })?);
        }
        if starts.is_empty() {
            return Err(wrong("has no positions"));
        }
        Ok(Openings::Listed(starts))
    }
}

/// A starting position of a file; `None` if the game is over in it.
fn read_start(game: &GameEntry, from: &str, line: &str) -> Result<Option<String>, Refused> {
    let session = match line.strip_prefix("moves ") {
        None => game.open(line)?,
        Some(moves) => {
            let mut session = game.open(from)?;
            session.play_all(moves)?;
            session
        }
    };
    Ok(session.outcome().is_none().then(|| session.position()))
}

/// How games are played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameSettings {
    pub game: &'static GameEntry,
    /// The position that openings start from.
    pub from: String,
    pub openings: Openings,
    pub limits: MoveLimits,
    /// The number of plies after which a game is a draw.
    pub max_plies: Option<usize>,
    /// Whether a game ends as soon as its value is proven.
    pub adjudicate: bool,
    pub seed: u64,
}

/// The settings of a match or a contest as text, by which its archive recognises them.
#[derive(Clone, Debug)]
pub struct Identity {
    /// JSON, in which times are in microseconds.
    pub text: String,
    /// The texts that earlier versions wrote, which contained the preferred first moves of all
    /// entrants.
    earlier: Vec<String>,
}

impl Identity {
    /// Whether an archive has these settings.
    pub fn is(&self, stored: &str) -> bool {
        stored == self.text || self.earlier.iter().any(|earlier| earlier == stored)
    }
}

impl GameSettings {
    /// The identity by which archives recognise the settings. Earlier versions included the
    /// preferred first moves of each entrant.
    pub fn identity(&self, first_moves: Option<&[&[String]]>) -> Identity {
        let GameSettings { game, from, openings, limits, max_plies, adjudicate, seed } = self;
        let MoveLimits { depth, nodes, movetime, clock } = limits;
        let openings = match openings {
            Openings::Usual => json!("none"),
            Openings::Distinct { plies, .. } => json!({ "distinct": plies }),
            Openings::Random { plies } => json!({ "random": plies }),
            Openings::Listed(starts) => json!(starts),
        };
        let clock = clock.and_then(TimeControl::as_fischer);
        let text = |first_moves: Option<&[&[String]]>| {
            let mut text = json!({
                "game": game.name, "position": from, "openings": openings, "depth": depth,
                "nodes": nodes, "movetime": movetime, "clock": clock, "max_plies": max_plies,
                "adjudicate": adjudicate, "seed": seed, "first_moves": first_moves,
            });
            if let Some(file) = game.file {
                // Not where the file is, but what it says.
                text["game"] = file.rules().name().into();
                text["rules"] = format!("{:016x}", file.rules().hash()).into();
            }
            text.to_string()
        };
        let version_0_1 = match first_moves {
            None => self.version_0_1(),
            Some(first_moves) => format!("{} {first_moves:?}", self.version_0_1()),
        };
        let earlier = match self.openings {
            // No earlier version had these.
            Openings::Distinct { .. } => Vec::new(),
            _ => vec![version_0_1, text(first_moves)],
        };
        Identity { text: text(None), earlier }
    }

    /// The settings as version 0.1 wrote them, so that its archives are recognised.
    fn version_0_1(&self) -> String {
        let GameSettings { game, from, openings, limits, max_plies, adjudicate, seed } = self;
        let MoveLimits { depth, nodes, movetime, clock } = limits;
        let openings = match openings {
            Openings::Usual => "Usual".into(),
            Openings::Random { plies } | Openings::Distinct { plies, .. } => {
                format!("Random {{ plies: {plies} }}")
            }
            Openings::Listed(starts) => format!("Listed({starts:?})"),
        };
        let clock = match clock.and_then(TimeControl::as_fischer) {
            None => "None".into(),
            Some([base, increment]) => {
                format!("Some(TimeControl {{ base: {base}, increment: {increment} }})")
            }
        };
        format!(
            "{} {from} {openings} Limits {{ depth: {depth:?}, nodes: {nodes:?}, \
             movetime: {movetime:?}, clock: {clock} }} {max_plies:?} {adjudicate} {seed}",
            game.name
        )
    }

    /// The settings with those of these openings that an archive with such an identity was begun
    /// with; `None` if it has none of them.
    pub fn begun_as(
        &self,
        stored: &str,
        openings: &[Openings],
        identity: &dyn Fn(&GameSettings) -> Identity,
    ) -> Option<(GameSettings, Identity)> {
        openings.iter().find_map(|openings| {
            let settings = GameSettings { openings: openings.clone(), ..self.clone() };
            let identity = identity(&settings);
            identity.is(stored).then_some((settings, identity))
        })
    }

    /// The starting position with a number.
    pub fn start(&self, number: u64) -> Result<String, Refused> {
        self.opening(number).map(|opening| opening.position)
    }

    /// The same, with the moves that lead there.
    pub fn opening(&self, number: u64) -> Result<Opening, Refused> {
        match &self.openings {
            Openings::Usual => Ok(Opening::at(&self.from)),
            Openings::Listed(starts) => {
                let place = book_place(self.seed, number, starts.len() as u64);
                Ok(Opening::at(&starts[place as usize]))
            }
            Openings::Distinct { plies, book } => {
                let choice = {
                    let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
                    let seed = derive_seed(self.seed, "openings");
                    let make = || OpeningBook::new(self.game, &self.from, *plies, seed);
                    let made = book.take().map_or_else(make, Ok)?;
                    book.insert(made).choice(number)?
                };
                choice.find()
            }
            &Openings::Random { plies } => {
                let seed = derive_seed(self.seed, &format!("start {number}"));
                balanced_start(self.game, &self.from, plies, seed)
            }
        }
    }

    pub fn setup<'a>(
        &self,
        key: &str,
        opening: &'a Opening,
        depth: Option<u32>,
        rules: RefereeRules,
        first_moves: [&'a [String]; 2],
    ) -> GameSetup<'a> {
        let limits = MoveLimits { depth: depth.or(self.limits.depth), ..self.limits };
        let RefereeRules { margin, scores: score_rules, prove: proof_nodes } = rules;
        GameSetup {
            limits,
            depth,
            margin,
            max_plies: self.max_plies,
            adjudicate: self.adjudicate,
            proof_nodes,
            score_rules,
            first_moves,
            seed: derive_seed(self.seed, key),
            opening: Some(&opening.line),
            ..GameSetup::new(self.game, &opening.position)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefereeRules {
    /// How late a move may be, in milliseconds, if the player does not say it.
    pub margin: u64,
    pub scores: ScoreRules,
    /// The nodes of the referee's own search after each move, if its proofs end games.
    #[serde(default)]
    pub prove: Option<u64>,
}

impl Default for RefereeRules {
    fn default() -> RefereeRules {
        RefereeRules { margin: TIME_MARGIN, scores: ScoreRules::default(), prove: None }
    }
}

impl RefereeRules {
    /// Adds the rules to the identity of the settings, unless they are the defaults.
    pub fn add_to(&self, mut identity: Identity) -> Identity {
        let RefereeRules { margin, scores: ScoreRules { resign, draw }, prove } = self;
        let mut rules = serde_json::Map::new();
        if *margin != TIME_MARGIN {
            rules.insert("margin".into(), json!(margin));
        }
        if let Some(ResignRule { score, moves, both }) = resign {
            let rule = if *both { json!([score, moves, "both"]) } else { json!([score, moves]) };
            rules.insert("resign".into(), rule);
        }
        if let Some(nodes) = prove {
            rules.insert("prove".into(), json!(nodes));
        }
        if let Some(DrawRule { score, moves, after }) = draw {
            rules.insert("draw".into(), json!([score, moves, after]));
        }
        if !rules.is_empty() {
            identity.text.push_str(&Value::from(rules).to_string());
            // Earlier versions had no such rules.
            identity.earlier.clear();
        }
        identity
    }
}

/// Reads the resignation rule: a score and a number of moves, such as `600,3`, and perhaps that both
/// players must agree, as in `600,3,both`.
pub fn read_resign(text: &str) -> Result<ResignRule, String> {
    let (numbers, both) = match text.rsplit_once(',') {
        Some((numbers, word)) if word.trim() == "both" => (numbers, true),
        _ => (text, false),
    };
    match read_numbers(numbers)[..] {
        [Some(score), Some(moves @ 1..)] => Ok(ResignRule { score, moves, both }),
        _ => {
            let wanted = "expected a score and a number of moves, such as 600,3, or 600,3,both if \
                          both players must agree";
            Err(wanted.into())
        }
    }
}

/// Reads the draw rule: a score, a number of moves, and optionally a number of plies, such as
/// `10,8` or `10,8,40`.
pub fn read_draw(text: &str) -> Result<DrawRule, String> {
    let (score, moves, after) = match read_numbers(text)[..] {
        [Some(score), Some(moves @ 1..)] => (score, moves, 0),
        [Some(score), Some(moves @ 1..), Some(after)] => (score, moves, after),
        _ => {
            let wanted = "expected a score, a number of moves, and perhaps the plies before the \
                          first draw, such as 10,8,40";
            return Err(wanted.into());
        }
    };
    Ok(DrawRule { score, moves, after })
}

fn read_numbers(text: &str) -> Vec<Option<u32>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// Reads the time for a game in seconds, such as `10`, optionally with an increment, such as
/// `10+0.1`.
pub fn read_clock(text: &str) -> Result<TimeControl, String> {
    let wrong = |()| format!("a clock is seconds and what a move adds, as 10+0.1, not {text:?}");
    text.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use agon_arena::find;

    use super::*;

    #[test]
    fn the_identity_of_settings_is_what_version_0_1_wrote() {
        let mut settings = GameSettings {
            game: find("nim").unwrap(),
            from: "startpos".into(),
            openings: Openings::Random { plies: 4 },
            limits: MoveLimits {
                depth: Some(2),
                nodes: None,
                movetime: Some(5000),
                clock: Some(TimeControl::fischer([10_000_000, 100_000])),
            },
            max_plies: Some(9),
            adjudicate: true,
            seed: 7,
        };
        assert_eq!(
            settings.version_0_1(),
            "nim startpos Random { plies: 4 } Limits { depth: Some(2), nodes: None, movetime: \
             Some(5000), clock: Some(TimeControl { base: 10000000, increment: 100000 }) } Some(9) \
             true 7"
        );
        settings.openings = Openings::Listed(vec!["[1,2]".into(), "\"".into()]);
        settings.limits = MoveLimits::default();
        settings.max_plies = None;
        settings.adjudicate = false;
        assert_eq!(
            settings.version_0_1(),
            "nim startpos Listed([\"[1,2]\", \"\\\"\"]) Limits { depth: None, nodes: None, \
             movetime: None, clock: None } None false 7"
        );
        settings.openings = Openings::Usual;
        assert!(settings.version_0_1().starts_with("nim startpos Usual Limits {"));
    }

    #[test]
    fn the_rule_of_resignation_says_whether_both_must_agree() {
        assert_eq!(read_resign("600, 3"), Ok(ResignRule { score: 600, moves: 3, both: false }));
        assert_eq!(read_resign("600,3,both"), Ok(ResignRule { score: 600, moves: 3, both: true }));
        for wrong in ["600", "600,0", "600,3,4", "600,3,one", "600,both", "both"] {
            assert!(read_resign(wrong).unwrap_err().contains("600,3,both"), "{wrong}");
        }
        let rules = |text| RefereeRules {
            scores: ScoreRules { resign: read_resign(text).ok(), draw: None },
            ..RefereeRules::default()
        };
        let identity = || Identity { text: String::new(), earlier: Vec::new() };
        assert_eq!(rules("600,3").add_to(identity()).text, r#"{"resign":[600,3]}"#);
        assert_eq!(rules("600,3,both").add_to(identity()).text, r#"{"resign":[600,3,"both"]}"#);
        // A worker of an earlier version does not know the word.
        let earlier = r#"{"margin":50,"scores":{"resign":{"score":600,"moves":3},"draw":null}}"#;
        assert_eq!(serde_json::from_str::<RefereeRules>(earlier).unwrap(), rules("600,3"));
    }

    #[test]
    fn settings_are_recognised_in_either_form_and_others_are_not() {
        let settings = |seed| GameSettings {
            game: find("nim").unwrap(),
            from: "startpos".into(),
            openings: Openings::Usual,
            limits: MoveLimits { depth: Some(2), ..MoveLimits::default() },
            max_plies: None,
            adjudicate: false,
            seed,
        };
        let moves = ["11".to_string()];
        let identity = settings(7).identity(Some(&[&[], &moves]));
        let [first, second] = [&identity.earlier[0], &identity.earlier[1]];
        assert!([&identity.text, first, second].into_iter().all(|text| identity.is(text)));
        assert!(first.ends_with(r#" 7 [[], ["11"]]"#), "{first}");
        assert!(second.contains(r#""first_moves":[[],["11"]]"#), "{second}");
        let other = settings(8).identity(Some(&[&[], &moves]));
        assert!(!identity.is(&other.text));
        assert!(!other.earlier.iter().any(|text| identity.is(text)));
        // Other preferred moves make other entrants, not other settings.
        assert_eq!(settings(7).identity(None).text, identity.text);
    }
}
