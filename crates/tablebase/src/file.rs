//! The files of a table: written whole or not at all, read at any place, with checksums.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::kernel::is_won;
use crate::threads::for_each;
use crate::{Board, TableRefusal};

/// The number of bytes before the content of a file.
pub(crate) const HEADER: usize = 24;

/// The content of a file, by its first eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A bit for each position of a layer: whether the side to move wins.
    Verdicts,
    /// A byte for each position of a layer, from which the next layer is solved.
    Distances,
}

impl Content {
    fn magic(self) -> &'static [u8; 8] {
        match self {
            Content::Verdicts => b"AGONTBV1",
            Content::Distances => b"AGONTBD1",
        }
    }

    /// The number of bytes for this many positions.
    pub(crate) fn bytes(self, positions: u64) -> u64 {
        match self {
            Content::Verdicts => positions.div_ceil(8),
            Content::Distances => positions,
        }
    }
}

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) content: Content,
    pub(crate) board: Board,
    pub(crate) layer: usize,
    pub(crate) positions: u64,
    pub(crate) checksum: u32,
}

impl Header {
    fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(self.content.magic());
        let numbers = [self.board.width(), self.board.height(), self.board.pawns(), self.layer];
        for (byte, number) in bytes[8..12].iter_mut().zip(numbers) {
            *byte = number as u8;
        }
        bytes[12..16].copy_from_slice(&self.checksum.to_le_bytes());
        bytes[16..].copy_from_slice(&self.positions.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; HEADER], content: Content) -> Option<Header> {
        let (magic, rest) = bytes.split_first_chunk::<8>()?;
        let (&[width, height, pawns, layer], rest) = rest.split_first_chunk::<4>()?;
        let (checksum, rest) = rest.split_first_chunk::<4>()?;
        let (positions, _) = rest.split_first_chunk::<8>()?;
        let board = Board::new(width.into(), height.into()).ok()?.with_pawns(pawns.into()).ok()?;
        (magic == content.magic()).then(|| Header {
            content,
            board,
            layer: layer.into(),
            positions: u64::from_le_bytes(*positions),
            checksum: u32::from_le_bytes(*checksum),
        })
    }
}

/// The path of a layer's verdicts.
pub(crate) fn layer_path(folder: &Path, layer: usize) -> PathBuf {
    folder.join(format!("layer-{layer:02}.bits"))
}

/// The path of the checksums of a layer's chunks.
pub(crate) fn checksums_path(folder: &Path, layer: usize) -> PathBuf {
    folder.join(format!("layer-{layer:02}.crc"))
}

/// The refusal for an I/O error.
pub(crate) fn about(path: &Path, error: &io::Error) -> TableRefusal {
    TableRefusal::File { path: path.display().to_string(), error: error.to_string() }
}

/// The refusal for a damaged file.
pub(crate) fn damaged(path: &Path, what: impl ToString) -> TableRefusal {
    TableRefusal::Damaged { path: path.display().to_string(), what: what.to_string() }
}

/// Writes a file beside its place and renames it, so that it is there whole or not at all.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]], sync: bool) -> Result<(), TableRefusal> {
    let new = path.with_extension("new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&new)?;
        for part in parts {
            file.write_all(part)?;
        }
        if sync {
            file.sync_all()?;
        }
        fs::rename(&new, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&new);
        about(path, &error)
    })
}

/// Writes the content of a layer with its header, and returns the checksum. Verdicts are synced to
/// disk. Distances need not be, because their checksum is compared before they are used.
pub(crate) fn write_layer(
    path: &Path,
    content: Content,
    board: Board,
    layer: usize,
    positions: u64,
    bytes: &[u8],
) -> Result<u32, TableRefusal> {
    let checksum = crc32fast::hash(bytes);
    let header = Header { content, board, layer, positions, checksum };
    write_whole(path, &[&header.write(), bytes], content == Content::Verdicts)?;
    Ok(checksum)
}

/// Opens a file and compares its header and length with what is expected of it.
pub(crate) fn open_layer(path: &Path, content: Content) -> Result<(File, Header), TableRefusal> {
    let mut file = File::open(path).map_err(|error| about(path, &error))?;
    let mut bytes = [0; HEADER];
    file.read_exact(&mut bytes).map_err(|_| damaged(path, "its header is cut off"))?;
    let header = Header::read(&bytes, content);
    let header = header.ok_or_else(|| damaged(path, "its header is not that of a layer"))?;
    let length = file.metadata().map_err(|error| about(path, &error))?.len();
    let wanted = content.bytes(header.positions).checked_add(HEADER as u64);
    if Some(length) != wanted {
        let bytes = content.bytes(header.positions);
        return Err(damaged(
            path,
            format_args!("{} bytes and not {bytes} follow the header", length - HEADER as u64),
        ));
    }
    Ok((file, header))
}

/// Reads the whole content of a layer, and compares its checksum.
pub(crate) fn read_layer(path: &Path, content: Content) -> Result<(Vec<u8>, Header), TableRefusal> {
    let (file, header) = open_layer(path, content)?;
    // The length of the file has been compared with this number.
    let mut bytes = Vec::with_capacity(content.bytes(header.positions) as usize);
    BufReader::new(file).read_to_end(&mut bytes).map_err(|error| about(path, &error))?;
    if crc32fast::hash(&bytes) != header.checksum {
        return Err(damaged(path, "its content does not have the checksum of its header"));
    }
    Ok((bytes, header))
}

/// Fills a buffer from a place of a file.
pub(crate) fn read_at(file: &File, place: u64, buffer: &mut [u8]) -> io::Result<()> {
    #[cfg(unix)]
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, place)?;
    #[cfg(windows)]
    {
        let mut done = 0;
        while done < buffer.len() {
            let at = place + done as u64;
            match std::os::windows::fs::FileExt::seek_read(file, &mut buffer[done..], at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => done += more,
            }
        }
    }
    #[cfg(not(any(unix, windows)))]
    {
        use std::io::{Seek as _, SeekFrom};
        let mut file = file;
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(buffer)?;
    }
    Ok(())
}

/// Whether a bit of some bytes is set.
#[inline]
pub(crate) fn bit(bytes: &[u8], index: u64) -> bool {
    bytes[(index / 8) as usize] >> (index % 8) & 1 != 0
}

/// The verdicts of values, a bit each, on several threads.
pub(crate) fn pack(values: &[u8], threads: usize) -> Vec<u8> {
    let mut bits = vec![0; values.len().div_ceil(8)];
    let length = bits.len().div_ceil(threads.max(1)).max(1);
    let parts = bits.chunks_mut(length).zip(values.chunks(8 * length));
    for_each(threads, parts, |(bits, values)| {
        for (byte, values) in bits.iter_mut().zip(values.chunks(8)) {
            let set = |byte, (place, &value)| byte | u8::from(is_won(value)) << place;
            *byte = values.iter().enumerate().fold(0, set);
        }
    });
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_set_where_the_side_to_move_wins() {
        let values: Vec<u8> = (0..1003u32).map(|n| (n * n % 251) as u8).collect();
        for threads in [1, 2, 7] {
            let bits = pack(&values, threads);
            assert_eq!(bits.len(), 126);
            for (index, &value) in values.iter().enumerate() {
                assert_eq!(bit(&bits, index as u64), value >= 128, "{index}");
            }
        }
        assert!(pack(&[], 2).is_empty());
    }
}
