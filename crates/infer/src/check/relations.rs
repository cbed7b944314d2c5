//! Relations: those of the game (EDB) and those that rules derive (IDB).

use agon_core::{ColumnType, Vocabulary};

use super::Checker;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{Origin, Range, Relation, Type};
use crate::step::MAX_COLUMNS;
use crate::syntax::{self, Atom};

/// A relation whose column types may not all be known yet.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) types: Vec<Option<Type>>,
    pub(super) origin: Origin,
}

impl Declaration {
    /// A relation of the game, by its index in the vocabulary.
    fn of_game(index: usize, relation: &agon_core::Relation) -> Declaration {
        let ty = |column| match column {
            ColumnType::Side => Type::Side,
            ColumnType::Number { .. } => Type::Number,
            ColumnType::Member(domain) => Type::Member(domain),
        };
        let &agon_core::Relation { is_function, is_fixed, set_column, .. } = relation;
        Declaration {
            name: relation.name.to_string(),
            types: relation.columns.iter().map(|&(_, column)| Some(ty(column))).collect(),
            origin: Origin::Edb { index, is_function, is_fixed, set_column },
        }
    }

    pub(super) fn finish(self, vocabulary: &Vocabulary) -> Relation {
        let range = |column: usize| match self.origin {
            Origin::Edb { index, .. } => match vocabulary.relations[index].columns[column].1 {
                ColumnType::Side => Range::new(0, 1),
                ColumnType::Number { least, most } => Range::new(least, most),
                ColumnType::Member(domain) => {
                    Range::new(0, vocabulary.domains[domain].members.len() as i32 - 1)
                }
            },
            // Empty until range analysis widens it.
            Origin::Idb => Range::new(0, -1),
        };
        let types = self.types.iter().enumerate();
        let columns =
            types.map(|(column, ty)| (ty.unwrap_or(Type::Number), range(column))).collect();
        Relation { name: self.name, columns, origin: self.origin }
    }
}

impl Checker<'_> {
    /// Declares the relations of the game.
    pub(super) fn declare_edb(&mut self) {
        for (index, relation) in self.vocabulary.relations.iter().enumerate() {
            self.declare(Declaration::of_game(index, relation));
        }
    }

    /// Declares every relation in the head of a rule, and checks their arities.
    pub(super) fn declare_idb(&mut self, rules: &[syntax::Rule]) {
        for rule in rules {
            let syntax::Head::Atom(atom) = &rule.head else { continue };
            let found = atom.columns.len();
            let (kind, hint) = match self.by_name.get(&atom.name).map(|&at| &self.relations[at]) {
                None if found > MAX_COLUMNS => {
                    let what = "columns".into();
                    (DiagnosticKind::TooMuch { what, most: MAX_COLUMNS }, None)
                }
                None => {
                    let (name, types) = (atom.name.clone(), vec![None; found]);
                    self.declare(Declaration { name, types, origin: Origin::Idb });
                    continue;
                }
                Some(known) if known.origin != Origin::Idb => {
                    let hint = "choose another name for the relation";
                    (DiagnosticKind::IsFact { name: atom.name.clone() }, Some(hint))
                }
                Some(known) if known.types.len() != found => {
                    let (name, wanted) = (atom.name.clone(), known.types.len());
                    let hint = "all rules of a relation need the same columns";
                    (DiagnosticKind::Arity { name, wanted, found }, Some(hint))
                }
                Some(_) => continue,
            };
            let diagnostic = Diagnostic::new(kind, atom.name_span);
            self.report(match hint {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            });
        }
    }

    pub(super) fn declare(&mut self, declaration: Declaration) {
        self.by_name.insert(declaration.name.clone(), self.relations.len());
        self.relations.push(declaration);
    }

    /// The relation of an atom, whose arity must be right.
    pub(super) fn resolve_relation(&mut self, atom: &Atom) -> Option<usize> {
        if atom.name == "value" {
            let hint = "derive a relation of your own, and give points for it";
            let diagnostic = Diagnostic::new(DiagnosticKind::ValueInBody, atom.name_span);
            self.report(diagnostic.hint(hint));
            return None;
        }
        let Some(&relation) = self.by_name.get(&atom.name) else {
            let known = self.relations.iter().map(|relation| relation.name.as_str());
            let kind = DiagnosticKind::UnknownRelation { name: atom.name.clone() };
            let diagnostic = Diagnostic::new(kind, atom.name_span).did_you_mean(&atom.name, known);
            self.report(diagnostic);
            return None;
        };
        let (wanted, found) = (self.relations[relation].types.len(), atom.columns.len());
        if wanted != found {
            let kind = DiagnosticKind::Arity { name: atom.name.clone(), wanted, found };
            let diagnostic = Diagnostic::new(kind, atom.name_span);
            let diagnostic = match self.relations[relation].origin {
                Origin::Edb { index, .. } => {
                    let signature = signature(&self.vocabulary.relations[index]);
                    diagnostic.hint(format!("write it as {signature}"))
                }
                Origin::Idb => diagnostic,
            };
            self.report(diagnostic);
            return None;
        }
        Some(relation)
    }
}

/// The signature of a relation of a game, such as `stack(square -> height)`.
pub(crate) fn signature(relation: &agon_core::Relation) -> String {
    let names: Vec<&str> = relation.columns.iter().map(|&(name, _)| name).collect();
    let columns = match names.split_last() {
        Some((value, keys)) if relation.is_function => match keys.is_empty() {
            true => (*value).to_string(),
            false => format!("{} -> {value}", keys.join(", ")),
        },
        _ => names.join(", "),
    };
    format!("{}({columns})", relation.name)
}
