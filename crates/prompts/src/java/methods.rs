//! The methods of the assignment's `MinMaxPlayer`, and those that show its work.

use agon_core::{Game as _, Present as _, Side, Tree, quote};
use agon_games::theseus::{
    DEPTHS, Die, Node, NodeMove, Path, Position, Theseus, Tile, Worth, assignment_text,
    choose_min_max_move, grown, path_step, tree,
};

use super::nodes::{Fields, NodeRef};
use super::refusal::Refusal;
use super::syntax::Expression;
use super::value::Value;
use super::{JavaRepl, signatures};

/// The player has no method of this name.
pub fn no_method(name: &str) -> Refusal {
    let known: Vec<&str> = signatures::METHODS.iter().map(|method| method.name).collect();
    Refusal::NoMethod { name: quote(name), owner: "the player", known: known.join(", ") }
}

impl JavaRepl {
    pub(super) fn call(&mut self, name: &str, arguments: &[Expression]) -> Result<Value, Refusal> {
        let Some(method) = signatures::find(name) else {
            return Err(no_method(name));
        };
        let arguments = self.evaluate_all(arguments)?;
        match (name, arguments.as_slice()) {
            ("getNextMove", [own, opponent]) => self.get_next_move(own, opponent),
            ("evaluate", [tile, die]) => self.evaluate_die(tile, die, self.position),
            ("evaluate", [tile, die, board]) => {
                self.evaluate_die(tile, die, self.position_of(board.board()?))
            }
            ("chooseMinMaxMove", []) => {
                let root = self.last_root()?;
                self.choose(root)
            }
            ("chooseMinMaxMove", [root]) => self.choose(root.node()?),
            ("createMySubtree", [own, opponent, root, depth]) => {
                let depth = depth.int()?;
                if !matches!(depth, 1 | 3 | 5) {
                    return Err(Refusal::MyDepth { found: depth });
                }
                let root = root.node()?;
                // The sum of the values begins at the root.
                let before = if depth == 1 { Worth(0) } else { self.nodes.fields(root).evaluation };
                self.create_subtree([own, opponent], root, self.player, depth as u32, before)
            }
            ("createOpponentSubtree", [own, opponent, parent, depth, before]) => {
                let depth = depth.int()?;
                if !matches!(depth, 2 | 4 | 6) {
                    return Err(Refusal::OpponentDepth { found: depth });
                }
                let (parent, before) = (parent.node()?, before.double()?);
                let mover = self.player.opponent();
                self.create_subtree([own, opponent], parent, mover, depth as u32, before)
            }
            ("getRoot", []) => Ok(Value::Node(self.last_root()?)),
            ("tree", []) => {
                let root = self.last_root()?;
                Ok(self.draw_tree(root))
            }
            ("tree", [root]) => Ok(self.draw_tree(root.node()?)),
            ("board", []) => Ok(Value::Text(self.draw(self.position))),
            ("statistics", []) => Ok(Value::Text(self.statistics())),
            ("setPlayer", [Value::Text(side)]) => self.set_player(side, method.usage),
            ("setDepth", [depth]) => self.set_depth(depth.int()?),
            _ => Err(Refusal::Usage { usage: method.usage }),
        }
    }

    /// Puts both on their tiles, plays the move that the tree chooses, adds it to the path, and
    /// gives its row, column and die.
    fn get_next_move(&mut self, own: &Value, opponent: &Value) -> Result<Value, Refusal> {
        let placed = self.placed_by([own, opponent], self.player, self.position)?;
        let tree = tree(&self.game, &placed, self.depth);
        let chosen = choose_min_max_move(&tree).ok_or(Refusal::GameOver)?;
        let child = tree.data(tree.children(Tree::<Node>::ROOT)[chosen]);
        let mv = child.mv.ok_or(Refusal::GameOver)?;
        let die = mv.die().ok_or(Refusal::GameOver)?;
        let after = child.board.ok_or(Refusal::GameOver)?;
        // Nothing has changed if there is no room for the tree.
        self.root = Some(self.rooted(placed, &tree)?);
        self.path.add(path_step(&self.game.view(&placed, Some(self.player)), die));
        self.position = after;
        let NodeMove(numbers) = mv;
        Ok(Value::IntArray(numbers.into()))
    }

    /// A new root with all nodes below that of a tree.
    fn rooted(&mut self, board: Position, tree: &Tree<Node>) -> Result<NodeRef, Refusal> {
        let root = self.nodes.add(Fields::with_board(board))?;
        self.nodes.graft(root, tree)?;
        Ok(root)
    }

    /// The position with the player and its opponent on the tiles of two arguments, `mover` to
    /// move, in a game that is not over.
    fn placed_by(
        &self,
        [own, opponent]: [&Value; 2],
        mover: Side,
        board: Position,
    ) -> Result<Position, Refusal> {
        let (own, opponent) = (self.tile(own)?, self.tile(opponent)?);
        if own == opponent {
            return Err(Refusal::SameTile);
        }
        let placed = self.game.moved_to(&board, self.tiles(own, opponent), mover);
        match self.game.outcome(&placed) {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(placed),
        }
    }

    /// The tiles of Theseus and the Minotaur.
    fn tiles(&self, own: Tile, opponent: Tile) -> [Tile; 2] {
        match self.player {
            Side::First => [own, opponent],
            Side::Second => [opponent, own],
        }
    }

    fn evaluate_die(&self, tile: &Value, die: &Value, board: Position) -> Result<Value, Refusal> {
        let tile = self.tile(tile)?;
        let found = die.int()?;
        let number = u8::try_from(found).ok();
        let die = number.and_then(Die::numbered).filter(|&die| die != Die::Stay);
        let die = die.ok_or(Refusal::NoDie { found })?;
        if self.game.maze().step(tile, die).is_none() {
            let tile = self.game.maze().name(tile).to_string();
            return Err(Refusal::Blocked { die: die.number(), tile });
        }
        let tiles = self.tiles(tile, board.tile(self.player.opponent()));
        let placed = self.game.moved_to(&board, tiles, self.player);
        Ok(Value::Double(self.game.evaluate_die(&placed, self.player, die)))
    }

    /// Adds the moves of a side to a node, from copies of its board, and the levels below them
    /// down to the depth of the tree; below my moves there are always replies.
    fn create_subtree(
        &mut self,
        tiles: [&Value; 2],
        node: NodeRef,
        mover: Side,
        depth: u32,
        evaluation: Worth,
    ) -> Result<Value, Refusal> {
        let board = self.nodes.fields(node).board.ok_or(Refusal::NoBoard)?;
        let placed = self.placed_by(tiles, mover, board)?;
        let levels = if mover == self.player { 2 } else { 1 };
        let levels = levels.max((self.depth + 1).saturating_sub(depth));
        let top = Node { mv: None, board: Some(placed), depth: depth - 1, evaluation };
        let tree = grown(&self.game, top, &placed, self.player, levels);
        self.nodes.graft(node, &tree)?;
        Ok(Value::Void)
    }

    fn choose(&self, root: NodeRef) -> Result<Value, Refusal> {
        let choice = self.root_of(root).choice.ok_or(Refusal::NoChildren)?;
        Ok(Value::Int(choice as i32))
    }

    fn draw_tree(&self, root: NodeRef) -> Value {
        Value::Text(assignment_text(&self.nodes.shown(root)).trim_end().into())
    }

    /// The root of the last move's tree, or else of that of the current board.
    fn last_root(&mut self) -> Result<NodeRef, Refusal> {
        if let Some(root) = self.root {
            return Ok(root);
        }
        let tiles = Side::BOTH.map(|side| self.position.tile(side));
        let placed = self.game.moved_to(&self.position, tiles, self.player);
        if self.game.outcome(&placed).is_some() {
            return Err(Refusal::GameOver);
        }
        let root = self.rooted(placed, &tree(&self.game, &placed, self.depth))?;
        self.root = Some(root);
        Ok(root)
    }

    /// One line per round, and how often each die was chosen.
    fn statistics(&self) -> String {
        let rounds = self.path.steps().iter().enumerate();
        let mut lines: Vec<String> =
            rounds.map(|(number, step)| format!("round {}: {step}", number + 1)).collect();
        lines.push(self.path.statistics());
        lines.join("\n")
    }

    fn set_player(&mut self, side: &str, usage: &'static str) -> Result<Value, Refusal> {
        self.player = match side.to_lowercase().as_str() {
            "theseus" => Side::First,
            "minotaur" => Side::Second,
            _ => return Err(Refusal::Usage { usage }),
        };
        (self.root, self.path) = (None, Path::default());
        Ok(Value::Text(Theseus::SIDES[self.player.index()].into()))
    }

    fn set_depth(&mut self, found: i32) -> Result<Value, Refusal> {
        let depth = u32::try_from(found).ok().filter(|depth| DEPTHS.contains(depth));
        let (least, most) = (*DEPTHS.start(), *DEPTHS.end());
        self.depth = depth.ok_or(Refusal::Depth { found, least, most })?;
        self.root = None;
        Ok(Value::Int(found))
    }

    fn tile(&self, value: &Value) -> Result<Tile, Refusal> {
        let found = value.int()?;
        let id = usize::try_from(found).ok();
        let tile = id.and_then(|id| self.game.maze().tile_of_id(id));
        tile.ok_or(Refusal::NoTile { found, most: self.game.maze().len() - 1 })
    }
}
