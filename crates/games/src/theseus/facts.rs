//! The facts of Theseus and the Minotaur for rule files, with full knowledge of the maze.

use agon_core::{ColumnType, Domain, Facts, Game as _, Relation, Side, Vocabulary};

use super::maze::Tile;
use super::position::Position;
use super::rules::Theseus;

/// The relations.
#[derive(Clone, Copy)]
enum Fact {
    At,
    Open,
    Loot,
    Taken,
    Steps,
    PliesLeft,
    Row,
    Column,
    ToMove,
    Theseus,
}

/// The relations in the order of the vocabulary.
const FACTS: [Fact; 10] = [
    Fact::At,
    Fact::Open,
    Fact::Loot,
    Fact::Taken,
    Fact::Steps,
    Fact::PliesLeft,
    Fact::Row,
    Fact::Column,
    Fact::ToMove,
    Fact::Theseus,
];

const TILE: ColumnType = ColumnType::Member(0);

impl Fact {
    fn relation(self, game: &Theseus) -> Relation {
        let up_to = |most: usize| ColumnType::Number { least: 0, most: most as i32 };
        let place = up_to(game.maze.side() - 1);
        match self {
            Fact::At => Relation::new(
                "at",
                &[("player", ColumnType::Side), ("tile", TILE)],
                "Theseus, the first player, or the Minotaur, the second, is on the tile.",
            )
            .function(),
            Fact::Open => Relation::new(
                "open",
                &[("tile", TILE), ("other", TILE)],
                "One step leads from the one tile to the other, with no wall between.",
            )
            .fixed(),
            Fact::Loot => Relation::new("loot", &[("tile", TILE)], "Loot still lies on the tile."),
            Fact::Taken => Relation::new(
                "taken",
                &[("loot", up_to(game.loot.len()))],
                "So many pieces of loot have been picked up.",
            )
            .function(),
            Fact::Steps => Relation::new(
                "steps",
                &[
                    ("player", ColumnType::Side),
                    ("tile", TILE),
                    ("steps", up_to(game.maze.len() - 1)),
                ],
                "The player needs at least so many steps to the tile, were nobody in the way.",
            )
            .function(),
            Fact::PliesLeft => Relation::new(
                "plies_left",
                &[("plies", up_to(game.rules.plies.into()))],
                "This many plies are left before the ply limit, those of both sides counted.",
            )
            .function(),
            Fact::Row => Relation::new(
                "row",
                &[("tile", TILE), ("row", place)],
                "The tile lies in this row, 0 at the bottom.",
            )
            .function()
            .fixed(),
            Fact::Column => Relation::new(
                "column",
                &[("tile", TILE), ("column", place)],
                "The tile lies in this column, 0 at the left.",
            )
            .function()
            .fixed(),
            Fact::ToMove => Relation::new(
                "to_move",
                &[("player", ColumnType::Side)],
                "It is the player's turn.",
            )
            .function(),
            // Rules refer to sides as me and you, not as first and second.
            Fact::Theseus => {
                Relation::new("theseus", &[("player", ColumnType::Side)], "The player is Theseus.")
                    .function()
            }
        }
    }
}

/// Every tile of a maze can be reached, so there are steps to all of them.
impl Facts for Theseus {
    const EXAMPLE: &'static str = include_str!("example.rules");

    fn vocabulary(&self) -> Vocabulary {
        let name = |tile| self.maze.name(tile).to_string();
        let tile = Domain {
            name: "tile",
            about: "A tile of the maze, by its row from the bottom and its column.",
            members: self.maze.tiles().map(name).collect(),
        };
        let relations = FACTS.map(|fact| fact.relation(self)).into();
        Vocabulary { domains: vec![tile], relations }
    }

    #[inline]
    fn facts(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32])) {
        let Some(fact) = FACTS.get(relation) else { return };
        let tiles = self.maze.tiles();
        match fact {
            Fact::At => Side::BOTH
                .into_iter()
                .for_each(|side| tell(&[index(side), id(position.tile(side))])),
            Fact::Open => tiles.for_each(|tile| {
                self.maze.steps(tile).for_each(|(_, other)| tell(&[id(tile), id(other)]));
            }),
            Fact::Loot => {
                let lying = self.loot.iter().enumerate();
                let lying = lying.filter(|&(number, _)| position.has_loot(number));
                lying.for_each(|(_, &tile)| tell(&[id(tile)]));
            }
            Fact::Taken => tell(&[self.taken(position) as i32]),
            Fact::Steps => {
                for side in Side::BOTH {
                    let steps = |tile| self.maze.distance(position.tile(side), tile) as i32;
                    let tiles = self.maze.tiles();
                    tiles.for_each(|tile| tell(&[index(side), id(tile), steps(tile)]));
                }
            }
            Fact::PliesLeft => tell(&[self.plies_left(position) as i32]),
            Fact::Row => tiles.for_each(|tile| tell(&[id(tile), self.maze.place(tile).0 as i32])),
            Fact::Column => {
                tiles.for_each(|tile| tell(&[id(tile), self.maze.place(tile).1 as i32]));
            }
            Fact::ToMove => tell(&[index(self.to_move(position))]),
            Fact::Theseus => tell(&[index(Side::First)]),
        }
    }
}

#[inline]
fn id(tile: Tile) -> i32 {
    tile.0.into()
}

#[inline]
fn index(side: Side) -> i32 {
    side.index() as i32
}
