//! Trees as pictures: boxes with lines of text, in SVG without links to anything.

use std::fmt::Write as _;

use crate::{NodeId, Tree};

/// What the picture says of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SvgNode {
    /// The lines of its box; the first is in bold.
    pub lines: Vec<String>,
    /// Whether its box and its edge are thick.
    pub is_chosen: bool,
    /// Whether its box and its edge are dashed.
    pub is_faint: bool,
}

const LINE: usize = 16;
const GAP: [usize; 2] = [12, 44];
/// About how wide a character of 12 pixels is, in tenths of a pixel.
const CHARACTER: usize = 73;

impl<T> Tree<T> {
    /// The tree as a picture: parents are centred above their children.
    ///
    /// ```
    /// use agon_core::{SvgNode, Tree};
    ///
    /// let mut tree = Tree::new("a < b");
    /// tree.add(Tree::<&str>::ROOT, "leaf");
    /// let svg = tree.svg(|word| SvgNode { lines: vec![word.to_string()], ..SvgNode::default() });
    /// assert!(svg.starts_with("<svg ") && svg.contains("a &lt; b"));
    /// ```
    pub fn svg(&self, label: impl Fn(&T) -> SvgNode) -> String {
        let boxes: Vec<SvgNode> = self.nodes().map(|id| label(self.data(id))).collect();
        let widest = boxes.iter().flat_map(|node| &node.lines).map(|line| line.chars().count());
        let width = widest.max().unwrap_or(0) * CHARACTER / 10 + 16;
        let tallest = boxes.iter().map(|node| node.lines.len()).max().unwrap_or(1);
        let height = tallest * LINE + 12;
        let places = self.places(width + GAP[0]);
        let level = |id: NodeId| self.depth(id) as usize * (height + GAP[1]);
        let right = places.iter().copied().max().unwrap_or(0) + width;
        let bottom = self.nodes().map(level).max().unwrap_or(0) + height;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {} {}\" \
             font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n\
             <rect x=\"-8\" y=\"-8\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            right + 16,
            bottom + 16
        );
        // Writing to a string cannot fail.
        for id in self.nodes() {
            let node = &boxes[id.number() as usize];
            let (x, y) = (places[id.number() as usize], level(id));
            let style = match (node.is_chosen, node.is_faint) {
                (true, _) => "stroke=\"#000\" stroke-width=\"3\"",
                (false, true) => "stroke=\"#999\" stroke-dasharray=\"4 4\"",
                (false, false) => "stroke=\"#555\"",
            };
            if let Some(parent) = self.parent(id) {
                let from = places[parent.number() as usize] + width / 2;
                let (top, to) = (level(parent) + height, x + width / 2);
                let _ =
                    writeln!(text, "<path d=\"M{from},{top} L{to},{y}\" fill=\"none\" {style}/>");
            }
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" \
                 fill=\"#fff\" {style}/>"
            );
            for (number, line) in node.lines.iter().enumerate() {
                let (middle, down) = (x + width / 2, y + (number + 1) * LINE);
                let weight = if number == 0 { " font-weight=\"bold\"" } else { "" };
                let line = escape_xml(line);
                let _ = writeln!(text, "<text x=\"{middle}\" y=\"{down}\"{weight}>{line}</text>");
            }
        }
        text.push_str("</svg>\n");
        text
    }

    /// The left edge of each node, by its number.
    fn places(&self, step: usize) -> Vec<usize> {
        let mut places = vec![0; self.nodes().count()];
        let mut right = 0;
        // Nodes on the way down, each with how many of its children are done.
        let mut open = vec![(Self::ROOT, 0)];
        while let Some((id, done)) = open.pop() {
            let children = self.children(id);
            if let Some(&child) = children.get(done) {
                open.extend([(id, done + 1), (child, 0)]);
                continue;
            }
            places[id.number() as usize] = match (children.first(), children.last()) {
                (Some(first), Some(last)) => {
                    (places[first.number() as usize] + places[last.number() as usize]) / 2
                }
                _ => {
                    right += step;
                    right - step
                }
            };
        }
        places
    }
}

/// A text as it may stand in SVG and other XML.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
