//! The REPL of santorini: the functions of the assignment, as at a Haskell prompt.

mod function;
mod functions;
mod inference;
mod prelude;
mod refusal;
mod syntax;
mod tokens;
mod types;
mod value;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use agon_arena::Refused;
use agon_core::{DefaultEval as _, Evaluate, quote};
use agon_games::santorini::Santorini;

use crate::help;
use crate::limits::NAMES;
use crate::repl::{Language, Repl};
use function::Function;
use inference::Scheme;
use refusal::Refusal;
use syntax::{Expression, Statement};
use types::Type;
use value::Value;

/// The state of a session: its named values, with their types, and its evaluation.
pub struct HaskellRepl {
    names: HashMap<String, (Value, Scheme)>,
    evaluation: Arc<dyn Evaluate<Santorini>>,
}

impl Default for HaskellRepl {
    fn default() -> HaskellRepl {
        HaskellRepl::new(Santorini::default().default_eval())
    }
}

impl Repl for HaskellRepl {
    fn language(&self) -> Language {
        Language::Haskell
    }

    fn prompt(&self) -> &'static str {
        "*StudentCode> "
    }

    fn reply(&mut self, text: &str) -> Result<Option<String>, Refused> {
        Ok(self.evaluate(text)?)
    }

    fn help(&self) -> &'static str {
        include_str!("help.txt")
    }

    fn defines(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    fn words(&self) -> Vec<String> {
        let words = help::words(self.help()).into_iter();
        words.chain(["snd".into()]).chain(self.names.keys().cloned()).collect()
    }
}

impl HaskellRepl {
    /// A session in which `evaluateState` answers by this evaluation.
    pub fn new(evaluation: Arc<dyn Evaluate<Santorini>>) -> HaskellRepl {
        HaskellRepl { names: HashMap::new(), evaluation }
    }

    /// The value of an expression; `None` for an assignment, a comment or an empty line.
    fn evaluate(&mut self, line: &str) -> Result<Option<String>, Refusal> {
        match syntax::parse(line)? {
            Statement::Nothing => Ok(None),
            Statement::Assign(name, expression) => {
                if let Some(name) = functions::reserved(&name) {
                    return Err(Refusal::TakenName { name });
                }
                let value = self.typed_value(&expression)?;
                if !self.names.contains_key(&name) {
                    NAMES.check(self.names.len() + 1)?;
                }
                self.names.insert(name, value);
                Ok(None)
            }
            Statement::Type(text, expression) => {
                let shown = match &expression {
                    Expression::Apply(name, arguments) if arguments.is_empty() => {
                        self.shown_signature(name)
                    }
                    _ => None,
                };
                let of = match shown {
                    Some(shown) => shown.to_string(),
                    None => inference::infer(&expression, &|name| self.scheme(name))?.to_string(),
                };
                Ok(Some(format!("{text} :: {of}")))
            }
            Statement::Evaluate(expression) => {
                let (value, scheme) = self.typed_value(&expression)?;
                if scheme.of.holds_game() {
                    return Err(Refusal::NotShown);
                }
                if let Some(why) = value.undefined() {
                    return Err(why.clone());
                }
                Ok(Some(value.show(Some(&scheme.of))))
            }
        }
    }

    /// The type of a function as ghci shows it, if that is not the one we infer with.
    fn shown_signature(&self, name: &str) -> Option<&'static str> {
        let function = functions::named(name).filter(|_| !self.names.contains_key(name))?;
        function.shown
    }

    /// The value of an expression, and its type. What has a value here and no type in Haskell,
    /// such as `[1,'a']`, is refused.
    fn typed_value(&self, expression: &Expression) -> Result<(Value, Scheme), Refusal> {
        let value = self.value(expression)?;
        Ok((value, inference::infer(expression, &|name| self.scheme(name))?))
    }

    fn scheme(&self, name: &str) -> Option<Scheme> {
        if let Some((_, scheme)) = self.names.get(name) {
            return Some(scheme.clone());
        }
        if ["True", "False"].contains(&name) {
            return Some(Scheme { of: Type::Bool, classes: HashMap::new() });
        }
        functions::named(name).map(Function::scheme)
    }

    fn value(&self, expression: &Expression) -> Result<Value, Refusal> {
        let value = match expression {
            Expression::Int(number) => Value::Int(*number),
            Expression::Char(letter) => Value::Char(*letter),
            Expression::Text(text) => Value::list(text.chars().map(Value::Char)),
            Expression::Tuple(parts) => Value::tuple(self.values(parts)?),
            Expression::List(parts) => Value::list(self.values(parts)?),
            Expression::Negate(inside) => match self.value(inside)? {
                Value::Int(number) => Value::Int(number.wrapping_neg()),
                other => {
                    let found = quote(&other.describe());
                    return Err(Refusal::Argument { name: "-", wanted: "a number", found });
                }
            },
            Expression::Apply(name, arguments) => {
                let arguments = self.values(arguments)?;
                match self.names.get(name) {
                    Some((value, _)) if arguments.is_empty() => value.clone(),
                    Some(_) => return Err(Refusal::NotAFunction { name: quote(name) }),
                    None => self.applied(name, &arguments)?,
                }
            }
        };
        match &value {
            Value::Undefined(why) => return Err(why.as_ref().clone()),
            Value::Tuple(parts) | Value::List(parts) => parts.check()?,
            _ => (),
        }
        Ok(value)
    }

    /// A function applied to arguments, or a constant.
    fn applied(&self, name: &str, arguments: &[Value]) -> Result<Value, Refusal> {
        match (name, functions::named(name)) {
            ("True" | "False", _) if arguments.is_empty() => Ok(Value::Bool(name == "True")),
            (_, Some(function)) => function.apply(arguments, &*self.evaluation),
            _ => Err(Refusal::UnknownName { name: quote(name) }),
        }
    }

    /// The values of arguments or parts, which may have none as long as they are not used.
    fn values(&self, expressions: &[Expression]) -> Result<Vec<Value>, Refusal> {
        let value = |expression| match self.value(expression) {
            Err(why @ (Refusal::EmptyList { .. } | Refusal::NoElement { .. })) => {
                Ok(Value::Undefined(Rc::new(why)))
            }
            other => other,
        };
        expressions.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests;
