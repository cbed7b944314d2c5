//! The REPL of santorini: the functions of the assignment, as at a Haskell prompt.

mod functions;
mod inference;
mod prelude;
mod syntax;
mod token;
mod types;
mod value;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use agon_arena::{EvaluationFile, Refused, find};
use agon_core::{DefaultEval as _, Evaluate, Game as _, quote};
use agon_games::santorini::Santorini;
use agon_host::Failure;
use agon_infer::RuleSet;
use agon_inputs::rules;
use agon_network::Network;

use super::{Repl, Topic, help};
use inference::Scheme;
use syntax::{Expression, Statement};
use types::Type;
use value::Value;

agon_core::refusals! {
    /// Why a line cannot be answered.
    pub enum Refusal {
        Character { found: String } => "unexpected {found}",
        Command { found: String } => "{found} is not understood; the commands are :type, :help and :quit",
        Expected { wanted: &'static str, found: String } => "expected {wanted}, found {found}",
        TooDeep => "the expression is nested too deeply",
        TooLarge => "the value is too large",
        TooManyNames => "too many names are defined",
        UnknownName { name: String } => "{name} is not defined; the functions are initializeGame, tryMove, screenshotGame, undoMove, redoMove, possibleMoves, evaluateState, length, null, head, last, tail, take, elem, fst, snd",
        NotAFunction { name: String } => "{name} is not a function, or takes fewer arguments",
        TakenName { name: &'static str } => "{name} has a meaning already: choose another name",
        Arity { name: &'static str, takes: usize, given: usize, usage: &'static str } => "{name} takes {takes} arguments, not {given}, as in {usage}",
        Argument { name: &'static str, wanted: &'static str, found: String } => "{name} expects {wanted}, not {found}",
        EmptyList { name: &'static str } => "{name} of an empty list",
        NoElement { place: i64, length: usize } => "the list has {length} elements, numbered from 0: there is no element {place}",
        Mismatch { wanted: String, found: String } => "the types do not fit: expected {wanted}, found {found}",
        NotCompared => "games and functions cannot be compared: compare what screenshotGame gives",
        OffBoard { row: i64, column: i64 } => "({row},{column}) is not on the board: rows and columns go from 0 to 4",
        Overlap { row: usize, column: usize } => "two pawns are placed on ({row},{column})",
        NotShown => "a game cannot be printed: use screenshotGame",
    }
}

/// The state of a session: its named values, with their types, and its evaluation.
pub struct HaskellRepl {
    names: HashMap<String, (Value, Scheme)>,
    evaluation: Arc<dyn Evaluate<Santorini>>,
}

/// The most names of a session.
const MAX_NAMES: usize = 10_000;

impl Default for HaskellRepl {
    fn default() -> HaskellRepl {
        HaskellRepl { names: HashMap::new(), evaluation: Santorini::default().default_eval() }
    }
}

impl Repl for HaskellRepl {
    fn prompt(&self) -> &'static str {
        "*StudentCode> "
    }

    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        Ok(self.evaluate(text)?)
    }

    fn topics(&self) -> &'static [Topic] {
        &functions::TOPICS
    }

    fn defines(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    fn words(&self) -> Vec<String> {
        let words = help::words(self.topics()).into_iter();
        words.chain(["snd".into()]).chain(self.names.keys().cloned()).collect()
    }
}

impl HaskellRepl {
    /// A session in which `evaluateState` answers by this evaluation of the game or rule file.
    pub fn with_eval(name: &str) -> Result<HaskellRepl, Failure> {
        let entry = find(Santorini::NAME)
            .ok_or_else(|| Failure::Usage("santorini is not a game".into()))?;
        let evaluation: Arc<dyn Evaluate<Santorini>> = match rules::named(entry, Some(name))? {
            Some(source) if source.is_network() => {
                let network = Network::read(&Santorini::default(), name, &source.bytes);
                Arc::new(network.map_err(|refusal| Failure::Refused(format!("{name}: {refusal}")))?)
            }
            Some(EvaluationFile { name, bytes, .. }) => Arc::new(
                RuleSet::read(&Santorini::default(), &name, &bytes).map_err(Failure::Rules)?,
            ),
            None => {
                let own = Santorini::default().evaluators();
                let known: Vec<String> = own.iter().map(|own| own.name().to_string()).collect();
                let found = own.into_iter().find(|own| own.name() == name);
                found.ok_or_else(|| {
                    let (found, known) = (quote(name), known.join(", "));
                    Failure::Usage(format!(
                        "santorini has no evaluation {found}: it has {known}; a rule file or network is named by its path"
                    ))
                })?
            }
        };
        Ok(HaskellRepl { evaluation, ..HaskellRepl::default() })
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
                if self.names.len() >= MAX_NAMES && !self.names.contains_key(&name) {
                    return Err(Refusal::TooManyNames);
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

    /// The type of a name.
    fn scheme(&self, name: &str) -> Option<Scheme> {
        if let Some((_, scheme)) = self.names.get(name) {
            return Some(scheme.clone());
        }
        if ["True", "False"].contains(&name) {
            return Some(Scheme { of: Type::Bool, classes: HashMap::new() });
        }
        functions::named(name).map(functions::Function::scheme)
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
            Value::Undefined(why) => Err(why.as_ref().clone()),
            Value::Tuple(parts) | Value::List(parts) if parts.is_too_large() => {
                Err(Refusal::TooLarge)
            }
            _ => Ok(value),
        }
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
