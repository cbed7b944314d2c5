//! The trials: long series of what the tests do a few times.

use std::ffi::OsStr;

use crate::cargo;
use crate::steps::Steps;

/// A long series of tests.
struct Trial {
    name: &'static str,
    shows: &'static str,
    work: Work,
    /// What the long form takes on two cores, to the next minute.
    minutes: u32,
    /// The variables of the long form. Without them the tests do a few of the same.
    long: &'static [(&'static str, &'static str)],
}

/// What a trial runs.
enum Work {
    /// A test by its target and its name. It takes the number of its repetitions from `AGON_TRIALS`,
    /// and is marked `#[ignore]` if others show the same in short.
    Test { target: &'static str, test: &'static str },
    /// The tests with a word in their names.
    Named { word: &'static str },
}

/// To add a trial, add an entry here.
const TRIALS: &[Trial] = &[
    Trial {
        name: "book",
        shows: "mdBook makes a book of all pages, and every link of it leads somewhere",
        work: Work::Test {
            target: "program",
            test: "the_book_has_every_page_and_its_links_lead_somewhere",
        },
        minutes: 2,
        long: &[],
    },
    Trial {
        name: "cluster-kills",
        shows: "50 deaths of workers, 20 of the coordinator and 20 of the server leave the games of a contest as they were",
        work: Work::Test { target: "foreign", test: "a_contest_survives_many_deaths_of_each_part" },
        minutes: 3,
        long: &[],
    },
    Trial {
        name: "cluster-simulation",
        shows: "1,000 simulated workers with 1,000 pairs a second lose nothing and count nothing twice",
        work: Work::Test {
            target: "nats",
            test: "many_simulated_workers_lose_nothing_and_count_nothing_twice",
        },
        minutes: 3,
        long: &[],
    },
    Trial {
        name: "disk",
        shows: "no move that was told to be on disk is lost by random faults of the disk and 100 kills",
        work: Work::Test {
            target: "program",
            test: "nothing_on_disk_is_lost_by_random_faults_and_100_kills",
        },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "kill",
        shows: "a contest that is killed at 50 random moments loses no game and counts none twice",
        work: Work::Test {
            target: "program",
            test: "a_contest_that_is_killed_at_any_moment_goes_on_where_it_was",
        },
        minutes: 1,
        long: &[("AGON_TRIALS", "50")],
    },
    Trial {
        name: "match-kill",
        shows: "a match that is killed at 50 random moments has stored every game that it told of",
        work: Work::Test {
            target: "program",
            test: "a_match_killed_at_50_random_moments_has_stored_every_game_that_it_told_of",
        },
        minutes: 2,
        long: &[],
    },
    Trial {
        name: "page-kill",
        shows: "a page's server that is killed under load 100 times has every acknowledged move",
        work: Work::Test {
            target: "program",
            test: "a_server_killed_a_hundred_times_under_load_has_every_acknowledged_move",
        },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "patterns",
        shows: "what random rules remember along random games is what they conclude from scratch",
        work: Work::Test {
            target: "infer",
            test: "what_is_remembered_agrees_along_many_random_games",
        },
        minutes: 20,
        long: &[],
    },
    Trial {
        name: "connections",
        shows: "3,000 half-sent requests at 1,024 open files keep no other page out",
        work: Work::Test {
            target: "program",
            test: "three_thousand_half_sent_requests_lock_nobody_out",
        },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "signals",
        shows: "a contest of programs that is ended by 50 signals loses nothing and leaves nothing",
        work: Work::Test {
            target: "program",
            test: "a_contest_that_is_ended_by_any_signal_loses_nothing_and_leaves_nothing",
        },
        minutes: 3,
        long: &[("AGON_TRIALS", "50")],
    },
    Trial {
        name: "sprt",
        shows: "a sequential test errs no more often than it states, in 10,000 matches of each kind",
        work: Work::Test {
            target: "arena",
            test: "a_test_errs_as_often_as_it_may_and_not_more_in_ten_thousand_matches",
        },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "start",
        shows: "of three servers that start at the same moment on one folder, one serves the games",
        work: Work::Test {
            target: "program",
            test: "of_servers_that_start_at_the_same_moment_one_serves_the_games_each_time",
        },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "table-forward",
        shows: "forward searches find the same winners as the solver in 100,000 random positions of each small board of Santorini",
        work: Work::Test {
            target: "tablebase",
            test: "forward_searches_find_the_same_winners_of_many_positions",
        },
        minutes: 16,
        long: &[],
    },
    Trial {
        name: "table-kill",
        shows: "a table whose build is killed at 20 random moments is the same as one built at once",
        work: Work::Test { target: "program", test: "a_table_is_the_same_after_20_kills" },
        minutes: 1,
        long: &[],
    },
    Trial {
        name: "texts",
        shows: "no text makes a game or a dialect panic, in 50,000 random texts each",
        work: Work::Named { word: "panic" },
        minutes: 2,
        long: &[("PROPTEST_CASES", "50000")],
    },
];

impl Trial {
    /// The arguments of cargo.
    fn command(&self) -> Vec<&'static str> {
        // The same features as in the other steps, so that nothing is built twice.
        let common = ["test", "--workspace", "--all-features", "--locked", "--quiet"];
        let work = match self.work {
            Work::Test { target, test } => {
                vec!["--test", target, "--", "--include-ignored", "--nocapture", test]
            }
            Work::Named { word } => vec!["--lib", "--bins", "--tests", word],
        };
        [&common[..], &work].concat()
    }

    fn run(&self) -> Result<(), String> {
        println!("{}: {}", self.name, self.shows);
        let variables: Vec<_> =
            self.long.iter().map(|(name, value)| (*name, OsStr::new(value))).collect();
        cargo(&self.command(), &variables)
    }
}

/// Runs the trials with these names in their long form, or all; `--list` only lists them.
pub fn run(words: &[&str]) -> Result<(), String> {
    if words == ["--list"] {
        print!("{}", list());
        return Ok(());
    }
    let trials = chosen(words)?;
    let mut steps = Steps::default();
    let run = |trial: &Trial| steps.run(trial.name, || trial.run());
    let result = trials.into_iter().try_for_each(run);
    print!("\n{}", steps.table());
    result
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Trial>, String> {
    if names.is_empty() {
        return Ok(TRIALS.iter().collect());
    }
    let known: Vec<_> = TRIALS.iter().map(|trial| trial.name).collect();
    let unknown =
        |name: &str| format!("there is no trial {name}: choose from {}", known.join(", "));
    let find = |name: &&str| TRIALS.iter().find(|trial| trial.name == *name);
    names.iter().map(|name| find(name).ok_or_else(|| unknown(name))).collect()
}

/// The trials with what they show, how long they take and what they run.
fn list() -> String {
    let line = |trial: &Trial| {
        let variables = trial.long.iter().map(|(name, value)| format!("{name}={value} "));
        format!(
            "{}: {}\n    {} minutes; {}cargo {}\n",
            trial.name,
            trial.shows,
            trial.minutes,
            variables.collect::<String>(),
            trial.command().join(" ")
        )
    };
    TRIALS.iter().map(line).collect()
}

/// Ignored tests that no trial runs, and trials that run no test: cargo passes when a name
/// matches nothing.
pub fn faults(sources: &[(String, String)]) -> Vec<String> {
    let crates = || sources.iter().filter(|(name, _)| name.starts_with("crates/"));
    let ignored: Vec<(&str, &str)> = crates()
        .flat_map(|(file, text)| ignored(text).into_iter().map(|test| (file.as_str(), test)))
        .collect();
    let is_trial = |name: &str| {
        TRIALS.iter().any(|trial| matches!(trial.work, Work::Test { test, .. } if test == name))
    };
    let has_test = |is_it: &dyn Fn(&str) -> bool| {
        crates().any(|(_, text)| text.lines().filter_map(function).any(is_it))
    };
    let runs_something = |trial: &Trial| match trial.work {
        Work::Test { test, .. } => has_test(&|name| name == test),
        Work::Named { word } => has_test(&|name| name.contains(word)),
    };
    let unlisted = ignored.iter().filter(|(_, test)| !is_trial(test)).map(|(file, test)| {
        format!("{file}: {test} is ignored, and no trial in xtask/src/trials.rs runs it")
    });
    let idle = TRIALS
        .iter()
        .filter(|trial| !runs_something(trial))
        .map(|trial| format!("xtask/src/trials.rs: the trial {} matches no test", trial.name));
    unlisted.chain(idle).collect()
}

/// The names of the ignored tests of a file.
fn ignored(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_ignored = false;
    for line in text.lines().map(str::trim_start) {
        is_ignored |= line.starts_with("#[ignore");
        if let Some(name) = function(line) {
            found.extend(is_ignored.then_some(name));
            is_ignored = false;
        }
    }
    found
}

/// The name of the function that a line begins.
fn function(line: &str) -> Option<&str> {
    Some(line.trim_start().strip_prefix("fn ")?.split_once('(')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_chosen_by_name_and_unknown_names_are_refused() {
        let names = |words: &[&str]| {
            chosen(words).map(|trials| trials.iter().map(|trial| trial.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).unwrap().len(), TRIALS.len());
        assert_eq!(names(&["sprt", "kill"]), Ok(vec!["sprt", "kill"]));
        let refused = names(&["kil"]).unwrap_err();
        assert!(refused.starts_with("there is no trial kil: choose from "), "{refused}");
        assert!(TRIALS.iter().all(|trial| refused.contains(trial.name)), "{refused}");
    }

    #[test]
    fn the_list_has_a_command_for_each() {
        let list = list();
        for trial in TRIALS {
            assert!(list.contains(&format!("{}: {}", trial.name, trial.shows)));
            assert!(list.contains(&trial.command().join(" ")));
        }
    }

    /// A file with the tests that the trials run.
    fn source() -> String {
        let test = |trial: &Trial| match trial.work {
            Work::Test { test, .. } => format!("#[test]\n#[ignore = \"x\"]\nfn {test}() {{}}\n"),
            Work::Named { word } => format!("    fn some_{word}(text in any()) {{}}\n"),
        };
        TRIALS.iter().map(test).collect()
    }

    fn found(text: String) -> Vec<String> {
        faults(&[("crates/a/tests/b.rs".into(), text)])
    }

    #[test]
    fn trials_and_ignored_tests_belong_together() {
        assert_eq!(found(source()), Vec::<String>::new());
        let more = found(source() + "    #[test]\n    #[ignore]\n    fn another() {}\n");
        assert_eq!(more.len(), 1);
        assert!(more[0].contains("another is ignored"), "{more:?}");
        assert_eq!(found(String::new()).len(), TRIALS.len());
        let renamed = found(source().replace("some_panic", "other"));
        assert_eq!(renamed, ["xtask/src/trials.rs: the trial texts matches no test"]);
    }
}
