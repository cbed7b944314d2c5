//! The arguments of a guard, of the first process of a sandbox and of a launcher.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use super::namespaces::DEVICES;
use crate::level::Method;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    pub method: Method,
    /// The memory limit of each process and of all together, in bytes.
    pub memory: Option<u64>,
    /// The bytes that it may write to files.
    pub disk: u64,
    /// The files and folders that it may make.
    pub files: u64,
    pub processes: usize,
    /// Processes and threads together.
    pub tasks: u64,
    /// Whether the kernel counts its memory.
    pub is_counted: bool,
    /// The user that it becomes, if the guard is root.
    pub user: Option<u32>,
    /// Parts of the sandbox that must not be used, to see what a lesser system does.
    pub without: String,
    /// The files and folders that it may read besides the system.
    pub readable: Vec<PathBuf>,
    /// Names that are linked into its folder, and where they lead.
    pub links: Vec<(OsString, PathBuf)>,
    /// The program, as an absolute path or a name, and its arguments; empty to test the sandbox.
    pub words: Vec<OsString>,
}

impl Orders {
    /// The orders as arguments.
    pub fn write(&self) -> Vec<OsString> {
        let optional = |number: Option<u64>| number.map_or("-".to_string(), |n| n.to_string());
        let head = [
            self.method.name().to_string(),
            optional(self.memory),
            self.disk.to_string(),
            self.files.to_string(),
            self.processes.to_string(),
            self.tasks.to_string(),
            self.is_counted.to_string(),
            optional(self.user.map(u64::from)),
            self.without.clone(),
            self.readable.len().to_string(),
            self.links.len().to_string(),
        ];
        let readable = self.readable.iter().map(|path| path.clone().into_os_string());
        let links = self.links.iter().flat_map(|(name, path)| [name.clone(), path.clone().into()]);
        let head = head.into_iter().map(OsString::from);
        head.chain(readable).chain(links).chain(self.words.iter().cloned()).collect()
    }

    /// Parses arguments; `None` if they are malformed.
    pub fn read(words: impl Iterator<Item = OsString>) -> Option<Orders> {
        let mut words = words;
        let mut text = || words.next()?.into_string().ok();
        let method = Method::read(&text()?)?;
        let memory = optional(&text()?)?;
        let (disk, files) = (text()?.parse().ok()?, text()?.parse().ok()?);
        let (processes, tasks) = (text()?.parse().ok()?, text()?.parse().ok()?);
        let is_counted = text()?.parse().ok()?;
        let user = optional(&text()?)?;
        let without = text()?;
        let (count, linked): (usize, usize) = (text()?.parse().ok()?, text()?.parse().ok()?);
        let mut next = || words.next();
        let readable: Vec<PathBuf> =
            (0..count).map(|_| next().map(PathBuf::from)).collect::<Option<_>>()?;
        let links: Vec<(OsString, PathBuf)> =
            (0..linked).map(|_| Some((next()?, next()?.into()))).collect::<Option<_>>()?;
        let words = words.collect();
        Some(Orders {
            method,
            memory,
            disk,
            files,
            processes,
            tasks,
            is_counted,
            user,
            without,
            readable,
            links,
            words,
        })
    }

    /// The devices that it may use. A mapping of `/dev/zero` is memory that processes share, and
    /// that only the kernel can count.
    pub fn devices(&self) -> impl Iterator<Item = &'static str> {
        let is_counted = self.is_counted;
        DEVICES.into_iter().filter(move |device| is_counted || *device != "/dev/zero")
    }

    /// An error if a part of the sandbox must not be used.
    pub fn allow(&self, part: &str) -> Result<(), String> {
        match self.without.split(',').any(|name| name == part) {
            true => Err(format!("{} says so", crate::level::WITHOUT)),
            false => Ok(()),
        }
    }
}

/// A number, or a hyphen for none.
fn optional<T: FromStr>(text: &str) -> Option<Option<T>> {
    if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_and_read() {
        let mut orders = Orders {
            method: Method::Bubblewrap,
            memory: Some(7),
            disk: 8,
            files: 5,
            processes: 9,
            tasks: 11,
            is_counted: true,
            user: Some(1 << 31),
            without: "cgroup".into(),
            readable: vec!["/a b".into(), "/c".into()],
            links: vec![("c".into(), "/a b/c".into())],
            words: vec!["sh".into(), "-c".into(), "".into()],
        };
        assert_eq!(Orders::read(orders.write().into_iter()), Some(orders.clone()));
        assert!(orders.allow("cgroup").is_err() && orders.allow("landlock").is_ok());
        let (readable, links, words) = (Vec::new(), Vec::new(), Vec::new());
        orders = Orders { memory: None, user: None, readable, links, words, ..orders };
        assert_eq!(Orders::read(orders.write().into_iter()), Some(orders.clone()));
        let mut cut = Orders { readable: vec!["/a".into()], ..orders }.write();
        cut.pop();
        assert_eq!(Orders::read(cut.into_iter()), None);
        assert_eq!(Orders::read(vec!["x".into(); 11].into_iter()), None);
    }
}
