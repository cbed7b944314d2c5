//! Reading the text of a dummy game.

use super::{MAX_DEPTH, Node, State, TreeRefusal};
use crate::{NodeId, Outcome, Score, Side, quote};

/// The nodes of a tree, in the order of its text.
pub(super) fn read_tree(text: &str) -> Result<Vec<Node>, TreeRefusal> {
    Reader::default().read(text)
}

/// Reads the text of a tree from left to right.
#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    /// The turns whose parenthesis is not closed yet, the root first.
    open: Vec<NodeId>,
}

impl Reader {
    fn read(mut self, text: &str) -> Result<Vec<Node>, TreeRefusal> {
        let mut rest = text;
        loop {
            let place = text.len() - rest.len();
            let wrong = || TreeRefusal::NotATree { found: quote(rest), place };
            let Some(letter) = rest.chars().next() else {
                let is_whole = self.open.is_empty() && !self.nodes.is_empty();
                return if is_whole { Ok(self.nodes) } else { Err(TreeRefusal::Unfinished) };
            };
            if self.open.is_empty() && !self.nodes.is_empty() {
                return Err(wrong());
            }
            let after = &rest[letter.len_utf8()..];
            rest = match letter {
                ')' => {
                    self.close().ok_or_else(wrong)?;
                    after
                }
                '[' => {
                    let (number, after) = after.split_once(']').ok_or(TreeRefusal::Unfinished)?;
                    let early = || TreeRefusal::NotWrittenYet { found: quote(number), place };
                    self.refer(number.parse().map_err(|_| early())?, early)?;
                    after
                }
                'a' | 'b' => {
                    let (points, after) = after.split_once('(').ok_or(TreeRefusal::Unfinished)?;
                    let points = match points.strip_prefix(':') {
                        Some(number) => number.parse().map_err(|_| wrong())?,
                        None if points.is_empty() => 0,
                        None => return Err(wrong()),
                    };
                    let mover = if letter == 'a' { Side::First } else { Side::Second };
                    let id = self.add(State::Turn { mover, points });
                    self.open.push(id);
                    if self.open.len() > MAX_DEPTH {
                        return Err(TreeRefusal::TooDeep);
                    }
                    after
                }
                '1' | '2' | '=' => {
                    self.add(State::Over(match letter {
                        '1' => Outcome::Win(Side::First),
                        '2' => Outcome::Win(Side::Second),
                        _ => Outcome::Draw,
                    }));
                    after
                }
                _ => return Err(wrong()),
            };
        }
    }

    /// Adds a node as the last child of the innermost open turn.
    fn add(&mut self, state: State) -> NodeId {
        let id = NodeId::numbered(self.nodes.len());
        let parent = self.open.last().copied();
        let parent = parent.map(|parent| (parent, self.add_child(parent, id)));
        let value = match state {
            State::Over(outcome) => outcome.seen_by(state.mover()),
            State::Turn { .. } => Score::DRAW,
        };
        self.nodes.push(Node { state, children: Vec::new(), parent, height: 0, value });
        id
    }

    fn add_child(&mut self, parent: NodeId, child: NodeId) -> usize {
        let children = &mut self.nodes[parent.number() as usize].children;
        children.push(child);
        children.len() - 1
    }

    /// Adds a node that is written out already as the last child of the innermost open
    /// turn. Open turns are refused, so no line of play comes back to a position.
    fn refer(&mut self, number: usize, early: impl Fn() -> TreeRefusal) -> Result<(), TreeRefusal> {
        let id = NodeId::numbered(number);
        let (Some(&parent), Some(node)) = (self.open.last(), self.nodes.get(number)) else {
            return Err(early());
        };
        if self.open.contains(&id) {
            return Err(early());
        }
        if self.open.len() + node.height > MAX_DEPTH {
            return Err(TreeRefusal::TooDeep);
        }
        self.add_child(parent, id);
        Ok(())
    }

    /// Closes the innermost open turn, unless it has no children.
    fn close(&mut self) -> Option<()> {
        let number = self.open.pop()?.number() as usize;
        let mover = self.nodes[number].state.mover();
        let children = || {
            let ids = self.nodes[number].children.iter();
            ids.map(|child| &self.nodes[child.number() as usize])
        };
        let height = 1 + children().map(|child| child.height).max()?;
        let seen = |child: &Node| child.value.absolute(child.state.mover()).seen_by(mover);
        let value = children().map(|child| seen(child).one_ply_earlier()).max()?;
        (self.nodes[number].height, self.nodes[number].value) = (height, value);
        Some(())
    }
}
