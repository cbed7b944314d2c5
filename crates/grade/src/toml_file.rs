//! Files of a teacher, in TOML: read, with the line of an error.

use std::path::Path;

use agon_host::{Failure, store};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The size limit of a file, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// What is wrong, and its position in the text if that is not the key's own.
pub type Wrong = (Option<usize>, String);

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = store::read(path, MAX_FILE)?
        .ok_or_else(|| store::about_file(path, "there is no such file"))?;
    String::from_utf8(bytes).map_err(|_| store::about_file(path, "is not UTF-8 text"))
}

/// Sets each key of a text. The error has a line number.
pub fn parse(
    text: &str,
    mut set: impl FnMut(&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>) -> Result<(), Wrong>,
) -> Result<(), (usize, String)> {
    let line = |place: usize| 1 + text.bytes().take(place).filter(|&byte| byte == b'\n').count();
    let document = DeTable::parse(text).map_err(|error| {
        (line(error.span().map_or(0, |span| span.start)), error.message().to_string())
    })?;
    for (key, value) in document.get_ref() {
        set(key, value).map_err(|(place, what)| (line(place.unwrap_or(key.span().start)), what))?;
    }
    Ok(())
}

/// A failure at a line of a file.
pub fn at_line(path: &Path, (line, what): (usize, String)) -> Failure {
    store::about_file(path, &format!("line {line}: {what}"))
}

pub fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
        }
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    }
}

/// A moment that a teacher has written: a date with or without a time and an offset from UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    written: String,
    has_offset: bool,
    /// In seconds, in UTC if the offset is known.
    seconds: i64,
}

impl Moment {
    /// A date without a time is the end of that day.
    pub fn read(value: &DeValue<'_>) -> Option<Moment> {
        let DeValue::Datetime(written) = value else { return None };
        let date = written.date?;
        // Months from March on, so that the day that leap years add is the last of a year.
        let (year, month) = match date.month {
            1 | 2 => (i64::from(date.year) - 1, i64::from(date.month) + 9),
            month => (i64::from(date.year), i64::from(month) - 3),
        };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let days = 365 * year + leap_days + (153 * month + 2) / 5 + i64::from(date.day);
        let of_day = written.time.map_or(86_400, |time| {
            (i64::from(time.hour) * 60 + i64::from(time.minute)) * 60
                + i64::from(time.second.unwrap_or(0))
        });
        // Such as `Z` or `+02:00`.
        let offset = written.offset.map(|offset| offset.to_string());
        let ahead = offset.as_deref().and_then(|offset| {
            let (hours, minutes) = offset.get(1..)?.split_once(':')?;
            let seconds = (hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?) * 60;
            Some(if offset.starts_with('-') { -seconds } else { seconds })
        });
        let seconds = days * 86_400 + of_day - ahead.unwrap_or(0);
        Some(Moment { written: written.to_string(), has_offset: offset.is_some(), seconds })
    }

    /// How many days have begun from another moment to this one. `None` if only one of them says
    /// how far it is from UTC.
    pub fn days_after(&self, other: &Moment) -> Option<u32> {
        if self.has_offset != other.has_offset {
            return None;
        }
        let late = (self.seconds - other.seconds).max(0);
        u32::try_from((late + 86_399) / 86_400).ok()
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Moment {
        let mut found = None;
        parse(&format!("at = {text}"), |_, value| {
            found = Moment::read(value.get_ref());
            Ok(())
        })
        .unwrap();
        found.unwrap()
    }

    #[test]
    fn days_are_counted_as_they_begin() {
        let deadline = moment("2026-02-27T23:59:00");
        for (handed_in, days) in [
            ("2026-02-27T23:59:00", 0),
            ("2025-12-31", 0),
            ("2026-02-28T00:00:00", 1),
            ("2026-02-28T23:59:00", 1),
            ("2026-03-01T00:00:00", 2),
            ("2027-02-27T23:59:00", 365),
            ("2028-03-01T23:59:00", 733),
        ] {
            assert_eq!(moment(handed_in).days_after(&deadline), Some(days), "{handed_in}");
        }
        assert_eq!(moment("2026-03-01").days_after(&moment("2026-02-28")), Some(1));
        let abroad = moment("2026-02-28T01:30:00+02:00");
        assert_eq!(abroad.days_after(&moment("2026-02-27T23:30:00Z")), Some(0));
        assert_eq!(abroad.days_after(&deadline), None);
    }
}
