//! The laws of notation: text reads back, and no text causes a panic.

use super::{Case, TrialMoves, rules};
use crate::{Notation, Rng};

/// Checks that a position and its moves read back as they were written.
pub(super) fn check_round_trip<G: Notation>(case: &Case<G>) {
    let (game, position) = (case.game, case.position);
    let text = game.write(position);
    case.law("a position is written in one line", !text.contains('\n'), || format!("{text:?}"));
    let moves = game.moves(position);
    match G::read(&text) {
        Ok((same_game, same)) => {
            let law = "position text reads back as the position";
            case.law(law, same == *position, || {
                format!("{text:?} is read as {same:?}, expected: {position:?}")
            });
            let law = "position text carries the parameters";
            case.equal_law(law, "write, after reading,", same_game.write(&same), text);
            case.equal_law(law, "moves, after reading,", &same_game.moves(&same), &moves);
            let [read, was] = [(&same_game, &same), (game, position)].map(|(game, position)| {
                (game.outcome(position), game.to_move(position), game.key(position))
            });
            case.equal_law(law, "outcome, to_move or key, after reading,", read, was);
        }
        Err(refusal) => {
            case.law("position text is accepted", false, || format!("{text:?}: {refusal}"));
        }
    }
    for mv in moves {
        case.try_move(Some(mv));
        let text = game.write_move(position, mv);
        let has_space = text.contains(char::is_whitespace);
        case.law("a move is written without spaces", !has_space, || format!("{text:?}"));
        let read = game.read_move(position, &text);
        case.law("move text reads back as the move", read == Ok(mv), || {
            format!("{text:?} is read as {read:?}, expected: {mv:?}")
        });
    }
}

/// Checks that damaged position text is refused, or is another valid position that reads
/// back.
pub(super) fn check_damaged<G: Notation + TrialMoves>(case: &Case<G>, rng: &mut Rng) {
    for text in damaged(&case.game.write(case.position), rng) {
        case.about(format!("the position text {text:?}"));
        match G::read(&text) {
            Ok((game, position)) => Case::new(&game, &[position], &[]).guard(|case| {
                rules::check_position(case);
                check_round_trip(case);
            }),
            Err(refusal) => check_refusal(case, &refusal),
        }
    }
}

/// Checks that damaged move text is refused, or is a move that the rules accept or refuse.
pub(super) fn check_damaged_move<G: Notation>(case: &Case<G>, mv: G::Move, rng: &mut Rng) {
    let (game, position) = (case.game, case.position);
    for text in damaged(&game.write_move(position, mv), rng) {
        case.about(format!("the move text {text:?}"));
        match game.read_move(position, &text) {
            Ok(read) => {
                case.try_move(Some(read));
                let mut after = position.clone();
                let legal = game.moves(position).contains(&read);
                let played = game.play(&mut after, read);
                case.law(
                    "a refused move changes nothing",
                    played.is_ok() == legal && (legal || after == *position),
                    || format!("play gives {played:?} and leads to {}", game.write(&after)),
                );
            }
            Err(refusal) => check_refusal(case, &refusal),
        }
        case.try_move(None);
    }
}

fn check_refusal<G: Notation>(case: &Case<G>, refusal: &G::Refusal) {
    let words = refusal.to_string();
    case.law(
        "a refusal is a message of one line",
        !words.is_empty() && words.len() < 500 && !words.contains('\n'),
        || format!("{words:?}"),
    );
}

/// Mutations of a text: cut at every length, each character dropped, doubled or replaced,
/// and two characters swapped. In a long text only some places are tried.
fn damaged(text: &str, rng: &mut Rng) -> Vec<String> {
    const ODD: [char; 24] = [
        '0', '1', '5', '9', '-', '+', '/', ' ', ',', '.', '@', ':', '(', ')', '[', ']', 'B', 'r',
        'X', '\0', '\n', 'é', '٣', '😀',
    ];
    let chars: Vec<char> = text.chars().collect();
    let join = |head: &[char], middle: &[char], tail: &[char]| -> String {
        head.iter().chain(middle).chain(tail).collect()
    };
    let mut texts =
        vec![text.to_uppercase(), text.to_lowercase(), text.repeat(2), format!(" {text} ")];
    const MOST_PLACES: usize = 60;
    let many = chars.len() > MOST_PLACES;
    for place in 0..chars.len().min(MOST_PLACES) {
        let place = if many { rng.below(chars.len()) } else { place };
        let (head, tail) = (&chars[..place], &chars[place + 1..]);
        texts.push(join(head, &[], &[]));
        texts.push(join(head, &[], tail));
        texts.push(join(head, &[chars[place]; 2], tail));
        texts.push(join(head, &[*rng.pick(&ODD).expect("not empty")], tail));
        texts.push(join(head, &[*rng.pick(&chars).expect("not empty")], tail));
        let mut swapped = chars.clone();
        swapped.swap(place, rng.below(chars.len()));
        texts.push(swapped.into_iter().collect());
    }
    texts
}
