//! The temporary folder that a program runs in, and its environment.

use std::env;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Creates the folder of an engine, which other users cannot read.
pub fn make_folder() -> Result<TempDir, String> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("agon-engine-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir().map_err(|error| {
        let folder = env::temp_dir();
        let which = folder.display();
        format!("cannot create a temporary folder in {which}: {error}; TMPDIR=FOLDER names another")
    })
}

/// Makes a command run in the folder and with the environment of an engine.
pub fn prepare(command: &mut Command, folder: &Path) {
    command
        .current_dir(folder)
        .env_clear()
        .envs(env::var_os("PATH").map(|path| ("PATH", path)))
        .envs([("HOME", folder), ("TMPDIR", folder)])
        .env("LANG", "C.UTF-8");
}
