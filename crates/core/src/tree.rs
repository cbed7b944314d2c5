//! Trees as data, for search trees.

/// The name of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node of a number, which must be less than four billion.
    #[cfg(feature = "conformance")]
    pub(crate) fn numbered(number: usize) -> NodeId {
        NodeId(number as u32)
    }

    /// The number of the node: 0 for the root, then in the order of adding.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A tree whose nodes carry a `T` each, and know their parent, children and depth.
///
/// ```
/// use agon_core::Tree;
///
/// let mut tree = Tree::new("root");
/// let left = tree.add(Tree::<&str>::ROOT, "left");
/// let leaf = tree.add(left, "leaf");
/// tree.add(Tree::<&str>::ROOT, "right");
/// assert_eq!(tree.depth(leaf), 2);
/// assert_eq!(tree.parent(leaf), Some(left));
/// assert_eq!(
///     tree.draw(|word| word.to_string()),
///     "root\n├─ left\n│  └─ leaf\n└─ right\n"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<T> {
    nodes: Vec<Node<T>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node<T> {
    data: T,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: u32,
}

impl<T> Tree<T> {
    /// The node that every tree has.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree of one node.
    pub fn new(root: T) -> Tree<T> {
        Tree { nodes: vec![Node { data: root, parent: None, children: Vec::new(), depth: 0 }] }
    }

    /// Adds a node as the last child of `parent`.
    ///
    /// # Panics
    /// If `parent` is of another tree, or there are four billion nodes.
    pub fn add(&mut self, parent: NodeId, data: T) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a tree of four billion nodes"));
        let depth = self.depth(parent) + 1;
        self.nodes[parent.0 as usize].children.push(id);
        self.nodes.push(Node { data, parent: Some(parent), children: Vec::new(), depth });
        id
    }

    /// What the node carries.
    pub fn data(&self, node: NodeId) -> &T {
        &self.node(node).data
    }

    /// What the node carries, to be changed.
    pub fn data_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.nodes[node.0 as usize].data
    }

    /// The node above, which the root lacks.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The nodes right below, in the order they were added.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// The number of steps from the root.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.node(node).depth
    }

    /// All nodes, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<T> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The tree as lines of text, one a node, with `word` for what it carries.
    pub fn draw(&self, word: impl Fn(&T) -> String) -> String {
        let mut text = String::new();
        let mut waiting = vec![(Self::ROOT, String::new(), String::new())];
        while let Some((id, first, rest)) = waiting.pop() {
            text.push_str(&first);
            text.push_str(&word(self.data(id)));
            text.push('\n');
            for (place, &child) in self.children(id).iter().enumerate().rev() {
                let last = place + 1 == self.children(id).len();
                let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                waiting.push((child, format!("{rest}{branch}"), format!("{rest}{below}")));
            }
        }
        text
    }

    fn node(&self, id: NodeId) -> &Node<T> {
        &self.nodes[id.0 as usize]
    }
}
