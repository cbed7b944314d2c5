//! Accumulators of all widths: the loops in which networks spend their time.
//!
//! They are plain loops over aligned arrays of constant length, which the compiler turns into
//! vector instructions. Sums of 16 bits wrap; this is no error, since [`NetworkFile::check`]
//! has refused networks whose accumulators do not fit: only intermediate results wrap.

use agon_core::Side;

use crate::NetworkInputs;
use crate::file::NetworkFile;
use crate::inputs::{ChangedRows, RowLists};

/// The units whose sum fits in 32 bits: 256 * 255 * 255 * 127 < 2^31.
const SUMMED: usize = 256;

/// One number for each unit.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row<const W: usize>([i16; W]);

impl<const W: usize> Row<W> {
    /// # Panics
    /// If there are not as many numbers as units.
    fn of(numbers: &[i16]) -> Row<W> {
        let mut row = Row([0; W]);
        row.0.copy_from_slice(numbers);
        row
    }
}

/// The accumulators of both views, by the side that sees them.
type Views<const W: usize> = [Row<W>; 2];

/// The weights of a network of one width.
pub(crate) struct Layer<const W: usize> {
    /// The weights of each row as the first side sees it.
    rows: Vec<Row<W>>,
    /// For each row, the one that means the same to the second side.
    swapped: Vec<u16>,
    /// The output weights: of the view of the side to move, and of the other view.
    output: Box<Views<W>>,
}

impl<const W: usize> Layer<W> {
    fn of<G: NetworkInputs>(game: &G, file: &NetworkFile) -> Layer<W> {
        let input = |number: usize| &file.input_weights[number * W..][..W];
        let row = |number: usize| {
            let mut row = Row([0; W]);
            let [added, removed] = game.row_inputs(number);
            for (sum, unit) in row.0.iter_mut().zip(0..) {
                let added = added.iter().fold(0_i16, |sum, &at| sum.wrapping_add(input(at)[unit]));
                *sum = removed.iter().fold(added, |sum, &at| sum.wrapping_sub(input(at)[unit]));
            }
            row
        };
        Layer {
            rows: (0..game.row_count()).map(row).collect(),
            swapped: (0..game.row_count()).map(|row| game.swapped_row(row) as u16).collect(),
            output: Box::new([0, 1].map(|view| Row::of(&file.output_weights[view * W..][..W]))),
        }
    }

    /// The weights of a row in a view.
    #[inline(always)]
    fn row(&self, view: usize, row: u16) -> &[i16; W] {
        let row = if view == 0 { row } else { self.swapped[usize::from(row)] };
        &self.rows[usize::from(row)].0
    }

    /// Adds lists of rows to the accumulator of a view.
    #[inline(always)]
    fn change(&self, view: usize, before: &[i16; W], rows: &RowLists, after: &mut [i16; W]) {
        *after = *before;
        for &row in rows.added() {
            let row = self.row(view, row);
            for unit in 0..W {
                after[unit] = after[unit].wrapping_add(row[unit]);
            }
        }
        for &row in rows.removed() {
            let row = self.row(view, row);
            for unit in 0..W {
                after[unit] = after[unit].wrapping_sub(row[unit]);
            }
        }
    }
}

/// The sum of the squares of clamped units times their output weights.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "counts up to constants, so that it is vectorised")]
fn weigh<const W: usize>(weights: &[i16; W], mut unit: impl FnMut(usize) -> i16) -> i64 {
    let mut total = 0;
    for start in (0..W).step_by(SUMMED) {
        let mut sum = 0_i32;
        for number in start..W.min(start + SUMMED) {
            let value = unit(number).clamp(0, NetworkFile::ONE as i16);
            // At most 255 * 127, which fits in 16 bits.
            let weighed = value.wrapping_mul(weights[number]);
            sum = sum.wrapping_add(i32::from(weighed) * i32::from(value));
        }
        total += i64::from(sum);
    }
    total
}

/// The accumulators of a ply.
#[derive(Clone, Copy)]
struct Ply<const W: usize> {
    views: Views<W>,
    /// The row that was removed and the one that was added in `step`, if it is in use.
    step_rows: Option<(u16, u16)>,
    /// The accumulators after these rows: what the moves that are evaluated one after the other
    /// have in common, so that each need add only its last row.
    step: Views<W>,
}

impl<const W: usize> Ply<W> {
    const EMPTY: Ply<W> = Ply { views: [Row([0; W]); 2], step_rows: None, step: [Row([0; W]); 2] };
}

/// The accumulators of a line of play.
pub(crate) struct Stack<'e, const W: usize> {
    layer: &'e Layer<W>,
    plies: Vec<Ply<W>>,
}

impl<'e, const W: usize> Stack<'e, W> {
    fn new(layer: &'e Layer<W>, root: impl Fn(Side) -> Vec<i16>) -> Stack<'e, W> {
        let mut plies = Vec::with_capacity(64);
        plies.push(Ply { views: Side::BOTH.map(|view| Row::of(&root(view))), ..Ply::EMPTY });
        Stack { layer, plies }
    }

    #[inline(always)]
    fn update(&mut self, ply: usize, rows: &ChangedRows) {
        if self.plies.len() == ply + 1 {
            self.plies.push(Ply::EMPTY);
        }
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, after) = (&before[ply], &mut after[0]);
        after.step_rows = None;
        for view in 0..2 {
            let (units, after) = (&before.views[view].0, &mut after.views[view].0);
            match *rows {
                ChangedRows::Step { removed, added, last } => {
                    let last = self.layer.row(view, last);
                    if before.step_rows == Some((removed, added)) {
                        let step = &before.step[view].0;
                        for unit in 0..W {
                            after[unit] = step[unit].wrapping_add(last[unit]);
                        }
                        continue;
                    }
                    let [removed, added] = [removed, added].map(|row| self.layer.row(view, row));
                    for unit in 0..W {
                        let step = units[unit].wrapping_add(added[unit]);
                        after[unit] = step.wrapping_sub(removed[unit]).wrapping_add(last[unit]);
                    }
                }
                ChangedRows::List(ref rows) => self.layer.change(view, units, rows, after),
            }
        }
    }

    #[inline(always)]
    fn output(&self, ply: usize, mover: usize) -> i64 {
        let views = &self.plies[ply].views;
        [mover, 1 - mover].into_iter().zip(self.layer.output.iter()).fold(
            0,
            |sum, (view, output)| {
                let units = &views[view].0;
                sum + weigh(&output.0, |unit| units[unit])
            },
        )
    }

    #[inline(always)]
    fn output_after(&mut self, ply: usize, rows: &ChangedRows, mover: usize) -> i64 {
        let (layer, ply) = (self.layer, &mut self.plies[ply]);
        let mut sum = 0;
        match *rows {
            ChangedRows::Step { removed, added, last } => {
                let is_known = ply.step_rows == Some((removed, added));
                ply.step_rows = Some((removed, added));
                for (place, view) in [mover, 1 - mover].into_iter().enumerate() {
                    let (units, step) = (&ply.views[view].0, &mut ply.step[view].0);
                    let (output, last) = (&layer.output[place].0, layer.row(view, last));
                    if is_known {
                        sum += weigh(output, |unit| step[unit].wrapping_add(last[unit]));
                        continue;
                    }
                    let (removed, added) = (layer.row(view, removed), layer.row(view, added));
                    sum += weigh(output, |unit| {
                        step[unit] =
                            units[unit].wrapping_add(added[unit]).wrapping_sub(removed[unit]);
                        step[unit].wrapping_add(last[unit])
                    });
                }
            }
            ChangedRows::List(ref rows) => {
                for (place, view) in [mover, 1 - mover].into_iter().enumerate() {
                    let mut after = Row([0; W]);
                    layer.change(view, &ply.views[view].0, rows, &mut after.0);
                    sum += weigh(&layer.output[place].0, |unit| after.0[unit]);
                }
            }
        }
        sum
    }
}

/// Declares the enums over all widths, so that a width is looked at once for each estimate and
/// not for each unit.
macro_rules! widths {
    ($($name:ident $width:literal),*) => {
        /// The weights of a network of any width.
        pub(crate) enum Layers {
            $($name(Layer<$width>)),*
        }

        impl Layers {
            /// The weights of a network that was checked.
            pub(crate) fn of<G: NetworkInputs>(game: &G, file: &NetworkFile) -> Layers {
                match file.width {
                    $($width => Layers::$name(Layer::of(game, file)),)*
                    width => unreachable!("a network {width} wide is refused"),
                }
            }

            /// A stack with the accumulators of a root.
            pub(crate) fn stack(&self, root: impl Fn(Side) -> Vec<i16>) -> AccumulatorStack<'_> {
                match self {
                    $(Layers::$name(layer) => AccumulatorStack::$name(Stack::new(layer, root))),*
                }
            }
        }

        /// The accumulators of a line of play, from the root on.
        pub(crate) enum AccumulatorStack<'e> {
            $($name(Stack<'e, $width>)),*
        }

        impl AccumulatorStack<'_> {
            /// Computes the accumulators of the ply after this one, by the rows of its move.
            pub(crate) fn update(&mut self, ply: usize, rows: &ChangedRows) {
                match self {
                    $(AccumulatorStack::$name(stack) => stack.update(ply, rows)),*
                }
            }

            /// The output at a ply.
            pub(crate) fn output(&self, ply: usize, mover: usize) -> i64 {
                match self {
                    $(AccumulatorStack::$name(stack) => stack.output(ply, mover)),*
                }
            }

            /// The output after a move from this ply.
            pub(crate) fn output_after(&mut self, ply: usize, rows: &ChangedRows, mover: usize) -> i64 {
                match self {
                    $(AccumulatorStack::$name(stack) => stack.output_after(ply, rows, mover)),*
                }
            }
        }
    };
}

widths!(W32 32, W64 64, W128 128, W256 256, W512 512);
