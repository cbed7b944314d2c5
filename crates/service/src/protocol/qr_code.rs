//! A QR code as the page draws it.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct QrCode {
    /// How many squares a side has, without the margin of four that belongs around it.
    pub size: u32,
    /// The dark squares, as the path of an SVG element.
    pub path: String,
}
