//! Texts in other languages than English, from TOML files that are part of the program.

use std::sync::OnceLock;

use toml::Spanned;
use toml::de::DeTable;

use crate::reason::Lang;

/// The texts of a part of the program, in groups, by their English form or another key.
pub struct Texts {
    files: [&'static str; 2],
    tables: [OnceLock<DeTable<'static>>; 2],
}

impl Texts {
    /// From the files in Greek and in Serbian.
    pub const fn new(greek: &'static str, serbian: &'static str) -> Texts {
        Texts { files: [greek, serbian], tables: [OnceLock::new(), OnceLock::new()] }
    }

    /// A text. `None` in English, and if it is not translated.
    pub fn find(&'static self, lang: Lang, group: &str, key: &str) -> Option<&'static str> {
        self.table(lang)?.get(group)?.get_ref().get(key)?.get_ref().as_str()
    }

    /// The keys of a group.
    pub fn keys(&'static self, lang: Lang, group: &str) -> impl Iterator<Item = &'static str> {
        let group = self.table(lang).and_then(|table| table.get(group)?.get_ref().as_table());
        group.into_iter().flat_map(|group| group.keys().map(|key| key.get_ref().as_ref()))
    }

    fn table(&'static self, lang: Lang) -> Option<&'static DeTable<'static>> {
        let place = match lang {
            Lang::English => return None,
            Lang::Greek => 0,
            Lang::Serbian => 1,
        };
        let read = || DeTable::parse(self.files[place]);
        let read = || read().map_or_else(|_| DeTable::new(), Spanned::into_inner);
        Some(self.tables[place].get_or_init(read))
    }
}

/// Puts arguments in the places of their names in braces, once each: an argument is never read for
/// names.
pub fn fill<N: AsRef<str>>(text: &str, arguments: &[(N, String)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let Some((name, after)) = after.split_once('}') else { break };
        let value = arguments.iter().find(|(known, _)| known.as_ref() == name);
        filled += value.map_or("", |(_, value)| value);
        rest = after;
    }
    filled + rest
}
