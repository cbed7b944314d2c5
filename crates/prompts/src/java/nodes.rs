//! The objects of the assignment's class `Node`: they form trees, and are removed when nothing
//! refers to them any more.

use std::collections::VecDeque;

use agon_core::{NodeId, Tree};
use agon_games::theseus::{AssignmentNode, Node, NodeMove, Position, Worth, assignment_tree};

use super::refusal::Refusal;
use crate::limits::{CHILDREN, LEVELS, NODES};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRef(u32);

#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// The node above; set by `add_child`.
    parent: Option<NodeRef>,
    children: Vec<NodeRef>,
    /// The assignment's `nodeDepth`, if it was set; else it follows from the parent.
    pub depth: Option<u32>,
    /// The assignment's `nodeMove`.
    pub mv: Option<NodeMove>,
    /// The assignment's `nodeBoard`.
    pub board: Option<Position>,
    /// The assignment's `nodeEvaluation`.
    pub evaluation: Worth,
}

#[derive(Default)]
pub struct Nodes {
    slots: Vec<Fields>,
    /// The slots of removed nodes.
    free: Vec<u32>,
}

impl Fields {
    pub fn with_board(board: Position) -> Fields {
        Fields { board: Some(board), ..Fields::default() }
    }

    pub fn with_evaluation(evaluation: Worth) -> Fields {
        Fields { evaluation, ..Fields::default() }
    }
}

impl Nodes {
    /// A new node without a parent.
    pub fn add(&mut self, fields: Fields) -> Result<NodeRef, Refusal> {
        self.check_room(1)?;
        Ok(self.put(fields))
    }

    fn put(&mut self, fields: Fields) -> NodeRef {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Fields::default());
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize] = fields;
        NodeRef(slot)
    }

    fn check_room(&self, more: usize) -> Result<(), Refusal> {
        Ok(NODES.check(self.len() + more)?)
    }

    fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    pub fn fields(&self, node: NodeRef) -> &Fields {
        &self.slots[node.0 as usize]
    }

    pub fn fields_mut(&mut self, node: NodeRef) -> &mut Fields {
        &mut self.slots[node.0 as usize]
    }

    pub fn parent(&self, node: NodeRef) -> Option<NodeRef> {
        self.fields(node).parent
    }

    /// The nodes below, in the order in which they were added.
    pub fn children(&self, node: NodeRef) -> &[NodeRef] {
        &self.fields(node).children
    }

    /// The depth of a node: the one that was set, or one more than that of its parent.
    pub fn depth(&self, node: NodeRef) -> u32 {
        let mut above = 0;
        let mut node = node;
        loop {
            match (self.fields(node).depth, self.parent(node)) {
                (Some(depth), _) => return depth + above,
                (None, None) => return above,
                (None, Some(parent)) => (node, above) = (parent, above + 1),
            }
        }
    }

    /// Makes a node the last child of another. A node has one parent, so the nodes stay trees;
    /// adding it there again changes nothing.
    pub fn add_child(&mut self, parent: NodeRef, child: NodeRef) -> Result<(), Refusal> {
        match self.parent(child) {
            Some(known) if known == parent => return Ok(()),
            Some(_) => return Err(Refusal::HasParent),
            None => (),
        }
        let above = std::iter::successors(Some(parent), |&node| self.parent(node));
        let mut levels = 0;
        for node in above {
            if node == child {
                return Err(Refusal::Cycle);
            }
            levels += 1;
        }
        LEVELS.check(levels + self.height(child))?;
        self.check_children(parent, 1)?;
        self.fields_mut(parent).children.push(child);
        self.fields_mut(child).parent = Some(parent);
        Ok(())
    }

    fn check_children(&self, parent: NodeRef, more: usize) -> Result<(), Refusal> {
        Ok(CHILDREN.check(self.children(parent).len() + more)?)
    }

    /// The number of levels from a node down, itself counted.
    fn height(&self, node: NodeRef) -> usize {
        let mut level = vec![node];
        let mut height = 0;
        while !level.is_empty() {
            height += 1;
            level = level.iter().flat_map(|&node| self.children(node)).copied().collect();
        }
        height
    }

    /// Adds copies of all nodes below the root of a tree as children of a node.
    pub fn graft(&mut self, at: NodeRef, tree: &Tree<Node>) -> Result<(), Refusal> {
        let root = Tree::<Node>::ROOT;
        self.check_room(tree.nodes().count() - 1)?;
        self.check_children(at, tree.children(root).len())?;
        let deepest = tree.nodes().map(|id| tree.depth(id) as usize).max().unwrap_or(0);
        let above = std::iter::successors(Some(at), |&node| self.parent(node)).count();
        LEVELS.check(above + deepest)?;
        // Nodes are numbered in the order of adding, so the parent of each is already there.
        let mut copies = vec![at];
        for id in tree.nodes().skip(1) {
            let &Node { mv, board, depth, evaluation } = tree.data(id);
            let above = tree.parent(id).map_or(0, |parent| parent.number() as usize);
            let parent = copies[above];
            let copy = self.put(Fields {
                parent: Some(parent),
                children: Vec::new(),
                depth: Some(depth),
                mv,
                board,
                evaluation,
            });
            self.fields_mut(parent).children.push(copy);
            copies.push(copy);
        }
        Ok(())
    }

    /// The subtree of a node with its minimax values.
    pub fn shown(&self, node: NodeRef) -> Tree<AssignmentNode> {
        let data = |node: NodeRef, depth: u32| {
            let &Fields { mv, board, evaluation, .. } = self.fields(node);
            Node { mv, board, depth, evaluation }
        };
        let mut tree = Tree::new(data(node, self.depth(node)));
        let mut waiting: VecDeque<(NodeRef, NodeId)> = VecDeque::from([(node, Tree::<Node>::ROOT)]);
        while let Some((node, id)) = waiting.pop_front() {
            for &child in self.children(node) {
                let depth = self.fields(child).depth.unwrap_or(tree.data(id).depth + 1);
                waiting.push_back((child, tree.add(id, data(child, depth))));
            }
        }
        assignment_tree(&tree, |_| String::new())
    }

    /// Removes what cannot be reached from these nodes, if there are many nodes.
    pub fn collect(&mut self, reachable: impl Iterator<Item = NodeRef>) {
        if NODES.check(2 * self.len()).is_ok() {
            return;
        }
        let mut is_kept = vec![false; self.slots.len()];
        let mut waiting: Vec<NodeRef> = reachable.collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut is_kept[node.0 as usize], true) {
                waiting.extend(self.parent(node));
                waiting.extend(self.children(node));
            }
        }
        self.free =
            (0..).zip(is_kept).filter(|(_, is_kept)| !is_kept).map(|(slot, _)| slot).collect();
        for &slot in &self.free {
            self.slots[slot as usize] = Fields::default();
        }
    }
}
