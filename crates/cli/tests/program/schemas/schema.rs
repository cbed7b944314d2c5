//! A checker of the few keywords that the schemas of docs/schemas use.

use serde_json::Value;

/// The keywords that are understood. Any other is an error, so that no schema promises what
/// nobody checks.
const KEYWORDS: [&str; 13] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
];

/// Why a value does not fit a schema; nothing if it does.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    part_faults(schema, schema, value, "")
}

/// The faults of a value at a place, by a part of a schema.
fn part_faults(whole: &Value, part: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(keywords) = part.as_object() else {
        return vec![format!("{place}: the schema {part} is no object")];
    };
    for keyword in keywords.keys().filter(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
        faults.push(format!("{place}: the schema has the unknown keyword {keyword}"));
    }
    if let Some(path) = part["$ref"].as_str() {
        match path.strip_prefix("#/$defs/").and_then(|name| whole["$defs"].get(name)) {
            Some(part) => faults.extend(part_faults(whole, part, value, place)),
            None => faults.push(format!("{place}: the schema has no {path}")),
        }
    }
    let has_type = |name: &Value| match name.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        _ => false,
    };
    let fits = match &part["type"] {
        Value::Null => true,
        Value::Array(types) => types.iter().any(has_type),
        one => has_type(one),
    };
    if !fits {
        faults.push(format!("{place}: {value} is not of the type {}", part["type"]));
    }
    if part.get("const").is_some_and(|wanted| wanted != value) {
        faults.push(format!("{place}: {value} is not {}", part["const"]));
    }
    if part["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        faults.push(format!("{place}: {value} is not one of {}", part["enum"]));
    }
    if let Some(choices) = part["anyOf"].as_array() {
        let found: Vec<_> =
            choices.iter().map(|choice| part_faults(whole, choice, value, place)).collect();
        if !found.iter().any(Vec::is_empty) {
            faults.push(format!("{place}: {value} fits none of these: {found:?}"));
        }
    }
    if let Some(object) = value.as_object() {
        faults.extend(object_faults(whole, part, object, place));
    }
    if let (Some(items), Some(list)) = (part.get("items"), value.as_array()) {
        for (number, item) in list.iter().enumerate() {
            faults.extend(part_faults(whole, items, item, &format!("{place}[{number}]")));
        }
    }
    faults
}

fn object_faults(
    whole: &Value,
    part: &Value,
    object: &serde_json::Map<String, Value>,
    place: &str,
) -> Vec<String> {
    let mut faults = Vec::new();
    for name in part["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(name) {
            faults.push(format!("{place}: {name} is missing"));
        }
    }
    for (name, value) in object {
        let place = format!("{place}.{name}");
        match (part["properties"].get(name), part.get("additionalProperties")) {
            (Some(field), _) => faults.extend(part_faults(whole, field, value, &place)),
            (None, Some(Value::Bool(false))) => faults.push(format!("{place} is not described")),
            (None, Some(field)) => faults.extend(part_faults(whole, field, value, &place)),
            (None, None) => (),
        }
    }
    faults
}
