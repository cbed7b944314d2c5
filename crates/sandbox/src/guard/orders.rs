//! The arguments of a guard and a launcher.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::Restriction;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// The memory limit of each process and of all together, in bytes.
    pub memory: Option<u64>,
    /// The size limit of files that it writes, in bytes.
    pub file_size: u64,
    pub processes: usize,
    /// It must not run without these restrictions.
    pub required: Vec<Restriction>,
    /// The files and folders that it may read besides the system.
    pub readable: Vec<PathBuf>,
    /// The program, as an absolute path or a name, and its arguments.
    pub words: Vec<OsString>,
}

impl Orders {
    /// The orders as arguments.
    pub fn write(&self) -> Vec<OsString> {
        let memory = self.memory.map_or("-".to_string(), |memory| memory.to_string());
        let numbers = [memory, self.file_size.to_string(), self.processes.to_string()];
        let required = Restriction::write_list(&self.required);
        let head = numbers.into_iter().chain([required, self.readable.len().to_string()]);
        let readable = self.readable.iter().map(|path| path.clone().into_os_string());
        head.map(OsString::from).chain(readable).chain(self.words.iter().cloned()).collect()
    }

    /// Parses arguments; `None` if they are malformed.
    pub fn read(words: Vec<OsString>) -> Option<Orders> {
        let mut words = words.into_iter();
        let mut text = || words.next()?.into_string().ok();
        let memory = text()?;
        let memory = if memory == "-" { None } else { Some(memory.parse().ok()?) };
        let (file_size, processes) = (text()?.parse().ok()?, text()?.parse().ok()?);
        let required = Restriction::read_list(&text()?);
        let count: usize = text()?.parse().ok()?;
        let readable: Vec<PathBuf> = words.by_ref().take(count).map(PathBuf::from).collect();
        let words: Vec<OsString> = words.collect();
        let is_whole = readable.len() == count && !words.is_empty();
        let orders = Orders { memory, file_size, processes, required, readable, words };
        is_whole.then_some(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_and_read() {
        let mut orders = Orders {
            memory: Some(7),
            file_size: 8,
            processes: 9,
            required: vec![Restriction::Files, Restriction::OpenFiles],
            readable: vec!["/a b".into(), "/c".into()],
            words: vec!["sh".into(), "-c".into(), "".into()],
        };
        assert_eq!(Orders::read(orders.write()), Some(orders.clone()));
        orders = Orders { memory: None, readable: Vec::new(), required: Vec::new(), ..orders };
        assert_eq!(Orders::read(orders.write()), Some(orders.clone()));
        assert_eq!(Orders::read(Orders { words: Vec::new(), ..orders }.write()), None);
        assert_eq!(Orders::read(vec!["x".into(); 9]), None);
    }
}
