//! Data files: a header, then records as bytes or as JSON lines.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::KnownKeys;
use agon_arena::data::{DataHeader, DataRecord, FIXED_BYTES, ReadPosition};
use agon_arena::{AnySession, find};
use agon_core::quote;
use agon_host::Failure;
use agon_host::store::about_file;

use super::json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFormat {
    /// Records of fixed size after a text header.
    Binary,
    /// A JSON object with the settings, then one for each position.
    Jsonl,
}

/// The length limit of a header and of a JSON line, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The number of bytes that are collected before a write.
const BATCH: usize = 1 << 18;

/// The longest time before records are written.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads a data file from the beginning.
pub struct DataReader {
    path: PathBuf,
    header: DataHeader,
    input: BufReader<File>,
    session: Box<dyn AnySession>,
    /// The size of a record in bytes. `None` for JSON lines.
    record_bytes: Option<usize>,
    /// The offset of the next record.
    offset: u64,
    records: u64,
    is_cut: bool,
}

impl DataReader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<DataReader, Failure> {
        let file = File::open(path).map_err(|error| about_file(path, &error.to_string()))?;
        let mut input = BufReader::with_capacity(1 << 20, file);
        let header = read_header(path, &mut input)?;
        DataReader::behind(path, input, &header)
    }

    /// Reads the records after a header.
    fn behind(
        path: &Path,
        mut input: BufReader<File>,
        (header, format): &(DataHeader, DataFormat),
    ) -> Result<DataReader, Failure> {
        let wrong = |what: &dyn std::fmt::Display| about_file(path, &what.to_string());
        let name = header.value("game").map_err(|refused| wrong(&refused))?;
        let game = find(name);
        let game = game.ok_or_else(|| wrong(&format!("{} is not a game", quote(name))))?;
        let start = header.value("start").map_err(|refused| wrong(&refused))?;
        let session = game.open(start).map_err(|refused| wrong(&refused))?;
        let record_bytes = match format {
            DataFormat::Jsonl => None,
            DataFormat::Binary => {
                let bytes = header.record_bytes().map_err(|refused| wrong(&refused))?;
                let known = session.packed_bytes().map(|packed| packed + FIXED_BYTES);
                if known != Some(bytes) {
                    return Err(wrong(&format!("records of {name} do not have {bytes} bytes")));
                }
                Some(bytes)
            }
        };
        let offset = input.stream_position()?;
        let path = path.to_path_buf();
        let header = header.clone();
        let (records, is_cut) = (0, false);
        Ok(DataReader { path, header, input, session, record_bytes, offset, records, is_cut })
    }

    /// The next record with its position as text. `None` at the end.
    pub fn next_record(&mut self) -> Result<Option<(DataRecord, ReadPosition)>, Failure> {
        let read = match self.record_bytes {
            Some(bytes) => self.next_packed(bytes)?,
            None => self.next_line()?,
        };
        let Some((record, bytes)) = read else { return Ok(None) };
        self.records += 1;
        let record = record.map_err(|reason| self.wrong_record(&reason))?;
        let position = self.session.read_stored(&record.stored);
        let position = position.map_err(|refused| self.wrong_record(&refused.to_string()))?;
        self.offset += bytes as u64;
        Ok(Some((record, position)))
    }

    fn next_packed(&mut self, size: usize) -> Result<Option<ReadRecord>, Failure> {
        let mut bytes = vec![0; size];
        let mut filled = 0;
        while filled < size {
            match self.input.read(&mut bytes[filled..])? {
                0 => break,
                count => filled += count,
            }
        }
        if filled < size {
            self.is_cut = filled > 0;
            return Ok(None);
        }
        let record = DataRecord::read(&bytes, size - FIXED_BYTES);
        Ok(Some((record.map_err(|refused| refused.to_string()), size)))
    }

    fn next_line(&mut self) -> Result<Option<ReadRecord>, Failure> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.last() != Some(&b'\n') {
            self.is_cut = !bytes.is_empty();
            return Ok(None);
        }
        let line = std::str::from_utf8(&bytes).map_err(|_| "is not UTF-8 text".to_string());
        Ok(Some((line.and_then(json::read_record), bytes.len())))
    }

    pub fn header(&self) -> &DataHeader {
        &self.header
    }

    /// The number of records read.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Whether the file ends in the middle of a record.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// A failure that names the last record.
    pub fn wrong_record(&self, what: &str) -> Failure {
        about_file(&self.path, &format!("record {}: {what}", self.records))
    }
}

/// A record, or the reason why it is invalid, and its length in bytes.
type ReadRecord = (Result<DataRecord, String>, usize);

/// Reads the header at the beginning of a file.
fn read_header(
    path: &Path,
    input: &mut BufReader<File>,
) -> Result<(DataHeader, DataFormat), Failure> {
    let mut head = input.by_ref().take(MAX_LINE);
    let mut bytes = Vec::new();
    head.read_until(b'\n', &mut bytes)?;
    let is_json = bytes.first() == Some(&b'{');
    if !is_json {
        // The lines of a header are not empty, so an empty line ends it.
        while bytes.ends_with(b"\n") && !bytes.ends_with(b"\n\n") {
            if head.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let header = match is_json {
        true => json::read_header(&text).map(|header| (header, DataFormat::Jsonl)),
        false => DataHeader::read(&text).map(|header| (header, DataFormat::Binary)),
    };
    header.map_err(|refused| about_file(path, &refused.to_string()))
}

/// The contents of an existing file.
pub struct Continued {
    /// The number of the next game.
    pub next_game: u32,
    pub records: u64,
    pub known: KnownKeys,
}

/// A data file to which whole games are appended. It is locked against other processes.
pub struct DataFile {
    path: PathBuf,
    file: File,
    format: DataFormat,
    waiting: Vec<u8>,
    written: Instant,
}

impl DataFile {
    /// Opens an existing file or creates a new one. Removes the rest of an incomplete game. Refuses
    /// a file with other settings.
    pub fn open(
        path: &Path,
        header: &DataHeader,
        format: DataFormat,
    ) -> Result<(DataFile, Continued), Failure> {
        let wrong = |error: io::Error| about_file(path, &error.to_string());
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(wrong)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(about_file(path, "another agon is writing to it"));
            }
            // File systems without locks are accepted.
            Ok(()) | Err(TryLockError::Error(_)) => (),
        }
        let text = match format {
            DataFormat::Binary => header.text(),
            DataFormat::Jsonl => json::header_line(header),
        };
        let mut data = DataFile {
            path: path.to_path_buf(),
            file,
            format,
            waiting: Vec::new(),
            written: Instant::now(),
        };
        let continued = match data.is_begun(&text)? {
            true => data.resume(header)?,
            false => {
                data.cut(0)?;
                data.waiting.extend(text.as_bytes());
                data.flush()?;
                Continued { next_game: 0, records: 0, known: KnownKeys::new(KnownKeys::SLOTS) }
            }
        };
        Ok((data, continued))
    }

    /// Whether the file holds more than a part of this header.
    fn is_begun(&mut self, header: &str) -> Result<bool, Failure> {
        let mut bytes = Vec::new();
        (&self.file).take(header.len() as u64).read_to_end(&mut bytes)?;
        let is_part = bytes.len() < header.len() && header.as_bytes().starts_with(&bytes);
        Ok(!is_part)
    }

    /// Reads the existing records and removes an incomplete game.
    fn resume(&mut self, header: &DataHeader) -> Result<Continued, Failure> {
        self.file.rewind()?;
        let mut input = BufReader::with_capacity(1 << 20, self.file.try_clone()?);
        let found = read_header(&self.path, &mut input)?;
        let same = match found.1 == self.format {
            true => found.0.check_same(header).map_err(|refused| refused.to_string()),
            false => Err("is in the other format: name another file".to_string()),
        };
        same.map_err(|what| about_file(&self.path, &what))?;
        let reader = DataReader::behind(&self.path, input, &found)?;
        self.keep(reader, u32::MAX)
    }

    /// Removes all games from this one on. Returns what is left.
    pub fn cut_before(&mut self, game: u32) -> Result<Continued, Failure> {
        self.flush()?;
        let reader = DataReader::open(&self.path)?;
        self.keep(reader, game)
    }

    /// Keeps the whole games before this one.
    fn keep(&mut self, mut reader: DataReader, before: u32) -> Result<Continued, Failure> {
        let mut end = reader.offset;
        let mut continued =
            Continued { next_game: 0, records: 0, known: KnownKeys::new(KnownKeys::SLOTS) };
        let mut keys = Vec::new();
        while let Some((record, position)) = reader.next_record()? {
            if record.game >= before {
                break;
            }
            if record.game < continued.next_game {
                return Err(reader.wrong_record("is of an earlier game than the one before"));
            }
            keys.push(position.key);
            if record.is_last {
                keys.drain(..).for_each(|key| _ = continued.known.insert(key));
                end = reader.offset;
                continued.next_game = record.game + 1;
                continued.records = reader.records();
            }
        }
        self.cut(end)?;
        Ok(continued)
    }

    fn cut(&mut self, end: u64) -> Result<(), Failure> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Appends the records of a game. They may be written later, with those of other games.
    pub fn append(&mut self, records: &[DataRecord]) -> Result<(), Failure> {
        for record in records {
            match self.format {
                DataFormat::Binary => record.write(&mut self.waiting),
                DataFormat::Jsonl => json::write_record(record, &mut self.waiting),
            }
        }
        let is_due = self.waiting.len() >= BATCH || self.written.elapsed() >= PATIENCE;
        if is_due { self.flush() } else { Ok(()) }
    }

    /// Writes the pending records.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let written = self.file.write_all(&self.waiting);
        written.map_err(|error| about_file(&self.path, &error.to_string()))?;
        self.waiting.clear();
        self.written = Instant::now();
        Ok(())
    }
}
