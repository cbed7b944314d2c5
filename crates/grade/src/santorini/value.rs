//! Haskell values in the form of `show`.

/// A value that a function of the assignment can return.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HaskellValue {
    Int(i64),
    Bool(bool),
    Char(char),
    Tuple(Vec<HaskellValue>),
    List(Vec<HaskellValue>),
}

const MAX_NESTING: usize = 20;

impl HaskellValue {
    /// Reads a text that holds one value.
    pub fn read(text: &str) -> Option<HaskellValue> {
        let mut rest = text.trim();
        let value = read(&mut rest, 0)?;
        rest.trim().is_empty().then_some(value)
    }

    pub fn pair(row: i64, column: i64) -> HaskellValue {
        HaskellValue::Tuple(vec![HaskellValue::Int(row), HaskellValue::Int(column)])
    }

    /// Sorts the elements of lists.
    pub fn sorted(self) -> HaskellValue {
        match self {
            HaskellValue::List(mut elements) => {
                elements.sort();
                HaskellValue::List(elements)
            }
            HaskellValue::Tuple(parts) => {
                HaskellValue::Tuple(parts.into_iter().map(HaskellValue::sorted).collect())
            }
            other => other,
        }
    }
}

impl std::fmt::Display for HaskellValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = |values: &[HaskellValue]| {
            values.iter().map(HaskellValue::to_string).collect::<Vec<_>>().join(",")
        };
        match self {
            HaskellValue::Int(number) => write!(f, "{number}"),
            HaskellValue::Bool(true) => write!(f, "True"),
            HaskellValue::Bool(false) => write!(f, "False"),
            HaskellValue::Char(letter) => write!(f, "{letter:?}"),
            HaskellValue::Tuple(parts) => write!(f, "({})", all(parts)),
            HaskellValue::List(elements) => write!(f, "[{}]", all(elements)),
        }
    }
}

fn read(rest: &mut &str, depth: usize) -> Option<HaskellValue> {
    *rest = rest.trim_start();
    let first = rest.chars().next().filter(|_| depth < MAX_NESTING)?;
    match first {
        '(' => {
            let mut parts = sequence(rest, ')', depth)?;
            // Negative numbers are in parentheses.
            if parts.len() == 1 { parts.pop() } else { Some(HaskellValue::Tuple(parts)) }
        }
        '[' => sequence(rest, ']', depth).map(HaskellValue::List),
        '\'' => {
            let letter = rest[1..].chars().next()?;
            *rest = rest[1 + letter.len_utf8()..].strip_prefix('\'')?;
            Some(HaskellValue::Char(letter))
        }
        'T' | 'F' => {
            let (word, value) = if first == 'T' { ("True", true) } else { ("False", false) };
            *rest = rest.strip_prefix(word)?;
            Some(HaskellValue::Bool(value))
        }
        _ => {
            let end = rest
                .char_indices()
                .find(|&(place, letter)| !(letter.is_ascii_digit() || place == 0 && letter == '-'))
                .map_or(rest.len(), |(place, _)| place);
            let number = rest[..end].parse().ok()?;
            *rest = &rest[end..];
            Some(HaskellValue::Int(number))
        }
    }
}

/// The values between brackets, from the opening bracket on.
fn sequence(rest: &mut &str, close: char, depth: usize) -> Option<Vec<HaskellValue>> {
    *rest = rest[1..].trim_start();
    let mut values = Vec::new();
    if let Some(after) = rest.strip_prefix(close) {
        *rest = after;
        return Some(values);
    }
    loop {
        values.push(read(rest, depth + 1)?);
        *rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(close) {
            *rest = after;
            return Some(values);
        }
        *rest = rest.strip_prefix(',')?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_shown() {
        for text in
            ["(False,'B',((0,0),(1,1)),((2,2),(3,3)),[(1,(2,0))])", "[]", "-3", "[True,False]"]
        {
            assert_eq!(HaskellValue::read(text).unwrap().to_string(), text);
        }
        assert_eq!(HaskellValue::read(" ( -3 , [ ] ) ").unwrap().to_string(), "(-3,[])");
        for text in ["", "(", "(1", "[1,]", "1 2", "'B", "Nothing", "(1,2", "\u{3b1}"] {
            assert_eq!(HaskellValue::read(text), None, "{text}");
        }
        assert_eq!(HaskellValue::read(&"[".repeat(1000)), None);
    }
}
