//! How many items a chunk has: about a second's work, and less near the end of a run.

/// Target time of a chunk, in milliseconds: sending it costs little, and nobody waits long for it.
pub const TARGET_MILLIS: u64 = 500;

const MAX_CHUNK: u64 = 64;

/// Chunk sizes from measured times.
#[derive(Clone, Debug)]
pub struct ChunkSizes {
    /// How many items belong together, such as the two games of a pair.
    unit: u64,
    /// The mean time of an item in milliseconds; `None` until one is known.
    mean: Option<f64>,
}

impl ChunkSizes {
    /// Chunks are multiples of `unit` items.
    pub fn new(unit: u64) -> ChunkSizes {
        ChunkSizes { unit: unit.max(1), mean: None }
    }

    /// Records how long an item took. Recent times count more.
    pub fn learn(&mut self, millis: u64) {
        let millis = millis as f64;
        let mean = self.mean.unwrap_or(millis);
        self.mean = Some(mean + (millis - mean) / 16.0);
    }

    pub fn mean(&self) -> Option<f64> {
        self.mean
    }

    /// The size of the next chunk. `left` is the number of items that are left, if known; `slots`
    /// is how many items the workers do at once.
    pub fn next(&self, left: Option<u64>, slots: u64) -> u64 {
        let Some(mean) = self.mean else { return self.unit };
        let by_time = (TARGET_MILLIS as f64 / mean.max(0.1)) as u64;
        // Near the end chunks become smaller, so that all workers end together.
        let by_rest = left.map_or(MAX_CHUNK, |left| left / (2 * slots.max(1)));
        let size = by_time.min(by_rest).min(MAX_CHUNK);
        (size / self.unit * self.unit).max(self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_take_about_the_same_time_whatever_the_length_of_games() {
        let size = |millis: u64, left, slots| {
            let mut sizes = ChunkSizes::new(2);
            (0..200).for_each(|_| sizes.learn(millis));
            sizes.next(left, slots)
        };
        assert_eq!(ChunkSizes::new(2).next(Some(1000), 4), 2, "nothing is known yet");
        assert_eq!(size(0, Some(100_000), 4), 64);
        assert_eq!(size(50, Some(100_000), 4), 10);
        assert_eq!(size(100, None, 4), 4);
        assert_eq!(size(100_000, Some(100_000), 4), 2, "a long game goes alone");
        assert_eq!(size(10, Some(64), 4), 8, "the rest is shared out");
        assert_eq!(size(10, Some(3), 4), 2);
    }

    #[test]
    fn newer_times_count_more() {
        let mut sizes = ChunkSizes::new(1);
        (0..100).for_each(|_| sizes.learn(1000));
        assert_eq!(sizes.next(None, 1), 1);
        (0..100).for_each(|_| sizes.learn(10));
        assert!(sizes.next(None, 1) > 20);
    }
}
