//! What a session knows about its game: proven values, by search and by theory.

use agon_arena::{AnyKnowledgeBase, Refused, Theory, find};
use agon_core::{Proven, Verdict};
use agon_games::nim;
use agon_search::SolveLimits;

use crate::limits::{MOVES, OUTPUT, SUCCESSORS};

/// The knowledge base of a session, and the theory of its game, if it has one.
pub struct Knowledge {
    base: Box<dyn AnyKnowledgeBase>,
    solve: Solve,
    theory: Option<Theory>,
}

/// How positions are solved: a long search may show its progress, and may be interrupted.
pub type Solve = fn(&mut dyn AnyKnowledgeBase, &str, &SolveLimits) -> Result<Proven, Refused>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub from: String,
    pub to: String,
    /// The verdict of the position after it.
    pub verdict: Verdict,
}

impl Knowledge {
    /// The knowledge of a base's game.
    pub fn new(base: Box<dyn AnyKnowledgeBase>, solve: Solve) -> Knowledge {
        let theory = find(base.game()).and_then(|entry| entry.theory);
        Knowledge { base, solve, theory }
    }

    pub fn len(&self) -> usize {
        self.base.len()
    }

    /// The facts, the newest first.
    pub fn facts(&self) -> impl Iterator<Item = (String, Verdict)> {
        self.base.list().map(|(position, proven)| (position, proven.verdict))
    }

    /// The verdict of a position that is in the base, written as it is there.
    pub fn fact(&self, position: &str) -> Option<Verdict> {
        let is_canonical = self.base.canonical(position).is_ok_and(|text| text == position);
        let proven = self.base.get(position).ok().flatten()?;
        is_canonical.then_some(proven.verdict)
    }

    /// Removes facts; `keep` is asked about each, the newest first.
    pub fn retain(&mut self, keep: &mut dyn FnMut(&str, Verdict) -> bool) {
        self.base.retain(&mut |position, proven| keep(position, proven.verdict));
    }

    /// Adds the facts of the assignment's program that are missing.
    pub fn restore(&mut self) {
        self.base.restore();
    }

    /// The verdict of a position by search, which is kept.
    pub fn prove(&mut self, position: &str) -> Result<Verdict, Refused> {
        Ok((self.solve)(&mut *self.base, position, &SolveLimits::default())?.verdict)
    }

    /// The verdict of a position by search, which is kept; or by theory if it is too large for
    /// that. The second part says whether it is kept.
    pub fn verdict(&mut self, position: &str) -> Result<(Verdict, bool), Refused> {
        match (self.prove(position), self.theory) {
            (Err(refused), Some(theory)) if is_too_large(&refused) => {
                Ok((theory(position)?, false))
            }
            (answer, _) => Ok((answer?, true)),
        }
    }

    /// The positions after each move, in the order of the assignment's program.
    pub fn successors(&self, position: &str) -> Result<Vec<String>, Refused> {
        match self.is_nim() {
            true => nim_successors(&nim::read_heaps(position)?),
            false => self.base.successors(position),
        }
    }

    fn is_nim(&self) -> bool {
        self.base.game() == "nim"
    }

    /// The first move to a position that is lost for the other side, or else to a drawn one, or
    /// else the first of all.
    pub fn best(&mut self, position: &str) -> Result<Option<Played>, Refused> {
        match self.too_large(position)? {
            Some(heaps) => Ok(best_by_theory(&heaps)),
            None => {
                let from = self.base.canonical(position)?;
                self.best_by_search(&from)
            }
        }
    }

    /// The sorted heaps of a position that can be judged by theory only.
    fn too_large(&self, position: &str) -> Result<Option<Vec<u64>>, Refused> {
        match self.base.canonical(position) {
            Err(refused) if self.is_nim() && is_too_large(&refused) => {
                let mut heaps = nim::read_heaps(position)?;
                heaps.sort_unstable();
                Ok(Some(heaps))
            }
            Err(refused) => Err(refused),
            Ok(_) => Ok(None),
        }
    }

    fn best_by_search(&mut self, from: &str) -> Result<Option<Played>, Refused> {
        self.prove(from)?;
        let mut known = Vec::new();
        for to in self.base.successors(from)? {
            let verdict = self.prove(&to)?;
            known.push(Played { from: from.into(), to, verdict });
        }
        let first = |wanted| known.iter().find(|played| played.verdict == wanted);
        let best = first(Verdict::Lose).or_else(|| first(Verdict::Draw)).or_else(|| known.first());
        Ok(best.cloned())
    }

    /// A game with the best moves: a line for each, with the verdict after it.
    pub fn perfect_game(&mut self, position: &str) -> Result<String, Refused> {
        // One that begins by theory goes on by theory: its later positions would take a search
        // of seconds to say the same.
        let mut large = self.too_large(position)?;
        let mut from = match large {
            Some(_) => position.to_string(),
            None => self.base.canonical(position)?,
        };
        let mut lines = String::new();
        for _ in 0..MOVES.most {
            let played = match &large {
                Some(heaps) => best_by_theory(heaps),
                None => self.best_by_search(&from)?,
            };
            let Some(Played { from: before, to, verdict }) = played else { return Ok(lines) };
            // As in the assignment: columns for up to three heaps of one digit, and one blank
            // more after the last move.
            let wide = if to == "[]" { 11 } else { (to.len() + 3).max(10) };
            lines += &format!("{before} --> {to:wide$}{verdict}\n");
            OUTPUT.check(lines.len())?;
            if large.is_some() {
                large = Some(nim::read_heaps(&to)?);
            }
            from = to;
        }
        Err(MOVES.exceeded().into())
    }
}

/// Whether a position was refused because there are too many that it leads to.
fn is_too_large(refused: &Refused) -> bool {
    refused.kind() == "TooLarge"
}

fn write_heaps(heaps: &[u64]) -> String {
    let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
    format!("[{}]", sizes.join(","))
}

/// The heaps with one of them replaced by others, sorted.
fn replaced(heaps: &[u64], place: usize, by: &[u64]) -> Vec<u64> {
    let others = heaps[..place].iter().chain(&heaps[place + 1..]);
    let mut after: Vec<u64> = others.chain(by).copied().collect();
    after.sort_unstable();
    after
}

/// The positions after each move, heap by heap as they are written: one heap is left, the largest
/// first; none; then two. Equal heaps give the same positions again, as in the assignment's
/// program.
fn nim_successors(heaps: &[u64]) -> Result<Vec<String>, Refused> {
    let count = |&heap: &u64| u128::from(heap) + u128::from(heap / 2) * u128::from(heap / 2);
    SUCCESSORS.check(heaps.iter().map(count).sum::<u128>())?;
    let mut texts = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        let mut leave = |by: &[u64]| texts.push(write_heaps(&replaced(heaps, place, by)));
        (1..heap).rev().for_each(|part| leave(&[part]));
        leave(&[]);
        for left in (1..heap.div_ceil(2)).rev() {
            (left..heap - left).for_each(|right| leave(&[left, right]));
        }
    }
    Ok(texts)
}

/// The move that [`Knowledge::best`] would choose among all successors, without looking at each.
///
/// If there is a winning move from a heap, there is one that leaves at most one heap of it, and
/// that comes before the splits: a split reaches no Grundy value that this does not. It leaves
/// the exclusive or of the other heaps, or 1 or 0 if they are all of one match.
fn best_by_theory(heaps: &[u64]) -> Option<Played> {
    let played = |to: Vec<u64>| {
        let (from, verdict) = (write_heaps(heaps), nim::verdict(&to));
        Played { from, to: write_heaps(&to), verdict }
    };
    let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
    let mut winning = heaps.iter().enumerate().flat_map(|(place, &heap)| {
        let mut left = [xor ^ heap, 1, 0];
        left.sort_unstable_by_key(|&left| std::cmp::Reverse(left));
        let smaller = left.into_iter().filter(move |&left| left < heap);
        smaller.map(move |left| {
            replaced(heaps, place, if left == 0 { &[] } else { std::slice::from_ref(&left) })
        })
    });
    let found = winning.find(|to| nim::verdict(to) == Verdict::Lose);
    let first = || {
        let &heap = heaps.first()?;
        Some(if heap == 1 { heaps[1..].to_vec() } else { replaced(heaps, 0, &[heap - 1]) })
    };
    found.or_else(first).map(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowledge() -> Knowledge {
        Knowledge::new(find("nim").unwrap().base.unwrap()(), |base, position, limits| {
            base.solve(position, limits, &())
        })
    }

    /// All sorted lists of heaps with at most so many matches.
    fn small(matches: u64) -> Vec<Vec<u64>> {
        let mut all = vec![vec![]];
        let mut next = 0;
        while next < all.len() {
            let (heaps, sum) = (all[next].clone(), all[next].iter().sum::<u64>());
            let least = heaps.last().copied().unwrap_or(1);
            all.extend(
                (least..=matches.saturating_sub(sum))
                    .map(|heap| [heaps.as_slice(), &[heap]].concat()),
            );
            next += 1;
        }
        all
    }

    #[test]
    fn the_move_by_theory_is_the_one_by_search() {
        let (mut knowledge, all) = (knowledge(), small(15));
        assert_eq!(all.len(), 684, "the partitions of 0 to 15");
        for heaps in all {
            let by_search = knowledge.best(&write_heaps(&heaps)).unwrap();
            assert_eq!(best_by_theory(&heaps), by_search, "{heaps:?}");
        }
    }

    #[test]
    fn successors_are_those_of_the_rules_and_repeated_for_equal_heaps() {
        let knowledge = knowledge();
        for heaps in small(12) {
            let text = write_heaps(&heaps);
            let mut found = knowledge.successors(&text).unwrap();
            let rules = knowledge.base.successors(&text).unwrap();
            let is_distinct = heaps.windows(2).all(|pair| pair[0] < pair[1]);
            if is_distinct {
                assert_eq!(found, rules, "{text}");
            }
            let mut seen = std::collections::HashSet::new();
            found.retain(|position| seen.insert(position.clone()));
            let mut once = std::collections::HashSet::new();
            let rules: Vec<String> =
                rules.into_iter().filter(|it| once.insert(it.clone())).collect();
            assert_eq!(found, rules, "{text}");
        }
    }
}
