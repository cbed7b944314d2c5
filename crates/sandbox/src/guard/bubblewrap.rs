//! Namespaces that bubblewrap makes, where the system lets only that program make them.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use nix::unistd::geteuid;

use super::namespaces::{HOME, LINKS, SYSTEM, TEMPORARY};
use super::orders::Orders;

/// This program in the sandbox.
const LAUNCHER: &str = "/.agon";

/// The command that starts this program in new namespaces; its arguments follow.
pub fn command(orders: &Orders) -> Result<Command, String> {
    orders.allow("bubblewrap")?;
    if geteuid().is_root() {
        return Err("it would leave a program the rights of root".into());
    }
    let missing = "bubblewrap is not installed";
    let program = crate::command_line::on_path("bwrap").ok_or(missing)?;
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["--unshare-all", "--unshare-user", "--die-with-parent", "--disable-userns"]);
    command.args(["--cap-drop", "ALL", "--proc", "/proc"]);
    for device in orders.devices() {
        command.args(["--dev-bind", device, device]);
    }
    let disk = orders.disk.to_string();
    command.args(["--perms", "0700", "--size", &disk, "--tmpfs", TEMPORARY, "--dir", HOME]);
    for (target, link) in LINKS {
        command.args(["--symlink", target, link]);
    }
    let granted = orders.readable.iter().map(AsRef::as_ref);
    let mut shown: Vec<&Path> = Vec::new();
    for path in SYSTEM.into_iter().map(Path::new).chain(granted) {
        let is_shown = path.parent().is_none() || shown.iter().any(|above| path.starts_with(above));
        let Ok(about) = fs::symlink_metadata(path) else { continue };
        if is_shown {
            continue;
        }
        match fs::read_link(path) {
            Ok(target) if about.is_symlink() => {
                command.arg("--symlink").args([target.as_path(), path]);
            }
            _ => drop(command.arg("--ro-bind").args([path, path])),
        }
        shown.push(path);
    }
    command.arg("--ro-bind").args([own.as_path(), Path::new(LAUNCHER)]);
    command.args(["--remount-ro", "/", "--chdir", HOME, "--", LAUNCHER]);
    Ok(command)
}
