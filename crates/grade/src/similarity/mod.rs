//! Similar hand-ins of a class: what two of them have in common that is neither given nor common to
//! the class. It says what is similar and where, and no more: the judgement is the teacher's.

mod behaviour;
mod fingerprints;
mod kept_words;
mod program;
mod report;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::HashMap;

use agon_handin::{Assignment, HandIn, SourceFile};

use behaviour::{Behaviour, LEAST_CLASS, SharedMistakes, rarity};
pub use behaviour::{WrongAnswer, keep};
use program::{CommonRun, Fragment, Given, Program, longest_run, shared};

/// Hand-ins with fewer tokens of their own are not compared.
const LEAST_OWN: usize = 30;

/// Each of these stands out alone: this share of the fingerprints of one of the two, with so many
/// of the tokens of both in them; a fragment of so many tokens; so many functions that fail alike.
const SHARE: f64 = 0.3;
const LEAST_TOKENS: f64 = 80.0;
const FRAGMENT: f64 = 100.0;
const FUNCTIONS: f64 = 3.0;

/// A share must also be so many times what two hand-ins of the class usually have in common.
const TIMES_USUAL: f64 = 3.0;

/// The most pairs that are listed.
const MAX_PAIRS: usize = 100;

/// What is similar in a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarity {
    pub same: Vec<SamePrograms>,
    /// The pairs that stand out, the most similar first.
    pub pairs: Vec<SimilarPair>,
    /// Pairs that stand out, too, but are not listed.
    pub unlisted: usize,
    /// How many pairs were compared.
    pub compared: usize,
    /// The median over all pairs of the share in common; 0 to 1.
    pub usual: f64,
    /// Hand-ins with too little code of their own.
    pub too_short: Vec<String>,
    /// Hand-ins of which only the beginning was compared.
    pub cut: Vec<String>,
}

/// Hand-ins that are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamePrograms {
    pub names: Vec<String>,
    /// Whether the files are equal; otherwise names, comments or layout differ.
    pub has_same_files: bool,
}

/// Two hand-ins that have much in common.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarPair {
    pub names: [String; 2],
    /// The share of each one's own fingerprints that the other has, too; rare ones count more.
    pub shares: [f64; 2],
    /// How many tokens of its own are in them.
    pub tokens: [usize; 2],
    pub fragment: Option<Fragment>,
    pub mistakes: Vec<SharedMistakes>,
    /// How far it stands out: at least 1.
    pub strength: f64,
}

impl Similarity {
    /// Compares all hand-ins of a class, with their wrong answers. `given` is code that the class
    /// was given besides the starter kit.
    pub fn of(
        assignment: &Assignment,
        hand_ins: &[HandIn],
        wrong: &[&[WrongAnswer]],
        given: &[SourceFile],
    ) -> Similarity {
        let mut found = Similarity::default();
        let Some(given) = Given::of(assignment, given) else { return found };
        // Programs that are the same are compared with the others once.
        let mut class: Vec<Program> = Vec::new();
        let mut groups: Vec<(Vec<usize>, bool)> = Vec::new();
        for (place, hand_in) in hand_ins.iter().enumerate() {
            let program = Program::of(hand_in, assignment, &given);
            let own = program.own();
            if program.is_cut() {
                found.cut.push(hand_in.name.clone());
            }
            if own < LEAST_OWN && hand_in.source.is_ok() {
                found.too_short.push(hand_in.name.clone());
            }
            let like = |other: &Program| {
                let is_like = own >= LEAST_OWN && program.is_same(other);
                own > 0 && (is_like || program.has_same_files(other))
            };
            if let Some(group) = class.iter().position(like) {
                groups[group].0.push(place);
                groups[group].1 &= program.has_same_files(&class[group]);
            } else {
                class.push(program);
                groups.push((vec![place], true));
            }
        }
        let names = |places: &[usize]| -> Vec<String> {
            places.iter().map(|&place| hand_ins[place].name.clone()).collect()
        };
        for (places, has_same_files) in groups.iter().filter(|(places, _)| places.len() > 1) {
            let names = names(places);
            found.same.push(SamePrograms { names, has_same_files: *has_same_files });
        }
        let wrong: Vec<&[WrongAnswer]> =
            groups.iter().map(|(places, _)| wrong[places[0]]).collect();
        let behaviour = Behaviour::of(&wrong);
        let label = |place: usize| names(&groups[place].0).join(", ");
        found.compare(&mut class, &behaviour, &label);
        found
    }

    /// Compares each pair of the class.
    fn compare(
        &mut self,
        class: &mut [Program],
        behaviour: &Behaviour,
        label: &dyn Fn(usize) -> String,
    ) {
        let long: Vec<usize> =
            (0..class.len()).filter(|&place| class[place].own() >= LEAST_OWN).collect();
        let mut having: HashMap<u64, usize> = HashMap::new();
        for print in long.iter().flat_map(|&place| &class[place].prints) {
            *having.entry(print.hash).or_default() += 1;
        }
        if long.len() >= LEAST_CLASS {
            for &place in &long {
                let prints = &mut class[place].prints;
                prints
                    .iter_mut()
                    .for_each(|print| print.weight = rarity(having[&print.hash], long.len()));
                prints.retain(|print| print.weight > 0.0);
            }
        }
        let all: Vec<f64> = class.iter().map(Program::weight).collect();
        let mut pairs = Vec::new();
        for (index, &other) in long.iter().enumerate() {
            for &one in &long[..index] {
                let both = shared(&class[one], &class[other]);
                let sum: f64 = both.map(|(print, _)| print.weight).sum();
                let share = |place: usize| if sum > 0.0 { sum / all[place] } else { 0.0 };
                pairs.push(([one, other], [one, other].map(share)));
            }
        }
        let larger = |shares: &[f64; 2]| shares[0].max(shares[1]);
        self.compared = pairs.len();
        let mut sorted: Vec<f64> = pairs.iter().map(|(_, shares)| larger(shares)).collect();
        sorted.sort_by(f64::total_cmp);
        self.usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
        let least_share = match long.len() {
            0..LEAST_CLASS => SHARE,
            _ => SHARE.max(TIMES_USUAL * self.usual),
        };
        let mut found = Vec::new();
        for ([one, other], shares) in pairs {
            let mistakes = behaviour.shared(one, other);
            let functions: f64 = mistakes.iter().map(|mistakes| mistakes.weight).sum();
            let programs = [&class[one], &class[other]];
            let both: Vec<_> = shared(programs[0], programs[1]).collect();
            let tokens = [
                programs[0].covered(both.iter().map(|both| both.0)),
                programs[1].covered(both.iter().map(|both| both.1)),
            ];
            let fewer = tokens[0].min(tokens[1]) as f64;
            // A long run has many of the tokens.
            let run = match fewer < LEAST_TOKENS {
                true => CommonRun::default(),
                false => longest_run(programs[0], programs[1], &both),
            };
            let structure = f64::min(larger(&shares) / least_share, fewer / LEAST_TOKENS);
            let structure = structure.max(run.0 as f64 / FRAGMENT);
            let strength = f64::hypot(structure, functions / FUNCTIONS);
            if strength >= 1.0 {
                let names = [one, other].map(label);
                let pair =
                    SimilarPair { names, shares, tokens, fragment: None, mistakes, strength };
                found.push((pair, programs, run));
            }
        }
        found.sort_by(|one, other| other.0.strength.total_cmp(&one.0.strength));
        self.unlisted = found.len().saturating_sub(MAX_PAIRS);
        self.pairs = found
            .into_iter()
            .take(MAX_PAIRS)
            .map(|(pair, programs, run)| SimilarPair {
                fragment: Fragment::of(programs, run),
                ..pair
            })
            .collect();
    }
}
