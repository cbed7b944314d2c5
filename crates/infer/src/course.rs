//! Reads rules in the dialect of the course: the same rules in lists, as Lisp has them.
//!
//! ```text
//! (game byte)
//! (if (and (top ?s ?c) (stack ?s ?h) (!ge ?h 5)) then (tall ?s ?c))
//! (value (* 10 (- (count-results (tall ? me)) (count-results (tall ? you)))))
//! ```
//!
//! Large and small letters mean the same, and what is concluded several times counts
//! several times, unless the file says `(distinct)`.

mod list;
mod terms;
mod value;

use crate::syntax::{Atom, Clause, File, Head, Literal};
use crate::trouble::{Trouble, Wrong};
use list::{Node, nodes};
use terms::{atom, query, wanted};

/// What stands in a file.
const FORMS: &str = "(game NAME), (distinct), (if P then C) or (value E)";

/// A question: its conditions.
pub(crate) struct Question {
    pub(crate) body: Vec<Literal>,
    /// Whether only the number of answers is asked for.
    pub(crate) only_count: bool,
}

/// Whether a text is in this dialect: the first thing in it opens a list.
pub(crate) fn is_course(source: &str) -> bool {
    let mut lines = source.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with([';', '%']));
    first.is_some_and(|line| line.starts_with('('))
}

/// Reads a rule file.
pub(crate) fn file(source: &str) -> Result<File, Trouble> {
    let mut file = File { game: None, clauses: Vec::new(), counts_proofs: true };
    for node in nodes(source)? {
        form(&node, &mut file)?;
    }
    Ok(file)
}

/// Reads a question: `(infer Q)`, `(count-results Q)` or a query alone.
pub(crate) fn question(source: &str) -> Result<Question, Trouble> {
    let nodes = nodes(source)?;
    let [node] = nodes.as_slice() else {
        let trouble = |node| wanted(node, "the end of the question");
        let missing = Trouble::new(Wrong::Form { wanted: "a question".into() }, Default::default());
        let trouble = nodes.get(1).map_or(missing, trouble);
        return Err(trouble.hint("ask for several things by (infer (and P1 P2))"));
    };
    let asked = operand(node, "infer")?.unwrap_or(node);
    let counted = operand(asked, "count-results")?;
    Ok(Question { body: query(counted.unwrap_or(asked))?, only_count: counted.is_some() })
}

/// What a list that begins with a name has besides, which is one thing.
fn operand<'n>(node: &'n Node, name: &str) -> Result<Option<&'n Node>, Trouble> {
    match node.call() {
        Some((found, [only])) if found == name => Ok(Some(only)),
        Some((found, _)) if found == name => {
            Err(wanted(node, &format!("({name} P)"))
                .hint("several conditions go into one (and ...)"))
        }
        _ => Ok(None),
    }
}

fn form(node: &Node, file: &mut File) -> Result<(), Trouble> {
    match node.call() {
        Some(("game", [name])) => {
            let found = name.word().ok_or_else(|| wanted(name, "the name of a game"))?;
            if file.game.replace((found.to_string(), name.span)).is_some() {
                return Err(Trouble::new(Wrong::GameTwice, node.span));
            }
        }
        Some(("distinct", [])) => file.counts_proofs = false,
        Some(("if", parts)) => file.clauses.push(rule(node, parts)?),
        Some(("value", [expression])) => file.clauses.append(&mut value::clauses(expression)?),
        Some(("value", _)) => {
            return Err(wanted(node, "(value E)").hint("several things are added by (+ ...)"));
        }
        Some(("game", _)) => return Err(wanted(node, "(game NAME)")),
        Some(("distinct", _)) => return Err(wanted(node, "(distinct)")),
        other => return Err(other_form(node, other.map(|(name, _)| name))),
    }
    Ok(())
}

/// What to write instead of a form that there is not.
fn other_form(node: &Node, name: Option<&str>) -> Trouble {
    let trouble = wanted(node, FORMS);
    match name {
        Some("prepare-knowledge") => trouble
            .hint("leave it out: facts come from the game, and rules stand here as (if P then C)"),
        Some("infer") => {
            trouble.hint("questions are asked at the prompt; here, write (value (count-results P))")
        }
        Some("count-results") => {
            trouble.hint("say what it is worth: (value (* 10 (count-results P)))")
        }
        Some("defun" | "defvar" | "defparameter" | "defconstant" | "setq" | "setf" | "let") => {
            trouble
                .hint("nothing is defined here: write (if P then C), and (value E) for the points")
        }
        Some(name) => trouble.did_you_mean(name, ["game", "distinct", "if", "value"]),
        None => trouble,
    }
}

/// `(if P then C)`
fn rule(node: &Node, parts: &[Node]) -> Result<Clause, Trouble> {
    const HINT: &str = "write (if P then C), or (if (and P1 P2) then C)";
    let is_then = |part: &Node| part.word() == Some("then");
    let Some(then) = parts.iter().position(is_then) else {
        let place = parts.get(1).map_or(node.span, |part| part.span);
        return Err(Trouble::new(Wrong::NoThen, place).hint(HINT));
    };
    let (conditions, conclusions) = (&parts[..then], &parts[then + 1..]);
    let [condition] = conditions else {
        let place = conditions.get(1).unwrap_or(&parts[then]);
        let what = if conditions.is_empty() { "a condition" } else { "then" };
        return Err(wanted(place, what).hint("several conditions go into one (and ...)"));
    };
    let body = query(condition)?;
    match conclusions {
        [conclusion] => {
            Ok(Clause { head: Head::Atom(concluded(conclusion)?), body, span: node.span })
        }
        [] => Err(wanted(&parts[then], "a conclusion after then").hint(HINT)),
        [_, more, ..] => {
            Err(wanted(more, "the end of the rule").hint("write a rule for each conclusion"))
        }
    }
}

/// What a rule concludes.
fn concluded(node: &Node) -> Result<Atom, Trouble> {
    let hint = match node.call() {
        Some(("and", _)) => "write a rule for each conclusion",
        Some(("or" | "not", _)) => "a rule concludes that something holds",
        Some(("value", _)) => "points are given by (value (* 10 (count-results P)))",
        Some((name, _)) if name.starts_with(['!', '=']) => "a built-in cannot be concluded",
        _ => return atom(node, "a conclusion such as (tall ?s)"),
    };
    Err(wanted(node, "a conclusion such as (tall ?s)").hint(hint))
}

/// The same trouble with its hint in this dialect.
pub(crate) fn hinted(trouble: Trouble) -> Trouble {
    let hint = match (&trouble.wrong, trouble.hint.as_deref()) {
        (Wrong::Unbound { name }, None) => {
            format!("{name} must stand in a condition without !, or be set by (!eq {name} ...)")
        }
        (Wrong::Anonymous, None) => "? alone stands for anything: give it a name, as ?x".into(),
        (Wrong::UnknownConstant { name }, hint)
            if hint.is_none_or(|hint| hint.contains("capital letter")) =>
        {
            format!("variables begin with a question mark: ?{name}")
        }
        (Wrong::NoKind { .. }, None) => "let the variable stand in a condition too".into(),
        (Wrong::NoGame, Some(hint)) => {
            format!("{})", hint.trim_end_matches('.').replacen("game", "(game", 1))
        }
        (Wrong::Endless { .. }, _) => "bound them in the rule, as by (!le ?n 20)".into(),
        (Wrong::Arity { .. }, Some(hint)) if hint.ends_with(')') => in_lists(hint),
        _ => return trouble,
    };
    trouble.hint(hint)
}

/// How a relation is written in this dialect, as `(stack square height)`.
fn in_lists(signature: &str) -> String {
    let inside = signature.trim_end_matches(')');
    format!("({})", inside.replace(" -> ", " ").replace(", ", " ").replace('(', " "))
}
