//! Whether JSON fits a schema of docs/schemas.

use boon::{Compiler, Schemas};
use serde_json::Value;

/// Why a value does not match a schema; empty if it does.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", schema.clone()).unwrap();
    let compiled = compiler.compile("schema.json", &mut schemas);
    let index = compiled.unwrap_or_else(|error| panic!("no schema: {error:#}"));
    schemas.validate(value, index).err().map(|error| format!("{error}")).into_iter().collect()
}
