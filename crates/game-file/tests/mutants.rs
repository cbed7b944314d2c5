//! Wrong rules are noticed: by the comparison with the twin, or when the file is read.

use agon_core::Notation;
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

use crate::twins::{CAPITALS, HEAPS, MoveText, SAME_TEXT, difference};

/// How many positions are compared at most.
const POSITIONS: usize = 1_200;

/// Changes one place of a file at a time, and expects a difference each time. Returns how many
/// mutants the comparison noticed, and how many were refused.
fn notice<G: Notation>(
    file: &str,
    twin: &G,
    text: MoveText,
    mutants: &[(&str, &str)],
) -> [usize; 2] {
    let source = agon_game_file::find_shipped(file).expect(file);
    let mut noticed = [0; 2];
    for (old, new) in mutants {
        assert_eq!(source.matches(old).count(), 1, "{file} has {old:?} once");
        let wrong = source.replace(old, new);
        let game = agon_game_file::load("wrong.game", wrong.as_bytes(), &mut |name| {
            Err(format!("no {name}"))
        });
        match game {
            Err(_) => noticed[1] += 1,
            Ok(game) => {
                let found = difference(&game, twin, POSITIONS, 3, text);
                assert!(found.is_some(), "{file}: {old:?} -> {new:?} is not noticed");
                noticed[0] += 1;
            }
        }
    }
    noticed
}

#[test]
fn wrong_rules_are_noticed() {
    let nim = Nim::read("[3,5,7]").expect("a position").0;
    let maze = Theseus::read("020/000/000 0,0-1,1 2,1 200/1/T/- 0 0,0-1,1 1").expect("a maze").0;
    let all = [
        notice(
            "tictactoe.game",
            &TicTacToe,
            SAME_TEXT,
            &[
                ("R + C = size - 1", "R + C = size"),
                ("wins(P) :- line(P).", "wins(P) :- line(Q), other(P, Q)."),
                ("wins(P) :- line(P).", "loses(P) :- line(P)."),
                ("on(column, C, S)  :- cell(S, _, C).", ""),
                ("on(falling, 0, S) :- cell(S, R, R).", ""),
                ("N = size.", "N >= size - 1."),
                ("add mark(S, me)", "add mark(S, you)"),
                ("sides x, o.", "sides o, x.\nagain :- does place(00)."),
            ],
        ),
        notice(
            "nim.game",
            &nim,
            HEAPS,
            &[
                ("R in L..N - 1 - L", "R in 0..N - 1 - L"),
                ("R in L..N - 1 - L", "R in L..N - 2 - L"),
                ("wins(P) :- stuck", "loses(P) :- stuck"),
                (
                    "inc heap(R, 1)  :- does take(_, _, R), R > 0.",
                    "inc heap(R, 1) :- does take(_, L, R), R > L.",
                ),
                ("L in 0..(N - 1) / 2", "L in 1..(N - 1) / 2"),
                ("inc heap(N, -1) :- does take(N, _, _).", "add heap(N, 0) :- does take(N, _, _)."),
                ("init heap(5, 1).", "init heap(4, 1)."),
            ],
        ),
        notice(
            "santorini.game",
            &Santorini::default(),
            SAME_TEXT,
            &[
                ("K =< H + 1", "K =< H + 2"),
                ("K =< H + 1", "K =< H"),
                ("K < 4, ", "K < 3, "),
                ("legal turn(F, T, F) :- step(F, T).", ""),
                ("height(B, H), H < 4", "height(B, H), H < 3"),
                ("loses(P) :- stuck", "wins(P) :- stuck"),
                ("wins(P)  :- pawn(S, P), height(S, 3).", ""),
                ("height(S, 3).", "height(S, 2)."),
                ("A < B, ", "A != B, "),
                ("not pawn(B, _), height", "not pawn(B, me), height"),
                ("del pawn(F, me)", "del pawn(F, you)"),
                ("inc height(B, 1)", "inc height(B, 2)"),
                ("V in -1..1, H in -1..1", "V in -1..1, H in 0..1"),
            ],
        ),
        notice(
            "byte.game",
            &Byte::default(),
            CAPITALS,
            &[
                ("H > L,", "H >= L,"),
                ("height(S, K), H + K - L =< 8", "height(S, K), H + K - L =< 7"),
                ("checker(S, K - 1, P)", "checker(S, 0, P)"),
                ("D = min { E", "D = max { E"),
                ("D > 1, diagonal", "D > 2, diagonal"),
                ("const needed = 2.", "const needed = 3."),
                ("legal pass :- not legal move(_, _, _).", ""),
                ("distance(T, N, D - 1)", "distance(T, N, D)"),
                ("not eight(S, T), ", ""),
                (
                    "init checker(S, 0, o) :- square(S, R, _), R in 2",
                    "init checker(S, 0, o) :- square(S, R, _), R in 4",
                ),
            ],
        ),
        notice(
            "theseus.game",
            &maze,
            SAME_TEXT,
            &[
                ("not wall(S, T), not wall(T, S)", "not wall(T, S)"),
                ("not wall(S, T), not wall(T, S)", "not wall(S, T)"),
                ("wins(theseus)  :- not caught, not loot(_).", ""),
                ("me = theseus, ", ""),
                ("plies 200.", "plies 30."),
                ("die(3, 0, 1)", "die(3, 0, 2)"),
                ("wins(minotaur) :- caught.", "wins(theseus) :- caught."),
                ("init at(minotaur, '1,1')", "init at(minotaur, '1,2')"),
            ],
        ),
    ];
    let [noticed, refused] = all.iter().fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
    assert!(noticed >= 40 && noticed + refused == 46, "{noticed} noticed, {refused} refused");
}
