//! The query languages of the assignments, several lines in a session.

use agon::parsers;

use crate::features::Features;
use crate::target::{Target, text, words};

const SHOWS: &str = "every line is answered or refused, and later lines still are";

/// The Prolog queries of NIM and tic-tac-toe; the game in the first line.
pub const PROLOG: Target = Target {
    name: "repl-prolog",
    shows: SHOWS,
    words: || {
        words(
            "nim tictactoe utility( play( perfect_game( successor( listing(inKB). retractall(inKB(_,_)). \
             halt. ). , X P _ [1,2] [3] [] win lose draw ?- % ([1,-1,0,0,1,0,-1,0,0],1) \
             utility([1,2],X). play([2,2],X). ( ) [ ] . inKB(P,X). inKB( enlist(3,L). \
             estimate([([1],lose)],X). remove(X,[1,2],L). member(X,[1,2]). append(X,Y,[1,2]). length([1],N). msort([2,1],L). \
             findall(X, forall( aggregate_all(count, asserta( retract( consult(nim). [nim]. \\+ -> ; ! | \
             is = \\= == < =< =:= + - * // mod 'a' /* */ write( nl once( call( between(1,3,X) fail help.",
        )
    },
    run: run_prolog,
    short: 20_000,
};

/// The Lisp functions of Byte.
pub const LISP: Target = Target {
    name: "repl-lisp",
    shows: SHOWS,
    words: || {
        words(
            "(define s (initial 8)) (initial 10) (goal s) (show s) (valid s (play s (successors s) \
             (minimax s 1) (minimax s 2) '((B 2) (C 3) 0) ( ) ' #' #| |# ; > s t nil define initial \
             8 setq defun let let* if cond and or not progn quote lambda mapcar reduce apply funcall \
             car cdr cons list append length nth + - * / mod < = facts infer heuristic (moves s) \
             prepare-knowledge count-results ?x !eq =+ then . :test \" `",
        )
    },
    run: |input, features| run("byte", &text(input), features),
    short: 20_000,
};

/// The Java calls of Theseus.
pub const JAVA: Target = Target {
    name: "repl-java",
    shows: SHOWS,
    words: || {
        words(
            "getNextMove(0,112) evaluate(0,3) evaluate(0,3,board) chooseMinMaxMove() \
             chooseMinMaxMove(root) tree() tree(root) board() board statistics() \
             setPlayer(minotaur) setPlayer(\"theseus\") setDepth(2) setDepth(3) getRoot() \
             createMySubtree(202,199,root,1) createOpponentSubtree(187,199,child,2,0.23) Node int \
             int[] double Board boolean ArrayList<Node> String void null true new Node() \
             Node(board) Node(3) root child .parent .children .get(0) .size() .add(child) \
             .addChild(child) .getParent() .getChildren() .getNodeMove() .getNodeBoard() \
             .getMinMaxValue() .setNodeEvaluation(5) .setNodeDepth(1) .setNodeMove( .clone() \
             .nodeEvaluation .nodeMove {0,0,1} ( ) { } [ ] , ; // > < == = . + - 0 224 225 112 1 3 \
             5 7 -1 0.5",
        )
    },
    run: |input, features| run("theseus", &text(input), features),
    short: 10_000,
};

/// The Haskell functions of Santorini.
pub const HASKELL: Target = Target {
    name: "repl-haskell",
    shows: SHOWS,
    words: || {
        words(
            "initializeGame tryMove screenshotGame undoMove redoMove possibleMoves evaluateState game \
             g1 = ( ) , ((0,0),(1,1)) ((2,2),(3,3)) ((0,0),(1,0),(2,0)) 'B' 'R' let -- *StudentCode> $ \
             0 4 5 -1",
        )
    },
    run: |input, features| run("santorini", &text(input), features),
    short: 40_000,
};

/// The most lines of a session.
const MOST_LINES: usize = 25;

fn run_prolog(input: &[u8], features: &mut Features) {
    let text = text(input);
    let (game, lines) = text.split_once('\n').unwrap_or(("nim", &text));
    let game = if game.trim() == "tictactoe" { "tictactoe" } else { "nim" };
    run(game, lines, features);
}

fn run(game: &str, lines: &str, features: &mut Features) {
    let mut answer = parsers::repl(game).unwrap_or_else(|message| panic!("{message}"));
    for line in lines.lines().filter(|line| !is_long_work(game, line)).take(MOST_LINES) {
        match answer(line) {
            Ok(answer) => {
                let answer = answer.unwrap_or_default();
                features.count("lines", answer.lines().count());
                features.data(&answer);
            }
            Err(refused) => features.refusal(&*refused),
        }
    }
}

/// Whether a line asks for seconds of honest work: the solution of many heaps. Such lines would
/// leave no time for the others.
fn is_long_work(game: &str, line: &str) -> bool {
    match game {
        "nim" => {
            let numbers = line.split(|letter: char| !letter.is_ascii_digit());
            let sum: f64 = numbers.filter_map(|number| number.parse::<f64>().ok()).sum();
            sum > 20.0 || line.contains(['*', '^'])
        }
        _ => false,
    }
}
