//! `agon rules new`: prints an example rule file, in either dialect.

use std::io::Write;

use agon_arena::GameEntry;
use agon_host::Failure;

use super::facts::{write_domain, write_relation};

/// Prints a rule file that works as it is, with the relations that its rules can use.
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
    write_vocabulary(entry, '%', false, out)?;
    match entry.example {
        "" => writeln!(out, "game {name}.\n\nvalue(me, 0).")?,
        example => write!(out, "{example}")?,
    }
    Ok(())
}

/// Prints the relations that rules can use, as comments after a mark.
fn write_vocabulary(
    entry: &GameEntry,
    mark: char,
    is_lisp: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let vocabulary = entry.start().vocabulary();
    writeln!(out, "{mark} What can be asked about:\n{mark}")?;
    let before = format!("{mark} ");
    for domain in &vocabulary.domains {
        write_domain(out, &before, domain)?;
    }
    for relation in &vocabulary.relations {
        write_relation(out, &before, relation, is_lisp)?;
    }
    writeln!(out)?;
    Ok(())
}

/// Prints the same in the Lisp dialect.
pub fn course_starter(entry: &GameEntry, out: &mut impl Write) -> Result<(), Failure> {
    let GameEntry { name, title, .. } = entry;
    let explain = format!("agon eval {name} --eval FILE --explain");
    writeln!(
        out,
        "\
; Rules that evaluate positions of {title}, as the course writes them.
;
; (if P then C) concludes C wherever P holds, (if (and P1 P2) then C) wherever both do. A
; value is a sum of counts with their weights. I am me, the other side is you.
;
;   {:44} what is wrong, and what never holds
;   {explain:44} what each count gives
;   agon play {name} --p2 minimax:depth=2,eval=FILE
",
        "agon rules check FILE"
    )?;
    write_vocabulary(entry, ';', true, out)?;
    match entry.course_example {
        "" => writeln!(out, "(game {name})\n\n(value (count-results (to_move me)))")?,
        example => write!(out, "{example}")?,
    }
    Ok(())
}
