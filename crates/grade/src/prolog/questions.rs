//! Chooses the positions that hand-ins are asked about.

use std::collections::BTreeMap;

use agon_core::Rng;

use super::pair_question::PairQuestion;
use super::position_question::{Asked, PositionQuestion};
use super::relation::{FINISHED, LOST, WON, size, successor_kind, verdict_kind};
use super::solved::Solved;
use crate::question::Question;

/// The shares of the questions, in tenths. The last one gets the rest.
const TENTHS: [(Asked, usize); 5] = [
    (Asked::Successor, 3),
    (Asked::Utility, 2),
    (Asked::Saved, 1),
    (Asked::Play, 2),
    (Asked::PerfectGame, 10),
];

/// Questions about positions that the assignment names, the smallest positions and random ones.
pub fn questions(solved: &'static Solved, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
    let mut rng = Rng::seeded(seed);
    let mut questions: Vec<Box<dyn Question>> = Vec::new();
    let mut rest = count;
    for (asked, tenths) in TENTHS {
        let share = rest.min(count * tenths / 10);
        rest -= share;
        let mut chooser = Chooser::new(solved, asked);
        // The same answer must not be right for all.
        let is_paired = asked == Asked::Utility || asked == Asked::Successor && solved.has_lines;
        for number in 0..share {
            let Some(one) = chooser.choose(number, &mut rng) else { continue };
            // Of another kind, and with another answer.
            let differs = |other: &&str| asked == Asked::Successor || !solved.is_alike(one, other);
            let mut others =
                (1..=ROUNDS).filter_map(|step| chooser.choose(number + step, &mut rng));
            match is_paired.then(|| others.find(differs)).flatten() {
                Some(other) => {
                    questions.push(Box::new(PairQuestion::new(asked, solved, [one, other])));
                }
                None => {
                    questions.push(Box::new(PositionQuestion { asked, solved, position: one }));
                }
            }
        }
    }
    // Small positions first: a hand-in then already knows the positions that larger ones lead to.
    questions.sort_by_key(|question| question.size());
    questions
}

/// Chooses positions of each kind in turn: those that the assignment names, then random ones, of
/// which half are small.
struct Chooser {
    /// By kind, smallest first. Kinds of which more is asked stand there several times.
    kinds: Vec<Vec<&'static str>>,
    named: Vec<&'static str>,
}

impl Chooser {
    fn new(solved: &'static Solved, asked: Asked) -> Chooser {
        let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for text in solved.all() {
            // On a full board nobody can move anyway.
            let is_full = |size| asked == Asked::Successor && solved.has_lines && size == 0;
            if let Some(position) = solved.get(text).filter(|position| !is_full(position.size)) {
                let kind = match asked {
                    Asked::Successor => successor_kind(text, position),
                    _ => verdict_kind(position),
                };
                kinds.entry(kind).or_default().push(text);
            }
        }
        if let Some(won) = kinds.get_mut(WON).filter(|_| asked == Asked::Play) {
            // Who moves without looking must hardly ever find the best move.
            won.sort_by_key(|text| hit(solved, text));
            won.truncate(won.len() / 8);
            won.sort_by_key(|text| size(solved, text));
        }
        let mut rounds = Vec::new();
        for round in 0..ROUNDS {
            let asked =
                kinds.iter().filter(|(kind, _)| round == 0 || is_telling(solved, asked, kind));
            rounds.extend(asked.map(|(_, texts)| texts.clone()));
        }
        let mut named = solved.named.to_vec();
        if asked == Asked::Play {
            // The whole game takes long; it is asked for by the others.
            named.retain(|text| !text.contains("0,0,0,0,0,0,0,0,0"));
        }
        Chooser { kinds: rounds, named }
    }

    fn choose(&mut self, number: usize, rng: &mut Rng) -> Option<&'static str> {
        let kind = &self.kinds[number % self.kinds.len().max(1)];
        let named = self.named.iter().position(|text| kind.contains(text));
        if let Some(place) = named {
            return Some(self.named.remove(place));
        }
        let small = kind.len().min(40);
        let most = if rng.below(2) == 0 { small } else { kind.len() };
        kind.get(rng.below(most)).copied()
    }
}

/// The share of the moves of a position that are best, in thousandths.
fn hit(solved: &'static Solved, position: &'static str) -> usize {
    let question = PositionQuestion { asked: Asked::Play, solved, position };
    let all = solved.get(position).map_or(0, |position| position.successors.len());
    1000 * question.best_moves().len() / all.max(1)
}

/// The kinds that are telling are asked so many times as often as the others.
const ROUNDS: usize = 4;

/// Whether positions of a kind can tell a program that does nothing from a right one. Where a game is
/// over, or any move is as good, it cannot.
fn is_telling(solved: &Solved, asked: Asked, kind: &str) -> bool {
    match asked {
        Asked::Play => ![LOST, FINISHED].contains(&kind),
        Asked::Successor | Asked::Utility => kind != FINISHED || solved.has_lines,
        Asked::Saved | Asked::PerfectGame => kind != FINISHED,
    }
}
