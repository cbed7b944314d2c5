//! Byte once more, slow and obvious: letters on squares of a grid, every rule written out as
//! the rules say it.

use std::collections::BTreeMap;

/// A square by its row and column, both counted from 0.
type Place = (i32, i32);

/// A position as letters on squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    size: i32,
    to_move: char,
    score: BTreeMap<char, u32>,
    stacks: BTreeMap<Place, Vec<char>>,
}

impl Twin {
    /// Reads the text of a position, trusting it.
    pub fn of(text: &str) -> Twin {
        let parts: Vec<&str> = text.split(' ').collect();
        let (x, o) = parts[2].split_once('-').unwrap();
        let stacks = parts[3].split(',').filter_map(|stack| stack.split_once(':'));
        Twin {
            size: parts[0].parse().unwrap(),
            to_move: parts[1].chars().next().unwrap(),
            score: [('X', x.parse().unwrap()), ('O', o.parse().unwrap())].into(),
            stacks: stacks
                .map(|(name, letters)| (place(name), letters.chars().collect()))
                .collect(),
        }
    }

    /// The text of the position.
    pub fn text(&self) -> String {
        let stack = |(&place, letters): (&Place, &Vec<char>)| {
            format!("{}:{}", name(place), letters.iter().collect::<String>())
        };
        let mut stacks: Vec<String> = self.stacks.iter().map(stack).collect();
        if stacks.is_empty() {
            stacks.push("-".into());
        }
        let (x, o) = (self.score[&'X'], self.score[&'O']);
        format!("{} {} {x}-{o} {}", self.size, self.to_move, stacks.join(","))
    }

    /// The stacks of eight that a whole game has: the checkers of the start, by eights.
    fn all_stacks(&self) -> u32 {
        (1..self.size - 1).map(|_| self.size as u32 / 2).sum::<u32>() / 8
    }

    /// `X` or `O` if that side has won, `=` if the game is drawn, `None` while it goes on.
    pub fn result(&self) -> Option<char> {
        for side in ['X', 'O'] {
            if 2 * self.score[&side] > self.all_stacks() {
                return Some(side);
            }
        }
        ['X', 'O'].iter().all(|&side| self.steps(side).is_empty()).then_some('=')
    }

    /// The legal moves as text, in the stated order.
    pub fn moves(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let steps = self.steps(self.to_move);
        let write = |&(from, to, level): &(Place, Place, usize)| {
            format!("{}-{}/{level}", name(from), name(to))
        };
        if steps.is_empty() { vec!["pass".into()] } else { steps.iter().map(write).collect() }
    }

    /// The moves that a side has if it is to move: source, target and level.
    fn steps(&self, side: char) -> Vec<(Place, Place, usize)> {
        let mut steps = Vec::new();
        for (&from, letters) in &self.stacks {
            let others = || self.stacks.keys().filter(|&&other| other != from);
            let nearest = others().map(|&other| apart(from, other)).min();
            for to in self.diagonal(from) {
                match self.stacks.get(&to) {
                    // A merge: an own checker and all above it, onto a stack that is higher
                    // than its level, up to eight.
                    Some(target) => {
                        for (level, &letter) in letters.iter().enumerate() {
                            let together = target.len() + letters.len() - level;
                            if letter == side && target.len() > level && together <= 8 {
                                steps.push((from, to, level));
                            }
                        }
                    }
                    // A step of the whole stack, if it has no neighbour, nearer to one of
                    // the nearest stacks.
                    None => {
                        let approaches = others().any(|&other| {
                            Some(apart(from, other)) == nearest
                                && apart(to, other) < apart(from, other)
                        });
                        if letters[0] == side && nearest > Some(1) && approaches {
                            steps.push((from, to, 0));
                        }
                    }
                }
            }
        }
        steps.sort();
        steps
    }

    /// The squares of the board that are one diagonal step away.
    fn diagonal(&self, (row, column): Place) -> Vec<Place> {
        let around = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let places = around.map(|(down, right)| (row + down, column + right));
        let inside = |number: i32| (0..self.size).contains(&number);
        places.into_iter().filter(|&(row, column)| inside(row) && inside(column)).collect()
    }

    /// The position after a legal move.
    pub fn after(&self, mv: &str) -> Twin {
        let mut next = self.clone();
        next.to_move = if self.to_move == 'X' { 'O' } else { 'X' };
        if mv == "pass" {
            return next;
        }
        let (squares, level) = mv.split_once('/').unwrap();
        let (from, to) = squares.split_once('-').unwrap();
        let mut staying = next.stacks.remove(&place(from)).unwrap();
        let moving = staying.split_off(level.parse().unwrap());
        if !staying.is_empty() {
            next.stacks.insert(place(from), staying);
        }
        let target = next.stacks.entry(place(to)).or_default();
        target.extend(moving);
        if target.len() == 8 {
            let top = target[7];
            next.stacks.remove(&place(to));
            *next.score.get_mut(&top).unwrap() += 1;
        }
        next
    }

    /// What every move but a pass raises, and so why every game ends: first the sum of the
    /// levels of all checkers, those that left the board still counted, then how many stacks
    /// are at distance 1 from their nearest one, then how many at distance 2, and so on.
    pub fn progress(&self) -> (usize, Vec<usize>) {
        let sum = |height: usize| height * (height - 1) / 2;
        let won: u32 = self.score.values().sum();
        let levels = self.stacks.values().map(|letters| sum(letters.len())).sum::<usize>();
        let mut counts = vec![0; self.size as usize];
        for &one in self.stacks.keys() {
            let others = self.stacks.keys().filter(|&&other| other != one);
            if let Some(nearest) = others.map(|&other| apart(one, other)).min() {
                counts[nearest as usize] += 1;
            }
        }
        (levels + 28 * won as usize, counts)
    }
}

/// The diagonal steps between two squares.
fn apart(one: Place, two: Place) -> i32 {
    (one.0 - two.0).abs().max((one.1 - two.1).abs())
}

/// The square of a name, as E3.
fn place(name: &str) -> Place {
    (i32::from(name.as_bytes()[0] - b'A'), name[1..].parse::<i32>().unwrap() - 1)
}

/// The name of a square.
fn name((row, column): Place) -> String {
    format!("{}{}", char::from(b'A' + row as u8), column + 1)
}
