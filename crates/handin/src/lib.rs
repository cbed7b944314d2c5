//! Students' programs: finds them, connects them to Agon, and asks them.
//!
//! An [`Assignment`] says in which language a hand-in is written and which functions it has. An
//! [`Interpreter`] runs a hand-in in the sandbox and asks it questions.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod adapter;
mod adapter_file;
mod assignment;
mod bridge;
mod byte;
mod command;
mod connection;
mod hand_in;
mod interpreter;
mod kit;
mod language;
mod program;
mod prolog;
mod reason;
mod role;
mod santorini;
mod santorini_way;
mod source;
mod texts;
mod theseus;

pub use adapter::{Adapter, Ask, GameLine, Told};
pub use assignment::{ASSIGNMENTS, Assignment, Names, detect, find_assignment};
pub use bridge::skeleton;
pub use command::{installed, interpreter_of, read_command};
pub use connection::{ConnectOptions, Connection, Limits, NotConnected, Purpose};
pub use hand_in::{HandIn, find_hand_ins};
pub use interpreter::{Answer, CallError, Interpreter, Loaded, Part, secret_word};
pub use kit::{Kit, create};
pub use language::{Language, Setup, find_program};
pub use program::HandInProgram;
pub use reason::{Lang, Reason, Remedy};
pub use role::{Found, Role};
pub use santorini::missing;
pub use source::{Source, SourceFile};
pub use texts::{Texts, fill};
