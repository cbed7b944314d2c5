//! Sessions as in the assignment, with the numbers of its first maze.

use agon_core::Rng;
use agon_games::theseus::Theseus;

use super::JavaRepl;
use crate::help;
use crate::limits::NAMES;
use crate::repl::Repl as _;

/// The output of an input, or the kind of its refusal.
fn say(session: &mut JavaRepl, text: &str) -> String {
    match session.answer(text) {
        Ok(answer) => answer.unwrap_or_default(),
        Err(refused) => refused.kind().to_string(),
    }
}

/// The output of every input.
fn answers<const N: usize>(session: &mut JavaRepl, inputs: [&str; N]) -> [String; N] {
    inputs.map(|input| say(session, input))
}

fn session() -> JavaRepl {
    JavaRepl::new(Theseus::default())
}

#[test]
fn the_calls_of_the_assignment_are_answered() {
    let mut session = session();
    // The Minotaur is put on 13,4 by a first move from 13,7.
    assert_eq!(say(&mut session, "getNextMove(202, 199);"), "[13, 7, 5]");
    let worths: Vec<String> =
        [1, 3, 5, 7].map(|die| say(&mut session, &format!("evaluate(202, {die})"))).into();
    assert_eq!(worths, ["0.0", "0.0", "0.23", "-0.162"]);
    assert_eq!(say(&mut session, "chooseMinMaxMove()"), "2");
    let tree = say(&mut session, "tree()");
    let root = "root*, depth 0: evaluation 0, minimax +0.23 because 0.23 > 0 = 0 > -0.432\n";
    assert!(tree.starts_with(root), "{tree}");
    let left = "└─ [13, 7, 7], depth 1: evaluation -0.162, minimax -0.432 because ";
    assert!(tree.contains(left), "{tree}");
    assert!(tree.contains("├─ [13, 4, 3], depth 2: evaluation -0.432, minimax -0.432\n"), "{tree}");
    assert_eq!(tree.lines().count(), 1 + 4 + 16);
    // The player has moved to 12,7, and picks up the loot below.
    assert_eq!(say(&mut session, "getNextMove(187, 199)"), "[12, 7, 5]");
    assert!(say(&mut session, "board()").ends_with("loot 1 of 4, sabre white"));
    let statistics = say(&mut session, "statistics() // so far");
    let first = "round 1: die 5, worth +0.23; in that direction: loot at 2, opponent not sensed\n";
    assert!(statistics.starts_with(first), "{statistics}");
    assert!(statistics.ends_with("up 0, right 0, down 2, left 0; loot 1"), "{statistics}");
    assert_eq!(statistics.lines().count(), 3);
}

#[test]
fn the_declarations_of_the_assignment_are_understood() {
    let mut session = session();
    let inputs = [
        "> int[] getNextMove (202, 199)",
        "double e = evaluate(202, 7, board)",
        "double evaluate(202, 5, board);",
        "Node root = getRoot();",
        "int index = chooseMinMaxMove(root);",
        "int chooseMinMaxMove(root)",
        "theseus.getNextMove(187, 199)",
        "int[] move = this.getNextMove(172, 199)",
    ];
    let expected = [
        "[13, 7, 5]",
        "-0.162",
        "0.23",
        "Node[nodeDepth=0, nodeMove=null, nodeEvaluation=0.0, minMaxValue=0.23, children=4]",
        "2",
        "2",
        "[12, 7, 5]",
    ];
    assert_eq!(answers(&mut session, inputs)[..7], expected);
    let numbers =
        answers(&mut session, ["move.length", "move[0]", "e", "index", "move[0] - index"]);
    assert_eq!(numbers, ["3", "11", "-0.162", "2", "9"]);
    // A board that is given is the one that is judged: on this copy the loot still lies there.
    let inputs = [
        "Board old = root.getNodeBoard()",
        "evaluate(202, 5, old)",
        "evaluate(202, 5, board)",
        "evaluate(202, 5)",
    ];
    assert_eq!(answers(&mut session, inputs), ["", "0.23", "0.0", "0.0"]);
}

#[test]
fn a_tree_is_created_by_the_methods_of_the_assignment() {
    let mut session = session();
    say(&mut session, "getNextMove(202, 199)");
    let before = answers(&mut session, ["board()", "statistics()"]);
    let inputs = [
        "Node root = new Node(board);",
        "createMySubtree(202, 199, root, 1)",
        "root.getChildren().size()",
        "root.children.get(2).getNodeMove()",
        "Node child = root.getChildren().get(2)",
        "child.getNodeDepth()",
        "child.nodeEvaluation",
        "child.getParent() == root",
        "child.children.get(0).getNodeDepth()",
        "chooseMinMaxMove(root)",
        "root.getMinMaxValue() == child.getMinMaxValue()",
    ];
    let expected = [
        "Node[nodeDepth=0, nodeMove=null, nodeEvaluation=0.0, minMaxValue=0.0, children=0]",
        "",
        "4",
        "[13, 7, 5]",
        "Node[nodeDepth=1, nodeMove=[13, 7, 5], nodeEvaluation=0.23, minMaxValue=0.23, children=4]",
        "1",
        "0.23",
        "true",
        "2",
        "2",
        "true",
    ];
    assert_eq!(answers(&mut session, inputs), expected);
    // The same tree as getNextMove builds.
    let [by_hand, by_move] = answers(&mut session, ["tree(root)", "tree()"]);
    assert_eq!(by_hand, by_move);
    // A child has its own board, and the one above is as it was.
    let [above, below] = answers(&mut session, ["root.getNodeBoard()", "child.getNodeBoard()"]);
    assert!(above != below && above.ends_with("sabre green"), "{above}\n{below}");
    assert_eq!(answers(&mut session, ["board()", "statistics()"]), before, "nobody has moved");
    // The second method alone gives the same replies.
    let inputs = [
        "Node alone = new Node(null, 1, child.getNodeMove(), child.getNodeBoard(), 0.23)",
        "createOpponentSubtree(187, 199, alone, 2, alone.getNodeEvaluation())",
    ];
    answers(&mut session, inputs);
    let [alone, child] = answers(&mut session, ["tree(alone)", "tree(child)"]);
    assert_eq!(alone, child);
    assert_eq!(answers(&mut session, ["board()", "statistics()"]), before, "nobody has moved");
}

#[test]
fn an_evaluation_below_the_opponents_move_is_the_parents_minus_the_opponents() {
    let mut session = session();
    say(&mut session, "getNextMove(202, 199); Node root = new Node(board)");
    say(&mut session, "createMySubtree(202, 199, root, 1); Node left = root.children.get(3)");
    let inputs = ["left.nodeMove", "left.children.get(1).nodeMove", "setPlayer(minotaur)"];
    assert_eq!(answers(&mut session, inputs), ["[13, 7, 7]", "[13, 4, 3]", "Minotaur"]);
    let own = "left.nodeEvaluation - evaluate(199, 3, left.nodeBoard)";
    assert_eq!(say(&mut session, own), say(&mut session, "left.children.get(1).nodeEvaluation"));
    assert_eq!(say(&mut session, own), "-0.432");
}

#[test]
fn figure_2_can_be_built_by_hand() {
    let mut session = session();
    let inputs = [
        "Node root = new Node()",
        "Node first = new Node(); Node second = new Node();",
        "root.addChild(first); root.children.add(second)",
        "Node leaf = new Node(); leaf.setNodeEvaluation(5); first.addChild(leaf)",
        "first.addChild(new Node(3))",
        "second.addChild(new Node(-1)); second.getChildren().add(new Node(1.0))",
    ];
    for input in inputs {
        session.answer(input).unwrap_or_else(|refused| panic!("{input}: {refused}"));
    }
    assert_eq!(say(&mut session, "int index = chooseMinMaxMove(root);"), "0");
    let tree = "\
root*, depth 0: evaluation 0, minimax +3 because 3 > -1
├─ node*, depth 1: evaluation 0, minimax +3 because 3 < 5
│  ├─ node, depth 2: evaluation +5, minimax +5
│  └─ node*, depth 2: evaluation +3, minimax +3
└─ node, depth 1: evaluation 0, minimax -1 because -1 < 1
   ├─ node, depth 2: evaluation -1, minimax -1
   └─ node, depth 2: evaluation +1, minimax +1";
    assert_eq!(say(&mut session, "tree(root)"), tree);
    let inputs = [
        "first.getMinMaxValue()",
        "second.getMinMaxValue()",
        "first.getMinMaxValue() > second.getMinMaxValue()",
        // Here the opponent chooses: 3 < 5, and -1 < 1.
        "chooseMinMaxMove(first)",
        "chooseMinMaxMove(second)",
        "leaf.setNodeMove(new int[]{0, 0, 1}); leaf.nodeDepth",
        "int[] move = {0, 0, 3}; leaf.nodeMove = move",
    ];
    let expected = ["3.0", "-1.0", "true", "1", "0", "2", "[0, 0, 3]\n[0, 0, 3]"];
    assert_eq!(answers(&mut session, inputs), expected);
}

#[test]
fn deeper_trees_and_the_other_side_can_be_asked_for() {
    let mut session = session();
    assert_eq!(say(&mut session, "setDepth(3)"), "3");
    assert_eq!(say(&mut session, "setPlayer(\"Minotaur\")"), "Minotaur");
    assert!(say(&mut session, "tree()").lines().count() > 1 + 4 + 16);
    let inputs = ["Node root = new Node(board); createMySubtree(112, 0, root, 1)", "tree()"];
    let [_, expected] = answers(&mut session, inputs);
    assert_eq!(say(&mut session, "tree(root)"), expected);
    assert_eq!(say(&mut session, "getNextMove(112, 111)"), "[7, 7, 7]");
}

#[test]
fn an_input_may_have_several_lines_and_statements() {
    let mut session = session();
    assert!(!session.is_complete("getNextMove(202,"));
    assert!(!session.is_complete("int[] move = {1, // one"));
    assert!(session.is_complete("getNextMove(202,\n199)"));
    assert!(session.is_complete("getNextMove(202,\n"), "a blank line ends it");
    assert!(session.is_complete("// ("));
    assert_eq!(say(&mut session, "getNextMove(202,\n  199);"), "[13, 7, 5]");
    assert_eq!(say(&mut session, "int a = 1; int b = a + 2; // done"), "1\n3");
    let refused = session.answer("int c = 7; fly()").unwrap_err();
    assert!(refused.to_string().starts_with("statement 2: cannot find symbol"), "{refused}");
    assert_eq!(say(&mut session, "c"), "7");
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let mut session = session();
    say(&mut session, "Node root = new Node(board)");
    say(&mut session, "Node child = new Node(1)");
    say(&mut session, "root.addChild(child)");
    say(&mut session, "Node none");
    let before = answers(&mut session, ["board()", "tree(root)", "statistics()"]);
    for (line, kind) in [
        ("tree", "NoVariable"),
        ("rot.getChildren()", "NoVariable"),
        ("rot = 3", "NoVariable"),
        ("getNextMove(0", "Syntax"),
        ("getNextMove(0, 1))", "Syntax"),
        ("double evaluate(int currentPos, int dice, Board)", "Syntax"),
        ("int fly(int currentPos)", "NoMethod"),
        ("int chooseMinMaxMove(Tree root)", "NoClass"),
        ("setPlayer(\"theseus)", "Syntax"),
        ("1 # 2", "Syntax"),
        ("99999999999", "Number"),
        ("0.1234", "Number"),
        ("fly()", "NoMethod"),
        ("root.fly()", "NoMethod"),
        ("root.setMinMaxValue(3)", "NoMethod"),
        ("root.getChildren().remove(0)", "NoMethod"),
        ("root.size", "NoField"),
        ("root.minMaxValue = 3", "NoField"),
        ("Tree t = new Node()", "NoClass"),
        ("new Tree()", "NoClass"),
        ("getNextMove(0)", "Usage"),
        ("setPlayer(\"me\")", "Usage"),
        ("setPlayer(me)", "NoVariable"),
        ("new Node(1, 2)", "Usage"),
        ("getNextMove(0, 225)", "NoTile"),
        ("getNextMove(-1, 3)", "NoTile"),
        ("getNextMove(3, 3)", "SameTile"),
        ("getNextMove(root, 3)", "Types"),
        ("int x = getNextMove(202, 199)", "Types"),
        ("int x = 0.5", "Types"),
        ("Node x = 3", "Types"),
        ("evaluate(0, 3, root)", "Types"),
        ("evaluate(0, 2)", "NoDie"),
        ("evaluate(0, 0)", "NoDie"),
        ("evaluate(0, 5)", "Blocked"),
        ("setDepth(7)", "Depth"),
        ("setDepth(2.0)", "Types"),
        ("board = board", "GameBoard"),
        ("Board board = null", "GameBoard"),
        ("3 = 4", "NotAssignable"),
        ("root + 1", "Operator"),
        ("-root", "Operator"),
        ("1000000000 + 0.5", "Overflow"),
        ("none.getParent()", "Null"),
        ("chooseMinMaxMove(none)", "Null"),
        ("chooseMinMaxMove(child)", "NoChildren"),
        ("root.children.get(1)", "Bounds"),
        ("root.children.get(-1)", "Bounds"),
        ("root.addChild(root)", "Cycle"),
        ("child.addChild(root)", "Cycle"),
        ("new Node().addChild(child)", "HasParent"),
        ("root.setNodeMove(new int[]{1, 2})", "NoMove"),
        ("root.setNodeDepth(-1)", "NodeDepth"),
        ("createMySubtree(202, 199, child, 1)", "NoBoard"),
        ("createMySubtree(202, 199, root, 2)", "MyDepth"),
        ("createOpponentSubtree(202, 199, root, 1, 0)", "OpponentDepth"),
        ("createMySubtree(7, 7, root, 1)", "SameTile"),
        ("// nothing", ""),
        (";;", ""),
    ] {
        assert_eq!(say(&mut session, line), kind, "{line}");
    }
    assert_eq!(answers(&mut session, ["board()", "tree(root)", "statistics()"]), before);
    assert_eq!(say(&mut session, "x"), "NoVariable");
}

#[test]
fn variables_nodes_and_nesting_are_bounded() {
    let mut session = session();
    for number in 0..100 {
        say(&mut session, &format!("Node n{number} = new Node(board)"));
    }
    for number in 100..NAMES.most {
        say(&mut session, &format!("int n{number}"));
    }
    assert_eq!(say(&mut session, "int more = 1"), "Limit");
    assert_eq!(say(&mut session, "n1 = n2").len(), say(&mut session, "n2").len());
    let nested = format!("{}1{}", "(".repeat(4000), ")".repeat(4000));
    assert_eq!(say(&mut session, &nested), "Limit");
    assert_eq!(say(&mut session, &"-1".repeat(4000)), "Limit");
    assert_eq!(say(&mut session, &"x".repeat(40_001)), "Limit");
    // A chain of nodes has a limit, and so has the number of children.
    say(&mut session, "n0 = new Node(); n1 = n0; n9 = new Node()");
    let chain = "n2 = new Node(); n1.addChild(n2); n1 = n2";
    let refused = (0..100).map(|_| say(&mut session, chain)).filter(|said| said == "InStatement");
    assert_eq!(refused.count(), 100 - 63);
    let add = "n9.addChild(new Node())";
    assert_eq!((0..100).filter(|_| say(&mut session, add) == "Limit").count(), 100 - 64);
    // What a variable holds stays, the rest makes room.
    assert_eq!(say(&mut session, "setDepth(6)"), "6");
    for _ in 0..20 {
        say(&mut session, "n3 = new Node(board)");
        assert_eq!(say(&mut session, "createMySubtree(202, 112, n3, 1)"), "");
        assert_eq!(say(&mut session, "n3.children.size()"), "4");
    }
    let kept: Vec<String> = (4..9)
        .map(|number| {
            say(&mut session, &format!("n{number} = new Node(board)"));
            say(&mut session, &format!("createMySubtree(202, 112, n{number}, 1)"))
        })
        .collect();
    assert!(kept.contains(&"Limit".into()), "{kept:?}");
    assert_eq!(say(&mut session, "n3.children.size()"), "4");
}

#[test]
fn the_session_of_the_guide_is_answered_to_the_character() {
    let guide = include_str!("../../../games/src/theseus/README.md");
    let mut session = session();
    let mut inputs = 0;
    for block in guide.split("```text\n> ").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for exchange in block.split("\n> ") {
            let (input, printed) = exchange.trim_end().split_once('\n').unwrap_or((exchange, ""));
            let answer = session.answer(input).unwrap_or_else(|why| panic!("{input}: {why}"));
            assert_eq!(answer.unwrap_or_default(), printed, "{input}");
            inputs += 1;
        }
    }
    assert!(inputs > 15, "{inputs}");
}

#[test]
fn every_example_of_the_help_is_answered() {
    let mut session = session();
    say(&mut session, "Node root = new Node(board)");
    say(&mut session, "createMySubtree(202, 199, root, 1)");
    say(&mut session, "Node child = root.getChildren().get(0); Node leaf = child.children.get(0)");
    for example in help::examples(session.help()) {
        let answer = session.answer(example);
        assert!(answer.is_ok(), "{example}: {}", answer.unwrap_err());
    }
}

#[test]
fn random_statements_are_answered_or_refused() {
    let words: Vec<&str> =
        "Node int double int[] Board root child move = = ( ) ( ) , . . ; [ ] { } \
        new Node() Node(board) Node(3) board null 0 1 2 199 202 0.5 - + > == getRoot() tree(root) \
        tree() getNextMove(202,199) createMySubtree(202,199,root,1) chooseMinMaxMove(root) \
        createOpponentSubtree(202,199,child,2,0.5) .addChild(child) .addChild(root) .children \
        .get(0) .getParent() .getMinMaxValue() .setNodeDepth(1) .nodeBoard .clone() .nodeMove \
        Node root = getRoot(); Node child = root.children.get(0); evaluate(202,3,board)"
            .split_whitespace()
            .collect();
    let mut rng = Rng::seeded(18);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..200 {
        let mut session = session();
        for _ in 0..30 {
            let count = 1 + rng.below(6);
            let line: Vec<&str> = (0..count).filter_map(|_| rng.pick(&words).copied()).collect();
            match session.answer(&line.join(" ")) {
                Ok(_) => answered += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(answered > 200 && refused > 200, "{answered} answered, {refused} refused");
}

/// The methods of the assignment's text, as it prints them.
#[test]
fn a_signature_answers_with_its_declaration() {
    let mut session = session();
    for (signature, declaration) in [
        (
            "int[] getNextMove (int currentPos, int opponentCurrentPos)",
            "int[] getNextMove(int currentPos, int opponentCurrentPos), as in",
        ),
        (
            "double evaluate(int currentPos, int dice, Board board)",
            "double evaluate(int currentPos, int dice, Board board), as in",
        ),
        ("int chooseMinMaxMove(Node root)", "int chooseMinMaxMove(Node root);"),
        (
            "void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth)",
            "void createMySubtree(int currentPos, int opponentCurrentPos, Node root, int depth), as",
        ),
        (
            "void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int\n\
             depth, double parentEval);",
            "void createOpponentSubtree(int currentPos, int opponentCurrentPos, Node parent, int depth,",
        ),
    ] {
        let answer = say(&mut session, signature);
        assert!(answer.starts_with(declaration), "{answer}");
    }
}
