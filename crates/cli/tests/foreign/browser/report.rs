//! The report of a contest in a browser: it fits a phone, and all its pages are drawn.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use agon_testing::{Run as _, agon};

/// A class of 30 random players.
fn class(folder: &Path) {
    let entries: String = (1..=30)
        .map(|number| format!("[[entry]]\nname = \"student {number}\"\nplayer = \"random\"\n"))
        .collect();
    let head = "game = \"byte\"\nformat = \"gauntlet\"\nmax_plies = 20\nbonus = [5, 3, 2]\n";
    fs::write(folder.join("c.toml"), format!("{head}{entries}")).unwrap();
    agon(["contest", "c.toml"]).current_dir(folder).done();
}

/// Visits these places of the report, and sends the page around it the findings of each: how much
/// of it is hidden at the side, the width of the screen, and the numbers of boards, rows and games.
const VISIT: &str = "<script type=\"module\">
import { route } from 'report/main.js';
parent.postMessage(JSON.stringify(PLACES.map((place) => {
  history.replaceState(null, '', place);
  route();
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility()).length;
  const { scrollWidth, clientWidth } = document.documentElement;
  return [scrollWidth - clientWidth, innerWidth, seen('.board-svg'), seen('tbody tr'), seen('.games li')];
})), '*');
</script>";

/// The findings in the places of a report on a screen of this width. A window cannot be as narrow
/// as a phone, so the report is shown in a frame.
fn visit(folder: &Path, report: &str, width: u32) -> Vec<[u64; 5]> {
    let frame = format!(
        "<!doctype html><title>nothing was told</title><body><script>addEventListener('message', ({{ data }}) => \
         {{ document.title = data; }});</script><iframe src=\"{report}\" style=\"width: {width}px; height: \
         844px; border: 0\"></iframe>"
    );
    let page = folder.join("frame.html");
    fs::write(&page, frame).unwrap();
    let browser = std::env::var_os("CHROME").unwrap_or_else(|| "chromium".into());
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    command.args(["--window-size=1400,900", "--virtual-time-budget=20000"]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    command.arg(format!("file://{}", page.display()));
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    let dom = String::from_utf8(output.stdout).unwrap();
    let (_, title) = dom.split_once("<title>").expect("the page has a title");
    let (title, _) = title.split_once("</title>").unwrap();
    serde_json::from_str(title).unwrap_or_else(|_| panic!("a script failed: {title}"))
}

#[test]
fn a_report_of_30_fits_a_phone_and_draws_all_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    class(folder.path());
    let text = fs::read_to_string(folder.path().join("c.html")).unwrap();
    let places = "['#overview', '#player-0', '#game-1.1.1/9', '#pair-0-3']";
    let script = VISIT.replace("PLACES", places);
    let visited = text.replace("</body>", &format!("{script}</body>"));
    fs::write(folder.path().join("visited.html"), visited).unwrap();
    for width in [390, 1280] {
        let found = visit(folder.path(), "visited.html", width);
        for [hidden, screen, ..] in &found {
            assert_eq!((*hidden, *screen), (0, u64::from(width)), "{found:?}");
        }
        let [overview, player, game, pair] = found.try_into().unwrap();
        // All 30 have a row in the standings and one in the crosstable.
        assert_eq!(overview[2..], [0, 60, 58], "{width}");
        assert_eq!(player[2], 0);
        assert!(player[3] >= 29 && player[4] == 58, "{width}: {player:?}");
        assert_eq!(game[2], 1, "{width}: the board of a game");
        assert_eq!(pair[4], 2, "{width}: the games of two");
    }
}
