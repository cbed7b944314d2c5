//! The grammar of players: every form reads back, and what is wrong is said.

use agon_arena::{EngineOptions, PlayerSpec, TimeControl, UgiOptions, find, games, players_help};
use agon_core::{Refusal as _, Side};
use proptest::prelude::*;

fn read(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn refused(text: &str) -> (&'static str, String) {
    let refusal = text.parse::<PlayerSpec>().expect_err(text);
    (refusal.kind(), refusal.to_string())
}

#[test]
fn every_form_is_written_as_it_is_read() {
    for text in [
        "person",
        "random",
        "random:seed=7",
        "level:5",
        "level:3,seed=9",
        "minimax",
        "minimax:depth=3,eval=my.rules",
        "engine",
        "engine:depth=8,nodes=1000,movetime=50,eval=hand,hash=64,threads=2",
        "perfect",
        "heuristic",
        "minmax:depth=4,fair",
        "ugi:./bot -x, --name \"a b\"",
        "ugi:\"./bot -x, \\\"a b\\\"\",name=Bot",
        "ugi:\"./bot\",name=\"Bot, the second\"",
        "minimax:depth=1,eval=\"a, b.rules\"",
        "minimax:depth=3,eval=program:./mine",
        "minimax:depth=2,eval=program:python3 eval.py --fast",
        "engine:nodes=1000,eval=\"program:./mine --weights=1,2\",hash=16",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn a_blank_before_the_command_of_a_program_changes_nothing() {
    assert_eq!(read("ugi: \"./bot x\",name=Bot"), read("ugi:\"./bot x\",name=Bot"));
    assert_eq!(read("ugi: ./bot -x").to_string(), "ugi:./bot -x");
    assert_eq!(refused("ugi: \"\","), refused("ugi:\"\","));
}

#[test]
fn every_option_reaches_its_player() {
    let all = "engine:threads=2,hash=64,eval=hand,movetime=50,nodes=1000,depth=8";
    assert_eq!(
        read(all),
        PlayerSpec::Engine(EngineOptions {
            depth: Some(8),
            nodes: Some(1000),
            movetime: Some(50),
            eval: Some("hand".into()),
            hash: Some(64),
            threads: Some(2),
            clock: None,
            margin: None,
        })
    );
    let program = |command: &str, name: Option<&str>| PlayerSpec::Ugi {
        command: command.into(),
        name: name.map(String::from),
        options: UgiOptions::default(),
    };
    assert_eq!(read("ugi:\"./bot, -x\",name=Bot"), program("./bot, -x", Some("Bot")));
    assert_eq!(read("ugi:./bot -x 1,2,name=Bot"), program("./bot -x 1,2", Some("Bot")));
    assert_eq!(read("ugi:./bot a,b=c"), program("./bot a,b=c", None));
    let all = "ugi:\"./bot\",name=Bot,depth=3,nodes=40,movetime=50,clock=10+0.1,margin=200,\
               option.Hash=64,option.Style=\"a, b\",option.Clear=";
    let PlayerSpec::Ugi { options, .. } = read(all) else { panic!("a program") };
    let clock = Some(TimeControl::fischer([10_000_000, 100_000]));
    let set = [("Hash", "64"), ("Style", "a, b"), ("Clear", "")];
    let set = set.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
    let (depth, nodes, movetime, margin) = (Some(3), Some(40), Some(50), Some(200));
    assert_eq!(options, UgiOptions { depth, nodes, movetime, clock, margin, set });
    let limits = read(all).own_limits().unwrap();
    assert_eq!((limits.depth, limits.movetime, limits.clock), (Some(3), Some(50_000), clock));
    assert_eq!(read("ugi:./bot,option.Hash=64").own_limits(), None);
    let engine = read("engine:clock=1+0.5,margin=0");
    assert_eq!(engine.own_limits().unwrap().clock.unwrap().initial(), 1_000_000);
    assert_eq!((engine.margin(), engine.is_limited()), (Some(0), true));
}

#[test]
fn older_spellings_mean_what_they_meant() {
    for (old, new) in [
        ("engine:level=5", "level:5"),
        ("engine:level=2,seed=3", "level:2,seed=3"),
        ("level", "level:5"),
        ("level:seed=9", "level:5,seed=9"),
        ("heuristic:", "heuristic"),
        ("engine:eval=hand,nodes=100", "engine:nodes=100,eval=hand"),
        ("ugi: ./bot -x ", "ugi:./bot -x"),
        // Only its first word stands in quotes, or the one word that it is.
        ("ugi:\"my bot\" -x", "ugi:\"my bot\" -x"),
        ("ugi:\"my bot\"", "ugi:\"my bot\""),
        ("ugi:\"my bot", "ugi:\"my bot"),
    ] {
        assert_eq!(read(old), read(new), "{old}");
        assert_eq!(read(old).to_string(), new);
    }
    assert_eq!(read("minimax").with_defaults().to_string(), "minimax:depth=3");
    assert_eq!(read("engine:level=5").is_limited(), read("level:5").is_limited());
    assert!(!read("minimax:eval=hand").is_limited() && !read("engine:hash=4").is_limited());
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    for (text, kind, part) in [
        (
            "",
            "UnknownPlayer",
            "there are person, random, level, engine, minimax, perfect, hand-in, ugi",
        ),
        ("Minimax", "UnknownPlayer", "agon help players"),
        ("minimax:deep=3", "UnknownOption", "it takes depth, eval"),
        ("random:eval=hand", "UnknownOption", "it takes seed"),
        ("engine:level=3,nodes=5", "UnknownOption", "level has no option \"nodes\""),
        ("random:", "UnknownOption", "it takes seed"),
        ("person:depth=3", "NoOptions", "person takes no options"),
        ("perfect:", "NoOptions", "perfect takes no options"),
        ("minimax:depth=0", "Number", "from 1 to 9, not \"0\""),
        ("minimax:depth=10", "Number", "depth of minimax"),
        ("minimax:depth=99999999999999999999", "Number", "from 1 to 9"),
        ("minimax:depth", "Number", "from 1 to 9"),
        ("engine:depth=101", "Number", "from 1 to 100"),
        ("engine:nodes=0", "Number", "from 1 to 18446744073709551615"),
        ("engine:movetime=3600001", "Number", "from 1 to 3600000"),
        ("engine:hash=0", "Number", "hash of engine is a whole number from 1 to 65536"),
        ("engine:threads=257", "Number", "threads of engine is a whole number from 1 to 256"),
        ("random:seed=-1", "Number", "seed of random"),
        ("level:9", "Level", "from 1 to 8"),
        ("engine:level=9", "Level", "from 1 to 8"),
        ("level:", "Level", "as in level:3"),
        ("level:x", "Level", "from 1 to 8"),
        ("level:,seed=1", "Level", "from 1 to 8"),
        ("level:3,depth=2", "UnknownOption", "it takes all-knowing, seed"),
        ("engine:nodes=5,", "UnknownOption", "hash, threads"),
        ("engine:nodes=99999999999999999999", "Number", "not \"99999999999999999999\""),
        ("level:3,seed=1,seed=2", "Repeated", "\"seed\""),
        ("minimax:depth=2,depth=2", "Repeated", "\"depth\" is given twice"),
        ("minimax:eval=", "NoValue", "eval=VALUE"),
        ("minimax:eval=\"a", "Quotes", "ends with a quote"),
        ("minimax:eval=\"a\"b", "Quotes", "ends with a quote"),
        ("my.rules", "File", "write minimax:eval=my.rules"),
        ("nets/a.net", "File", "write minimax:eval=nets/a.net"),
        ("./bot", "ProgramFile", "ugi:./bot for one that speaks UGI"),
        ("ann.lisp", "ProgramFile", "write hand-in:ann.lisp for a student"),
        ("bot.py", "ProgramFile", "minimax:eval=bot.py"),
        ("ugi:", "NoCommand", "ugi:./engine"),
        ("ugi:  ", "NoCommand", "ugi:./engine"),
        ("ugi", "NoCommand", "ugi:./engine"),
        ("ugi:\"\",name=x", "NoCommand", "ugi:./engine"),
        ("ugi:\"./bot\",speed=1", "UnknownOption", "it takes name"),
        ("ugi:./bot,clock=soon", "Clock", "as 10+0.1, not \"soon\""),
        ("engine:clock=0", "Clock", "clock of engine"),
        ("ugi:./bot,option.=1", "NoOptionName", "option.Hash=64"),
        ("ugi:./bot,option.Hash=1,option.hash=2", "Repeated", "option.hash"),
        ("engine:margin=60001", "Number", "from 0 to 60000"),
    ] {
        let (found, words) = refused(text);
        assert_eq!(found, kind, "{text}: {words}");
        assert!(words.contains(part), "{text}: {words}");
    }
}

#[test]
fn a_session_says_which_players_its_game_has() {
    for (game, text, kind) in [
        ("nim", "heuristic", "NotHere"),
        ("santorini", "perfect", "NotSolved"),
        ("santorini", "engine", "NoLimit"),
        ("santorini", "minimax:eval=nonsense", "UnknownEvaluation"),
        ("santorini", "ugi:./bot", "Program"),
        ("theseus", "minmax:depth=9", "Number"),
        ("theseus", "minmax:fair=yes", "NotAFlag"),
        ("theseus", "minmax:fare", "UnknownOption"),
        ("theseus", "minmax:,fair,", "UnknownOption"),
        ("theseus", "minmax:fair,", "UnknownOption"),
        ("theseus", "minmax:depth=3,depth=3", "Repeated"),
        ("theseus", "heuristic:depth=2", "UnknownOption"),
    ] {
        let mut session = find(game).unwrap().start();
        let refused = session.set_player(Side::First, read(text)).unwrap_err();
        assert_eq!(refused.kind(), kind, "{game} {text}: {refused}");
        assert!(session.player(Side::First).is_person(), "a refused player changes nothing");
    }
    let mut session = find("theseus").unwrap().start();
    session.set_player(Side::First, read("minmax:depth=4,fair,seed=3")).unwrap();
    let program = find("nim").unwrap().start().set_player(Side::First, read("ugi:./bot"));
    assert!(program.unwrap_err().to_string().contains("agon match and agon contest"));
}

#[test]
fn resources_can_be_bounded_further() {
    let check =
        |text: &str| read(text).check_resources(64, 4).map_err(|refusal| refusal.to_string());
    assert_eq!(check("engine:nodes=1,hash=64,threads=4"), Ok(()));
    assert_eq!(check("level:8"), Ok(()));
    let refused = check("engine:nodes=1,hash=65").unwrap_err();
    assert_eq!(refused, "here, hash of engine is at most 64, not 65");
    assert!(check("engine:nodes=1,threads=5").unwrap_err().contains("threads"));
}

#[test]
fn the_help_shows_every_player_of_every_game_by_an_example_that_can_be_read() {
    let help = players_help();
    let examples: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .collect();
    for entry in games() {
        for name in (entry.players)() {
            let shown = |text: &&str| text.split(':').next() == Some(name);
            let example = examples.iter().copied().find(shown);
            let example = example.unwrap_or_else(|| panic!("{name} is not in the help"));
            let spec = read(example);
            assert_eq!(spec.to_string(), example);
            // FILE stands for a rule file, and hand for an evaluation that most games lack.
            if spec.eval().is_none() {
                entry.start().set_player(Side::First, spec).expect(example);
            }
        }
    }
    assert!(examples.iter().any(|example| example.starts_with("ugi:")));
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "(person|random|minimax|engine|level|perfect|ugi|minmax)?(:[a-z=,0-9\"\\\\ ]{0,30})?",
        "(engine|minimax|ugi):((depth|nodes|hash|threads|eval|name)=[0-9a-z\",\\\\]{0,6},?){0,4}",
        "\\PC{0,30}",
    ]
}

proptest! {
    #[test]
    fn what_can_be_read_is_written_so_that_it_reads_back(text in texts()) {
        if let Ok(player) = text.parse::<PlayerSpec>() {
            let written = player.to_string();
            prop_assert_eq!(written.parse::<PlayerSpec>(), Ok(player), "{}", written);
        }
    }

    #[test]
    fn no_player_makes_a_session_panic(text in texts()) {
        let Ok(player) = text.parse::<PlayerSpec>() else { return Ok(()) };
        for game in ["nim", "theseus"] {
            let mut session = find(game).unwrap().start();
            let set = session.set_player(Side::Second, player.clone());
            prop_assert_eq!(set.is_ok(), *session.player(Side::Second) == player.clone().with_defaults());
        }
    }

    #[test]
    fn programs_with_any_command_and_name_read_back(command in "\\PC{1,20}", name in "\\PC{1,20}") {
        let command = command.trim().to_string();
        prop_assume!(!command.is_empty());
        for name in [Some(name), None] {
            let options = UgiOptions::default();
            let program = PlayerSpec::Ugi { command: command.clone(), name, options };
            prop_assert_eq!(program.to_string().parse(), Ok(program));
        }
    }
}
