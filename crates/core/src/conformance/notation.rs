//! The laws of notation: text reads back, and no text causes a panic.

use super::{TrialMoves, law, rules};
use crate::{Notation, Rng};

/// Checks that a position and its moves read back as they were written.
pub(super) fn check_round_trip<G: Notation>(game: &G, position: &G::Position) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let text = game.write(position);
    law(!text.contains('\n'), "a position is written in one line");
    match G::read(&text) {
        Ok((same_game, same)) => {
            law(same == *position, "position text reads back as the position");
            law(
                same_game.write(&same) == text
                    && same_game.moves(&same) == game.moves(position)
                    && same_game.outcome(&same) == game.outcome(position)
                    && same_game.to_move(&same) == game.to_move(position)
                    && same_game.key(&same) == game.key(position),
                "position text carries the parameters",
            );
        }
        Err(refusal) => law(false, &format!("position text is accepted ({refusal})")),
    }
    for mv in game.moves(position) {
        let text = game.write_move(position, mv);
        law(!text.contains(char::is_whitespace), "a move is written without spaces");
        law(game.read_move(position, &text) == Ok(mv), "move text reads back as the move");
    }
}

/// Checks that damaged position text is refused, or is another valid position that reads
/// back.
pub(super) fn check_damaged<G: Notation + TrialMoves>(
    game: &G,
    position: &G::Position,
    rng: &mut Rng,
) {
    for text in damaged(&game.write(position), rng) {
        match G::read(&text) {
            Ok((other_game, other)) => {
                rules::check_position(&other_game, &other);
                check_round_trip(&other_game, &other);
            }
            Err(refusal) => check_refusal(game, position, &refusal),
        }
    }
}

/// Checks that damaged move text is refused, or is a move that the rules accept or refuse.
pub(super) fn check_damaged_move<G: Notation>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    rng: &mut Rng,
) {
    for text in damaged(&game.write_move(position, mv), rng) {
        match game.read_move(position, &text) {
            Ok(read) => {
                let mut after = position.clone();
                let legal = game.moves(position).contains(&read);
                let played = game.play(&mut after, read);
                law(
                    played.is_ok() == legal && (legal || after == *position),
                    "a refused move changes nothing",
                    game,
                    position,
                );
            }
            Err(refusal) => check_refusal(game, position, &refusal),
        }
    }
}

fn check_refusal<G: Notation>(game: &G, position: &G::Position, refusal: &G::Refusal) {
    let words = refusal.to_string();
    law(
        !words.is_empty() && words.len() < 500 && !words.contains('\n'),
        "a refusal is a message of one line",
        game,
        position,
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
