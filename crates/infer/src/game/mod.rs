//! A game as a file: declarations and rules that say what a position is, which moves are legal,
//! what they change, and who wins.

mod compile;
mod goals;
mod machine;
mod maintained;
mod parse;
mod source;
mod state;
mod syntax;
mod text;
mod why;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use agon_core::{ColumnType, Outcome, Rng, Side};

use crate::diagnostic::{Diagnostic, DiagnosticKind, Diagnostics, Span};
use crate::program::Range;
use crate::schema::SchemaDomain;
use crate::step::MAX_COLUMNS;
use goals::Goals;
use machine::{Derived, Given, Machine};
use state::{Facts, StateRelation, WORDS};

pub use source::{FindInclude, SourceFile, hash_of_files};
pub use text::GameRefusal;
pub use why::PartialMove;

/// The most plies that a measure may promise.
const MAX_PLIES: i32 = 10_000;

/// The most legal moves of a position, and the most things that a picture shows.
const MAX_LEGAL: usize = 4_096;
const MAX_SHOWN: usize = 4_096;

/// How many games are tried when a file is read, and how many positions at most.
const TRIED_GAMES: u64 = 4;
const TRIED_POSITIONS: u64 = 120;
const TRIED_STEPS: u64 = 1 << 28;

/// The rules of a game as its file says them, compiled.
pub struct GameRules {
    compiled: Compiled,
    files: Vec<SourceFile>,
    hash: u64,
    goals: Goals,
    #[expect(
        clippy::vec_box,
        reason = "a memory has thousands of bytes, and is moved for every move"
    )]
    idle: Mutex<Vec<Box<Work>>>,
}

/// What the compiler hands over.
struct Compiled {
    name: String,
    title: String,
    sides: [String; 2],
    domains: Vec<SchemaDomain>,
    state: Vec<StateRelation>,
    /// The start, which is judged once all is compiled.
    start: GamePosition,
    moves: Vec<MoveKind>,
    turn: Machine,
    change: Machine,
    /// The state relation of each `inc` rule.
    increments: Vec<usize>,
    shows: Machine,
    places: BTreeMap<(usize, i32), Place>,
    plies: Option<u16>,
    has_measure: bool,
}

/// A kind of moves: a relation of which each row is one.
#[derive(Clone, Debug)]
pub struct MoveKind {
    /// Its name in the file.
    pub name: String,
    /// The types of its columns.
    pub types: Vec<ColumnType>,
    ranges: Vec<Range>,
    first: u32,
    size: u32,
    parts: Vec<TextPart>,
}

/// A part of the text of a move.
#[derive(Clone, Debug)]
enum TextPart {
    Text(String),
    Column(usize),
    Letter(usize),
}

/// Where a member of a set lies in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Its row, which grows downwards.
    pub row: i32,
    /// Its column, which grows to the right.
    pub column: i32,
}

/// What the picture shows at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shown {
    /// Where.
    pub place: Place,
    /// What.
    pub what: What,
}

/// A kind of thing in a picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A number, such as a height.
    Number(i32),
    /// A piece of a side.
    Side(Side),
    /// A piece of nobody, or `.` for an empty place.
    Name(String),
}

/// A position of a game that is a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GamePosition {
    facts: Facts,
    mover: u8,
    /// Whether the measure did not fall with the last move, so that the game was stopped.
    stopped: bool,
    ply: u16,
    /// What follows from the rest.
    measure: i32,
    result: Option<Outcome>,
}

impl GamePosition {
    /// A position with these facts at the beginning of a game, which is still to be judged.
    fn first(facts: Facts) -> GamePosition {
        GamePosition { facts, mover: 0, stopped: false, ply: 0, measure: 0, result: None }
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        if self.mover == 0 { Side::First } else { Side::Second }
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.result
    }
}

/// What was derived last by a thread that works with the rules.
struct Work {
    turn: Derived,
    change: Derived,
}

/// What is wrong with a game that was tried, and with which of its rules.
type Trouble = Option<(String, Span)>;

impl GameRules {
    /// Compiles a game file. `find` gives the text of a file that another includes.
    pub fn read(
        name: &str,
        source: &[u8],
        find: &mut FindInclude<'_>,
    ) -> Result<GameRules, Diagnostics> {
        let (sources, file) = source::read(name, source, find)?;
        let compiled = match compile::compile(file) {
            Ok(compiled) => compiled,
            Err(list) => return Err(sources.refuse(list)),
        };
        let rules = GameRules::new(compiled, sources.files);
        match rules.trouble() {
            None if rules.can_be_decided() => Ok(rules),
            None => {
                let sources = source::Sources { files: rules.files.clone() };
                let kind = DiagnosticKind::Missing { what: "who wins".into() };
                let diagnostic = Diagnostic::new(kind, Span::default());
                let names =
                    rules.compiled.turn.program.relations.iter().map(|one| one.name.as_str());
                let other =
                    names.into_iter().find(|name| name.starts_with("win") && *name != "wins");
                let hint = match other {
                    Some(other) => format!("did you mean wins where it says {other}?"),
                    None => "write a rule: wins(P) :- line(P). Or loses(P) :- ..., or draw :- ..."
                        .into(),
                };
                Err(sources.refuse(vec![diagnostic.hint(hint)]))
            }
            Some((reason, span)) => Err(rules.refuse_at(reason, span)),
        }
    }

    /// Refuses the file as a whole.
    pub fn refuse(&self, reason: impl Into<String>) -> Diagnostics {
        self.refuse_at(reason.into(), Span::default())
    }

    fn refuse_at(&self, reason: String, span: Span) -> Diagnostics {
        let sources = source::Sources { files: self.files.clone() };
        sources.refuse(vec![Diagnostic::new(DiagnosticKind::Unsound { reason }, span)])
    }

    fn new(compiled: Compiled, files: Vec<SourceFile>) -> GameRules {
        let hash = source::hash_of_files(&files);
        let Compiled { turn, change, state, .. } = &compiled;
        let heads = || change.program.rules.iter().filter_map(|rule| rule.head_relation());
        let deleted = |number: usize| change.program.listed[1 + state.len() + number];
        let stays = |number: usize| !heads().any(|head| head == deleted(number));
        let stays = (0..state.len()).map(stays).collect();
        let verdicts = [0, 1].map(|number| turn.program.listed[number]);
        let goals = Goals::new(turn, state, stays, verdicts);
        let mut rules = GameRules { compiled, files, hash, goals, idle: Mutex::default() };
        let mut start = rules.compiled.start;
        rules.with_work(|work| rules.judge(work, &mut start));
        rules.compiled.start = start;
        rules
    }

    /// Its name, as the file says it.
    pub fn name(&self) -> &str {
        &self.compiled.name
    }

    /// Its name as people write it.
    pub fn title(&self) -> &str {
        &self.compiled.title
    }

    /// The names of the sides.
    pub fn sides(&self) -> &[String; 2] {
        &self.compiled.sides
    }

    /// The file and those that it includes.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// At most so many steps are taken for a position and for a move.
    pub fn steps(&self) -> u64 {
        let costs = self.compiled.turn.plan.costs.iter().chain(&self.compiled.change.plan.costs);
        costs.chain(&self.compiled.shows.plan.costs).sum()
    }

    /// About how much memory a thread takes that works with the rules, in bytes.
    pub fn bytes(&self) -> usize {
        [&self.compiled.turn, &self.compiled.change, &self.compiled.shows]
            .map(|it| it.plan.memory.bytes())
            .iter()
            .sum()
    }

    /// A number that tells files apart by their text.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The start of the game.
    pub fn start(&self) -> GamePosition {
        self.compiled.start
    }

    /// The most plies of a game.
    pub fn max_plies(&self) -> u32 {
        match self.compiled.plies {
            Some(plies) => plies.into(),
            None => self.compiled.start.measure.clamp(0, MAX_PLIES) as u32 + 1,
        }
    }

    /// After how many plies the game is drawn, if that is so: positions then differ by their plies.
    pub fn counted_plies(&self) -> Option<u16> {
        self.compiled.plies
    }

    /// The kinds of moves.
    pub fn move_kinds(&self) -> &[MoveKind] {
        &self.compiled.moves
    }

    /// How many numbers moves have: each is below.
    pub fn move_count(&self) -> u32 {
        self.compiled.moves.last().map_or(0, |kind| kind.first + kind.size)
    }

    /// About how many positions there could be.
    pub fn state_space(&self) -> f64 {
        let slots = |relation: &StateRelation| {
            f64::from(relation.codes()).powi(relation.keys.len().min(1_000) as i32)
        };
        self.compiled.state.iter().map(slots).product::<f64>().clamp(2.0, 1e100)
    }

    fn with_work<T>(&self, use_it: impl FnOnce(&mut Work) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut work = taken.unwrap_or_else(|| {
            let Compiled { turn, change, .. } = &self.compiled;
            Box::new(Work { turn: turn.begin(), change: change.begin() })
        });
        let result = use_it(&mut work);
        idle().push(work);
        result
    }

    fn given(&self, position: &GamePosition) -> Given {
        Given { facts: position.facts, mover: position.mover.into(), does: None }
    }

    /// Derives the moves and the verdicts of a position.
    fn load(&self, work: &mut Work, position: &GamePosition) {
        self.compiled.turn.run(&mut work.turn, &self.compiled.state, self.given(position));
    }

    /// Says whether the game is over. Returns what is wrong with the rules, if something is.
    fn judge(&self, work: &mut Work, position: &mut GamePosition) -> Trouble {
        self.load(work, position);
        let turn = &self.compiled.turn;
        let rows = |listed| turn.rows(&work.turn, listed);
        let mut winners = [false; 2];
        for (listed, is_loss) in [(0, 0), (1, 1)] {
            rows(listed).for_each(|row| winners[(row[0] ^ is_loss) as usize & 1] = true);
        }
        if self.compiled.has_measure {
            let mut values = rows(3).map(|row| row[0]);
            position.measure = values.next().unwrap_or(-1);
            if values.any(|value| value != position.measure) {
                position.measure = -1;
            }
        }
        let count = self.count_loaded(work);
        let is_drawn = || {
            rows(2).next().is_some()
                || position.stopped
                || self.compiled.has_measure && !(0..=MAX_PLIES).contains(&position.measure)
                || self.compiled.plies.is_some_and(|most| position.ply >= most)
                || count == 0
                || count > MAX_LEGAL
        };
        position.result = match winners {
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
            [true, true] => Some(Outcome::Draw),
            [false, false] => is_drawn().then_some(Outcome::Draw),
        };
        if winners == [true, true] {
            return Some((
                "both sides win at once".into(),
                self.span_of(&self.compiled.turn, self.verdict(0)),
            ));
        }
        if self.compiled.has_measure && !(0..=MAX_PLIES).contains(&position.measure) {
            let reason = format!("the measure is not one number from 0 to {MAX_PLIES}");
            return Some((reason, self.span_of(&self.compiled.turn, self.verdict(3))));
        }
        if count > MAX_LEGAL {
            let reason = format!("a position has {count} moves; at most {MAX_LEGAL} are allowed");
            return Some((reason, self.span_of(&self.compiled.turn, self.legal_relation(0))));
        }
        None
    }

    /// The legal moves, in ascending order of their numbers.
    pub fn legal(&self, position: &GamePosition) -> Vec<u32> {
        if position.result.is_some() {
            return Vec::new();
        }
        self.with_work(|work| {
            self.load(work, position);
            let turn = &self.compiled.turn;
            let mut moves = Vec::with_capacity(self.count_loaded(work));
            for (number, kind) in self.compiled.moves.iter().enumerate() {
                moves.extend(turn.exported(&work.turn, number).map(|bit| kind.code_of_bit(bit)));
            }
            moves
        })
    }

    /// How many legal moves there are.
    pub fn count_legal(&self, position: &GamePosition) -> usize {
        if position.result.is_some() {
            return 0;
        }
        self.with_work(|work| {
            self.load(work, position);
            self.count_loaded(work)
        })
    }

    /// How many moves the position has that was loaded last.
    fn count_loaded(&self, work: &Work) -> usize {
        let kinds = 0..self.compiled.moves.len();
        kinds.map(|kind| self.compiled.turn.count(&work.turn, kind)).sum()
    }

    /// Makes a legal move.
    pub fn play(&self, position: &GamePosition, mv: u32) -> GamePosition {
        self.try_play(position, mv).0
    }

    fn try_play(&self, position: &GamePosition, mv: u32) -> (GamePosition, Trouble) {
        let Some((kind, row)) = self.columns(mv) else { return (*position, None) };
        let mut next = *position;
        let trouble = self.with_work(|work| {
            let given = Given { does: Some((kind, row)), ..self.given(position) };
            self.compiled.change.run(&mut work.change, &self.compiled.state, given);
            let rows = |listed| self.compiled.change.rows(&work.change, listed);
            let mut trouble = None;
            let states = self.compiled.state.len();
            for (number, relation) in self.compiled.state.iter().enumerate() {
                rows(1 + states + number).for_each(|row| relation.delete(&mut next.facts, row));
            }
            for (number, relation) in self.compiled.state.iter().enumerate() {
                for row in rows(1 + number) {
                    if !relation.add(&mut next.facts, row) {
                        let reason = format!("add {} leaves its range", relation.name);
                        trouble = Some((reason, self.span_of(&self.compiled.change, self.compiled.change.program.listed[1 + number])));
                    }
                }
            }
            for (number, &relation) in self.compiled.increments.iter().enumerate() {
                let relation = &self.compiled.state[relation];
                for row in rows(1 + 2 * states + number) {
                    let keys = relation.key_columns();
                    if !relation.increase(&mut next.facts, &row[..keys], row[keys]) {
                        let reason = format!("inc {} leaves its range", relation.name);
                        let rule = self.compiled.change.program.listed[1 + 2 * states + number];
                        trouble = Some((reason, self.span_of(&self.compiled.change, rule)));
                    }
                }
            }
            if rows(0).next().is_none() {
                next.mover ^= 1;
            }
            next.ply = next.ply.saturating_add(u16::from(self.compiled.plies.is_some()));
            let found = self.judge(work, &mut next);
            trouble = trouble.or(found);
            if self.compiled.has_measure && next.measure >= position.measure {
                next.stopped = true;
                next.result = next.result.or(Some(Outcome::Draw));
                let text = self.move_text(mv);
                let [before, after] = [position.measure, next.measure];
                let reason = format!(
                    "the measure does not fall with the move {text}: it is {before} before it and {after} after it"
                );
                let span = self.span_of(&self.compiled.turn, self.verdict(3));
                trouble.get_or_insert((reason, span));
            }
            trouble
        });
        (next, trouble)
    }

    /// The kind and the columns of a move; `None` if the number stands for none.
    fn columns(&self, mv: u32) -> Option<(usize, [i32; MAX_COLUMNS])> {
        let number = self
            .compiled
            .moves
            .iter()
            .position(|kind| (kind.first..kind.first + kind.size).contains(&mv))?;
        let kind = &self.compiled.moves[number];
        let (mut rest, mut row) = (mv - kind.first, [0; MAX_COLUMNS]);
        for (at, range) in kind.ranges.iter().enumerate().rev() {
            let size = range.size() as u32;
            row[at] = range.least + (rest % size) as i32;
            rest /= size;
        }
        Some((number, row))
    }

    /// The number of the kind of a move.
    pub fn kind_of(&self, mv: u32) -> Option<usize> {
        self.columns(mv).map(|(kind, _)| kind)
    }

    /// The kind of a move and its columns.
    pub fn describe(&self, mv: u32) -> Option<(&MoveKind, Vec<i32>)> {
        let (number, row) = self.columns(mv)?;
        let kind = &self.compiled.moves[number];
        Some((kind, row[..kind.ranges.len()].to_vec()))
    }

    /// Where a member of a set lies in the picture; see [`MoveKind::types`].
    pub fn place(&self, ty: ColumnType, value: i32) -> Option<Place> {
        match ty {
            ColumnType::Member(domain) => self.compiled.places.get(&(domain, value)).copied(),
            _ => None,
        }
    }

    /// The members of a type that lie in the picture, and where.
    pub fn members_at_places(&self, ty: ColumnType) -> impl Iterator<Item = (i32, Place)> {
        let places = self.compiled.places.iter();
        places.filter_map(move |(&(domain, value), &place)| {
            (ty == ColumnType::Member(domain)).then_some((value, place))
        })
    }

    /// All places of members of sets.
    pub fn places(&self) -> impl Iterator<Item = (String, Place)> {
        self.compiled.places.iter().map(|(&(domain, value), &place)| {
            (self.show_value(ColumnType::Member(domain), value), place)
        })
    }

    /// What the picture of a position shows, sorted.
    pub fn picture(&self, position: &GamePosition) -> Vec<Shown> {
        let mut derived = self.compiled.shows.begin();
        self.compiled.shows.run(&mut derived, &self.compiled.state, self.given(position));
        let mut shown = Vec::new();
        for listed in 0..self.compiled.shows.program.listed.len() {
            let relation = self.compiled.shows.program.listed[listed];
            let ty = self.compiled.shows.program.relations[relation].columns[2].0;
            for row in self.compiled.shows.rows(&derived, listed).take(MAX_SHOWN + 1) {
                let what = match ty {
                    crate::program::Type::Member(0) => {
                        What::Side(if row[2] == 0 { Side::First } else { Side::Second })
                    }
                    crate::program::Type::Member(domain) => {
                        What::Name(self.show_value(ColumnType::Member(domain), row[2]))
                    }
                    _ => What::Number(row[2]),
                };
                shown.push(Shown { place: Place { row: row[0], column: row[1] }, what });
            }
        }
        shown.sort();
        shown
    }

    /// How many features positions have.
    pub fn feature_count(&self) -> u32 {
        let last = self.compiled.state.last();
        let facts =
            last.map_or(0, |one| one.first_feature + one.keys.len() as u32 * (one.codes() - 1));
        facts + 2 + u32::from(self.compiled.plies.unwrap_or(0)) + 1
    }

    /// Calls `tell` with every feature of a position.
    pub fn features(&self, position: &GamePosition, mut tell: impl FnMut(u32)) {
        let mut end = 0;
        for relation in &self.compiled.state {
            let values = relation.codes() - 1;
            for slot in 0..relation.keys.len() {
                let code = relation.code(&position.facts, slot);
                if code > 0 {
                    tell(relation.first_feature + slot as u32 * values + code - 1);
                }
            }
            end = relation.first_feature + relation.keys.len() as u32 * values;
        }
        if position.mover == 1 {
            tell(end);
        }
        if position.stopped {
            tell(end + 1);
        }
        if self.compiled.plies.is_some() {
            tell(end + 2 + u32::from(position.ply));
        }
    }

    /// Calls `tell` with each feature that one position has and the other has not, and whether it
    /// is the second that has it.
    pub fn changes(&self, one: &GamePosition, two: &GamePosition, mut tell: impl FnMut(u32, bool)) {
        for relation in &self.compiled.state {
            let values = relation.codes() - 1;
            relation.differences(&one.facts, &two.facts, |slot| {
                for (position, is_added) in [(one, false), (two, true)] {
                    let code = relation.code(&position.facts, slot);
                    if code > 0 {
                        let feature = relation.first_feature + slot as u32 * values + code - 1;
                        tell(feature, is_added);
                    }
                }
            });
        }
        let end = self.feature_count() - 3 - u32::from(self.compiled.plies.unwrap_or(0));
        if one.mover != two.mover {
            tell(end, two.mover == 1);
        }
        if one.stopped != two.stopped {
            tell(end + 1, two.stopped);
        }
        if one.ply != two.ply {
            tell(end + 2 + u32::from(one.ply), false);
            tell(end + 2 + u32::from(two.ply), true);
        }
    }

    /// How many moves a side would have if it were to move.
    pub fn mobility(&self, position: &GamePosition, side: Side) -> usize {
        self.with_work(|work| {
            let asked = GamePosition { mover: side.index() as u8, ..*position };
            self.load(work, &asked);
            self.count_loaded(work)
        })
    }

    /// How near a side is to its goals, as points: the more of the conditions of `wins` hold, the
    /// more. What cannot be worked out in advance is left out.
    pub fn nearness(&self, position: &GamePosition, side: Side) -> i32 {
        self.goals.nearness(&self.compiled.state, &position.facts, side.index())
    }

    /// The relation of the legal moves of a kind.
    fn legal_relation(&self, kind: usize) -> usize {
        self.compiled.turn.program.exports[kind]
    }

    /// The relation of a verdict: who wins, who loses, whether it is drawn, the measure.
    fn verdict(&self, number: usize) -> usize {
        self.compiled.turn.program.listed[number]
    }

    /// Where the first rule of a relation of a program stands.
    fn span_of(&self, machine: &Machine, relation: usize) -> Span {
        let mut rules = machine.program.rules.iter();
        let rule = rules.find(|rule| rule.head_relation() == Some(relation));
        rule.map_or_else(Span::default, |rule| rule.span)
    }

    /// Whether a rule says who wins, who loses, or when the game is drawn.
    fn can_be_decided(&self) -> bool {
        let program = &self.compiled.turn.program;
        let verdicts = [0, 1, 2].map(|number| self.verdict(number));
        let heads = program.rules.iter().filter_map(|rule| rule.head_relation());
        heads.into_iter().any(|head| verdicts.contains(&head))
    }

    /// Plays some games at random, and says what is wrong with the rules, if something is.
    fn trouble(&self) -> Trouble {
        let mut start = self.compiled.start;
        if let Some(trouble) = self.with_work(|work| self.judge(work, &mut start)) {
            return Some(trouble);
        }
        if let Some(reason) = self.why_over(&start) {
            let reason = format!("no move is made: {reason}");
            return Some((reason, self.span_of(&self.compiled.turn, self.legal_relation(0))));
        }
        let shown = self.picture(&start).len();
        if shown > MAX_SHOWN {
            let reason = format!("a picture has {shown} things; at most {MAX_SHOWN} are allowed");
            return Some((
                reason,
                self.span_of(&self.compiled.shows, self.compiled.shows.program.listed[0]),
            ));
        }
        // Files with costly rules are tried in fewer positions, so that reading them is quick.
        let most = (TRIED_STEPS / self.steps().max(1)).clamp(2, TRIED_POSITIONS) as usize;
        let mut tried = 0;
        for game in 0..TRIED_GAMES {
            let mut rng = Rng::seeded(game);
            let mut position = self.compiled.start;
            while let (Some(&mv), true) = (rng.pick(&self.legal(&position)), tried < most) {
                let moves = self.legal(&position);
                let mut texts: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
                texts.sort();
                if let Some(two) = texts.windows(2).find(|two| two[0] == two[1]) {
                    let reason = format!("two legal moves are written {}", two[0]);
                    let kind = self.kind_of(mv).unwrap_or(0);
                    return Some((
                        reason,
                        self.span_of(&self.compiled.turn, self.legal_relation(kind)),
                    ));
                }
                // Where there are many moves, fewer positions are tried.
                tried += moves.len() / 256;
                let (next, trouble) = self.try_play(&position, mv);
                if trouble.is_some() {
                    return trouble;
                }
                position = next;
                tried += 1;
            }
        }
        None
    }

    /// Compares all that follows from a position, and from each of its moves, with what the
    /// reference interpreter derives. Returns the first difference.
    pub fn difference_from_twin(&self, position: &GamePosition) -> Option<String> {
        let state = &self.compiled.state;
        self.difference(position, |machine, given| machine.obvious_rows(state, given))
    }

    /// Compares what is kept from one position to the next with what is derived from nothing, for a
    /// position and each of its moves. Returns the first difference.
    pub fn difference_from_scratch(&self, position: &GamePosition) -> Option<String> {
        self.difference(position, |machine, given| {
            let mut derived = machine.begin();
            machine.run(&mut derived, &self.compiled.state, *given);
            Some(machine.all_rows(&derived))
        })
    }

    fn difference(
        &self,
        position: &GamePosition,
        wanted: impl Fn(&Machine, &Given) -> Option<Vec<Vec<Vec<i32>>>>,
    ) -> Option<String> {
        let Compiled { turn, change, .. } = &self.compiled;
        let given = self.given(position);
        let compare = |machine: &Machine, derived: &mut Derived, given: Given| {
            let wanted = wanted(machine, &given);
            self.difference_of(machine, derived, given, wanted)
        };
        let found = self.with_work(|work| compare(turn, &mut work.turn, given));
        if found.is_some() {
            return found;
        }
        for mv in self.legal(position) {
            let given = Given { does: self.columns(mv), ..given };
            let found = self.with_work(|work| compare(change, &mut work.change, given));
            if let Some(found) = found {
                return Some(format!("{}: {found}", self.move_text(mv)));
            }
        }
        None
    }

    fn difference_of(
        &self,
        machine: &Machine,
        derived: &mut Derived,
        given: Given,
        wanted: Option<Vec<Vec<Vec<i32>>>>,
    ) -> Option<String> {
        machine.run(derived, &self.compiled.state, given);
        let Some(wanted) = wanted else { return Some("the twin gives up".into()) };
        let read = machine.program.exports.iter().chain(&machine.program.listed);
        for ((&relation, found), wanted) in read.zip(machine.all_rows(derived)).zip(wanted) {
            if found != wanted {
                let name = &machine.program.relations[relation].name;
                return Some(format!("{name} is {found:?}, the twin has {wanted:?}"));
            }
        }
        None
    }
}

impl MoveKind {
    /// The number of the move whose row has this bit.
    fn code_of_bit(&self, bit: u32) -> u32 {
        let (mut code, mut factor, mut rest) = (self.first, 1, bit);
        for range in self.ranges.iter().rev() {
            code += factor * (rest & ((1 << range.bits()) - 1));
            factor *= range.size() as u32;
            rest >>= range.bits();
        }
        code
    }
}

impl std::fmt::Debug for GameRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameRules({})", self.compiled.name)
    }
}
