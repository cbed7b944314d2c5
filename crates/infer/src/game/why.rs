//! Why a move is not legal, why it is, and why the game is over: in words, from what the interpreter
//! derives.
//!
//! A move is refused with the first condition that fails in the rule that comes closest to allowing
//! it. Where that condition is a relation that rules derive, the reason is looked for in these.

use agon_core::{ColumnType, Outcome, Side, quote};

use super::source::file_of;
use super::{GamePosition, GameRefusal, GameRules, MAX_LEGAL, TextPart, compile};
use crate::diagnostic::Span;
use crate::facts::written;
use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Origin, Rule, Type, variables,
};
use crate::reference::{Interpreter, Row, value};
use crate::syntax::Comparison;

/// How many rows are tried for a reason: some tenths of a second.
const MAX_TRIED: u64 = 3_000_000;

/// How many facts are named, and how far they are followed through rules.
const MAX_FACTS: usize = 8;
const MAX_DEPTH: usize = 8;

/// How many moves a text is compared with, and how many steps that may take.
const MAX_MEANT: usize = 16;
const MAX_READ_STEPS: usize = 20_000;

/// The longest condition that is shown, in characters.
const MAX_SHOWN: usize = 100;

/// A move of which some columns are known: its kind, and its columns.
pub type PartialMove = (usize, Vec<Option<i32>>);

/// The values of the variables of a rule, as far as they are known.
type Values = Vec<Option<i32>>;

/// Why there is no row: a condition of a rule that fails.
#[derive(Clone, Debug)]
struct Failure {
    /// What the rule would derive.
    goal: String,
    /// The condition as the file has it; `None` if no rule derives such rows.
    condition: Option<String>,
    /// File and line of the condition.
    place: String,
    /// What is so instead.
    facts: Vec<String>,
    /// How many conditions before it hold.
    progress: usize,
}

impl GameRules {
    /// Why a text is not a legal move.
    pub(super) fn why_text(&self, position: &GamePosition, text: &str) -> GameRefusal {
        if let Some(reason) = self.why_over(position) {
            return reason;
        }
        let text = text.trim();
        self.why_not(position, text, &self.meant(text)).unwrap_or_else(|| {
            let legal = self.legal(position);
            let example = legal.get(legal.len() / 2).map(|&mv| self.move_text(mv));
            GameRefusal::MoveText { found: quote(text), example: example.unwrap_or_default() }
        })
    }

    /// Why none of these moves is legal, which `found` stands for in the refusal. `None` if there
    /// is no reason, or if it takes too long to find one.
    pub fn why_not(
        &self,
        position: &GamePosition,
        found: &str,
        meant: &[PartialMove],
    ) -> Option<GameRefusal> {
        let relation = |kind: usize| self.legal_relation(kind);
        let mut prover = self.prover(position, meant.iter().map(|&(kind, _)| relation(kind)))?;
        let mut closest: Option<Failure> = None;
        for (kind, row) in meant {
            let failure = prover.failure(relation(*kind), row, &mut Vec::new())?;
            if closest.as_ref().is_none_or(|known| known.progress < failure.progress) {
                closest = Some(failure);
            }
        }
        let Failure { goal, condition, place, facts, .. } = closest?;
        let (found, facts) = (found.to_string(), facts.join(", "));
        Some(match condition {
            Some(condition) => GameRefusal::Needs { found, goal, condition, place, facts },
            None => GameRefusal::NoRule { found, goal },
        })
    }

    /// Why a legal move is legal: what the rule derives, where it stands, and the facts from which
    /// it follows. `None` if it is not legal.
    pub fn why_legal(&self, position: &GamePosition, mv: u32) -> Option<String> {
        if position.result.is_some() {
            return None;
        }
        let (kind, row) = self.columns(mv)?;
        let relation = self.legal_relation(kind);
        let mut prover = self.prover(position, [relation])?;
        let row = row[..self.compiled.moves[kind].ranges.len()].to_vec();
        let (goal, place, facts) = prover.proof(relation, &row)?;
        let facts =
            if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
        Some(format!("{goal} ({place}){facts}"))
    }

    /// Why the game is over; `None` if it is not.
    pub fn why_over(&self, position: &GamePosition) -> Option<GameRefusal> {
        let result = position.result?;
        let [wins, loses, draw] = [0, 1, 2].map(|number| self.verdict(number));
        let plain = || match (self.compiled.plies, position.stopped) {
            (_, true) => GameRefusal::Stopped,
            (Some(most), _) if position.ply >= most => GameRefusal::Plies { most },
            _ if self.mobility(position, position.to_move()) > 0 => {
                GameRefusal::ManyMoves { most: MAX_LEGAL }
            }
            _ => GameRefusal::NoMove,
        };
        let Some(mut prover) = self.prover(position, [wins, loses, draw]) else {
            return Some(GameRefusal::GameOver);
        };
        let mut proven = |relation: usize, row: &[i32]| prover.proof(relation, row);
        let mut won = |side: Side| {
            let (winner, loser) = (side.index() as i32, side.opponent().index() as i32);
            proven(wins, &[winner]).or_else(|| proven(loses, &[loser]))
        };
        let found = match result {
            Outcome::Win(side) => won(side),
            Outcome::Draw => match [won(Side::First), won(Side::Second)] {
                [Some((one, _, _)), Some((two, place, _))] => {
                    let goal = format!("{one}, {two}");
                    return Some(GameRefusal::BothWin { goal, place });
                }
                _ => proven(draw, &[]),
            },
        };
        Some(match found {
            Some((goal, place, facts)) => {
                GameRefusal::Over { goal, place, facts: facts.join(", ") }
            }
            None if result == Outcome::Draw => plain(),
            None => GameRefusal::GameOver,
        })
    }

    /// The interpreter after it has derived what these relations need; `None` if that takes too
    /// long.
    fn prover(
        &self,
        position: &GamePosition,
        relations: impl IntoIterator<Item = usize>,
    ) -> Option<Prover<'_>> {
        let twin = self.compiled.turn.twin(&self.compiled.state, &self.given(position));
        let mut interpreter = twin.with_budget(MAX_TRIED);
        interpreter.run_for(relations);
        (!interpreter.gave_up()).then_some(Prover { rules: self, interpreter })
    }

    /// The moves that a text may mean, legal or not.
    fn meant(&self, text: &str) -> Vec<PartialMove> {
        let mut reader = TextReader { rules: self, kind: 0, meant: Vec::new(), steps: 0 };
        for kind in 0..self.compiled.moves.len() {
            reader.kind = kind;
            let mut row = vec![None; self.compiled.moves[kind].ranges.len()];
            reader.read(&self.compiled.moves[kind].parts, text, &mut row);
        }
        reader.meant
    }

    /// File and line of a span.
    fn place_of(&self, span: Span) -> String {
        let (base, file) = file_of(&self.files, span.start);
        let before = file.text.bytes().take(span.start - base);
        format!("{}:{}", file.name, before.filter(|&byte| byte == b'\n').count() + 1)
    }

    /// The text of a span, in one line.
    fn text_of(&self, span: Span) -> String {
        let (base, file) = file_of(&self.files, span.start);
        let text = file.text.get(span.start - base..span.end - base).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(MAX_SHOWN) {
            None => text,
            Some((end, _)) => format!("{}…", &text[..end]),
        }
    }
}

/// Reads a text as moves, whatever is legal.
struct TextReader<'r> {
    rules: &'r GameRules,
    kind: usize,
    meant: Vec<PartialMove>,
    steps: usize,
}

impl TextReader<'_> {
    fn read(&mut self, parts: &[TextPart], text: &str, row: &mut Values) {
        self.steps += 1;
        if self.steps > MAX_READ_STEPS || self.meant.len() >= MAX_MEANT {
            return;
        }
        let Some((part, rest)) = parts.split_first() else {
            if text.is_empty() {
                self.meant.push((self.kind, row.clone()));
            }
            return;
        };
        let at = match part {
            TextPart::Text(wanted) => {
                if let Some(text) = text.strip_prefix(wanted.as_str()) {
                    self.read(rest, text, row);
                }
                return;
            }
            TextPart::Column(at) | TextPart::Letter(at) => *at,
        };
        let kind = &self.rules.compiled.moves[self.kind];
        let written = |value: i32| match part {
            TextPart::Letter(_) => compile::letter(value),
            _ => self.rules.show_value(kind.types[at], value),
        };
        let before = row[at];
        let values: Vec<i32> = match (before, kind.types[at]) {
            (Some(value), _) => vec![value],
            (None, ColumnType::Member(domain)) => {
                (0..self.rules.compiled.domains[domain].members.len() as i32).collect()
            }
            (None, _) => {
                let numbers =
                    (1..=text.len().min(11)).filter_map(|end| text.get(..end)?.parse().ok());
                numbers.chain(1..=26).collect()
            }
        };
        let fitting = values.into_iter().filter_map(|value| {
            let written = written(value);
            text.starts_with(&written).then_some((value, written.len()))
        });
        let fitting: Vec<(i32, usize)> = fitting.collect();
        for (value, length) in fitting {
            row[at] = Some(value);
            self.read(rest, &text[length..], row);
        }
        row[at] = before;
    }
}

/// What holds in a position, and why.
struct Prover<'r> {
    rules: &'r GameRules,
    interpreter: Interpreter<'r>,
}

impl Prover<'_> {
    /// Why no row of a relation has these columns, which rules derive. `None` if there is one, or
    /// if it takes too long. `asked` are the questions on the way here.
    fn failure(
        &mut self,
        relation: usize,
        row: &[Option<i32>],
        asked: &mut Vec<(usize, Values)>,
    ) -> Option<Failure> {
        let program = self.interpreter.program;
        let mut closest: Option<(usize, &Rule, usize, Values)> = None;
        let rules = program.rules.iter();
        for rule in rules.filter(|rule| rule.head_relation() == Some(relation)) {
            let Some(values) = values_of_head(rule, row) else { continue };
            let (at, values) = self.first_failing(rule, values)?;
            let progress = rule.body[..at].iter().filter(|one| self.counts(one, rule)).count() + 1;
            if closest.as_ref().is_none_or(|&(known, ..)| known < progress) {
                closest = Some((progress, rule, at, values));
            }
        }
        let Some((progress, rule, at, values)) = closest else {
            let goal = self.goal(relation, row);
            return Some(Failure {
                goal,
                condition: None,
                place: String::new(),
                facts: Vec::new(),
                progress: 0,
            });
        };
        let literal = &rule.body[at];
        // The reason is deeper where rules derive what is missing.
        if let LiteralKind::Positive { relation, columns } = &literal.kind
            && program.relations[*relation].is_idb()
        {
            let wanted = known_columns(columns, &values);
            let question = (*relation, wanted);
            if asked.len() < MAX_DEPTH && !asked.contains(&question) {
                asked.push(question.clone());
                let deeper = self.failure(question.0, &question.1, asked);
                if let Some(deeper) = deeper.filter(|deeper| deeper.condition.is_some()) {
                    return Some(Failure { progress, ..deeper });
                }
            }
        }
        let Head::Atom { columns, .. } = &rule.head else { return None };
        let mut facts = Vec::new();
        self.facts_against(rule, at, &values, &mut facts);
        Some(Failure {
            goal: self.goal(relation, &known_columns(columns, &values)),
            condition: Some(self.condition(literal, rule, &values)),
            place: self.rules.place_of(literal.span),
            facts,
            progress,
        })
    }

    /// The first condition of a rule that fails for these values, and values for which all before
    /// it hold. `None` if all hold, or if it takes too long.
    fn first_failing(&mut self, rule: &Rule, values: Values) -> Option<(usize, Values)> {
        let mut before = values.clone();
        for at in 0..rule.body.len() {
            let found = self.interpreter.some_solutions(&rule.body[..=at], &values, 1).pop();
            match found {
                _ if self.interpreter.gave_up() => return None,
                Some(found) => before = found,
                None => return Some((at, before)),
            }
        }
        None
    }

    /// Whether a condition stands in the file: others were added for `me` and for what is computed.
    fn counts(&self, literal: &Literal, rule: &Rule) -> bool {
        match &literal.kind {
            LiteralKind::Positive { .. } => literal.span != rule.span,
            LiteralKind::Compare(one, ..) => !is_nameless(one, rule),
            LiteralKind::Aggregate { .. } => false,
            _ => true,
        }
    }

    /// A condition as the file has it.
    fn condition(&self, literal: &Literal, rule: &Rule, values: &[Option<i32>]) -> String {
        let text = self.rules.text_of(literal.span);
        match &literal.kind {
            // A term in a column of the head.
            LiteralKind::Compare(Expression::Operand(Operand::Variable(variable)), ..)
                if rule.variables[*variable].name == "_" && !text.contains('=') =>
            {
                let wanted = value(Operand::Variable(*variable), values);
                format!("{text} = {}", self.show(rule.variables[*variable].ty, wanted))
            }
            _ => text,
        }
    }

    /// What is so instead of a condition that fails.
    fn facts_against(
        &mut self,
        rule: &Rule,
        at: usize,
        values: &[Option<i32>],
        facts: &mut Vec<String>,
    ) {
        let literal = &rule.body[at];
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                let wanted = known_columns(columns, values);
                let table = &self.interpreter.program.relations[*relation];
                let keys = table.key_columns();
                let is_known = keys < wanted.len() && wanted[..keys].iter().all(Option::is_some);
                let same_keys = |row: &&Row| {
                    row.iter().zip(&wanted[..keys]).all(|(&one, two)| Some(one) == *two)
                };
                let other = self.interpreter.rows(*relation).find(|row| is_known && same_keys(row));
                facts.push(match other {
                    Some(row) => self.row(*relation, row),
                    None => format!("not {}", self.missing(*relation, &wanted)),
                });
            }
            LiteralKind::Negative { relation, columns } => {
                let wanted = known_or_any(columns, values);
                let fits = |row: &&Row| {
                    row.iter().zip(&wanted).all(|(one, two)| two.is_none_or(|two| two == *one))
                };
                let found = self.interpreter.rows(*relation).find(fits).cloned();
                if let Some(row) = found {
                    facts.push(self.row(*relation, &row));
                    let table = &self.interpreter.program.relations[*relation];
                    if table.is_idb() && !table.name.starts_with("legal ") {
                        self.follow(*relation, &row, 1, facts);
                    }
                }
            }
            LiteralKind::Aggregate { .. } => {
                facts.push(format!("not {}", aggregate_text(&self.rules.text_of(literal.span))));
            }
            LiteralKind::Compare(..) | LiteralKind::Between { .. } => {
                for variable in variables(std::slice::from_ref(literal)) {
                    self.fact_of(variable, rule, at, values, facts);
                }
                if facts.is_empty() {
                    facts.push(format!("not {}", self.rules.text_of(literal.span)));
                }
            }
        }
    }

    /// From which fact a variable has its value.
    fn fact_of(
        &self,
        variable: usize,
        rule: &Rule,
        at: usize,
        values: &[Option<i32>],
        facts: &mut Vec<String>,
    ) {
        let number = value(Operand::Variable(variable), values);
        let shown = self.show(rule.variables[variable].ty, number);
        let own = Operand::Variable(variable);
        let binder = rule.body[..at].iter().find(|literal| match &literal.kind {
            LiteralKind::Positive { columns, .. } => columns.contains(&own),
            LiteralKind::Compare(one, _, two) => [one, two].contains(&&Expression::Operand(own)),
            LiteralKind::Aggregate { result, .. } => *result == variable,
            _ => false,
        });
        let name = crate::scope::source_name(&rule.variables[variable].name);
        // What stands in the goal is known from there, unless it is the value of something.
        let is_in_head = rule.head.variables().contains(&variable);
        let is_value = |relation: usize, columns: &[Operand]| {
            let keys = self.interpreter.program.relations[relation].key_columns();
            columns[keys..].contains(&own)
        };
        let fact = match binder.map(|literal| (&literal.kind, literal.span)) {
            Some((LiteralKind::Positive { relation, columns }, span))
                if span != rule.span && (!is_in_head || is_value(*relation, columns)) =>
            {
                self.atom(*relation, &known_columns(columns, values))
            }
            Some((LiteralKind::Aggregate { .. }, span)) => {
                format!("{} = {shown}", aggregate_text(&self.rules.text_of(span)))
            }
            Some((LiteralKind::Compare(one, _, two), _)) => {
                let here = rule.body.iter().position(|literal| {
                    matches!(&literal.kind, LiteralKind::Compare(a, _, b) if (a, b) == (one, two))
                });
                let others = [one.variables(), two.variables()].concat().into_iter();
                for other in others.filter(|&other| other != variable) {
                    self.fact_of(other, rule, here.unwrap_or(0), values, facts);
                }
                return;
            }
            _ if name == "_" => return,
            _ => format!("{name} = {shown}"),
        };
        push(facts, fact);
    }

    /// What a rule derives, where the rule stands, and from which facts; `None` if the row does
    /// not hold.
    fn proof(&mut self, relation: usize, row: &[i32]) -> Option<(String, String, Vec<String>)> {
        let row = row.to_vec();
        let (rule, _) = self.interpreter.derivation(relation, &row)?.clone()?;
        let mut facts = Vec::new();
        self.follow(relation, &row, 0, &mut facts);
        let span = self.interpreter.program.rules[rule].span;
        let goal = self.goal(relation, &row.iter().copied().map(Some).collect::<Values>());
        Some((goal, self.rules.place_of(span), facts))
    }

    /// Adds the facts from which a row was derived.
    fn follow(&mut self, relation: usize, row: &Row, depth: usize, facts: &mut Vec<String>) {
        let Some(Some((number, values))) = self.interpreter.derivation(relation, row).cloned()
        else {
            return;
        };
        let rule = &self.interpreter.program.rules[number];
        for literal in &rule.body {
            self.support(literal, &values, depth, facts);
        }
    }

    /// Adds the facts by which a condition holds.
    fn support(
        &mut self,
        literal: &Literal,
        values: &[Option<i32>],
        depth: usize,
        facts: &mut Vec<String>,
    ) {
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                let table = &self.interpreter.program.relations[*relation];
                let row: Row = columns.iter().map(|&column| value(column, values)).collect();
                if table.is_idb() && depth < MAX_DEPTH && !self.is_telling(*relation, &row) {
                    self.follow(*relation, &row, depth + 1, facts);
                } else if !self.is_obvious(*relation) {
                    push(facts, self.row(*relation, &row));
                }
            }
            LiteralKind::Negative { relation, columns } => {
                push(
                    facts,
                    format!("not {}", self.atom(*relation, &known_or_any(columns, values))),
                );
            }
            LiteralKind::Aggregate { body, result, .. } => {
                let before = facts.len();
                for values in self.interpreter.some_solutions(body, values, MAX_FACTS) {
                    for literal in body {
                        if !self.is_about_fixed(literal) {
                            self.support(literal, &values, depth, facts);
                        }
                    }
                }
                if facts.len() == before {
                    let result = value(Operand::Variable(*result), values);
                    let text = self.rules.text_of(literal.span);
                    push(facts, format!("{} = {result}", aggregate_text(&text)));
                }
            }
            LiteralKind::Compare(..) | LiteralKind::Between { .. } => (),
        }
    }

    /// Whether a row says enough by itself: that a side is stuck, or how many there are of
    /// something.
    fn is_telling(&self, relation: usize, row: &Row) -> bool {
        let Some(Some((number, _))) = self.interpreter.derivation(relation, row) else {
            return false;
        };
        let rule = &self.interpreter.program.rules[*number];
        let in_head = rule.head.variables();
        let counted = rule.body.iter().filter_map(|literal| match literal.kind {
            LiteralKind::Aggregate { result, .. } => Some(result),
            _ => None,
        });
        let is_named_in_head = |result: usize| {
            rule.body.iter().any(|literal| match &literal.kind {
                LiteralKind::Compare(one, Comparison::Equal, two) => {
                    let both = [one.variables(), two.variables()].concat();
                    both.contains(&result) && both.iter().any(|other| in_head.contains(other))
                }
                _ => false,
            })
        };
        self.interpreter.program.relations[relation].name == "stuck"
            || counted.into_iter().any(is_named_in_head)
    }

    /// Whether nobody needs to be told that these rows hold: sides, and the members of sets.
    fn is_obvious(&self, relation: usize) -> bool {
        let name = &self.interpreter.program.relations[relation].name;
        let is_set = || self.rules.compiled.domains.iter().any(|domain| domain.name == *name);
        ["other", "to_move"].contains(&name.as_str()) || is_set()
    }

    fn is_about_fixed(&self, literal: &Literal) -> bool {
        let relations = &self.interpreter.program.relations;
        let fixed = |relation: usize| {
            matches!(relations[relation].origin, Origin::Edb { is_fixed: true, .. })
        };
        literal.atom().is_some_and(|(relation, _)| fixed(relation))
    }

    fn show(&self, ty: Type, value: i32) -> String {
        match ty {
            Type::Member(domain) => {
                let members = &self.rules.compiled.domains[domain].members;
                members.get(value as usize).map(|name| written(name)).unwrap_or_default()
            }
            Type::Side | Type::Number => value.to_string(),
        }
    }

    fn row(&self, relation: usize, row: &[i32]) -> String {
        self.atom(relation, &row.iter().copied().map(Some).collect::<Values>())
    }

    /// `near(23, 24)`, or `height(23) = 1` for what has one value.
    fn atom(&self, relation: usize, row: &[Option<i32>]) -> String {
        let table = &self.interpreter.program.relations[relation];
        let columns = table.columns.iter().zip(row);
        let mut columns: Vec<String> = columns
            .map(|(&(ty, _), value)| value.map_or("_".into(), |value| self.show(ty, value)))
            .collect();
        let name = &table.name;
        let is_function = table.key_columns() < row.len();
        let last = columns.pop_if(|last| is_function && last != "_");
        let atom = match columns.is_empty() {
            true => name.to_string(),
            false => format!("{name}({})", columns.join(", ")),
        };
        last.map(|last| format!("{atom} = {last}")).unwrap_or(atom)
    }

    /// What a rule derives; moves without the word `legal`.
    fn goal(&self, relation: usize, row: &[Option<i32>]) -> String {
        let atom = self.atom(relation, row);
        atom.strip_prefix("legal ").map(String::from).unwrap_or(atom)
    }

    /// A row that is not there. What has one value has none.
    fn missing(&self, relation: usize, row: &[Option<i32>]) -> String {
        let keys = self.interpreter.program.relations[relation].key_columns();
        let has_keys = keys < row.len() && row[..keys].iter().all(Option::is_some);
        let row: Values = row
            .iter()
            .enumerate()
            .map(|(at, one)| one.filter(|_| !has_keys || at < keys))
            .collect();
        self.atom(relation, &row)
    }
}

/// Adds a fact once, as long as there are few.
fn push(facts: &mut Vec<String>, fact: String) {
    if !facts.contains(&fact) {
        match facts.len() {
            0..MAX_FACTS => facts.push(fact),
            MAX_FACTS => facts.push("…".into()),
            _ => (),
        }
    }
}

/// The values of a rule's variables if its head has these columns; `None` if it cannot.
fn values_of_head(rule: &Rule, row: &[Option<i32>]) -> Option<Values> {
    let Head::Atom { columns, .. } = &rule.head else { return None };
    let mut values = vec![None; rule.variables.len()];
    for (column, wanted) in columns.iter().zip(row) {
        let Some(wanted) = *wanted else { continue };
        let found = match *column {
            Operand::Constant(constant) => constant,
            Operand::Variable(variable) => *values[variable].get_or_insert(wanted),
        };
        if found != wanted {
            return None;
        }
    }
    Some(values)
}

fn known(operand: Operand, values: &[Option<i32>]) -> Option<i32> {
    match operand {
        Operand::Constant(value) => Some(value),
        Operand::Variable(variable) => values[variable],
    }
}

fn known_columns(columns: &[Operand], values: &[Option<i32>]) -> Values {
    columns.iter().map(|&column| known(column, values)).collect()
}

fn known_or_any(columns: &[Option<Operand>], values: &[Option<i32>]) -> Values {
    columns.iter().map(|column| column.and_then(|column| known(column, values))).collect()
}

fn is_nameless(expression: &Expression, rule: &Rule) -> bool {
    match expression {
        Expression::Operand(Operand::Variable(variable)) => rule.variables[*variable].name == "_",
        _ => false,
    }
}

/// `count { ... }` of `N = count { ... }`.
fn aggregate_text(text: &str) -> &str {
    text.split_once('=').map_or(text, |(_, aggregate)| aggregate.trim_start())
}
