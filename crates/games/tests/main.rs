//! The tests of the crate in one program, which is compiled and linked once.

mod byte;
mod facts;
mod network;
mod network_files;
mod nim;
mod packing;
mod perft;
mod santorini;
mod swapped;
mod theseus;
mod theseus_players;
mod tictactoe;
