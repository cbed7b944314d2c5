//! What the lexers of the languages share.

/// The beginning of a text up to the first character that does not belong to it.
pub fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

/// The digits at the beginning of a text.
pub fn digits(text: &str) -> &str {
    leading(text, |c| c.is_ascii_digit())
}

/// Whether a character can be part of a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The character that one after a backslash stands for.
pub fn escaped(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        '\\' | '\'' | '"' => Some(c),
        _ => None,
    }
}
