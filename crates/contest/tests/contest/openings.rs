//! Contests whose players would repeat their games, and archives that were begun without openings.

use std::collections::HashSet;
use std::path::Path;

use agon_arena::contest::Record;
use agon_contest::{
    Archive, ArchiveContest, ContestFile, ContestWork, GamePlayer, GameSettings, Openings,
    StoredContest, print_contest, write_report,
};
use agon_runner::Work as _;
use tempfile::TempDir;

/// A contest file between two engines that always play the same from the same start.
fn file(folder: &Path, head: &str) -> ContestFile {
    let text = format!(
        "game = \"tictactoe\"\nformat = \"round-robin\"\n{head}\n\
         [[entry]]\nname = \"a\"\nplayer = \"minimax:depth=3\"\n\
         [[entry]]\nname = \"b\"\nplayer = \"minimax:depth=1\"\n"
    );
    let path = folder.join("c.toml");
    std::fs::write(&path, text).unwrap();
    ContestFile::read(&path, &[], None).unwrap()
}

/// Plays at most so many games of a contest and stores them.
fn play(contest: &ContestFile, archive: &Path, most: usize) -> StoredContest {
    let ContestFile { event, tournament, identity: settings, .. } = contest;
    let described = ArchiveContest {
        name: &event.name,
        tournament,
        settings,
        entrants: &event.entrants,
        bonus: &[],
        may_change: true,
    };
    let (archive, _) = Archive::open(archive, &described).unwrap();
    let stored = archive.load().unwrap();
    let mut work = ContestWork::new(contest, &stored, archive.writer().unwrap());
    let mut player = GamePlayer::new(event, None);
    for _ in 0..most {
        let Some(game) = work.next().unwrap() else { break };
        let record = player.play(&game, &|| false).unwrap().unwrap();
        work.accept(game, record).unwrap();
        work.store(true).unwrap();
    }
    archive.load().unwrap()
}

fn games(stored: &StoredContest) -> Vec<String> {
    let game = |(key, record): (&str, &Record)| {
        let Record { players, start, moves, result, .. } = record;
        format!("{key} {players:?} {start:?} {moves:?} {result:?}")
    };
    stored.games_in_order().into_iter().map(game).collect()
}

fn starts(stored: &StoredContest) -> HashSet<Option<String>> {
    stored.games.iter().map(|(_, record)| record.start.clone()).collect()
}

#[test]
fn an_archive_that_was_begun_with_earlier_openings_goes_on_with_them() {
    let old_random = Openings::Random { plies: 3 };
    for (head, old, text) in [
        ("pairs = 4", Openings::Usual, "\"openings\":\"none\""),
        (
            "pairs = 4\nopenings = \"random\"\nopening_plies = 3",
            old_random,
            "\"openings\":{\"random\":3}",
        ),
    ] {
        let folder = TempDir::new().unwrap();
        // As the earlier version wrote it.
        let mut earlier = file(folder.path(), head);
        let settings = earlier.event.settings.clone();
        earlier.event.settings = GameSettings { openings: old, ..settings };
        earlier.identity = earlier.event.settings.identity(Some(&[&[], &[]]));
        assert!(earlier.identity.text.contains(text), "{}", earlier.identity.text);
        let whole = play(&earlier, &folder.path().join("whole.games"), 99);
        let begun = folder.path().join("begun.games");
        play(&earlier, &begun, 3);
        let mut contest = file(folder.path(), head);
        contest.go_on_as(&begun);
        assert!(contest.event.settings.openings.earlier().is_none(), "{head}");
        assert_eq!(games(&play(&contest, &begun, 99)), games(&whole), "{head}");
        // A new one has those of this version, and goes on with them whatever is read.
        let fresh = folder.path().join("fresh.games");
        let contest = file(folder.path(), head);
        let all = play(&contest, &fresh, 99);
        assert_eq!((starts(&all).len(), games(&all) == games(&whole)), (4, false), "{head}");
    }
}

#[test]
fn a_contest_with_default_openings_goes_on_with_them_when_it_becomes_shorter() {
    let folder = TempDir::new().unwrap();
    let archive = folder.path().join("c.games");
    let contest = file(folder.path(), "pairs = 2");
    assert!(contest.openings_note.is_some());
    play(&contest, &archive, 3);
    let mut shorter = file(folder.path(), "pairs = 1");
    assert!(shorter.openings_note.is_none(), "one pair repeats nothing");
    shorter.go_on_as(&archive);
    assert!(!starts(&play(&shorter, &archive, 99)).contains(&None));
}

#[test]
fn games_that_repeat_count_once_in_ratings_and_are_told() {
    let folder = TempDir::new().unwrap();
    let run =
        |name: &str, head: &str| play(&file(folder.path(), head), &folder.path().join(name), 999);
    let repeated = run("repeated.games", "pairs = 20\nopenings = \"none\"");
    let single = run("single.games", "pairs = 1\nopenings = \"none\"");
    let distinct = run("distinct.games", "pairs = 20");
    let ratings = |stored: &StoredContest| -> Vec<(f64, (f64, f64), u64)> {
        let state = stored.tournament.state(&stored.results());
        let rows = stored.standings(&state).0;
        rows.iter().map(|row| (row.rating, row.interval, row.distinct)).collect()
    };
    assert_eq!(ratings(&repeated), ratings(&single));
    assert_eq!((repeated.distinct().repeated(), distinct.distinct().repeated()), (38, 0));
    let width = |(_, (low, high), _): (f64, (f64, f64), u64)| high - low;
    assert!(width(ratings(&repeated)[0]) > 1.5 * width(ratings(&distinct)[0]));
    let told = |stored: &StoredContest| {
        let mut out = Vec::new();
        let state = stored.tournament.state(&stored.results());
        print_contest(stored, &state, &mut out).unwrap();
        let page = write_report(&folder.path().join("report.html"), stored).unwrap();
        let said = "38 of 40 games repeat an earlier one";
        let page = std::fs::read_to_string(page).unwrap();
        (String::from_utf8(out).unwrap().contains(said), page.contains(said))
    };
    assert_eq!((told(&repeated), told(&distinct)), ((true, true), (false, false)));
}
