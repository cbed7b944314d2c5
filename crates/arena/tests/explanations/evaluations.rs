//! What an evaluation says of two moves: its claims are checked by the evaluation with one term or
//! one rule line alone, and by search.

use std::collections::BTreeMap;

use agon_arena::{AnySession, evaluation_claims, evaluation_parts, find};
use agon_core::{Claim, ClaimArg, Evaluate as _, Notation as _, Rng, Side};
use agon_games::santorini::{Handcrafted, Santorini, Weights};

use super::checker::{Args, Case, Checked, Search, ensure, refuted};
use super::{distorted, explain, starts};

/// Rules with several value lines. No line sees a win.
const RULES: &str = "game santorini.
reach(C, T) :- pawn(F, C), can_step(F, T).
value(C, 30) :- pawn(F, C), height(F, 1).
value(C, 62) :- pawn(F, C), height(F, 2).
value(C, 20) :- reach(C, T), height(T, 1).
value(C, 3) :- reach(C, _).
";

/// An evaluation of Santorini by its name: of the program, or the rules.
const EVALUATIONS: [&str; 2] = ["hand", "mine.rules"];

fn opened(position: &str, rules: &str) -> Box<dyn AnySession> {
    let mut session = find("santorini").unwrap().open(position).unwrap();
    session.load_rules("mine.rules", rules.as_bytes()).unwrap();
    session
}

/// The value of a position for a side, by the rules or by all terms.
fn value(position: &str, eval: &str, rules: &str, side: Side) -> i64 {
    let evaluation = opened(position, rules).evaluate(Some(eval), side).unwrap();
    evaluation.score.points().into()
}

/// The value by one part alone: the rules without the other value lines, the terms without the
/// weights of the others.
fn value_of(position: &str, part: &str, side: Side) -> Checked<i64> {
    if let Some((line, text)) = part.strip_prefix("line ").and_then(|rest| rest.split_once(": ")) {
        let is_other = |number: usize, text: &str| {
            text.starts_with("value(") && (number + 1).to_string() != line
        };
        let lines = RULES.lines().enumerate();
        let lines = lines.map(|(number, text)| if is_other(number, text) { "" } else { text });
        let rules: Vec<&str> = lines.collect();
        ensure(rules.contains(&text), "there is no such line")?;
        return Ok(value(position, "mine.rules", &rules.join("\n"), side));
    }
    let Some(kept) = Weights::names().position(|name| name == part) else {
        return refuted("there is no such term");
    };
    let others = (0..Weights::names().len()).filter(|&term| term != kept);
    let weights = others.fold(Weights::default(), |weights, term| weights.with(term, 0));
    let (game, position) = Santorini::read(position).unwrap();
    Ok(Handcrafted { weights }.evaluate_for(&game, &position, side).points().into())
}

/// Checks what an evaluation is said to think of a move and a better one.
fn check(case: &Case<'_, Santorini>, eval: &str, claim: &Claim) -> Checked<()> {
    let (game, args) = (case.game, Args(claim));
    let text = |position| game.write(position);
    let [made, better] = [text(&case.after), text(case.better()?)];
    let worth = |args: &Args<'_>, found: [i64; 2]| {
        let told = [args.points("made")?, args.points("other")?];
        ensure(found == told, "other points")
    };
    let values = [&made, &better].map(|position| value(position, eval, RULES, case.mover));
    match &*claim.kind {
        "eval_prefers" => worth(&args, values),
        "eval_term" => {
            let part = args.name("term")?;
            let found = [&made, &better].map(|position| value_of(position, &part, case.mover));
            let [made, better] = found;
            let found = [made?, better?];
            worth(&args, found)?;
            ensure(found[0] != found[1], "it makes no difference")?;
            ensure(claim.good == (found[0] > found[1]), "it speaks for the other move")
        }
        "eval_unseen" => {
            let replied = case.replied_by(&args.mv("reply")?)?;
            ensure(values[0] >= values[1], "the evaluation likes the better move more")?;
            for plies in [0, 2, 4, 6, 8] {
                if Search::new(game).forces(&replied, case.mover.opponent(), plies)? {
                    return Ok(());
                }
            }
            refuted("the reply does not win")
        }
        _ => refuted("an unknown kind"),
    }
}

#[test]
fn what_an_evaluation_says_is_true_and_false_claims_of_it_are_refused() {
    let mut rng = Rng::seeded(23);
    let [mut accepted, mut false_claims] = [BTreeMap::new(), BTreeMap::new()];
    let is_enough = |found: &BTreeMap<String, usize>| {
        ["eval_prefers", "eval_term", "eval_unseen"]
            .iter()
            .all(|kind| found.get(*kind).is_some_and(|&count| count >= 3))
    };
    for _ in 0..400 {
        if is_enough(&accepted) && is_enough(&false_claims) {
            break;
        }
        let mut session = find("santorini").unwrap().open(&starts("santorini", &mut rng)).unwrap();
        while session.outcome().is_none() {
            let (position, moves) = (session.position(), session.moves());
            let [mv, better] = [0; 2].map(|_| moves[rng.below(moves.len())].text.clone());
            session.play(&mv).unwrap();
            if mv == better || session.ply() < 12 {
                continue;
            }
            let explanation = explain("santorini", &position, &mv, Some(&better));
            let (game, at) = Santorini::read(&position).unwrap();
            let case = Case::new(&game, &at, &mv, Some(&better));
            for eval in EVALUATIONS {
                let parts = |after| {
                    let session = opened(&game.write(after), RULES);
                    evaluation_parts(&*session, eval, case.mover).unwrap()
                };
                let parts = [parts(&case.after), parts(case.better().unwrap())];
                for claim in evaluation_claims([&parts[0], &parts[1]], &explanation) {
                    let context = format!("{position} {mv} {better} by {eval}: {claim:?}");
                    assert_eq!(check(&case, eval, &claim), Ok(()), "{context}");
                    *accepted.entry(claim.kind.to_string()).or_default() += 1;
                    for planted in distorted(&claim, &[], &mut rng) {
                        assert!(check(&case, eval, &planted).is_err(), "{planted:?} in {context}");
                        *false_claims.entry(planted.kind.to_string()).or_default() += 1;
                    }
                    // A reply after which the other side wins at once.
                    if claim.kind == "eval_unseen" {
                        let other = case.moves(&case.after).into_iter().find(|(.., next)| {
                            Search::new(&game).forces(next, case.mover, 1) == Ok(true)
                        });
                        let planted = other.map(|(reply, ..)| {
                            let mut planted = claim.clone();
                            planted.args.insert("reply".into(), ClaimArg::Move(reply));
                            planted
                        });
                        if let Some(planted) = planted {
                            assert!(check(&case, eval, &planted).is_err(), "{planted:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(is_enough(&accepted) && is_enough(&false_claims), "{accepted:?} {false_claims:?}");
}
