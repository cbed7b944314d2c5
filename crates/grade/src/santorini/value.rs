//! Values as Haskell shows them.

/// A value that a function of the assignment can have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(char),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A list.
    List(Vec<Value>),
}

/// The deepest nesting.
const MAX_NESTING: usize = 20;

impl Value {
    /// Reads a whole text.
    pub fn read(text: &str) -> Option<Value> {
        let mut rest = text.trim();
        let value = read(&mut rest, 0)?;
        rest.trim().is_empty().then_some(value)
    }

    /// A pair of numbers.
    pub fn pair(row: i64, column: i64) -> Value {
        Value::Tuple(vec![Value::Int(row), Value::Int(column)])
    }

    /// The same with the elements of lists in order.
    pub fn sorted(self) -> Value {
        match self {
            Value::List(mut elements) => {
                elements.sort();
                Value::List(elements)
            }
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(Value::sorted).collect()),
            other => other,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all =
            |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Bool(true) => write!(f, "True"),
            Value::Bool(false) => write!(f, "False"),
            Value::Char(letter) => write!(f, "{letter:?}"),
            Value::Tuple(parts) => write!(f, "({})", all(parts)),
            Value::List(elements) => write!(f, "[{}]", all(elements)),
        }
    }
}

fn read(rest: &mut &str, depth: usize) -> Option<Value> {
    *rest = rest.trim_start();
    let first = rest.chars().next().filter(|_| depth < MAX_NESTING)?;
    match first {
        '(' => {
            let mut parts = sequence(rest, ')', depth)?;
            // Negative numbers stand in parentheses.
            if parts.len() == 1 { parts.pop() } else { Some(Value::Tuple(parts)) }
        }
        '[' => sequence(rest, ']', depth).map(Value::List),
        '\'' => {
            let letter = rest[1..].chars().next()?;
            *rest = rest[1 + letter.len_utf8()..].strip_prefix('\'')?;
            Some(Value::Char(letter))
        }
        'T' | 'F' => {
            let (word, value) = if first == 'T' { ("True", true) } else { ("False", false) };
            *rest = rest.strip_prefix(word)?;
            Some(Value::Bool(value))
        }
        _ => {
            let end = rest
                .char_indices()
                .find(|&(place, letter)| !(letter.is_ascii_digit() || place == 0 && letter == '-'))
                .map_or(rest.len(), |(place, _)| place);
            let number = rest[..end].parse().ok()?;
            *rest = &rest[end..];
            Some(Value::Int(number))
        }
    }
}

/// The values between brackets; the opening one has not been read.
fn sequence(rest: &mut &str, close: char, depth: usize) -> Option<Vec<Value>> {
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
            assert_eq!(Value::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Value::read(" ( -3 , [ ] ) ").unwrap().to_string(), "(-3,[])");
        for text in ["", "(", "(1", "[1,]", "1 2", "'B", "Nothing", "(1,2", "\u{3b1}"] {
            assert_eq!(Value::read(text), None, "{text}");
        }
        assert_eq!(Value::read(&"[".repeat(1000)), None);
    }
}
