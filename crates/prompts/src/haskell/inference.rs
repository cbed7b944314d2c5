//! Type inference for expressions, by unification.

use std::collections::HashMap;
use std::fmt;
use std::mem::discriminant;

use super::refusal::Refusal;
use super::syntax::Expression;
use super::types::{Type, variable_name};
use crate::limits::{DEPTH, TYPE_STEPS};

/// A type whose variables stand for any types of their classes.
#[derive(Clone, Debug)]
pub struct Scheme {
    pub of: Type,
    /// The classes of its variables; a variable that is not there has none.
    pub classes: HashMap<usize, Classes>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Classes {
    /// Its values can be compared.
    pub eq: bool,
    /// Its values are numbers.
    pub num: bool,
}

/// As `:t` shows it: the classes, and the type.
impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes: Vec<String> = self
            .of
            .variables()
            .iter()
            .flat_map(|variable| {
                let classes = self.classes.get(variable).copied().unwrap_or_default();
                let of = |class: &str| format!("{class} {}", variable_name(*variable));
                [classes.eq.then(|| of("Eq")), classes.num.then(|| of("Num"))]
            })
            .flatten()
            .collect();
        match &classes[..] {
            [] => (),
            [only] => write!(f, "{only} => ")?,
            several => write!(f, "({}) => ", several.join(", "))?,
        }
        self.of.fmt(f)
    }
}

pub struct Inference<'a> {
    schemes: &'a dyn Fn(&str) -> Option<Scheme>,
    bindings: Vec<Option<Type>>,
    classes: Vec<Classes>,
    steps: usize,
}

/// The type of an expression, with its variables numbered from 0.
pub fn infer(
    expression: &Expression,
    schemes: &dyn Fn(&str) -> Option<Scheme>,
) -> Result<Scheme, Refusal> {
    let mut inference = Inference { schemes, bindings: Vec::new(), classes: Vec::new(), steps: 0 };
    let of = inference.expression(expression)?;
    let of = inference.resolve(&of, 0)?;
    let found = of.variables();
    let numbered = found.iter().enumerate();
    let classes = numbered.clone().map(|(number, &variable)| (number, inference.classes[variable]));
    let classes = classes.collect();
    let fresh = numbered.map(|(number, &variable)| (variable, Type::Variable(number))).collect();
    Ok(Scheme { of: inference.replace(&of, &fresh, 0)?, classes })
}

impl Inference<'_> {
    fn expression(&mut self, expression: &Expression) -> Result<Type, Refusal> {
        match expression {
            Expression::Int(_) => Ok(self.variable(Classes { num: true, eq: false })),
            Expression::Char(_) => Ok(Type::Char),
            Expression::Text(_) => Ok(Type::read("String")),
            Expression::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.expression(part));
                Ok(Type::Tuple(parts.collect::<Result<_, _>>()?))
            }
            Expression::List(parts) => {
                let mut element = self.variable(Classes::default());
                for (place, part) in parts.iter().enumerate() {
                    let found = self.expression(part)?;
                    self.unify(&element, &found, 0)?;
                    // The first element names the type, as in [Position].
                    if place == 0 {
                        element = found;
                    }
                }
                Ok(Type::List(element.into()))
            }
            Expression::Negate(inside) => {
                let found = self.expression(inside)?;
                let number = self.variable(Classes { num: true, eq: false });
                self.unify(&number, &found, 0)?;
                Ok(found)
            }
            Expression::Apply(name, arguments) => {
                let unknown = || Refusal::UnknownName { name: agon_core::quote(name) };
                let scheme = (self.schemes)(name).ok_or_else(unknown)?;
                let mut applied = self.instantiate(&scheme)?;
                for argument in arguments {
                    let found = self.expression(argument)?;
                    let result = match self.shallow(&applied).bare() {
                        Type::Function(wanted, result) => {
                            self.unify(wanted, &found, 0)?;
                            result.as_ref().clone()
                        }
                        _ => return Err(Refusal::NotAFunction { name: agon_core::quote(name) }),
                    };
                    applied = result;
                }
                Ok(applied)
            }
        }
    }

    fn step(&mut self, depth: usize) -> Result<(), Refusal> {
        self.steps += 1;
        TYPE_STEPS.check(self.steps)?;
        Ok(DEPTH.check(depth)?)
    }

    fn variable(&mut self, classes: Classes) -> Type {
        self.bindings.push(None);
        self.classes.push(classes);
        Type::Variable(self.bindings.len() - 1)
    }

    fn instantiate(&mut self, scheme: &Scheme) -> Result<Type, Refusal> {
        let variables = scheme.of.variables();
        let classes = |variable| scheme.classes.get(variable).copied().unwrap_or_default();
        let fresh = variables.iter().map(|variable| (*variable, self.variable(classes(variable))));
        let fresh: HashMap<usize, Type> = fresh.collect();
        self.replace(&scheme.of, &fresh, 0)
    }

    /// The type with its variables replaced.
    fn replace(
        &mut self,
        of: &Type,
        by: &HashMap<usize, Type>,
        depth: usize,
    ) -> Result<Type, Refusal> {
        if by.is_empty() {
            return Ok(of.clone());
        }
        self.step(depth)?;
        match of {
            Type::Variable(number) => Ok(by.get(number).unwrap_or(of).clone()),
            other => other.try_map(|part| self.replace(part, by, depth + 1)),
        }
    }

    /// The type, or what its variable is bound to.
    fn shallow(&self, of: &Type) -> Type {
        let mut of = of;
        while let Type::Variable(number) = of
            && let Some(bound) = &self.bindings[*number]
        {
            of = bound;
        }
        of.clone()
    }

    /// The type with all bound variables replaced.
    fn resolve(&mut self, of: &Type, depth: usize) -> Result<Type, Refusal> {
        self.step(depth)?;
        self.shallow(of).try_map(|part| self.resolve(part, depth + 1))
    }

    /// Makes two types the same, or refuses.
    fn unify(&mut self, wanted: &Type, found: &Type, depth: usize) -> Result<(), Refusal> {
        self.step(depth)?;
        let (left, right) = (self.shallow(wanted), self.shallow(found));
        match (left.bare(), right.bare()) {
            (Type::Variable(one), Type::Variable(two)) if one == two => Ok(()),
            (Type::Variable(variable), _) => self.bind(*variable, &right, depth),
            (_, Type::Variable(variable)) => self.bind(*variable, &left, depth),
            (one, two)
                if discriminant(one) == discriminant(two)
                    && one.inside().len() == two.inside().len() =>
            {
                let mut pairs = one.inside().into_iter().zip(two.inside());
                pairs.try_for_each(|(one, two)| self.unify(one, two, depth + 1))
            }
            _ => {
                let [wanted, found] = [self.shown(&left)?, self.shown(&right)?];
                Err(Refusal::Mismatch { wanted, found })
            }
        }
    }

    fn shown(&mut self, of: &Type) -> Result<String, Refusal> {
        let resolved = self.resolve(of, 0)?;
        // A number is called so, and not by the letter of its variable.
        Ok(match resolved {
            Type::Variable(number) if self.classes[number].num => "a number".into(),
            other => agon_core::quote(&other.to_string()),
        })
    }

    fn bind(&mut self, variable: usize, to: &Type, depth: usize) -> Result<(), Refusal> {
        let classes = self.classes[variable];
        self.constrain(to, classes, depth)?;
        if self.occurs(variable, to, depth)? {
            let found = self.shown(to)?;
            return Err(Refusal::Mismatch { wanted: "a part of it".into(), found });
        }
        self.bindings[variable] = Some(to.clone());
        Ok(())
    }

    /// Requires the classes of a type.
    fn constrain(&mut self, of: &Type, classes: Classes, depth: usize) -> Result<(), Refusal> {
        self.step(depth)?;
        let of = self.shallow(of);
        match of.bare() {
            Type::Variable(number) => {
                let known = &mut self.classes[*number];
                known.num |= classes.num;
                known.eq |= classes.eq;
                Ok(())
            }
            Type::Int => Ok(()),
            _ if classes.num => {
                let found = self.shown(&of)?;
                Err(Refusal::Mismatch { wanted: "a number".into(), found })
            }
            Type::Game | Type::Function(..) if classes.eq => Err(Refusal::NotCompared),
            Type::Function(..) => Ok(()),
            other => {
                let mut inside = other.inside().into_iter();
                inside.try_for_each(|part| self.constrain(part, classes, depth + 1))
            }
        }
    }

    /// Whether a variable is inside of a type.
    fn occurs(&mut self, variable: usize, of: &Type, depth: usize) -> Result<bool, Refusal> {
        self.step(depth)?;
        let of = self.shallow(of);
        let mut is_found = matches!(of.bare(), Type::Variable(number) if *number == variable);
        for part in of.inside() {
            is_found = is_found || self.occurs(variable, part, depth + 1)?;
        }
        Ok(is_found)
    }
}
