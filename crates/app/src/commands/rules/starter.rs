//! `agon rules new`: a rule file to begin with.

use std::io::Write;

use agon_arena::GameEntry;

use super::facts::{write_domain, write_relation};
use crate::failure::Failure;

/// Prints a rule file that can be used as it is, with what its rules can ask about.
pub fn starter(entry: &GameEntry, out: &mut impl Write) -> Result<(), Failure> {
    let GameEntry { name, title, .. } = entry;
    let explain = format!("agon eval {name} --eval FILE --explain");
    writeln!(
        out,
        "\
% Rules that evaluate positions of {title}.
%
% A rule concludes what is on its left wherever all on its right holds. A value line gives
% a player points for every way in which it holds. I am me, the other side is you; what a
% position is worth is my points less yours.
%
%   {:44} what is wrong, and what never holds
%   {explain:44} what each line gives
%   agon play {name} --p2 minimax:depth=2,eval=FILE
",
        "agon rules check FILE"
    )?;
    let vocabulary = entry.start().vocabulary();
    if !vocabulary.relations.is_empty() {
        writeln!(out, "% What can be asked about:\n%")?;
    }
    for domain in &vocabulary.domains {
        write_domain(out, "% ", domain)?;
    }
    for relation in &vocabulary.relations {
        write_relation(out, "% ", relation)?;
    }
    if !vocabulary.relations.is_empty() {
        writeln!(out)?;
    }
    match entry.example {
        "" => writeln!(out, "game {name}.\n\nvalue(me, 0).")?,
        example => write!(out, "{example}")?,
    }
    Ok(())
}
