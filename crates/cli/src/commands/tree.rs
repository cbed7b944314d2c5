//! `agon tree`: shows the minimax tree.

use std::io::Write;

use agon_arena::{AnySession, PlayerSpec};
use agon_core::{Bound, NodeId, Score, SearchNode, SvgNode, Tree, counted, score_words};
use agon_games::theseus::{AssignmentNode, Worth, assignment_dot, assignment_text};
use agon_host::interrupt::{self, Interrupt};
use agon_host::{Failure, notice};
use agon_inputs::evaluators;
use agon_search::TreeOptions;
use serde_json::{Value, json};

use super::score_json::score_json;
use crate::cli::{TreeArgs, TreeFormat};

/// Prints the tree, with cutoffs and their reasons.
pub fn tree(args: &TreeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut session = args.position.open()?;
    if let Some(player) = &args.player {
        return player_tree(args, player, &*session, out);
    }
    let depth = args.depth.ok_or_else(|| Failure::Usage("--depth is missing".into()))?;
    evaluators::load(args.position.game(), &mut *session, args.eval.as_deref())?;
    let options = TreeOptions {
        depth,
        pruning: !args.no_pruning,
        top: if args.whole { usize::MAX } else { args.top },
        nodes: args.nodes,
        with_pruned: args.whole,
    };
    let recorded = interrupt::during(|| session.tree(&options, args.eval.as_deref(), &Interrupt))?;
    let Some(recorded) = recorded else {
        if interrupt::interrupted() {
            notice("stopped before the tree was complete");
            return Err(Failure::Unknown);
        }
        return Err(Failure::Refused(format!(
            "the tree has more than {}: look less deep, or allow more with --nodes",
            counted(args.nodes, "position")
        )));
    };
    match args.format {
        TreeFormat::Text => write!(out, "{}", recorded.tree.outline(score_words))?,
        TreeFormat::Dot => write!(out, "{}", recorded.tree.to_dot(score_words))?,
        TreeFormat::Svg => write!(out, "{}", recorded.tree.to_svg(score_words))?,
        TreeFormat::Json => {
            let root = Tree::<SearchNode<String, String>>::ROOT;
            writeln!(out, "{}", as_json(&recorded.tree, root))?;
        }
    }
    let how = if options.pruning { "with pruning" } else { "without pruning" };
    let were = if recorded.nodes == 1 { "was" } else { "were" };
    notice(format_args!("{} {were} looked at, {how}", counted(recorded.nodes, "position")));
    Ok(())
}

/// Prints the tree that a player builds.
fn player_tree(
    args: &TreeArgs,
    player: &PlayerSpec,
    session: &dyn AnySession,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let player = match args.depth {
        Some(depth) => player.clone().with_depth(depth),
        None => player.clone(),
    };
    let tree = session.player_tree(&player)?;
    match args.format {
        TreeFormat::Text => write!(out, "{}", assignment_text(&tree))?,
        TreeFormat::Dot => write!(out, "{}", assignment_dot(&tree))?,
        TreeFormat::Svg => write!(out, "{}", tree.svg(player_box))?,
        TreeFormat::Json => {
            writeln!(out, "{}", player_json(&tree, Tree::<AssignmentNode>::ROOT))?;
        }
    }
    notice(counted(tree.nodes().count() as u64, "node"));
    Ok(())
}

fn player_box(node: &AssignmentNode) -> SvgNode {
    let mv = node.mv.map_or_else(|| "root".into(), |mv| format!("{:?}", mv.0));
    let lines =
        vec![mv, format!("minimax {}", node.value), format!("evaluation {}", node.evaluation)];
    SvgNode { lines, is_chosen: node.is_chosen, is_faint: false }
}

fn player_json(tree: &Tree<AssignmentNode>, id: NodeId) -> Value {
    let node = tree.data(id);
    let children = tree.children(id).iter().map(|&child| player_json(tree, child));
    json!({
        "move": node.mv.map(|mv| mv.0),
        "depth": node.depth,
        "position": node.position,
        "evaluation": worth_json(node.evaluation),
        "value": worth_json(node.value),
        "choice": node.choice,
        "reason": node.reason,
        "chosen": node.is_chosen,
        "children": children.collect::<Vec<Value>>(),
    })
}

/// A rating as a number.
fn worth_json(worth: Worth) -> Value {
    json!(f64::from(worth.0) / f64::from(Worth::SCALE))
}

fn as_json(tree: &Tree<SearchNode<String, String>>, id: NodeId) -> Value {
    let node = tree.data(id);
    let bound = |bound: Score| match bound {
        Score::WORST | Score::BEST => Value::Null,
        bound => score_json(bound),
    };
    if node.is_pruned {
        return json!({ "move": node.mv, "position": node.position, "searched": false });
    }
    let mut value = json!({
        "move": node.mv,
        "position": node.position,
        "value": score_json(node.value),
        "value_is": match node.bound {
            Bound::Exact => "exact",
            Bound::Upper => "at most",
            Bound::Lower => "at least",
        },
        "chosen": node.is_chosen,
        "more": node.hidden,
    });
    if let Some([alpha, beta]) = node.window {
        value["alpha"] = bound(alpha);
        value["beta"] = bound(beta);
    }
    if let Some(cut) = &node.cut {
        value["pruned"] = json!({
            "by": if cut.from_above { "beta" } else { "alpha" },
            "bound": score_json(cut.bound),
            "found_at": cut.found_at,
            "left": cut.left,
        });
    }
    let children = tree.children(id).iter().map(|&child| as_json(tree, child));
    value["children"] = children.collect();
    value
}
