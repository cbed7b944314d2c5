//! Heaps of matches, packed into one word: how many there are of each size.

use std::fmt;

/// The largest sum of matches and heaps. A single heap of 64 matches has this sum, and
/// all that it can be split into fits too.
pub(super) const MOST: usize = 65;

/// The largest heap.
pub(super) const LARGEST: usize = MOST - 1;

/// A sorted list of heaps, each of at least one match.
///
/// Each size has a bit field that is wide enough for its largest possible count, so taking
/// from a heap is one subtraction and two additions. The sizes 1 to 19 fill the first word,
/// the others the second.
///
/// ```
/// use agon_games::nim::Heaps;
///
/// let heaps = Heaps::of([5, 1, 3]).unwrap();
/// assert_eq!(heaps.to_string(), "[1,3,5]");
/// assert_eq!(heaps.iter().sum::<usize>(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Heaps([u64; 2]);

impl Heaps {
    /// No heaps.
    pub const NONE: Heaps = Heaps([0; 2]);

    /// The heaps of these sizes in any order; `None` if one is empty, or if the sum of
    /// matches and heaps is more than 65.
    ///
    /// ```
    /// use agon_games::nim::Heaps;
    /// assert_eq!(Heaps::of([7, 3, 5]).unwrap().to_string(), "[3,5,7]");
    /// assert_eq!(Heaps::of([0]), None);
    /// assert_eq!(Heaps::of([65]), None);
    /// ```
    pub fn of(sizes: impl IntoIterator<Item = u64>) -> Option<Heaps> {
        let (mut heaps, mut weight) = (Heaps::NONE, 0);
        for size in sizes {
            let size = usize::try_from(size).ok().filter(|size| (1..=LARGEST).contains(size))?;
            weight += size + 1;
            if weight > MOST {
                return None;
            }
            heaps = heaps.split(0, 0, size);
        }
        Some(heaps)
    }

    /// The number of heaps of a size, 1 to 64.
    #[inline]
    pub(super) fn count(self, size: usize) -> usize {
        let Field { word, shift, mask } = FIELDS[size];
        (self.0[usize::from(word)] >> shift & u64::from(mask)) as usize
    }

    /// The sizes of the heaps, the smallest first, each with its count.
    #[inline]
    pub(super) fn sizes(self) -> impl Iterator<Item = (usize, usize)> {
        let [mut rest, mut next] = self.0;
        let mut sizes = &SIZE_AT[0];
        std::iter::from_fn(move || {
            if rest == 0 {
                if next == 0 {
                    return None;
                }
                (rest, next, sizes) = (next, 0, &SIZE_AT[1]);
            }
            let size = usize::from(sizes[rest.trailing_zeros() as usize & 63]);
            let Field { shift, mask, .. } = FIELDS[size];
            let count = rest >> shift & u64::from(mask);
            rest &= !(u64::from(mask) << shift);
            Some((size, count as usize))
        })
    }

    /// All heaps, the smallest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.sizes().flat_map(|(size, count)| std::iter::repeat_n(size, count))
    }

    /// The heaps after one of `size`, which must exist, becomes two of `left` and `right`;
    /// 0 is no heap.
    #[inline]
    pub(super) fn split(self, size: usize, left: usize, right: usize) -> Heaps {
        let changed = |word: usize| {
            let taken = self.0[word].wrapping_sub(UNIT[size][word]);
            taken.wrapping_add(UNIT[left][word]).wrapping_add(UNIT[right][word])
        };
        Heaps([changed(0), changed(1)])
    }

    /// The size of the largest heap, or 0.
    pub(super) fn largest(self) -> usize {
        let last = |word: usize| SIZE_AT[word][63 - self.0[word].leading_zeros() as usize].into();
        match self.0 {
            [0, 0] => 0,
            [_, 0] => last(0),
            _ => last(1),
        }
    }
}

/// The sizes in brackets, as `[3,5,7]`.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.iter().map(|size| size.to_string()).collect();
        write!(f, "[{}]", sizes.join(","))
    }
}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The largest possible number of heaps of a size.
pub(super) const fn most_of(size: usize) -> usize {
    MOST / (size + 1)
}

/// The bit field of a size.
#[derive(Clone, Copy)]
struct Field {
    word: u8,
    shift: u8,
    mask: u8,
}

/// The field of each size; size 0 has none.
static FIELDS: [Field; MOST] = {
    let mut fields = [Field { word: 0, shift: 0, mask: 0 }; MOST];
    let (mut word, mut shift) = (0, 0);
    let mut size = 1;
    while size < MOST {
        let mask = (most_of(size) + 1).next_power_of_two() as u8 - 1;
        if shift + mask.count_ones() > u64::BITS {
            (word, shift) = (word + 1, 0);
        }
        fields[size] = Field { word, shift: shift as u8, mask };
        shift += mask.count_ones();
        size += 1;
    }
    assert!(word == 1);
    fields
};

/// One heap of each size; size 0 is no heap.
static UNIT: [[u64; 2]; MOST] = {
    let mut units = [[0; 2]; MOST];
    let mut size = 1;
    while size < MOST {
        units[size][FIELDS[size].word as usize] = 1 << FIELDS[size].shift;
        size += 1;
    }
    units
};

/// The size to whose field each bit belongs.
static SIZE_AT: [[u8; 64]; 2] = {
    let mut sizes = [[0; 64]; 2];
    let mut size = 1;
    while size < MOST {
        let Field { word, shift, mask } = FIELDS[size];
        let mut bit = 0;
        while bit < mask.count_ones() {
            sizes[word as usize][shift as usize + bit as usize] = size as u8;
            bit += 1;
        }
        size += 1;
    }
    sizes
};
