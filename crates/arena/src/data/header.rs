//! The header of a file of records: what it holds and how it was made, as lines of text.

use agon_core::quote;

use super::SelfPlaySettings;
use super::record::FIXED_BYTES;

agon_core::refusals! {
    /// Why the header of a file of records is refused.
    pub enum HeaderRefusal {
        Foreign => "is not a file of agon data: it does not begin with \"agon data 1\"",
        Newer { found: String } => "has version {found} of the format, and this program reads version 1",
        NoEnd => "its header has no empty line at the end",
        Line { found: String } => "its header has a line without a value: {found}",
        Missing { key: &'static str } => "its header does not say {key}",
        Value { key: &'static str, found: String } => "its header has a wrong {key}: {found}",
        OtherSettings { key: String, found: String, wanted: String } => "was made with {key} {found}, not {wanted}: go on with the same settings, or name another file",
    }
}

/// The first line, without the version.
const TITLE: &str = "agon data ";

const VERSION: &str = "1";

/// What a file of records holds and how it was made. Two runs with equal headers make the same
/// games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataHeader {
    fields: Vec<(String, String)>,
}

impl DataHeader {
    /// The header of a run: the game by its start, the player, the hash of its evaluation's
    /// file, the random seed and the settings; and the bytes of a packed position, if the
    /// records are packed.
    pub fn new(
        game: &str,
        start: &str,
        player: &str,
        evaluation: Option<&str>,
        seed: u64,
        settings: &SelfPlaySettings,
        packed_bytes: Option<usize>,
    ) -> DataHeader {
        let yes_or_no = |is_set| if is_set { "yes" } else { "no" }.to_string();
        let plies = &settings.random_plies;
        let mut fields = vec![
            ("game", game.to_string()),
            ("start", start.to_string()),
            ("player", player.to_string()),
            ("evaluation-sha256", evaluation.unwrap_or("none").to_string()),
            ("seed", seed.to_string()),
            ("random-plies", format!("{}..{}", plies.start(), plies.end())),
            ("player-first", settings.player_first.to_string()),
            ("random-moves", settings.random_moves.to_string()),
            ("random-children", settings.random_children.to_string()),
            ("skip-decided", yes_or_no(settings.skip_decided)),
            ("skip-threatened", yes_or_no(settings.skip_threatened)),
        ];
        if let Some(bytes) = packed_bytes {
            fields.push(("record-bytes", (FIXED_BYTES + bytes).to_string()));
        }
        // A line of the header is one line, whatever a player's text says.
        let on_a_line = |text: String| text.replace(['\n', '\r'], " ");
        let fields = fields.into_iter().map(|(key, value)| (key.to_string(), on_a_line(value)));
        DataHeader { fields: fields.collect() }
    }

    /// The keys and values, in order.
    pub fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// The header with these keys and values.
    pub fn of_fields(fields: Vec<(String, String)>) -> DataHeader {
        DataHeader { fields }
    }

    /// The value of a key.
    pub fn value(&self, key: &'static str) -> Result<&str, HeaderRefusal> {
        let field = self.fields.iter().find(|(known, _)| known == key);
        field.map(|(_, value)| value.as_str()).ok_or(HeaderRefusal::Missing { key })
    }

    /// The bytes of a packed record.
    pub fn record_bytes(&self) -> Result<usize, HeaderRefusal> {
        let key = "record-bytes";
        let text = self.value(key)?;
        let bytes = text.parse().ok().filter(|&bytes| bytes > FIXED_BYTES);
        bytes.ok_or_else(|| HeaderRefusal::Value { key, found: quote(text) })
    }

    /// The text, with the empty line that ends it.
    pub fn text(&self) -> String {
        let lines = self.fields.iter().map(|(key, value)| format!("{key} {value}\n"));
        format!("{TITLE}{VERSION}\n{}\n", lines.collect::<String>())
    }

    /// Reads the text up to and with the empty line.
    pub fn read(text: &str) -> Result<DataHeader, HeaderRefusal> {
        // Not by `lines`, which would take a carriage return off the end of a value.
        let version = text.split('\n').next().and_then(|line| line.strip_prefix(TITLE));
        let version = version.ok_or(HeaderRefusal::Foreign)?;
        DataHeader::check_version(version)?;
        let body = text.strip_suffix("\n\n").ok_or(HeaderRefusal::NoEnd)?;
        let field = |line: &str| match line.split_once(' ') {
            Some((key, value)) => Ok((key.to_string(), value.to_string())),
            None => Err(HeaderRefusal::Line { found: quote(line) }),
        };
        let fields: Result<_, _> = body.split('\n').skip(1).map(field).collect();
        Ok(DataHeader { fields: fields? })
    }

    /// Refuses a version of the format that this program does not know.
    pub fn check_version(version: &str) -> Result<(), HeaderRefusal> {
        match version == VERSION {
            true => Ok(()),
            false => Err(HeaderRefusal::Newer { found: quote(version) }),
        }
    }

    /// Refuses to go on with a file that was made with other settings, and names the first one.
    pub fn check_same(&self, wanted: &DataHeader) -> Result<(), HeaderRefusal> {
        let value = |header: &DataHeader, key: &str| {
            let field = header.fields.iter().find(|(known, _)| known == key);
            field.map_or_else(|| "none".to_string(), |(_, value)| value.clone())
        };
        let keys = wanted.fields.iter().chain(&self.fields).map(|(key, _)| key);
        for key in keys {
            let (found, wanted) = (value(self, key), value(wanted, key));
            if found != wanted {
                return Err(HeaderRefusal::OtherSettings { key: key.clone(), found, wanted });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(seed: u64) -> DataHeader {
        let settings = SelfPlaySettings::default();
        DataHeader::new("santorini", "x B - -", "random", None, seed, &settings, Some(13))
    }

    #[test]
    fn headers_read_back_as_they_were_written() {
        let written = header(7);
        assert_eq!(DataHeader::read(&written.text()), Ok(written.clone()));
        assert_eq!(written.value("seed"), Ok("7"));
        assert_eq!(written.record_bytes(), Ok(29));
    }

    #[test]
    fn damaged_and_foreign_headers_are_refused_by_kind() {
        assert_eq!(DataHeader::read("PNG\n\n"), Err(HeaderRefusal::Foreign));
        let newer = DataHeader::read("agon data 2\n\n");
        assert_eq!(newer, Err(HeaderRefusal::Newer { found: "\"2\"".into() }));
        assert_eq!(DataHeader::read("agon data 1\ngame x\n"), Err(HeaderRefusal::NoEnd));
        let line = DataHeader::read("agon data 1\ngame\n\n");
        assert_eq!(line, Err(HeaderRefusal::Line { found: "\"game\"".into() }));
        let none = DataHeader::read("agon data 1\ngame x\n\n").unwrap();
        let returned = DataHeader::read("agon data 1\nplayer x\r\n\n").unwrap();
        assert_eq!(DataHeader::read(&returned.text()), Ok(returned));
        assert_eq!(none.record_bytes(), Err(HeaderRefusal::Missing { key: "record-bytes" }));
    }

    #[test]
    fn another_setting_is_named() {
        assert_eq!(header(7).check_same(&header(7)), Ok(()));
        let refused = header(7).check_same(&header(8)).unwrap_err().to_string();
        assert!(refused.starts_with("was made with seed 7, not 8"), "{refused}");
        let fewer = DataHeader::read("agon data 1\ngame santorini\n\n").unwrap();
        assert!(fewer.check_same(&header(7)).is_err());
        assert!(header(7).check_same(&fewer).is_err());
    }
}
