//! The end of what a program wrote to standard error.

#[derive(Debug, Default)]
pub struct StderrTail(Vec<u8>);

impl StderrTail {
    /// The most bytes that are kept.
    const KEPT: usize = 400;

    /// Follows the quoted text in the reason of an end.
    pub const ON_STDERR: &'static str = "on standard error";

    /// The quoted text in the reason of an end, if there is any.
    pub fn quoted_in(how: &str) -> Option<String> {
        let (_, words) = how.split_once(", with ")?;
        words.contains(Self::ON_STDERR).then(|| words.to_string())
    }

    pub fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(&bytes[bytes.len().saturating_sub(Self::KEPT)..]);
        let surplus = self.0.len().saturating_sub(Self::KEPT);
        self.0.drain(..surplus);
    }

    /// How a program ended, with the end of its standard error, if there is any.
    pub fn add_to(&self, how: &str) -> String {
        let text = String::from_utf8_lossy(&self.0);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        match lines.as_slice() {
            [] => how.into(),
            lines => format!("{how}, with {:?} {}", lines.join(" / "), Self::ON_STDERR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_long_output_is_kept() {
        let mut words = StderrTail::default();
        assert_eq!(words.add_to("exit code 1"), "exit code 1");
        words.add(b"\n");
        assert_eq!(words.add_to("exit code 1"), "exit code 1");
        for number in 0..10_000 {
            words.add(format!("line {number}\n").as_bytes());
        }
        words.add(b"no such square\n");
        let how = words.add_to("exit code 1");
        assert!(how.starts_with("exit code 1, with "), "{how}");
        assert!(how.contains("line 9999 / no such square"), "{how}");
        assert!(StderrTail::quoted_in(&how).is_some_and(|words| words.starts_with('"')), "{how}");
        assert_eq!(StderrTail::quoted_in("exit code 1"), None);
        assert!(how.len() < 2 * StderrTail::KEPT, "{how}");
        words.add(&[b'x'; 100_000]);
        assert_eq!(words.0.len(), StderrTail::KEPT);
    }
}
