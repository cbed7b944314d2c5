//! The checksums of a layer's chunks, with which every byte of a table is checked when it is read.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;

use crc32fast::Hasher;

use crate::TableRefusal;
use crate::file::{
    Content, HEADER, about, checksums_path, damaged, layer_path, read_at, write_whole,
};
use crate::manifest::LayerRecord;

/// The number of bytes of a chunk: a page, whose checksum takes less time than to read it.
const CHUNK: usize = 4096;

/// How many bytes the checksums of this many bytes take.
pub(crate) fn checksums_bytes(bytes: u64) -> u64 {
    4 * bytes.div_ceil(CHUNK as u64)
}

/// The CRC-32 of each chunk of a layer's verdicts. The checksum of the layer follows from them, so
/// their file needs none of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkChecksums {
    chunks: Vec<u32>,
    /// The number of bytes of all chunks.
    bytes: u64,
}

impl ChunkChecksums {
    /// The checksums of some content.
    pub(crate) fn of(mut content: impl Read) -> io::Result<ChunkChecksums> {
        let mut found = ChunkChecksums::default();
        let mut chunk = Vec::with_capacity(CHUNK);
        while content.by_ref().take(CHUNK as u64).read_to_end(&mut chunk)? > 0 {
            found.chunks.push(crc32fast::hash(&chunk));
            found.bytes += chunk.len() as u64;
            chunk.clear();
        }
        Ok(found)
    }

    /// The checksums of a layer in a folder, from its content.
    pub(crate) fn of_layer(
        folder: &Path,
        record: &LayerRecord,
        mut file: &File,
    ) -> Result<ChunkChecksums, TableRefusal> {
        let path = layer_path(folder, record.summary.layer);
        let content = file
            .seek(SeekFrom::Start(HEADER as u64))
            .and_then(|_| ChunkChecksums::of(BufReader::with_capacity(1 << 20, file)));
        let found = content.map_err(|error| about(&path, &error))?;
        match found.whole() == record.checksum {
            true => Ok(found),
            false => Err(damaged(&path, "its content does not have the checksum of its header")),
        }
    }

    /// Reads the checksums of a layer; `None` if they have no file.
    pub(crate) fn read(
        folder: &Path,
        record: &LayerRecord,
    ) -> Result<Option<ChunkChecksums>, TableRefusal> {
        let path = checksums_path(folder, record.summary.layer);
        let bytes = Content::Verdicts.bytes(record.summary.indexed);
        let length = checksums_bytes(bytes);
        let mut text = Vec::new();
        match File::open(&path).and_then(|file| file.take(length + 1).read_to_end(&mut text)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(about(&path, &error)),
            Ok(_) => (),
        }
        let chunks = text.as_chunks().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
        let found = ChunkChecksums { chunks, bytes };
        match text.len() as u64 == length && found.whole() == record.checksum {
            true => Ok(Some(found)),
            false => Err(damaged(&path, "its checksums are not those of the layer")),
        }
    }

    pub(crate) fn write(&self, folder: &Path, layer: usize) -> Result<(), TableRefusal> {
        let bytes: Vec<u8> = self.chunks.iter().flat_map(|chunk| chunk.to_le_bytes()).collect();
        write_whole(&checksums_path(folder, layer), &[&bytes], true)
    }

    /// The checksum of all chunks together.
    fn whole(&self) -> u32 {
        let mut whole = Hasher::new();
        let lengths = (0..self.bytes).step_by(CHUNK).map(|start| self.bytes - start);
        for (&chunk, left) in self.chunks.iter().zip(lengths) {
            whole.combine(&Hasher::new_with_initial_len(chunk, left.min(CHUNK as u64)));
        }
        whole.finalize()
    }

    /// Reads a byte of the layer's file, if its chunk is what it was when it was written.
    pub(crate) fn byte(&self, file: &File, path: &Path, place: u64) -> Result<u8, TableRefusal> {
        let (number, start) = (place / CHUNK as u64, place - place % CHUNK as u64);
        let checksum = usize::try_from(number).ok().and_then(|number| self.chunks.get(number));
        let checksum =
            checksum.ok_or_else(|| damaged(path, "it does not have the positions of its layer"))?;
        let mut chunk = [0; CHUNK];
        let chunk = &mut chunk[..CHUNK.min((self.bytes - start) as usize)];
        read_at(file, HEADER as u64 + start, chunk).map_err(|error| about(path, &error))?;
        match crc32fast::hash(chunk) == *checksum {
            true => Ok(chunk[(place - start) as usize]),
            false => Err(damaged(
                path,
                format_args!("chunk {number} of its content does not have its checksum"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_a_layer_follows_from_those_of_its_blocks() {
        let bytes: Vec<u8> = (0..5 * CHUNK as u32).map(|n| (n * n % 251) as u8).collect();
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 5 * CHUNK - 7] {
            let content = &bytes[..length];
            let found = ChunkChecksums::of(content).unwrap();
            assert_eq!(found.whole(), crc32fast::hash(content), "{length} bytes");
            assert_eq!(4 * found.chunks.len() as u64, checksums_bytes(length as u64));
            let chunks: Vec<u32> = content.chunks(CHUNK).map(crc32fast::hash).collect();
            assert_eq!(found.chunks, chunks);
        }
    }
}
