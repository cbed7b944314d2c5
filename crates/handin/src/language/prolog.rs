//! Prolog: `swipl`, with a driver that loads the hand-in.

use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

const DRIVER: &str = include_str!("driver.pl");

/// Hand-ins in Prolog. A question is `MOST, GOAL, TEMPLATE`. The driver writes the template for at
/// most `MOST` solutions of the goal, and then the output of the goal.
pub struct Prolog;

impl Language for Prolog {
    fn name(&self) -> &'static str {
        "Prolog"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pl", "pro", "prolog", "plt"]
    }

    fn loading(&self, paths: &[&str]) -> Option<String> {
        Some(paths.iter().map(|path| format!(":- consult({}).\n", atom(path))).collect())
    }

    fn bridge(&self) -> &'static str {
        "agon-bridge.pl"
    }

    fn skeleton(&self) -> &'static str {
        include_str!("bridge.pl")
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["swipl"]
    }

    fn package(&self) -> &'static str {
        "swi-prolog-nox"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        let driver = setup.folder.join("agon_driver.pl");
        fs::write(&driver, DRIVER)?;
        let mut words = setup.interpreter.clone();
        let options = ["-q", "-f", "none", "--stack-limit=256m", "-g", "agon_driver:main"];
        words.extend(options.map(String::from));
        words.extend(["-t".into(), "halt".into(), text(&driver)]);
        Ok(words)
    }

    fn opening(&self, setup: &Setup) -> Vec<String> {
        let seconds = setup.load_limit.as_secs_f64();
        let names = setup.definitions.iter().map(|(name, about)| {
            let (role, arity) = (about.first(), about.last());
            format!(
                "role({}, {}, {})",
                role.map_or("", String::as_str),
                atom(name),
                arity.map_or("", String::as_str)
            )
        });
        let names = names.collect::<Vec<_>>().join(", ");
        vec![format!(
            "start({}, {}, {}, {seconds}, [{names}]).",
            setup.word,
            atom(&text(&setup.hand_in)),
            atom(&setup.bridge.as_deref().map(text).unwrap_or_default())
        )]
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("ask({number}, {}, {text}).", limit.as_secs_f64())
    }
}

/// Writes a text as a quoted atom.
fn atom(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
