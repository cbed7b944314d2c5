//! `agon rules query`: answers queries about a position.

use std::io::Write;

use agon_arena::AnyRuleSet;
use agon_core::{Side, quote};
use agon_host::input::{Input, Line};
use agon_host::{Failure, write_error};
use agon_infer::Answers;
use agon_inputs::rules;
use agon_prompts::is_quit;
use serde_json::{Map, Value, json};

use super::facts::value_json;
use crate::cli::QueryArgs;
use crate::commands::eval::side;

/// Answers the given queries, or those of standard input line by line.
pub fn query(args: &QueryArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entry = args.position.game();
    if args.questions.is_empty() && args.position.reads_stdin() {
        return Err(Failure::Usage(
            "queries are read from standard input, so the position cannot be".into(),
        ));
    }
    let asked = args.side.as_deref().map(|name| side(entry, name)).transpose()?;
    let source = match &args.rules {
        Some(name) => match rules::named(entry, Some(name))? {
            Some(source) => source,
            None => rules::read(name)?,
        },
        None => rules::facts_only(entry),
    };
    if source.is_network() {
        let message = format!("{} is a network: name a rule file", quote(&source.name));
        return Err(Failure::Usage(message));
    }
    let mut session = args.position.open()?;
    rules::load_into(&source, &mut *session)?;
    let side = asked.unwrap_or(session.to_move());
    let Some(rules) = session.rules(&source.name) else { return Ok(()) };
    let asker = Asker { rules: &*rules, side, json: args.json };
    if args.questions.is_empty() {
        return asker.answer_input(out);
    }
    let mut are_right = true;
    for question in &args.questions {
        are_right &= asker.answer(question, out)?;
    }
    if are_right { Ok(()) } else { Err(Failure::Unknown) }
}

/// Answers queries for a side.
struct Asker<'r> {
    rules: &'r dyn AnyRuleSet,
    side: Side,
    json: bool,
}

impl Asker<'_> {
    /// Answers a query or prints its error. Returns whether the query was valid.
    fn answer(&self, question: &str, out: &mut impl Write) -> Result<bool, Failure> {
        match self.rules.query(self.side, question) {
            Err(diagnostics) => {
                out.flush()?;
                write_error(diagnostics);
                return Ok(false);
            }
            Ok(answers) if self.json => writeln!(out, "{}", as_json(question, &answers))?,
            Ok(answers) => write_answers(&answers, out)?,
        }
        Ok(true)
    }

    fn answer_input(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut input = Input::stdin();
        loop {
            match input.ask("?- ", out)? {
                Line::End => return Ok(()),
                Line::Unusable(why) => write_error(format_args!("error: {why}")),
                Line::Text(text) if is_quit(&text) => return Ok(()),
                Line::Text(text) => {
                    let question = text.strip_prefix("?-").unwrap_or(&text).trim();
                    if !question.is_empty() && !question.starts_with('%') {
                        self.answer(question, out)?;
                    }
                }
            }
        }
    }
}

/// Prints a line for each answer, or the number of answers.
fn write_answers(answers: &Answers, out: &mut impl Write) -> Result<(), Failure> {
    if answers.only_count {
        writeln!(out, "{}", answers.rows.len())?;
        return Ok(());
    }
    if answers.rows.is_empty() || answers.names.is_empty() {
        writeln!(out, "{}.", !answers.rows.is_empty())?;
        return Ok(());
    }
    for row in &answers.rows {
        let pairs = answers.names.iter().zip(row);
        let pairs: Vec<String> = pairs.map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(out, "{}", pairs.join(", "))?;
    }
    Ok(())
}

fn as_json(question: &str, answers: &Answers) -> Value {
    if answers.only_count {
        return json!({ "question": question, "count": answers.rows.len() });
    }
    let answer = |row: &Vec<String>| {
        let values = row.iter().zip(&answers.are_numbers);
        let values = values.map(|(value, &is_number)| value_json(value, is_number));
        Value::Object(answers.names.iter().cloned().zip(values).collect::<Map<_, _>>())
    };
    // Without variables an answer has nothing to print.
    let rows = answers.rows.iter().filter(|_| !answers.names.is_empty());
    let rows: Vec<Value> = rows.map(answer).collect();
    json!({ "question": question, "holds": !answers.rows.is_empty(), "answers": rows })
}
