//! The answers compared with those of SWI-Prolog and the assignment's program, where there is one.

use std::io::Write as _;
use std::process::{Command, Stdio};

use agon_core::Rng;
use agon_host::notice;

use super::tests::{said, session};

/// The toplevel cuts long terms unless it is told not to.
const WHOLE_TERMS: &str = "set_prolog_flag(answer_write_options, \
                           [quoted(true), portray(true), spacing(next_argument)])";

/// What the toplevel of SWI-Prolog prints for lines of input; `None` without SWI-Prolog.
fn swipl(input: &str) -> Option<String> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/src/repl/prolog/assignment.pl");
    let started = Command::new("swipl")
        .args(["-q", "-g", WHOLE_TERMS, program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = started else {
        notice("skipped, because there is no swipl: the comparison with SWI-Prolog");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Compares the answers to queries in one session. The last answer must be known to be the last:
/// see [`all`].
fn compare(queries: &[String]) {
    let mut nim = session("nim");
    let (mut input, mut expected) = (String::new(), String::new());
    for query in queries {
        let answer = said(&mut nim, query);
        // A line with a semicolon asks for the next answer; it is not echoed.
        let further = answer.matches(" ;\n").count();
        input += &format!("{query}\n{}", ";\n".repeat(further));
        expected += &format!("{}\n\n", answer.replace(" ;\n", " "));
    }
    let Some(printed) = swipl(&input) else { return };
    let pairs = printed.split("\n\n").zip(expected.split("\n\n"));
    for ((theirs, ours), query) in pairs.zip(queries) {
        assert_eq!(ours, theirs, "{query}");
    }
    assert_eq!(expected.trim_end(), printed.trim_end());
}

/// A query for all solutions of a goal, after the last of which SWI-Prolog asks no further.
fn all(template: &str, goal: &str) -> String {
    format!("findall({template}, {goal}, All), member({template}, All).")
}

/// Random heaps, not sorted.
fn heaps(rng: &mut Rng, most: usize) -> String {
    let sizes: Vec<String> = (0..rng.below(4)).map(|_| (1 + rng.below(most)).to_string()).collect();
    format!("[{}]", sizes.join(","))
}

#[test]
fn generated_queries_have_the_answers_of_swi_prolog() {
    let mut rng = Rng::seeded(18);
    let mut queries: Vec<String> = (0..9).map(|number| format!("enlist({number},L).")).collect();
    for _ in 0..60 {
        let heaps = heaps(&mut rng, 6);
        queries.push(format!("findall(S, successor({heaps},S), All)."));
        queries.push(all("X-L", &format!("remove(X,{heaps},L)")));
        queries.push(format!("length({heaps},N), msort({heaps},M), sort({heaps},S)."));
    }
    for _ in 0..40 {
        let pairs: Vec<String> = (0..rng.below(4))
            .map(|_| {
                let verdict = ["win", "draw", "lose"][rng.below(3)];
                format!("({},{verdict})", heaps(&mut rng, 4))
            })
            .collect();
        queries.push(format!("estimate([{}],X).", pairs.join(",")));
    }
    // From here on the knowledge base grows, in the same order.
    for heaps in ["[2,2,2]", "[3,3]", "[1,2,3]", "[2,4]", "[5]", "[1,1,1]", "[3,5]"] {
        queries.push(format!("utility({heaps},X)."));
        queries.push("findall(P-V, inKB(P,V), L).".into());
    }
    queries.push(all("P", "inKB(P,lose)"));
    queries.push(all("P-V", "inKB(P,V)"));
    queries.push("once(inKB([3,5],X)).".into());
    queries.push("inKB([3|T],lose), !.".into());
    queries.push("retractall(inKB(_,_)).".into());
    queries.push("inKB(P,V).".into());
    compare(&queries);
}

#[test]
fn the_small_prolog_answers_as_swi_prolog_does() {
    let queries = [
        "X = 1, Y = 1, Z = 2.",
        "X = Y.",
        "X = Y, Z = f(Y).",
        "X = Y, Y = W, Z = f(X).",
        "length(L, 2).",
        "length(L, 2), L = [A|_].",
        "X = f(A, B, A).",
        "X = [A, B|C].",
        "X = f(_), Y = _.",
        "L = [A, B, _, _C], append(L, [_], M).",
        "length(L, 2), append(L, L, M).",
        "length(L, 1), append(L, L, M), length(N, 1), append(N, N, O).",
        "X = (a, b), Y = 1-(-1), Z = (a = b), V = [- 1, -1, 2*(3+4), \\+a, (c;d), x is 2 mod 3].",
        "X = [(a:-b), 'X y', -a, 1-2-3, 1-(2-3), 2^3^4, (a->b), f((a,b)), [(a,b)], 'it''s', a*(b+c)*d].",
        "X = f(-), Y = 'hello'(1), Z = [], V = 'ab c'(x).",
        "findall(X-Y, append(X, Y, [1,2,3]), All), member(X-Y, All).",
        "member(X, [1,2]), Y = f(X), write(hello(X)), nl.",
        "forall(member(X, [1,2]), (write(X-a), nl)).",
        "write([1,a+b,(c,d),-1,'X y',f(x,- 1),1-(-1)]).",
        "writeq(['X y', a, [], 'b\\'c', 'd\\\\e']).",
        "print('A b').",
        "X is -7 mod 3, Y is -7 // 2, Z is 7 rem -2, W is 2 ** 10, V is max(3, abs(-4)) - min(1, 2).",
        "X is 6 / 3.",
        "1 + 2 =:= 3, 1 =\\= 2, 1 < 2, 2 > 1, 1 =< 1, 1 >= 1.",
        "X == 1.",
        "X @< 1, 1 @< a, a @< f(x), f(z) @< g(a), g(z) @< f(a, b).",
        "sort([c, a, b, a, 1, f(x), X, -1, g(a, b)], L).",
        "\\+ member(1, [2]).",
        "\\+ member(2, [2]).",
        "(member(X, [1,2,3]), X > 1 -> Y = X ; Y = none).",
        "(fail -> Y = 1 ; Y = 2).",
        "once(member(X, [1,2])).",
        "(X = 1 ; X = 2).",
        "call((member(X, [1,2,3]), !)).",
        "aggregate_all(count, member(_, [a, b]), N).",
        "findall(X, (between(1, 9, X), X mod 2 =:= 0), L).",
        "between(1, 3, 2).",
        "memberchk(b, [a, b]), reverse([1,2,3], R).",
        "findall(X, member(X, [A, B, A]), L).",
        "f(X, b) = f(a, Y).",
        "f(X) = g(X).",
        "f(X) \\= f(1).",
        "var(X), nonvar(a), atom(a), integer(1), is_list([1]), ground(f(a)).",
        "is_list([1|_]).",
        "play = play, [a|T] = [a, b, c].",
        "estimate([([1],V)], X).",
        "length([1,2|T], 4).",
        "length([1,2,3], 2).",
    ];
    compare(&queries.map(String::from));
}
