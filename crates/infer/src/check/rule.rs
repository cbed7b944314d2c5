//! Checks a rule: resolves its names, checks its types and orders its body safely.

use std::mem::take;

use super::{Checker, Variables};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{self, Expression, Head, Literal, LiteralKind, Operand, Rule, Type};
use crate::safety::safe_order;
use crate::syntax::{self, Comparison, TermKind};

/// The most variables of a rule, anonymous ones included.
const MAX_VARIABLES: usize = 60;

/// The most literals of a rule, and of an aggregate in it.
const MAX_LITERALS: usize = 64;

/// Shown for a negated literal with an unbound variable.
const NEGATION_HINT: &str =
    "a negated condition binds no variables: write _, or bind it in a condition without not";

impl Checker<'_> {
    /// The checked rule, unless something is wrong with it.
    pub(super) fn rule(&mut self, rule: &syntax::Rule) -> Option<Rule> {
        self.collect_types(rule);
        self.literals.clear();
        let body = self.body(&rule.body);
        let head = self.head(&rule.head);
        body?;
        let head = head?;
        let (variables, literals) = (take(&mut self.variables), take(&mut self.literals));
        let limits = [
            ("conditions in a rule", literals.len(), MAX_LITERALS),
            ("variables in a rule", variables.len(), MAX_VARIABLES),
        ];
        for (what, found, most) in limits {
            if found > most {
                let kind = DiagnosticKind::TooMuch { what: what.into(), most };
                self.report(Diagnostic::new(kind, rule.span));
                return None;
            }
        }
        let mut bound = vec![false; variables.len()];
        let body = order_body(&variables, literals, &mut bound);
        let checked = body.and_then(|body| check_head(&variables, &head, &bound).map(|()| body));
        match checked {
            Ok(body) => Some(Rule { head, body, variables: variables.finish(), span: rule.span }),
            Err(diagnostic) => {
                self.report(diagnostic);
                None
            }
        }
    }

    fn head(&mut self, head: &syntax::Head) -> Option<Head> {
        match head {
            syntax::Head::Atom(atom) => {
                let (relation, columns) = self.columns(atom)?;
                Some(Head::Atom { relation, columns })
            }
            syntax::Head::Value { player, points } => {
                let player = self.operand(player, Type::Side);
                let points = self.expression(points, Type::Number);
                player.zip(points).map(|(player, points)| Head::Value { player, points })
            }
        }
    }

    /// Adds the literals of a body.
    fn body(&mut self, body: &[syntax::Literal]) -> Option<()> {
        let mut is_right = Some(());
        for literal in body {
            match self.literal(literal) {
                Some(kind) if self.literals.len() <= MAX_LITERALS => {
                    self.literals.push(Literal { kind, span: literal.span });
                }
                Some(_) => (),
                None => is_right = None,
            }
        }
        is_right
    }

    /// The checked literal; what must be computed for it is added before it.
    fn literal(&mut self, literal: &syntax::Literal) -> Option<LiteralKind> {
        match &literal.kind {
            syntax::LiteralKind::Positive(atom) => {
                let (relation, columns) = self.columns(atom)?;
                Some(LiteralKind::Positive { relation, columns })
            }
            syntax::LiteralKind::Negative(atom) => {
                let relation = self.resolve_relation(atom)?;
                let mut columns = Vec::new();
                for (column, term) in atom.columns.iter().enumerate() {
                    columns.push(match term.kind {
                        TermKind::Wildcard => None,
                        _ => Some(self.column(relation, column, term)?),
                    });
                }
                Some(LiteralKind::Negative { relation, columns })
            }
            syntax::LiteralKind::Compare(one, comparison, two) => {
                let ty = self.type_of(one).or_else(|| self.type_of(two));
                // Only numbers have an order, and the members of the sets of a game file.
                let ty = match (ty, comparison) {
                    (Some(ty), Comparison::Equal | Comparison::NotEqual) => ty,
                    (Some(ty @ Type::Member(_)), _) if !self.schema.has_players => ty,
                    _ => Type::Number,
                };
                let one = self.expression(one, ty);
                let two = self.expression(two, ty);
                Some(LiteralKind::Compare(one?, *comparison, two?))
            }
            syntax::LiteralKind::Between { of, from, to } => {
                let of = self.operand(of, Type::Number);
                let from = self.expression(from, Type::Number);
                let to = self.expression(to, Type::Number);
                Some(LiteralKind::Between { of: of?, from: from?, to: to? })
            }
            syntax::LiteralKind::Aggregate { .. } => self.aggregate(literal),
        }
    }

    /// An aggregate gets a variable of its own for its result, which is then compared with
    /// what stands before `=`.
    fn aggregate(&mut self, literal: &syntax::Literal) -> Option<LiteralKind> {
        let syntax::LiteralKind::Aggregate { result, function, of, body } = &literal.kind else {
            return None;
        };
        let left = self.expression(result, Type::Number)?;
        let result = self.variables.anonymous(Type::Number, result.span);
        let (number, first_inside) = (self.variables.aggregates, self.variables.len());
        self.variables.aggregates += 1;
        let outside = take(&mut self.literals);
        let is_right = self.body(body);
        let inside = std::mem::replace(&mut self.literals, outside);
        let of = match of {
            Some(of) => self.expression(of, Type::Number),
            None => Some(Expression::Operand(Operand::Constant(1))),
        };
        is_right?;
        let of = of?;
        let mut shared = Vec::new();
        for variable in [program::variables(&inside), of.variables()].concat() {
            let is_local = variable >= first_inside || self.variables.is_local_to(variable, number);
            if !is_local && !shared.contains(&variable) {
                shared.push(variable);
            }
        }
        let kind = LiteralKind::Aggregate { result, function: *function, of, body: inside, shared };
        self.literals.push(Literal { kind, span: literal.span });
        let result = Expression::Operand(Operand::Variable(result));
        Some(LiteralKind::Compare(left, Comparison::Equal, result))
    }
}

/// Orders a body, and those of its aggregates, so that variables are bound before they are
/// needed; or says which variable cannot be bound.
fn order_body(
    variables: &Variables,
    literals: Vec<Literal>,
    bound: &mut [bool],
) -> Result<Vec<Literal>, Diagnostic> {
    let mut literals = safe_order(literals, bound).map_err(|(literal, variable)| {
        let diagnostic = variables.unbound(variable);
        match literal.kind {
            LiteralKind::Negative { .. } => {
                Diagnostic { span: literal.span, ..diagnostic }.hint(NEGATION_HINT)
            }
            _ => diagnostic,
        }
    })?;
    for literal in &mut literals {
        let LiteralKind::Aggregate { body, of, shared, .. } = &mut literal.kind else { continue };
        let mut inside = vec![false; bound.len()];
        shared.iter().for_each(|&variable| inside[variable] = true);
        *body = order_body(variables, take(body), &mut inside)?;
        let last_unbound = of.variables().into_iter().rfind(|&variable| !inside[variable]);
        if let Some(variable) = last_unbound {
            return Err(variables.unbound(variable));
        }
    }
    Ok(literals)
}

/// Every variable of a head must be bound by the body.
fn check_head(variables: &Variables, head: &Head, bound: &[bool]) -> Result<(), Diagnostic> {
    let unbound = head.variables().into_iter().find(|&variable| !bound[variable]);
    unbound.map_or(Ok(()), |variable| Err(variables.unbound(variable)))
}
