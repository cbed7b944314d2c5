//! The tables of docs/reference/json.md, made from the JSON Schemas of docs/schemas.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::files;

/// The page with the tables.
const PAGE: &str = "docs/reference/json.md";

/// The folder of the schemas.
const FOLDER: &str = "docs/schemas";

/// Writes the tables into the page.
pub fn write(root: &Path) -> Result<(), String> {
    let page = files::read(&root.join(PAGE))?;
    let new = with_tables(&page, &schemas(root)?)?;
    fs::write(root.join(PAGE), new).map_err(|error| format!("{PAGE}: {error}"))
}

/// The faults of the page: a table that differs from its schema, or a schema without a table.
pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let page = files::read(&root.join(PAGE))?;
    let schemas = schemas(root)?;
    let mut faults = Vec::new();
    for (name, _) in schemas.iter().filter(|(name, _)| !page.contains(&marker(name))) {
        faults.push(format!("{PAGE}: has no table of {FOLDER}/{name}.json"));
    }
    if with_tables(&page, &schemas)? != page {
        faults.push(format!("{PAGE}: tables are not those of {FOLDER}; type: cargo xtask schemas"));
    }
    Ok(faults)
}

/// All schemas by their names.
fn schemas(root: &Path) -> Result<Vec<(String, Value)>, String> {
    let mut schemas = Vec::new();
    for path in files::entries(&root.join(FOLDER))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        schemas.push((name, files::read_json(&path)?));
    }
    Ok(schemas)
}

/// The line above a table.
fn marker(name: &str) -> String {
    format!("<!-- fields of {name}.json -->\n")
}

/// The page with the table of each schema below its marker. A table ends with an empty line.
fn with_tables(page: &str, schemas: &[(String, Value)]) -> Result<String, String> {
    let mut page = page.to_string();
    for (name, schema) in schemas {
        let Some(place) = page.find(&marker(name)) else { continue };
        let start = place + marker(name).len();
        let length = page[start..].find("\n\n").map_or(page.len() - start, |end| end + 1);
        page.replace_range(start..start + length, &table(schema)?);
    }
    Ok(page)
}

/// The fields that a schema describes, one row each.
fn table(schema: &Value) -> Result<String, String> {
    let mut rows = Vec::new();
    add_rows(schema, schema, "", &mut rows)?;
    let rows: String = rows
        .iter()
        .map(|[field, kind, about]| format!("| {field} | {kind} | {about} |\n"))
        .collect();
    Ok(format!("| field | type | meaning |\n|---|---|---|\n{rows}"))
}

/// Adds the rows of a part of a schema, whose fields begin with `prefix`.
fn add_rows(
    whole: &Value,
    part: &Value,
    prefix: &str,
    rows: &mut Vec<[String; 3]>,
) -> Result<(), String> {
    if let Some(choices) = part["anyOf"].as_array() {
        for choice in choices.iter().filter(|choice| choice["properties"].is_object()) {
            if let (Some(about), true) = (choice["description"].as_str(), prefix.is_empty()) {
                rows.push([format!("**{about}**"), String::new(), String::new()]);
            }
            add_rows(whole, choice, prefix, rows)?;
        }
    }
    if prefix.is_empty() && part["$ref"].is_string() {
        return add_rows(whole, target(whole, part)?, prefix, rows);
    }
    let Some(fields) = part["properties"].as_object() else { return Ok(()) };
    let required = part["required"].as_array().cloned().unwrap_or_default();
    for (name, field) in fields {
        let mut kind = kind(whole, field)?;
        if !required.contains(&Value::from(name.as_str())) {
            kind += ", may be left out";
        }
        let about = field["description"].as_str().unwrap_or_default().to_string();
        rows.push([format!("`{prefix}{name}`"), kind, about]);
        // The contents of a list or object, unless a schema defines them once for several places.
        let items = &field["items"];
        add_below(whole, field, &format!("{prefix}{name}."), rows)?;
        add_below(whole, items, &format!("{prefix}{name}[]."), rows)?;
    }
    Ok(())
}

fn add_below(
    whole: &Value,
    part: &Value,
    prefix: &str,
    rows: &mut Vec<[String; 3]>,
) -> Result<(), String> {
    match part["properties"].is_object() || part["anyOf"].is_array() {
        true => add_rows(whole, part, prefix, rows),
        false => Ok(()),
    }
}

/// The target of a reference.
fn target<'a>(whole: &'a Value, part: &Value) -> Result<&'a Value, String> {
    let name = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    let found = name.and_then(|name| whole["$defs"].get(name));
    found.ok_or_else(|| format!("a schema has no part {}", part["$ref"]))
}

/// The type of a field in a few words.
fn kind(whole: &Value, field: &Value) -> Result<String, String> {
    if let Some(name) = field["$ref"].as_str() {
        target(whole, field)?;
        return Ok(name.trim_start_matches("#/$defs/").to_string());
    }
    if !field["const"].is_null() {
        return Ok(format!("`{}`", field["const"]));
    }
    if let Some(values) = field["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        return Ok(values.join(", "));
    }
    if let Some(choices) = field["anyOf"].as_array() {
        let kinds: Vec<String> =
            choices.iter().map(|choice| kind(whole, choice)).collect::<Result<_, _>>()?;
        return Ok(kinds.join(" or "));
    }
    let types = match &field["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let mut words = Vec::new();
    for one in types {
        words.push(match one.as_str() {
            Some("string") => "text".to_string(),
            Some("integer") => "whole number".into(),
            Some("number") => "number".into(),
            Some("boolean") => "true or false".into(),
            Some("null") => "null".into(),
            Some("object") => "object".into(),
            Some("array") => format!("list of {}", kind(whole, &field["items"])?),
            _ => return Err(format!("a schema has the unknown type {one}")),
        });
    }
    Ok(words.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_table_has_a_row_for_each_field_also_of_lists_and_choices() {
        let schema = json!({
            "anyOf": [
                { "description": "one", "properties": {
                    "a": { "type": ["integer", "null"], "description": "first" },
                    "b": { "type": "array", "items": { "properties": {
                        "c": { "$ref": "#/$defs/part", "description": "third" } },
                        "required": ["c"], "type": "object" }, "description": "second" } },
                  "required": ["a"] },
                { "properties": { "d": { "enum": ["x", null] } }, "required": ["d"] },
            ],
            "$defs": { "part": { "type": "string" } },
        });
        let expected = "\
| field | type | meaning |
|---|---|---|
| **one** |  |  |
| `a` | whole number or null | first |
| `b` | list of object, may be left out | second |
| `b[].c` | part | third |
| `d` | `\"x\"`, `null` |  |
";
        assert_eq!(table(&schema).unwrap(), expected);
        let page = format!("# Page\n\n{}old\n\nrest\n", marker("s"));
        let new = with_tables(&page, &[("s".into(), schema)]).unwrap();
        assert_eq!(new, format!("# Page\n\n{}{expected}\nrest\n", marker("s")));
        assert!(table(&json!({ "properties": { "a": { "type": "word" } } })).is_err());
        assert!(table(&json!({ "$ref": "#/$defs/none" })).is_err());
    }
}
