//! Lines of CSV, which spreadsheets read as they are meant.

/// A line of a file (RFC 4180).
pub fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\r\n"
}

/// A field, in quotes where it needs them. A spreadsheet must not take a name for a formula.
fn quoted(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '@', '\t', '\r'])
        || field.starts_with('-') && field.parse::<f64>().is_err();
    let field = if is_formula { format!("'{field}") } else { field.to_string() };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_are_text() {
        let fields = ["a,b", "say \"x\"", "=1+1", "-5", "-a", "two\nlines", "plain"];
        let fields: Vec<String> = fields.map(String::from).to_vec();
        let expected = "\"a,b\",\"say \"\"x\"\"\",'=1+1,-5,'-a,\"two\nlines\",plain\r\n";
        assert_eq!(line(&fields), expected);
    }
}
