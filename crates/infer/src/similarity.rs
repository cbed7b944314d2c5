//! The similarity of two rule files: equal up to the names of relations and variables, the order of
//! rules and conditions, and weights.
//!
//! Every rule gets a hash that does not depend on names and order. A variable is identified by
//! where it occurs, and a derived relation by its rules. Both are refined round by round, as in
//! colour refinement of graphs. Rules that no value line needs do not count.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::diagnostic::Diagnostics;
use crate::syntax::{
    Atom, Comparison, File, Head, Literal, LiteralKind, Operator, Rule, Term, TermKind,
};
use crate::{lisp_dialect, parse};

/// The number of rounds that refine the variables of a rule.
const VARIABLE_ROUNDS: usize = 4;

/// The most rounds that refine derived relations.
const MAX_RELATION_ROUNDS: usize = 12;

/// What a rule file says, without names, order and comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    game: String,
    /// The hashes of the rules in ascending order, with weights and without.
    exact: Vec<u64>,
    unweighted: Vec<u64>,
}

/// The similarity of two files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Similarity {
    /// Equal up to names, order and comments.
    Same,
    /// Equal also up to weights.
    OtherWeights,
    /// This share of the rules is the same up to weights, from 0 to 1.
    Partly(f64),
}

impl Outline {
    /// The outline of a rule file in either dialect. Only its syntax is checked.
    pub fn read(name: &str, source: &[u8]) -> Result<Outline, Diagnostics> {
        let text = String::from_utf8_lossy(source);
        let is_lisp = lisp_dialect::is_lisp(&text);
        let file = if is_lisp { lisp_dialect::file(&text) } else { parse::file(&text) };
        let file = file.map_err(|diagnostic| Diagnostics {
            name: name.to_string(),
            source: text.to_string(),
            list: vec![diagnostic],
        })?;
        let rules = needed(&file);
        let hashes = |with_weights| hashes(&rules, file.bag_semantics, with_weights);
        let game = file.game.as_ref().map_or(String::new(), |(game, _)| game.clone());
        Ok(Outline { game, exact: hashes(true), unweighted: hashes(false) })
    }

    /// The game of the file.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many rules and value lines count.
    pub fn len(&self) -> usize {
        self.exact.len()
    }

    /// Whether no rule counts.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    /// The similarity of two files.
    pub fn compare(&self, other: &Outline) -> Similarity {
        if self.game != other.game || self.is_empty() || other.is_empty() {
            return Similarity::Partly(0.0);
        }
        if self.exact == other.exact {
            return Similarity::Same;
        }
        if self.unweighted == other.unweighted {
            return Similarity::OtherWeights;
        }
        let common = in_common(&self.unweighted, &other.unweighted);
        let all = self.len() + other.len() - common;
        Similarity::Partly(common as f64 / all as f64)
    }
}

/// How many elements two ascending lists share.
fn in_common(one: &[u64], two: &[u64]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (one.get(i), two.get(j)) {
        common += usize::from(a == b);
        (i, j) = (i + usize::from(a <= b), j + usize::from(b <= a));
    }
    common
}

/// The value lines, and the rules that they need.
fn needed(file: &File) -> Vec<&Rule> {
    let mut names: HashSet<&str> = HashSet::new();
    let mut is_needed = vec![false; file.rules.len()];
    loop {
        let mut grown = false;
        for (needed, rule) in is_needed.iter_mut().zip(&file.rules) {
            let is_wanted = match &rule.head {
                Head::Value { .. } => true,
                Head::Atom(atom) => names.contains(atom.name.as_str()),
            };
            if is_wanted && !*needed {
                (*needed, grown) = (true, true);
                add_names(&rule.body, &mut names);
            }
        }
        if !grown {
            let rules = file.rules.iter().zip(is_needed);
            return rules.filter(|(_, needed)| *needed).map(|(rule, _)| rule).collect();
        }
    }
}

fn add_names<'r>(body: &'r [Literal], names: &mut HashSet<&'r str>) {
    for literal in body {
        match &literal.kind {
            LiteralKind::Positive(atom) | LiteralKind::Negative(atom) => {
                names.insert(&atom.name);
            }
            LiteralKind::Aggregate { body, .. } => add_names(body, names),
            LiteralKind::Compare(..) | LiteralKind::Between { .. } => (),
        }
    }
}

/// The hashes of rules in ascending order.
fn hashes(rules: &[&Rule], bag_semantics: bool, with_weights: bool) -> Vec<u64> {
    let heads = rules.iter().filter_map(|rule| match &rule.head {
        Head::Atom(atom) => Some((atom.name.as_str(), hash(&("derived", atom.columns.len())))),
        Head::Value { .. } => None,
    });
    let mut relations: HashMap<&str, u64> = heads.collect();
    for _ in 0..relations.len().min(MAX_RELATION_ROUNDS) {
        let mut new: HashMap<&str, Vec<u64>> = HashMap::new();
        for rule in rules {
            if let Head::Atom(atom) = &rule.head {
                let rule = RuleHash::of(rule, &relations, with_weights);
                new.entry(&atom.name).or_default().push(rule);
            }
        }
        relations = new.into_iter().map(|(name, rules)| (name, unordered(rules))).collect();
    }
    let of = |rule: &&Rule| hash(&(bag_semantics, RuleHash::of(rule, &relations, with_weights)));
    let mut hashes: Vec<u64> = rules.iter().map(of).collect();
    hashes.sort_unstable();
    hashes
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The hash of several things whose order does not matter.
fn unordered(mut hashes: Vec<u64>) -> u64 {
    hashes.sort_unstable();
    hash(&hashes)
}

/// The hash of one rule, with what is known of its variables so far.
struct RuleHash<'r> {
    relations: &'r HashMap<&'r str, u64>,
    with_weights: bool,
    variables: HashMap<&'r str, u64>,
    /// Where each variable occurs: the hash of the condition, and the place in it.
    places: HashMap<&'r str, Vec<u64>>,
}

impl<'r> RuleHash<'r> {
    fn of(rule: &'r Rule, relations: &'r HashMap<&'r str, u64>, with_weights: bool) -> u64 {
        let (variables, places) = (HashMap::new(), HashMap::new());
        let mut state = RuleHash { relations, with_weights, variables, places };
        let mut result = 0;
        for _ in 0..VARIABLE_ROUNDS {
            result = state.rule(rule);
            let places = std::mem::take(&mut state.places);
            state.variables =
                places.into_iter().map(|(name, places)| (name, unordered(places))).collect();
        }
        result
    }

    fn rule(&mut self, rule: &'r Rule) -> u64 {
        let head = match &rule.head {
            Head::Atom(atom) => {
                let columns = self.terms(&atom.columns);
                let head = hash(&("head", &columns));
                self.note(head, &atom.columns);
                head
            }
            Head::Value { player, points } => {
                let player_hash = self.term(player);
                let points_hash = self.points(points);
                let head = hash(&("value", player_hash, points_hash));
                self.note(head, [player, points]);
                head
            }
        };
        hash(&(head, self.body(&rule.body)))
    }

    fn body(&mut self, body: &'r [Literal]) -> u64 {
        unordered(body.iter().map(|literal| self.literal(literal)).collect())
    }

    fn literal(&mut self, literal: &'r Literal) -> u64 {
        match &literal.kind {
            LiteralKind::Positive(atom) => self.atom("positive", atom),
            LiteralKind::Negative(atom) => self.atom("negative", atom),
            LiteralKind::Compare(one, comparison, two) => self.comparison(one, *comparison, two),
            LiteralKind::Between { of, from, to } => {
                let whole = hash(&("between", [of, from, to].map(|term| self.term(term))));
                self.note(whole, [of, from, to]);
                whole
            }
            LiteralKind::Aggregate { result, function, of, body } => {
                let inside = self.body(body);
                let parts = (self.term(result), of.as_ref().map(|of| self.term(of)), inside);
                let whole = hash(&("aggregate", *function as u8, parts));
                self.note(whole, [result].into_iter().chain(of));
                whole
            }
        }
    }

    fn atom(&mut self, sign: &str, atom: &'r Atom) -> u64 {
        let relation = self.relations.get(atom.name.as_str()).copied();
        let relation = relation.unwrap_or_else(|| hash(&("game", &atom.name)));
        let whole = hash(&(sign, relation, self.terms(&atom.columns)));
        self.note(whole, &atom.columns);
        whole
    }

    fn comparison(&mut self, one: &'r Term, comparison: Comparison, two: &'r Term) -> u64 {
        let is_flipped = matches!(comparison, Comparison::Greater | Comparison::GreaterEqual);
        let (one, comparison, two) =
            if is_flipped { (two, comparison.flipped(), one) } else { (one, comparison, two) };
        let (a, b) = (self.term(one), self.term(two));
        let is_symmetric = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let sides = if is_symmetric { (a.min(b), a.max(b)) } else { (a, b) };
        let whole = hash(&("compare", comparison as u8, sides));
        match is_symmetric {
            true => [one, two].into_iter().for_each(|side| self.note(whole, [side])),
            false => self.note(whole, [one, two]),
        }
        whole
    }

    fn terms(&mut self, terms: &'r [Term]) -> Vec<u64> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&self, term: &Term) -> u64 {
        match &term.kind {
            TermKind::Variable(name) => {
                hash(&("variable", self.variables.get(name.as_str()).copied().unwrap_or(0)))
            }
            TermKind::Wildcard => hash(&"wildcard"),
            TermKind::Number(number) => hash(&("number", number)),
            TermKind::Name(name) => hash(&("name", name)),
            TermKind::Binary(operator, one, two) => {
                binary(*operator, self.term(one), self.term(two))
            }
        }
    }

    /// The points of a value line, in which numbers are weights.
    fn points(&self, points: &Term) -> u64 {
        match &points.kind {
            TermKind::Number(_) if !self.with_weights => hash(&"weight"),
            TermKind::Binary(operator, one, two) => {
                binary(*operator, self.points(one), self.points(two))
            }
            _ => self.term(points),
        }
    }

    /// Notes that the variables of terms occur in something with this hash.
    fn note(&mut self, whole: u64, terms: impl IntoIterator<Item = &'r Term>) {
        for (place, term) in terms.into_iter().enumerate() {
            self.note_term(hash(&(whole, place)), term);
        }
    }

    fn note_term(&mut self, place: u64, term: &'r Term) {
        match &term.kind {
            TermKind::Variable(name) => self.places.entry(name).or_default().push(place),
            TermKind::Binary(operator, one, two) => {
                let sides = if is_commutative(*operator) { [0, 0] } else { [0, 1] };
                for (side, term) in sides.into_iter().zip([one, two]) {
                    self.note_term(hash(&(place, *operator as u8, side)), term);
                }
            }
            _ => (),
        }
    }
}

fn is_commutative(operator: Operator) -> bool {
    matches!(operator, Operator::Add | Operator::Multiply | Operator::Min | Operator::Max)
}

fn binary(operator: Operator, one: u64, two: u64) -> u64 {
    let sides = if is_commutative(operator) { (one.min(two), one.max(two)) } else { (one, two) };
    hash(&("binary", operator as u8, sides))
}
