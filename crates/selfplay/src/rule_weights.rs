//! Finds and replaces the weights in the text of a rule file.

use std::ops::Range;

use agon_infer::LineReport;

/// A number in a rule file that multiplies the points of value lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The range in the text.
    pub place: Range<usize>,
    pub value: i32,
    /// The value lines of this weight, as indices into the report.
    pub lines: Vec<usize>,
}

/// The weights of a file's value lines. A line has one only if its points are a number, or a number
/// times something.
pub fn find_weights(source: &str, lines: &[LineReport]) -> Vec<Weight> {
    let mut starts = vec![0];
    starts.extend(source.match_indices('\n').map(|(at, _)| at + 1));
    let mut weights: Vec<Weight> = Vec::new();
    // The position to continue from, if a line of the file has several value lines.
    let (mut last, mut from) = (None, 0);
    for (number, line) in lines.iter().enumerate() {
        let here = Some((line.line, line.text.as_str()));
        if last == here {
            // Two parts of a product with a difference.
            if let Some(weight) = weights.last_mut().filter(|it| it.lines.contains(&(number - 1))) {
                weight.lines.push(number);
            }
            continue;
        }
        let Some(&start) = starts.get(line.line.saturating_sub(1)) else { continue };
        from = if last.is_some_and(|(before, _)| before == line.line) { from } else { start };
        last = here;
        let is_lisp = line.text.trim_start().starts_with('(');
        let found = if is_lisp { in_lisp(source, from) } else { in_rule(source, from) };
        let Some((place, value)) = found else {
            from = source[from..].find('\n').map_or(source.len(), |at| from + at);
            continue;
        };
        from = place.end;
        weights.push(Weight { place, value, lines: vec![number] });
    }
    weights
}

/// The text with new values for these weights.
pub fn replace_weights(source: &str, weights: &[Weight], values: &[i32]) -> String {
    let mut text = String::with_capacity(source.len());
    let mut copied = 0;
    for (weight, value) in weights.iter().zip(values) {
        text += &source[copied..weight.place.start];
        text += &value.to_string();
        copied = weight.place.end;
    }
    text + &source[copied..]
}

/// The weight of the next `value(PLAYER, ...)`.
fn in_rule(source: &str, from: usize) -> Option<(Range<usize>, i32)> {
    let head = from + source.get(from..)?.find("value(")? + "value(".len();
    let comma = head + source[head..].find(',')? + 1;
    let (place, value) = number(source, comma)?;
    // Only one factor may follow: in 4 * H + 1 the number does not multiply all points.
    let rest = source[place.end..].trim_start();
    let is_weight = match rest.chars().next()? {
        ')' => true,
        '*' => is_one_factor(&rest[1..]),
        _ => false,
    };
    is_weight.then_some((place, value))
}

/// Whether the text up to the closing parenthesis of the head contains no sum.
fn is_one_factor(text: &str) -> bool {
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '(' | '{' => depth += 1,
            ')' if depth == 0 => return true,
            ')' | '}' => depth -= 1,
            '+' | '-' if depth == 0 => return false,
            _ => (),
        }
    }
    false
}

/// The weight of the next `(* NUMBER ...)`.
fn in_lisp(source: &str, from: usize) -> Option<(Range<usize>, i32)> {
    let line = source.get(from..)?.lines().next()?;
    let product = from + line.find("(*")? + "(*".len();
    number(source, product)
}

/// Reads an integer after blanks.
fn number(source: &str, from: usize) -> Option<(Range<usize>, i32)> {
    let text = source.get(from..)?;
    let start = from + text.len() - text.trim_start().len();
    let digits = source[start..].strip_prefix('-').unwrap_or(&source[start..]);
    let length = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let end = source.len() - digits.len() + length;
    let value = source[start..end].parse().ok()?;
    Some((start..end, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports of a file whose value lines are on these lines.
    fn reports(source: &str, lines: &[usize]) -> Vec<LineReport> {
        let report = |&line: &usize| LineReport {
            line,
            text: source.lines().nth(line - 1).unwrap().trim().into(),
            weight: None,
            counts: [0; 2],
            points: [0; 2],
            proofs: Vec::new(),
        };
        lines.iter().map(report).collect()
    }

    fn values(source: &str, lines: &[usize]) -> Vec<i32> {
        find_weights(source, &reports(source, lines)).iter().map(|weight| weight.value).collect()
    }

    #[test]
    fn weights_are_numbers_and_factors() {
        let source = "game x.\nvalue(me, 100) :- win.\nvalue(C, -6)  :- reach(C, _).\n\
            value(C, 4 * H) :- pawn(F, C).\nvalue(C, 24 * (2 - S)) :- a.\n\
            value(C, 3 * H + 1) :- b.\nvalue(C, N) :- c.\nvalue(C, -N) :- d.\n";
        assert_eq!(values(source, &[2, 3, 4, 5, 6, 7, 8]), [100, -6, 4, 24]);
    }

    #[test]
    fn weights_of_the_lisp_dialect_are_factors() {
        let source = "(value\n  (+ (* 170 (count-results (score me 1)))\n     (* -30 (count-results (a)))))\n";
        let mut lines = reports(source, &[2, 3]);
        lines[0].text = "(* 170 (count-results (score me 1)))".into();
        assert_eq!(
            find_weights(source, &lines).iter().map(|it| it.value).collect::<Vec<_>>(),
            [170, -30]
        );
    }

    #[test]
    fn only_the_numbers_change() {
        let source = "value(me, 100) :- win. % 100\nvalue(C, -6 * H) :- reach(C, 6).\n";
        let weights = find_weights(source, &reports(source, &[1, 2]));
        let changed = replace_weights(source, &weights, &[-7, 1234]);
        assert_eq!(changed, "value(me, -7) :- win. % 100\nvalue(C, 1234 * H) :- reach(C, 6).\n");
        assert_eq!(replace_weights(source, &weights, &[100, -6]), source);
    }
}
