//! Hand-ins as students write them, which are connected and play.

mod byte;
