//! Claims: what is true of a move, as data from which every language makes its own words.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::{ElementId, Side};

/// Something that is true of a move, as a kind with arguments. It is proven by the rules or by a
/// search before it is made.
///
/// ```
/// use agon_core::{Claim, Side};
///
/// let claim = Claim::against("santorini.leaves")
///     .side("side", Side::Second)
///     .cells("cells", ["23".into(), "31".into()]);
/// let words = [("santorini.leaves", "{side} can step up to {cells} and win")];
/// assert_eq!(claim.words(&words, ["blue", "red"]), "red can step up to 23 and 31 and win");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Claim {
    /// What is claimed: a name, with that of the game before it if other games cannot claim it.
    pub kind: Cow<'static, str>,
    /// Whether it speaks for the move.
    pub good: bool,
    /// The arguments by name.
    pub args: BTreeMap<Cow<'static, str>, ClaimArg>,
}

/// An argument of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClaimArg {
    /// A side.
    Side(Side),
    /// A cell of the scene.
    Cell(ElementId),
    /// Several cells.
    Cells(Vec<ElementId>),
    /// A number.
    Number(u32),
    /// Several numbers.
    Numbers(Vec<u32>),
    /// A move in the game's notation.
    Move(String),
    /// Points of an evaluation, which may be negative.
    Points(i64),
    /// A name that is the same in every language, such as a line of a rule file.
    Name(String),
}

impl Claim {
    /// A claim that speaks for the move.
    pub const fn favouring(kind: &'static str) -> Claim {
        Claim { kind: Cow::Borrowed(kind), good: true, args: BTreeMap::new() }
    }

    /// A claim that speaks against the move.
    pub const fn against(kind: &'static str) -> Claim {
        Claim { kind: Cow::Borrowed(kind), good: false, args: BTreeMap::new() }
    }

    /// The same with a side.
    #[must_use]
    pub fn side(self, name: &'static str, side: Side) -> Claim {
        self.with(name, ClaimArg::Side(side))
    }

    /// The same with a cell.
    #[must_use]
    pub fn cell(self, name: &'static str, cell: ElementId) -> Claim {
        self.with(name, ClaimArg::Cell(cell))
    }

    /// The same with cells.
    #[must_use]
    pub fn cells(self, name: &'static str, cells: impl IntoIterator<Item = ElementId>) -> Claim {
        self.with(name, ClaimArg::Cells(cells.into_iter().collect()))
    }

    /// The same with a number.
    #[must_use]
    pub fn number(self, name: &'static str, number: u32) -> Claim {
        self.with(name, ClaimArg::Number(number))
    }

    /// The same with numbers.
    #[must_use]
    pub fn numbers(self, name: &'static str, numbers: impl IntoIterator<Item = u32>) -> Claim {
        self.with(name, ClaimArg::Numbers(numbers.into_iter().collect()))
    }

    /// The same with a move.
    #[must_use]
    pub fn mv(self, name: &'static str, mv: String) -> Claim {
        self.with(name, ClaimArg::Move(mv))
    }

    /// The same with points.
    #[must_use]
    pub fn points(self, name: &'static str, points: i64) -> Claim {
        self.with(name, ClaimArg::Points(points))
    }

    /// The same with a name.
    #[must_use]
    pub fn name(self, name: &'static str, text: String) -> Claim {
        self.with(name, ClaimArg::Name(text))
    }

    fn with(mut self, name: &'static str, arg: ClaimArg) -> Claim {
        self.args.insert(name.into(), arg);
        self
    }

    /// Whether only one game has claims of this kind.
    pub fn is_of_a_game(&self) -> bool {
        self.kind.contains('.')
    }

    /// The claim in words, from templates by kind. Where the argument `count` is 1 and there is a
    /// template of that name with `.one` after it, that is used. An unknown kind is shown as it is.
    pub fn words(&self, templates: &[(&str, &str)], sides: [&str; 2]) -> String {
        let find = |kind: &str| templates.iter().find(|(known, _)| *known == kind);
        let is_one = self.args.get("count") == Some(&ClaimArg::Number(1));
        let one = is_one.then(|| find(&format!("{}.one", self.kind))).flatten();
        let Some((_, template)) = one.or_else(|| find(&self.kind)) else {
            return self.kind.clone().into();
        };
        let fill = |text: String, (name, arg): (&Cow<'static, str>, &ClaimArg)| {
            text.replace(&format!("{{{name}}}"), &arg.words(sides))
        };
        self.args.iter().fold((*template).into(), fill)
    }
}

impl ClaimArg {
    fn words(&self, sides: [&str; 2]) -> String {
        match self {
            ClaimArg::Side(side) => sides[side.index()].into(),
            ClaimArg::Cell(text) | ClaimArg::Move(text) | ClaimArg::Name(text) => text.clone(),
            ClaimArg::Cells(cells) => listed(cells),
            ClaimArg::Number(number) => number.to_string(),
            ClaimArg::Points(points) => format!("{points:+}"),
            ClaimArg::Numbers(numbers) => {
                listed(&numbers.iter().map(u32::to_string).collect::<Vec<String>>())
            }
        }
    }
}

/// The items of a list, as in "1, 2 and 3".
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
