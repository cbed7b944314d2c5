//! The REPL of theseus: calls of the methods of the assignment's Java classes.

#[cfg(test)]
mod tests;

use agon_arena::Refused;
use agon_core::{Game as _, Present as _, Side, Tree, quote};
use agon_games::theseus::{
    DEPTHS, Die, Node, Path, Position, Theseus, Tile, choose_min_max_move, draw_tree, path_step,
    tree,
};

use super::{Repl, Topic};

agon_core::refusals! {
    /// Why a call cannot be answered.
    pub enum Refusal {
        NotACall { found: String } => "{found} is not a call: write name(argument, ...), as in getNextMove(0, 112)",
        Unknown { name: String } => "{name} is not a method; the methods are getNextMove, evaluate, chooseMinMaxMove, tree, board, statistics, setPlayer and setDepth",
        Usage { usage: &'static str } => "usage: {usage}",
        NoTile { found: String, most: usize } => "a position is the id of a tile from 0 to {most}, not {found}",
        NoDie { found: String } => "a die is 1, 3, 5 or 7, not {found}",
        Blocked { die: u8, tile: String } => "die {die} leads from {tile} into a wall",
        SameTile => "Theseus and the Minotaur cannot be on the same tile",
        Depth { found: String, least: u32, most: u32 } => "the depth is a whole number from {least} to {most}, not {found}",
        GameOver => "the game is over",
    }
}

/// The state of a session: a board, the player that calls refer to, and its path.
pub struct JavaRepl {
    game: Theseus,
    position: Position,
    player: Side,
    depth: u32,
    path: Path,
    /// The tree of the last move, until the board changes otherwise.
    tree: Option<Tree<Node>>,
}

const TOPICS: [Topic; 8] = [
    Topic { example: "getNextMove(202, 199)", about: "plays the best move from these tiles" },
    Topic { example: "evaluate(0, 3)", about: "the value of a die on a tile" },
    Topic { example: "chooseMinMaxMove()", about: "which child of the tree's root is best" },
    Topic { example: "tree()", about: "draws the tree of the last move" },
    Topic { example: "board()", about: "draws the board" },
    Topic { example: "statistics()", about: "the path of the player" },
    Topic { example: "setPlayer(minotaur)", about: "whose moves are asked for" },
    Topic { example: "setDepth(2)", about: "the depth of the tree" },
];

impl Repl for JavaRepl {
    fn prompt(&self) -> &'static str {
        "> "
    }

    fn answer(&mut self, line: &str) -> Result<Option<String>, Refused> {
        let line = line.split("//").next().unwrap_or_default().trim();
        // Lines of a transcript have a prompt and a semicolon.
        let line = line.trim_start_matches('>').trim_end_matches(';').trim();
        if line.is_empty() {
            return Ok(None);
        }
        let not_a_call = || Refusal::NotACall { found: quote(line) };
        let (name, rest) = line.split_once('(').ok_or_else(not_a_call)?;
        let inside = rest.trim_end().strip_suffix(')').ok_or_else(not_a_call)?;
        let arguments: Vec<&str> = match inside.trim() {
            "" => Vec::new(),
            inside => inside.split(',').map(str::trim).collect(),
        };
        // The object and the variable that is assigned are ignored.
        let name = name.rsplit(['.', '=', ' ']).next().unwrap_or_default();
        Ok(Some(match (name, arguments.as_slice()) {
            ("getNextMove", &[own, opponent]) => self.get_next_move(own, opponent)?,
            ("getNextMove", _) => {
                return usage(
                    "getNextMove(currentPos, opponentCurrentPos), as in getNextMove(0, 112)",
                );
            }
            ("evaluate", &[tile, die]) => self.evaluate(tile, die)?,
            ("evaluate", _) => return usage("evaluate(currentPos, dice), as in evaluate(0, 3)"),
            ("chooseMinMaxMove", &[]) => {
                let tree = self.tree()?;
                choose_min_max_move(tree).ok_or(Refusal::GameOver)?.to_string()
            }
            ("chooseMinMaxMove", _) => return usage("chooseMinMaxMove()"),
            ("tree", &[]) => {
                self.tree()?;
                let tree = self.tree.as_ref().ok_or(Refusal::GameOver)?;
                draw_tree(tree).trim_end().to_string()
            }
            ("tree", _) => return usage("tree()"),
            ("board", &[]) => {
                let view = self.game.view(&self.position, None);
                self.game.text_board(&view).unwrap_or_default().trim_end().to_string()
            }
            ("board", _) => return usage("board()"),
            ("statistics", &[]) => self.statistics(),
            ("statistics", _) => return usage("statistics()"),
            ("setPlayer", &[name]) => self.set_player(name)?,
            ("setPlayer", _) => return usage("setPlayer(theseus) or setPlayer(minotaur)"),
            ("setDepth", &[depth]) => self.set_depth(depth)?,
            ("setDepth", _) => return usage("setDepth(2)"),
            (name, _) => return Err(Refusal::Unknown { name: quote(name) }.into()),
        }))
    }

    fn topics(&self) -> &'static [Topic] {
        &TOPICS
    }
}

impl JavaRepl {
    /// A session at the start of a game, with Theseus as the player.
    pub fn new(game: Theseus) -> JavaRepl {
        let position = game.start();
        let path = Path::default();
        JavaRepl { game, position, player: Side::First, depth: *DEPTHS.start(), path, tree: None }
    }

    /// Puts both on their tiles, plays the move that the tree chooses, adds it to the path, and
    /// gives its row, column and die.
    fn get_next_move(&mut self, own: &str, opponent: &str) -> Result<String, Refusal> {
        let (own, opponent) = (self.tile(own)?, self.tile(opponent)?);
        if own == opponent {
            return Err(Refusal::SameTile);
        }
        let placed = self.placed(own, opponent);
        if self.game.outcome(&placed).is_some() {
            return Err(Refusal::GameOver);
        }
        let tree = tree(&self.game, &placed, self.depth);
        let chosen = choose_min_max_move(&tree).ok_or(Refusal::GameOver)?;
        let child = tree.data(tree.children(Tree::<Node>::ROOT)[chosen]);
        let die = child.mv.ok_or(Refusal::GameOver)?;
        self.path.add(path_step(&self.game.view(&placed, Some(self.player)), die));
        self.position = child.position;
        let (row, column) = self.game.maze().place(own);
        self.tree = Some(tree);
        Ok(format!("[{row}, {column}, {}]", die.number()))
    }

    /// The position with the player and its opponent on these tiles, the player to move.
    fn placed(&self, own: Tile, opponent: Tile) -> Position {
        let tiles = match self.player {
            Side::First => [own, opponent],
            Side::Second => [opponent, own],
        };
        self.game.moved_to(&self.position, tiles, self.player)
    }

    fn evaluate(&self, tile: &str, die: &str) -> Result<String, Refusal> {
        let tile = self.tile(tile)?;
        let opponent = self.position.tile(self.player.opponent());
        let found = || Refusal::NoDie { found: quote(die) };
        let number: u8 = die.parse().map_err(|_| found())?;
        let die = Die::numbered(number).filter(|&die| die != Die::Stay).ok_or_else(found)?;
        if self.game.maze().step(tile, die).is_none() {
            let tile = self.game.maze().name(tile).to_string();
            return Err(Refusal::Blocked { die: number, tile });
        }
        let placed = self.placed(tile, opponent);
        Ok(self.game.evaluate_die(&placed, self.player, die).to_string())
    }

    /// The tree of the last move, or else that of the current board.
    fn tree(&mut self) -> Result<&Tree<Node>, Refusal> {
        let [own, opponent] =
            [self.player, self.player.opponent()].map(|side| self.position.tile(side));
        let placed = self.placed(own, opponent);
        if self.tree.is_none() && self.game.outcome(&placed).is_some() {
            return Err(Refusal::GameOver);
        }
        Ok(self.tree.get_or_insert_with(|| tree(&self.game, &placed, self.depth)))
    }

    /// One line per round, and how often each die was chosen.
    fn statistics(&self) -> String {
        let rounds = self.path.steps().iter().enumerate();
        let mut lines: Vec<String> =
            rounds.map(|(number, step)| format!("round {}: {step}", number + 1)).collect();
        lines.push(self.path.statistics());
        lines.join("\n")
    }

    fn set_player(&mut self, name: &str) -> Result<String, Refusal> {
        self.player = match name.trim_matches('"').to_lowercase().as_str() {
            "theseus" => Side::First,
            "minotaur" => Side::Second,
            _ => return Err(Refusal::Usage { usage: "setPlayer(theseus) or setPlayer(minotaur)" }),
        };
        (self.tree, self.path) = (None, Path::default());
        Ok(Theseus::SIDES[self.player.index()].into())
    }

    fn set_depth(&mut self, text: &str) -> Result<String, Refusal> {
        let depth = text.parse().ok().filter(|depth| DEPTHS.contains(depth));
        let (least, most) = (*DEPTHS.start(), *DEPTHS.end());
        let found = || Refusal::Depth { found: quote(text), least, most };
        self.depth = depth.ok_or_else(found)?;
        self.tree = None;
        Ok(self.depth.to_string())
    }

    fn tile(&self, text: &str) -> Result<Tile, Refusal> {
        let id = text.parse().ok();
        let tile = id.and_then(|id| self.game.maze().tile_of_id(id));
        let most = self.game.maze().len() - 1;
        tile.ok_or_else(|| Refusal::NoTile { found: quote(text), most })
    }
}

fn usage<T>(usage: &'static str) -> Result<T, Refused> {
    Err(Refusal::Usage { usage }.into())
}
