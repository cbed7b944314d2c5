//! The files of a game whose rules are a file, as lines of a record.

use agon_game_file::{SourceFile, hash_of_files};

use super::RecordRefusal;

/// The most bytes and files of a game, as game files have them.
const MAX_BYTES: usize = 1 << 16;
const MAX_FILES: usize = 16;

/// A number that tells games apart by the texts of their files.
pub(super) fn hash(files: &[SourceFile]) -> String {
    format!("{:016x}", hash_of_files(files))
}

/// Reads the files of a record line by line.
#[derive(Default)]
pub(super) struct FileReader {
    files: Vec<SourceFile>,
    /// The number that they must have, and its line.
    told: Option<(usize, String)>,
    bytes: usize,
}

impl FileReader {
    pub(super) fn hash(&mut self, line: usize, hash: String) {
        self.told = Some((line, hash));
    }

    pub(super) fn begin(&mut self, name: String) -> Result<(), RecordRefusal> {
        self.add(name.len())?;
        if self.files.len() >= MAX_FILES {
            let reason = format!("at most {MAX_FILES} files belong to a game");
            return Err(RecordRefusal::GameFile { reason });
        }
        self.files.push(SourceFile { name, text: String::new() });
        Ok(())
    }

    /// A line of the file that was begun last, with its bar.
    pub(super) fn line(&mut self, number: usize, text: &str) -> Result<(), RecordRefusal> {
        self.add(text.len())?;
        let file = self.files.last_mut().ok_or(RecordRefusal::GameFileLine { line: number })?;
        file.text.push_str(text.strip_prefix('|').unwrap_or(text));
        file.text.push('\n');
        Ok(())
    }

    fn add(&mut self, bytes: usize) -> Result<(), RecordRefusal> {
        self.bytes += bytes;
        let reason = || format!("all files of a game have at most {MAX_BYTES} bytes");
        // Bars, ends of lines and names count too.
        if self.bytes > 2 * MAX_BYTES {
            return Err(RecordRefusal::GameFile { reason: reason() });
        }
        Ok(())
    }

    /// The files, if they are those that the record speaks of.
    pub(super) fn finish(&mut self) -> Result<Vec<SourceFile>, RecordRefusal> {
        let FileReader { mut files, told, .. } = std::mem::take(self);
        for file in &mut files {
            // The end of the last line was not part of the text.
            file.text.pop();
        }
        if let Some((line, told)) = told {
            let found = hash(&files);
            if found != told {
                return Err(RecordRefusal::GameFileHash { line, told, found });
            }
        }
        Ok(files)
    }
}
