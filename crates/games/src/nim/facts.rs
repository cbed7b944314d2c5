//! The facts of NIM for rule files.

use agon_core::{ColumnType, Facts, Relation, Vocabulary};

use super::heaps::{LARGEST, most_of};
use super::rules::{Nim, Position};

/// The relations.
#[derive(Clone, Copy)]
enum Fact {
    Heap,
    Heaps,
    Matches,
    ToMove,
}

/// The relations in the order of the vocabulary.
const FACTS: [Fact; 4] = [Fact::Heap, Fact::Heaps, Fact::Matches, Fact::ToMove];

/// The largest number of heaps: all of one match.
const MOST_HEAPS: i32 = most_of(1) as i32;
const MOST_MATCHES: i32 = LARGEST as i32;

impl Fact {
    fn relation(self) -> Relation {
        let size = ColumnType::Number { least: 1, most: MOST_MATCHES };
        let some = ColumnType::Number { least: 1, most: MOST_HEAPS };
        let heaps = ColumnType::Number { least: 0, most: MOST_HEAPS };
        let matches = ColumnType::Number { least: 0, most: MOST_MATCHES };
        match self {
            Fact::Heap => Relation::new(
                "heap",
                &[("size", size), ("heaps", some)],
                "There are so many heaps of this size, at least one.",
            )
            .function(),
            Fact::Heaps => {
                Relation::new("heaps", &[("heaps", heaps)], "There are so many heaps in all.")
                    .function()
            }
            Fact::Matches => Relation::new(
                "matches",
                &[("matches", matches)],
                "There are so many matches in all heaps together.",
            )
            .function(),
            Fact::ToMove => Relation::new(
                "to_move",
                &[("player", ColumnType::Side)],
                "It is the player's turn.",
            )
            .function(),
        }
    }
}

/// The bounds of the numbers are those of all playable heaps, not of the heaps at the start.
impl Facts for Nim {
    const EXAMPLE: &'static str = include_str!("example.rules");

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary { domains: Vec::new(), relations: FACTS.map(Fact::relation).into() }
    }

    #[inline]
    fn facts(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32])) {
        let Some(fact) = FACTS.get(relation) else { return };
        let sizes = position.heaps.sizes().map(|(size, count)| (size as i32, count as i32));
        match fact {
            Fact::Heap => sizes.for_each(|(size, count)| tell(&[size, count])),
            Fact::Heaps => tell(&[sizes.map(|(_, count)| count).sum()]),
            Fact::Matches => tell(&[sizes.map(|(size, count)| size * count).sum()]),
            Fact::ToMove => tell(&[position.to_move.index() as i32]),
        }
    }
}
