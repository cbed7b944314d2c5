//! Chooses the positions that hand-ins are asked about.

use agon_core::Rng;

use super::position_question::{Asked, PositionQuestion};
use super::solved::Solved;
use crate::question::Question;

/// Questions about positions that the assignment names, the smallest positions and random ones.
pub fn questions(solved: &'static Solved, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
    let mut rng = Rng::seeded(seed);
    let mut questions: Vec<Box<dyn Question>> = Vec::new();
    // Shares in tenths.
    let tenths = [
        (Asked::Successor, 3),
        (Asked::Utility, 2),
        (Asked::Saved, 1),
        (Asked::Play, 2),
        // Gets the remaining questions.
        (Asked::PerfectGame, 10),
    ];
    let mut rest = count;
    for (asked, tenths) in tenths {
        let share = rest.min(count * tenths / 10);
        rest -= share;
        for position in choose(solved, share, &mut rng) {
            questions.push(Box::new(PositionQuestion { asked, solved, position }));
        }
    }
    // Small positions first: a hand-in then already knows the positions that larger ones lead to.
    questions.sort_by_key(|question| question.size());
    questions
}

/// Distinct positions: the named ones, then random ones, of which about half are small.
fn choose(solved: &'static Solved, count: usize, rng: &mut Rng) -> Vec<&'static str> {
    let all = solved.all();
    let mut chosen: Vec<&'static str> = solved.named.to_vec();
    chosen.truncate(count);
    let small = (count - chosen.len()) / 2;
    // The very smallest positions of tic-tac-toe are all finished games, so a wider range is used.
    let first: Vec<&str> = all.iter().copied().take(3 * small).collect();
    let mut tries = 0;
    while chosen.len() < count && tries < 20 * count {
        tries += 1;
        let from = if tries % 2 == 0 { &first } else { &all };
        if let Some(&text) = rng.pick(from)
            && !chosen.contains(&text)
        {
            chosen.push(text);
        }
    }
    chosen
}
