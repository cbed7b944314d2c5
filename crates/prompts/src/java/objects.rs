//! The objects of the assignment's classes: constructors, getters, setters and fields.

use agon_core::{Tree, quote};
use agon_games::theseus::{AssignmentNode, NodeMove};

use super::nodes::{Fields, NodeRef};
use super::refusal::Refusal;
use super::value::{BoardRef, Kind, Value, printed};
use super::{JavaRepl, at};

const NEW_NODE: &str = "new Node(), new Node(board), new Node(nodeEvaluation) or \
     new Node(parent, nodeDepth, nodeMove, nodeBoard, nodeEvaluation)";

const FIELDS: &str =
    "parent, children, nodeDepth, nodeMove, nodeBoard, nodeEvaluation and minMaxValue";

const METHODS: &str = "getParent, getChildren, getNodeDepth, getNodeMove, getNodeBoard, \
     getNodeEvaluation, getMinMaxValue, addChild, setParent, setNodeDepth, setNodeMove, \
     setNodeBoard and setNodeEvaluation";

/// The largest depth that a node can be given.
const MAX_DEPTH: i32 = 1000;

impl JavaRepl {
    pub(super) fn construct(&mut self, class: &str, arguments: &[Value]) -> Result<Value, Refusal> {
        match (class, arguments) {
            ("Node", []) => Ok(Value::Node(self.nodes.add(Fields::default())?)),
            ("Node", [Value::Board(board)]) => {
                let fields = Fields::with_board(self.position_of(*board));
                Ok(Value::Node(self.nodes.add(fields)?))
            }
            ("Node", [evaluation @ (Value::Int(_) | Value::Double(_))]) => {
                let fields = Fields::with_evaluation(evaluation.double()?);
                Ok(Value::Node(self.nodes.add(fields)?))
            }
            ("Node", [parent, depth, mv, board, evaluation]) => {
                let node = self.nodes.add(Fields::default())?;
                let fields = ["nodeDepth", "nodeMove", "nodeBoard", "nodeEvaluation", "parent"];
                let values = [depth, mv, board, evaluation, parent];
                for (field, value) in fields.into_iter().zip(values) {
                    self.set_field(node, field, value.clone())?;
                }
                Ok(Value::Node(node))
            }
            ("Node", _) => Err(Refusal::Usage { usage: NEW_NODE }),
            ("Board", [board]) => {
                Ok(Value::Board(BoardRef::Copy(self.position_of(board.board()?))))
            }
            ("Board", _) => Err(Refusal::Usage { usage: "new Board(board)" }),
            (name, _) => Err(Refusal::NoClass { name: quote(name) }),
        }
    }

    pub(super) fn field(&self, owner: &Value, field: &str) -> Result<Value, Refusal> {
        let no_field = |owner, known| Refusal::NoField { name: quote(field), owner, known };
        match owner {
            Value::Node(node) => {
                self.node_field(*node, field).ok_or_else(|| no_field("Node", FIELDS))
            }
            Value::IntArray(numbers) if field == "length" => Ok(Value::Int(numbers.len() as i32)),
            Value::IntArray(_) => Err(no_field("int[]", "length")),
            Value::Null => Err(Refusal::Null { what: "the object" }),
            other => Err(no_field(other.kind_name(), "methods only")),
        }
    }

    fn node_field(&self, node: NodeRef, field: &str) -> Option<Value> {
        let fields = self.nodes.fields(node);
        Some(match field {
            "parent" => self.nodes.parent(node).map_or(Value::Null, Value::Node),
            "children" => Value::NodeList(node),
            "nodeDepth" => Value::Int(self.nodes.depth(node) as i32),
            "nodeMove" => fields.mv.map_or(Value::Null, |mv| Value::IntArray(mv.0.into())),
            "nodeBoard" => {
                fields.board.map_or(Value::Null, |board| Value::Board(BoardRef::Copy(board)))
            }
            "nodeEvaluation" => Value::Double(fields.evaluation),
            "minMaxValue" => Value::Double(self.root_of(node).value),
            _ => return None,
        })
    }

    pub(super) fn set_field(
        &mut self,
        node: NodeRef,
        field: &str,
        value: Value,
    ) -> Result<(), Refusal> {
        match field {
            "parent" => match value {
                Value::Null => (),
                parent => self.nodes.add_child(parent.node()?, node)?,
            },
            "nodeDepth" => {
                let found = value.int()?;
                let depth = u32::try_from(found).ok().filter(|_| found <= MAX_DEPTH);
                let depth = depth.ok_or(Refusal::NodeDepth { found, most: MAX_DEPTH })?;
                self.nodes.fields_mut(node).depth = Some(depth);
            }
            "nodeMove" => {
                let mv = match value.converted(Kind::IntArray)? {
                    Value::IntArray(numbers) => {
                        let length = numbers.len();
                        let numbers = numbers.try_into().map_err(|_| Refusal::NoMove { length })?;
                        Some(NodeMove(numbers))
                    }
                    _ => None,
                };
                self.nodes.fields_mut(node).mv = mv;
            }
            "nodeBoard" => {
                let board = match value {
                    Value::Null => None,
                    value => Some(self.position_of(value.board()?)),
                };
                self.nodes.fields_mut(node).board = board;
            }
            "nodeEvaluation" => {
                self.nodes.fields_mut(node).evaluation = value.double()?;
            }
            _ => {
                let known = "parent, nodeDepth, nodeMove, nodeBoard and nodeEvaluation to set";
                return Err(Refusal::NoField { name: quote(field), owner: "Node", known });
            }
        }
        Ok(())
    }

    pub(super) fn call_on(
        &mut self,
        owner: &Value,
        method: &str,
        arguments: &[Value],
    ) -> Result<Value, Refusal> {
        let no_method = |owner, known: &str| {
            Err(Refusal::NoMethod { name: quote(method), owner, known: known.into() })
        };
        match owner {
            Value::Node(node) => self.call_node(*node, method, arguments),
            Value::NodeList(node) => match (method, arguments) {
                ("get", [index]) => Ok(Value::Node(*at(self.nodes.children(*node), index.int()?)?)),
                ("size", []) => Ok(Value::Int(self.nodes.children(*node).len() as i32)),
                ("isEmpty", []) => Ok(Value::Boolean(self.nodes.children(*node).is_empty())),
                ("add", [child]) => {
                    self.nodes.add_child(*node, child.node()?)?;
                    Ok(Value::Boolean(true))
                }
                _ => no_method("ArrayList<Node>", "get(index), size(), isEmpty() and add(node)"),
            },
            Value::Board(board) => match (method, arguments) {
                ("clone", []) => Ok(Value::Board(BoardRef::Copy(self.position_of(*board)))),
                _ => no_method("Board", "clone()"),
            },
            Value::Null => Err(Refusal::Null { what: "the object" }),
            other => no_method(other.kind_name(), "none"),
        }
    }

    fn call_node(
        &mut self,
        node: NodeRef,
        method: &str,
        arguments: &[Value],
    ) -> Result<Value, Refusal> {
        if let ("addChild", [child]) = (method, arguments) {
            self.nodes.add_child(node, child.node()?)?;
            return Ok(Value::Void);
        }
        let field = |prefix: &str| {
            let mut letters = method.strip_prefix(prefix)?.chars();
            Some(letters.next()?.to_ascii_lowercase().to_string() + letters.as_str())
        };
        let found = match (field("get"), field("set"), arguments) {
            (Some(field), _, []) => self.node_field(node, &field),
            // The tree stays a tree: a node gets a parent, but does not lose it.
            (_, Some(field), [value]) if field != "children" && field != "minMaxValue" => {
                match self.node_field(node, &field) {
                    Some(_) => {
                        self.set_field(node, &field, value.clone()).map(|()| Some(Value::Void))?
                    }
                    None => None,
                }
            }
            _ => None,
        };
        let known = METHODS.into();
        found.ok_or(Refusal::NoMethod { name: quote(method), owner: "Node", known })
    }

    /// The root of a node's subtree, with its minimax value.
    pub(super) fn root_of(&self, node: NodeRef) -> AssignmentNode {
        self.nodes.shown(node).data(Tree::<AssignmentNode>::ROOT).clone()
    }

    /// A node in a line.
    pub(super) fn describe(&self, node: NodeRef) -> String {
        let root = self.root_of(node);
        let mv = root.mv.map_or("null".into(), |mv| mv.to_string());
        let AssignmentNode { depth, evaluation, value, .. } = root;
        let (evaluation, value) = (printed(evaluation), printed(value));
        let children = self.nodes.children(node).len();
        format!(
            "Node[nodeDepth={depth}, nodeMove={mv}, nodeEvaluation={evaluation}, \
             minMaxValue={value}, children={children}]"
        )
    }
}
