//! Scripts and styles of the page as they are sent: without comments, indentation and line breaks
//! that nothing needs.

/// A file of the page as it is sent, if that is shorter. In JSON no line break means anything.
pub fn shortened(name: &str, text: &str) -> Option<String> {
    match name.rsplit('.').next() {
        Some("js") => Some(shortened_script(text)),
        Some("css") => Some(shortened_style(text)),
        Some("json") => Some(text.lines().collect()),
        _ => None,
    }
}

/// A script without the comments that fill whole lines, without indentation, and with its lines
/// joined where that changes nothing. One with a text over several lines stays as it is.
fn shortened_script(script: &str) -> String {
    let has_long_text = script.lines().any(|line| line.matches('`').count() % 2 == 1);
    let lines: Vec<String> = script.lines().map(without_spaces).collect();
    let script = if has_long_text { script.into() } else { lines.join("\n") };
    joined(&script, &['}', ')', ']', '.', '?', ':', '&', '|'])
}

/// A line of a script without the spaces beside signs. One with a text, a comment or a regular
/// expression stays as it is.
fn without_spaces(line: &str) -> String {
    const SIGNS: [&str; 13] =
        ["=>", "===", "!==", "=", ",", "{", "}", "&&", "||", "??", "?", ":", ";"];
    if line.contains(['"', '\'', '`', '/']) {
        return line.into();
    }
    SIGNS.iter().fold(line.to_string(), |left, sign| {
        left.replace(&format!(" {sign}"), sign).replace(&format!("{sign} "), sign)
    })
}

/// The same, with these at the start of lines that go on with the line before.
fn joined(script: &str, going_on: &[char]) -> String {
    if script.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return script.into();
    }
    let mut is_comment = false;
    let mut left = String::with_capacity(script.len());
    let mut last = "";
    for text in script.lines().map(str::trim) {
        let begins = !is_comment && text.starts_with("/*");
        let ends = text.ends_with("*/");
        let is_left_out = is_comment || begins && (ends || !text.contains("*/"));
        is_comment = (is_comment || begins && is_left_out) && !ends;
        if is_left_out || text.is_empty() || text.starts_with("//") {
            continue;
        }
        // A comment at the end of a line ends with it.
        let goes_on = text.starts_with(going_on) || asks_for_more(last);
        if !goes_on || last.contains("//") {
            left.push('\n');
        }
        left += text;
        last = text;
    }
    left.push('\n');
    left
}

/// Whether a line of a script or style is closed or cannot be the last, so that a line break behind
/// it means nothing. A brace alone closes a block: what is assigned ends with a semicolon.
fn asks_for_more(line: &str) -> bool {
    line.is_empty()
        || line == "}"
        || line.ends_with("=>")
        || line.ends_with(['{', ';', ',', '(', '[', '=', ':', '?', '&', '|'])
}

/// The same of a style, whose declarations and rules lose the spaces that nothing needs. Every rule
/// is closed by its brace.
fn shortened_style(style: &str) -> String {
    let lines = style.lines().map(|line| {
        let text = line.trim();
        let text = if text.contains(['"', '\'']) { text.into() } else { text.replace(", ", ",") };
        match text.strip_suffix(" {") {
            Some(selector) => format!("{selector}{{\n"),
            None if text.ends_with(';') => format!("{}\n", text.replacen(": ", ":", 1)),
            None => format!("{text}\n"),
        }
    });
    joined(&lines.collect::<String>(), &['}', ')']).replace("}\n", "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_lose_comments_and_line_breaks_that_mean_nothing() {
        let script = "// A module.\n/** @type {A} */\nlet a = 1; // kept\n/**\n * @param {B} b\n */\n\n\
                      const c = /** @type {C} */ (d);\n  /** e */ f();\n";
        let left = "let a = 1; // kept\nconst c = /** @type {C} */ (d);/** e */ f();\n";
        assert_eq!(shortened_script(script), left);
        let text = "let a = `b\n  c`;\n";
        assert_eq!(shortened_script(text), text);
        let call = "f(\n  a,\n  [\n    b\n  ]\n);\nif (a) {\n  g()\n}\nelse h();\n";
        assert_eq!(shortened_script(call), "f(a,[b]);if (a){g()}else h();\n");
        let chain = "const a =\n  b\n    .c()\n    && d;\ne++\n++f\n";
        assert_eq!(shortened_script(chain), "const a=b.c()&&d;e++\n++f\n");
        let signs = "let a = b === c ? { d, e } : (f) => f + +g;\nlet h = \"i , j\";\n";
        let left = "let a=b===c?{d,e}:(f)=>f + +g;let h = \"i , j\";\n";
        assert_eq!(shortened_script(signs), left);
    }

    #[test]
    fn styles_lose_spaces_that_mean_nothing() {
        let style =
            "/* A part. */\na,\nb > c:hover {\n  color: red;\n  content: \": \";\n}\n\nd {\n}\n";
        let left = "a,b > c:hover{color:red;content:\": \";}d{}";
        assert_eq!(shortened_style(style), left);
    }
}
