//! A hand-in as its tokens and fingerprints, and the longest fragment that two of them share.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use agon_handin::{Assignment, HandIn, Kit, Lang, SourceFile};
use serde::Serialize;

use super::fingerprints::{K, chosen, runs};
use super::tokens::{MAX_TOKENS, Syntax, Token, tokens};

/// The most steps in search of the longest fragment of two programs.
const MAX_STEPS: usize = 200_000;

/// The most places of one fingerprint from which a fragment is searched.
const MAX_PLACES: usize = 4;

/// The most lines of a fragment that are shown.
const SHOWN_LINES: usize = 30;

/// Code that every student was given.
pub struct Given {
    syntax: &'static Syntax,
    runs: HashSet<u64>,
}

impl Given {
    /// The starter kit, the code in the assignment's text, and what else the class was given.
    pub fn of(assignment: &Assignment, more: &[SourceFile]) -> Option<Given> {
        let syntax = Syntax::of(assignment.language.extensions()[0])?;
        let kit = Kit::of(assignment).map(|kit| kit.files(assignment, Lang::English));
        let mut texts: Vec<String> = kit.into_iter().flatten().map(|(_, text)| text).collect();
        if ["nim", "tictactoe"].contains(&assignment.name) {
            texts.push(include_str!("given/nim.pl").into());
        }
        texts.extend(more.iter().map(|file| file.text.clone()));
        // Each for itself: together they may be longer than a hand-in can be.
        let of_text = |text: &String| runs(&tokens(syntax, [text.as_str()]));
        let runs = texts.iter().flat_map(of_text).flatten().collect();
        Some(Given { syntax, runs })
    }
}

pub struct Program<'a> {
    files: Vec<&'a SourceFile>,
    tokens: Vec<Token>,
    /// Which tokens are in no run of given code.
    is_own: Vec<bool>,
    /// The fingerprints, sorted by their hashes.
    pub prints: Vec<Print>,
}

/// A fingerprint of a program.
pub struct Print {
    pub hash: u64,
    /// How much it counts, from 0 to 1.
    pub weight: f64,
    /// Where it starts.
    pub places: Vec<usize>,
}

impl<'a> Program<'a> {
    pub fn of(hand_in: &'a HandIn, assignment: &Assignment, given: &Given) -> Program<'a> {
        let is_code = |file: &&SourceFile| {
            let name = file.path.rsplit('/').next().unwrap_or_default();
            !name.starts_with("agon-") && name != assignment.language.bridge()
        };
        let files: Vec<&SourceFile> = match &hand_in.source {
            Ok(source) => source.files.iter().filter(is_code).collect(),
            Err(_) => Vec::new(),
        };
        let tokens = tokens(given.syntax, files.iter().map(|file| file.text.as_str()));
        let runs = runs(&tokens);
        let mut is_own = vec![true; tokens.len()];
        let mut covered = 0;
        for (start, hash) in runs.iter().enumerate() {
            if hash.is_some_and(|hash| given.runs.contains(&hash)) {
                is_own[covered.max(start)..start + K].fill(false);
                covered = start + K;
            }
        }
        let mut all = chosen(&runs, &given.runs);
        all.sort_unstable();
        let mut prints: Vec<Print> = Vec::new();
        for (hash, start) in all {
            match prints.last_mut() {
                Some(last) if last.hash == hash => last.places.push(start),
                _ => prints.push(Print { hash, weight: 1.0, places: vec![start] }),
            }
        }
        Program { files, tokens, is_own, prints }
    }

    /// How many tokens are its own.
    pub fn own(&self) -> usize {
        self.is_own.iter().filter(|is_own| **is_own).count()
    }

    /// Whether it is so long that only its beginning is compared.
    pub fn is_cut(&self) -> bool {
        self.tokens.len() == MAX_TOKENS
    }

    /// Whether two programs are the same but for names, comments and layout.
    pub fn is_same(&self, other: &Program) -> bool {
        let code = |token: &Token| (token.kind, token.back);
        self.tokens.iter().map(code).eq(other.tokens.iter().map(code))
    }

    /// Whether their files are equal, whatever they are called.
    pub fn has_same_files(&self, other: &Program) -> bool {
        self.files.len() == other.files.len()
            && self.files.iter().zip(&other.files).all(|(one, other)| one.text == other.text)
    }

    /// How much all its fingerprints count.
    pub fn weight(&self) -> f64 {
        self.prints.iter().map(|print| print.weight).sum()
    }

    /// How many of its own tokens are in these fingerprints of its.
    pub fn covered<'p>(&self, prints: impl Iterator<Item = &'p Print>) -> usize {
        let mut starts: Vec<usize> = prints.flat_map(|print| &print.places).copied().collect();
        starts.sort_unstable();
        let (mut count, mut end) = (0, 0);
        for start in starts {
            let run = start.max(end)..start + K;
            count += run.filter(|&place| self.is_own[place]).count();
            end = start + K;
        }
        count
    }

    /// The place of some tokens in its files.
    fn place(&self, tokens: Range<usize>) -> Option<Place> {
        let (first, last) = (self.tokens.get(tokens.start)?, self.tokens.get(tokens.end - 1)?);
        let file = self.files.get(first.file as usize)?;
        let (from, to) = (first.line as usize, last.line as usize);
        let lines = file.text.lines().skip(from - 1).take((to + 1 - from).min(SHOWN_LINES));
        let lines: Vec<String> = lines.map(|line| line.chars().take(160).collect()).collect();
        Some(Place { file: file.path.clone(), from, to, text: lines.join("\n") })
    }
}

/// The fingerprints that both have, as each one's own.
pub fn shared<'a>(
    one: &'a Program,
    other: &'a Program,
) -> impl Iterator<Item = (&'a Print, &'a Print)> {
    let mut others = other.prints.iter().peekable();
    one.prints.iter().filter_map(move |print| {
        while others.next_if(|found| found.hash < print.hash).is_some() {}
        others.next_if(|found| found.hash == print.hash).map(|found| (print, found))
    })
}

/// A run of tokens that two hand-ins share, but for names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fragment {
    /// Its length in tokens.
    pub tokens: usize,
    /// Where it is in each of the two.
    pub places: [Place; 2],
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub file: String,
    /// The first and the last line, from 1.
    pub from: usize,
    pub to: usize,
    /// The beginning of these lines.
    pub text: String,
}

/// A run of tokens that two programs share: its length, and where it starts in each.
pub type CommonRun = (usize, [usize; 2]);

/// The longest run that begins with one of these fingerprints.
pub fn longest_run(one: &Program, other: &Program, shared: &[(&Print, &Print)]) -> CommonRun {
    let mut starts: Vec<[usize; 2]> = Vec::new();
    for (left, right) in shared {
        for &at in left.places.iter().take(MAX_PLACES) {
            starts.extend(right.places.iter().take(MAX_PLACES).map(|&to| [at, to]));
        }
    }
    starts.sort_unstable();
    // Where the last run ended, by the distance of the two places.
    let mut ends: HashMap<usize, usize> = HashMap::new();
    let mut best = CommonRun::default();
    let mut steps = 0;
    for [left, right] in starts {
        let distance = left + other.tokens.len() - right;
        if ends.get(&distance).is_some_and(|&end| left < end) {
            continue;
        }
        let length = common(one, left, other, right);
        steps += length;
        ends.insert(distance, left + length);
        best = best.max((length, [left, right]));
        if steps > MAX_STEPS {
            break;
        }
    }
    best
}

impl Fragment {
    /// The fragment with these tokens, if there are any.
    pub fn of(programs: [&Program; 2], (tokens, [left, right]): CommonRun) -> Option<Fragment> {
        if tokens == 0 {
            return None;
        }
        let [one, other] = programs;
        let places = [one.place(left..left + tokens)?, other.place(right..right + tokens)?];
        Some(Fragment { tokens, places })
    }
}

/// How many tokens from two places on are the same but for names: the same name on one side is the
/// same on the other. It ends with given code and with the file.
fn common(one: &Program, left: usize, other: &Program, right: usize) -> usize {
    let seen = |program: &Program, start: usize, step: usize| {
        let (token, is_own) = (program.tokens.get(start + step)?, program.is_own[start + step]);
        let is_here = token.file == program.tokens[start].file && is_own;
        let back = if token.back as usize <= step { token.back } else { 0 };
        is_here.then_some((token.kind, back))
    };
    let is_common = |step: &usize| {
        let token = seen(one, left, *step);
        token.is_some() && token == seen(other, right, *step)
    };
    (0..).take_while(is_common).count()
}
