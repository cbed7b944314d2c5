//! Dates of records, as in PGN: `2026.05.31`.

/// The days from year 0 to 1 January 1970, in the calendar that [`days_before`] counts by.
const EPOCH: i64 = 719_528;

/// The date (UTC) of a day since 1 January 1970.
pub fn date_text(days: u64) -> String {
    let days = i64::try_from(days).unwrap_or(0).min(2_932_896) + EPOCH;
    // Close from below, and at most a year off.
    let mut year = days * 400 / 146_097 - 1;
    while days_before(year + 1) <= days {
        year += 1;
    }
    let mut left = days - days_before(year);
    let mut month = 0;
    while left >= length(year, month) {
        left -= length(year, month);
        month += 1;
    }
    format!("{year:04}.{:02}.{:02}", month + 1, left + 1)
}

/// The day since 1 January 1970 of a date; `None` if the text is no date since then.
pub fn read_date(text: &str) -> Option<u64> {
    let mut parts = text.splitn(3, '.');
    let mut part = |digits: usize| {
        let part = parts.next().filter(|part| part.len() == digits)?;
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<i64>().ok())?
    };
    let (year, month, day) = (part(4)?, part(2)? - 1, part(2)?);
    if !(0..12).contains(&month) || !(1..=length(year, month)).contains(&day) {
        return None;
    }
    let before: i64 = (0..month).map(|month| length(year, month)).sum();
    u64::try_from(days_before(year) + before + day - 1 - EPOCH).ok()
}

/// The days of all years from year 0 to the one before this.
fn days_before(year: i64) -> i64 {
    365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
}

/// The days of a month, which is counted from 0.
fn length(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    match month {
        1 => 28 + i64::from(is_leap),
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let cases = [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (20_603, "2026.05.30"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
            (2_932_896, "9999.12.31"),
        ];
        for (day, expected) in cases {
            assert_eq!(date_text(day), expected, "{day}");
            assert_eq!(read_date(expected), Some(day), "{expected}");
        }
    }

    /// The slow twin: the date of the day after.
    fn next(year: i64, month: i64, day: i64) -> (i64, i64, i64) {
        match (month, day == length(year, month)) {
            (_, false) => (year, month, day + 1),
            (11, true) => (year + 1, 0, 1),
            (_, true) => (year, month + 1, 1),
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1970, 0, 1);
        for days in 0..60_000 {
            let text = format!("{year:04}.{:02}.{day:02}", month + 1);
            assert_eq!((date_text(days), read_date(&text)), (text.clone(), Some(days)));
            (year, month, day) = next(year, month, day);
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "2026", "2026.13.01", "2026.02.29", "1969.12.31", "2026.5.1", "????.??.??"]
        {
            assert_eq!(read_date(text), None, "{text}");
        }
        assert_eq!(date_text(u64::MAX), "1970.01.01");
    }
}
