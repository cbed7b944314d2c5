//! The kinds of moves: their numbers and texts.

use agon_core::ColumnType;

use super::rule::variable_name;
use super::{Compiler, Refused, refuse};
use crate::diagnostic::{DiagnosticKind, Span};
use crate::game::syntax::Part;
use crate::game::{MoveKind, TextPart};
use crate::program::Range;

/// The most possible moves: what can be legal in some position.
const MAX_MOVES: u64 = 1 << 20;

impl Compiler {
    /// The moves as numbers and texts.
    pub(super) fn moves(
        &self,
        kinds: &[(String, usize, Span)],
        columns: Vec<Vec<(ColumnType, Range)>>,
    ) -> Result<Vec<MoveKind>, Refused> {
        let (mut moves, mut first) = (Vec::new(), 0u64);
        for ((name, arity, span), columns) in kinds.iter().zip(columns) {
            let write = self.file.writes.iter().find(|write| write.name == *name);
            let mut parts = Vec::new();
            match write {
                None => {
                    parts.push(TextPart::Text(name.clone()));
                    for at in 0..*arity {
                        parts.push(TextPart::Text(if at == 0 { "(" } else { "," }.into()));
                        parts.push(TextPart::Column(at));
                    }
                    if *arity > 0 {
                        parts.push(TextPart::Text(")".into()));
                    }
                }
                Some(write) => {
                    if write.columns.len() != *arity {
                        let (wanted, found) = (*arity, write.columns.len());
                        let kind = DiagnosticKind::Arity { name: name.clone(), wanted, found };
                        return refuse(kind, write.span);
                    }
                    let names: Vec<Option<String>> =
                        write.columns.iter().map(variable_name).collect();
                    for part in &write.parts {
                        parts.push(match part {
                            Part::Text(text)
                                if text.contains(char::is_whitespace) || text.len() > 20 =>
                            {
                                let reason = "a text has spaces or is longer than 20 bytes".into();
                                return refuse(DiagnosticKind::MoveText { reason }, write.span);
                            }
                            Part::Text(text) => TextPart::Text(text.clone()),
                            Part::Variable(variable, span) | Part::Letter(variable, span) => {
                                let at =
                                    names.iter().position(|name| name.as_ref() == Some(variable));
                                let Some(at) = at else {
                                    let name = variable.clone();
                                    return refuse(DiagnosticKind::Unbound { name }, *span);
                                };
                                match part {
                                    Part::Letter(..) => TextPart::Letter(at),
                                    _ => TextPart::Column(at),
                                }
                            }
                        });
                    }
                }
            }
            let size: u64 = columns.iter().map(|(_, range)| range.size()).product();
            let ranges = columns.iter().map(|&(_, range)| range).collect();
            let types = columns.iter().map(|&(ty, _)| ty).collect();
            let kind = MoveKind {
                name: name.clone(),
                types,
                ranges,
                first: first as u32,
                size: size as u32,
                parts,
            };
            first += size;
            if first > MAX_MOVES {
                let kind = DiagnosticKind::TooMuch {
                    what: "possible moves".into(),
                    most: MAX_MOVES as usize,
                };
                return refuse(kind, *span);
            }
            moves.push(kind);
        }
        if let Some(write) = self
            .file
            .writes
            .iter()
            .find(|write| !kinds.iter().any(|(name, ..)| *name == write.name))
        {
            let kind = DiagnosticKind::UnknownMove { name: write.name.clone() };
            return refuse(kind, write.span);
        }
        Ok(moves)
    }
}

/// 1 is `a`, 26 is `z`; other numbers stay numbers.
pub(crate) fn letter(number: i32) -> String {
    match number {
        1..=26 => char::from(b'a' + number as u8 - 1).to_string(),
        _ => number.to_string(),
    }
}
