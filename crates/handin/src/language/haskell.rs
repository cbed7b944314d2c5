//! Haskell: `ghci`, with a driver that is typed at its prompt.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

/// A module that is loaded beside the hand-in.
const DRIVER: &str = include_str!("haskell/AgonDriver.hs");

/// The folder of the driver in the copy of a hand-in.
const FOLDER: &str = ".agon";

/// What is typed at the prompt before the definitions.
const IMPORTS: [&str; 2] =
    ["import qualified Prelude as Agon", "import qualified AgonDriver as Agon"];

/// Hand-ins in Haskell. The definitions at the prompt make a function `agonAnswer` of the text of a
/// question, to a list of the parts of the answer.
pub struct Haskell;

impl Language for Haskell {
    fn name(&self) -> &'static str {
        "Haskell"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hs"]
    }

    fn keeps_state(&self) -> bool {
        false
    }

    fn bridge(&self) -> &'static str {
        "AgonBridge.hs"
    }

    fn skeleton(&self) -> &'static str {
        include_str!("haskell/bridge.hs")
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["ghci"]
    }

    fn package(&self) -> &'static str {
        "ghc"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        fs::create_dir_all(setup.folder.join(FOLDER))?;
        fs::write(driver(setup), DRIVER)?;
        let mut words = setup.interpreter.clone();
        // A full heap is then an exception: it costs one question, not the process.
        let options = ["-v0", "-ignore-dot-ghci", "+RTS", "-M1g", "-K256m", "-RTS"];
        words.extend(options.map(String::from));
        // Other modules of the hand-in stand beside it.
        if let Some(folder) = setup.hand_in.parent() {
            words.push(format!("-i{}", text(folder)));
        }
        if setup.is_fast {
            // A new folder in the program's own, which a path that exists here would not be.
            words.extend(["-fobject-code", "-O1", "-outputdir", "agon-objects"].map(String::from));
        }
        Ok(words)
    }

    fn readable(&self) -> &'static [&'static str] {
        // Debian keeps the list of installed libraries there.
        &["/var/lib/ghc"]
    }

    fn opening(&self, setup: &Setup) -> Vec<String> {
        let marker =
            |kind: &str, text: &str| format!("Agon.say {:?} {kind:?} {text:?}", setup.word);
        let mut lines =
            vec![format!(":load {:?} {:?}", text(&setup.hand_in), text(&driver(setup)))];
        let bridge = setup.bridge.as_ref().and_then(|path| fs::read_to_string(path).ok());
        lines.extend(bridge.iter().flat_map(|bridge| typed(bridge)));
        lines.extend(IMPORTS.map(String::from));
        lines.extend([marker("messages", ""), ":show modules".into(), marker("modules", "")]);
        for (function, definitions) in &setup.definitions {
            lines.extend(definitions.iter().cloned());
            lines.push(marker("define", function));
        }
        lines.push(marker("loaded", ""));
        lines.push(format!("Agon.serve {:?} agonAnswer", setup.word));
        lines
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("{number} {} {text}", limit.as_micros())
    }

    fn is_loaded(&self, sections: &BTreeMap<String, String>) -> bool {
        let is_hand_in = |line: &str| !line.trim().is_empty() && !line.starts_with("AgonDriver");
        sections.get("modules").is_some_and(|text| text.lines().any(is_hand_in))
    }
}

fn driver(setup: &Setup) -> PathBuf {
    setup.folder.join(FOLDER).join("AgonDriver.hs")
}

/// The lines of a bridge as they are typed at the prompt: its imports, and then its definitions
/// together.
pub fn typed(bridge: &str) -> Vec<String> {
    let is_command = |line: &&str| !line.starts_with([':', '#']) && !line.starts_with("module ");
    let (imports, definitions): (Vec<&str>, Vec<&str>) =
        bridge.lines().filter(is_command).partition(|line| line.starts_with("import "));
    let together = [":{"].into_iter().chain(definitions).chain([":}"]);
    imports.into_iter().chain(together).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bridge_is_typed_as_one_definition_after_its_imports() {
        let lines = typed("module AgonBridge where\nimport Data.List\na = 1\n:quit\nb = a\n");
        assert_eq!(lines, ["import Data.List", ":{", "a = 1", "b = a", ":}"]);
    }
}
