//! The files of a task, by the hashes of their bytes.

use std::collections::BTreeMap;

/// Files by their hashes.
pub type Objects = BTreeMap<String, Vec<u8>>;

/// Fetches a file by its hash, and checks the hash.
pub type FetchObject<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;
