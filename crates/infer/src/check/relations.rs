//! Relations: those of the game (EDB) and those that rules derive (IDB).

use super::Checker;
use super::declaration::Declaration;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::Origin;
use crate::step::MAX_COLUMNS;
use crate::syntax::{self, Atom};

impl Checker<'_> {
    /// Declares the relations of the game.
    pub(super) fn declare_edb(&mut self) {
        for (index, relation) in self.schema.relations.iter().enumerate() {
            self.declare(Declaration::of_game(index, relation));
        }
        for (name, types) in &self.schema.declared {
            self.declare(Declaration::of_types(name, types));
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
            let diagnostic = Diagnostic::new(kind, atom.name_span);
            let [of_move, legal] = ["does", "legal"].map(|word| format!("{word} {}", atom.name));
            self.report(if self.by_name.contains_key(&of_move) {
                diagnostic.hint(format!("the move that is made is `{of_move}(...)`"))
            } else if self.by_name.contains_key(&legal) {
                diagnostic.hint(format!("a legal move is `{legal}(...)`"))
            } else {
                diagnostic.did_you_mean(&atom.name, known)
            });
            return None;
        };
        let (wanted, found) = (self.relations[relation].types.len(), atom.columns.len());
        if wanted != found {
            let kind = DiagnosticKind::Arity { name: atom.name.clone(), wanted, found };
            let diagnostic = Diagnostic::new(kind, atom.name_span);
            let diagnostic = match self.relations[relation].origin {
                Origin::Edb { index, .. } => {
                    let signature = self.schema.relations[index].signature();
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
