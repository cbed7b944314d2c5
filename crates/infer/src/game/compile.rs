//! From the statements of a game file to programs: numbers are put in, sets are worked out, and the
//! rules are sorted by what they depend on.
//!
//! What depends on no position is derived once. The rest becomes three programs over the facts of a
//! position: one for its moves and its result, one for what a move changes, one for its picture.

use std::collections::{BTreeMap, HashMap, HashSet};

use agon_core::ColumnType;

use super::machine::{Machine, Source};
use super::source::{Sources, head_name};
use super::state::{self, Facts, StateRelation, WORDS};
use super::syntax::{
    Column, Columns, GameFile, Part, RuleKind, StateDeclaration, visit_names, visit_rule,
    visit_term,
};
use super::{GameRules, MoveKind, Place, TextPart};
use crate::check;
use crate::diagnostic::{Diagnostic, DiagnosticKind, MAX_RANGE, Span};
use crate::plan::plan;
use crate::program::{self, Operand, Origin, Program, Range, Type};
use crate::schema::{Schema, SchemaDomain, SchemaRelation};
use crate::step::MAX_COLUMNS;
use crate::syntax::{Atom, File, Head, Literal, LiteralKind, Rule, Term, TermKind};

/// The most members of a set, and of all rows of fixed relations.
const MAX_MEMBERS: usize = 1_000;
const MAX_FIXED_ROWS: usize = 200_000;

/// The most possible moves: what can be legal in some position.
const MAX_MOVES: u64 = 1 << 20;

/// The most declarations of a kind.
const MAX_DECLARED: usize = 64;

/// The domain of the sides.
const SIDE: ColumnType = ColumnType::Member(0);

/// Relations that say how a position is judged, with their columns.
pub(crate) const VERDICTS: [(&str, &[ColumnType]); 4] =
    [("wins", &[SIDE]), ("loses", &[SIDE]), ("draw", &[]), ("measure", &[NUMBER])];

const NUMBER: ColumnType = ColumnType::Number { least: i32::MIN, most: i32::MAX };

type Refused = Vec<Diagnostic>;

fn refuse<T>(kind: DiagnosticKind, span: Span) -> Result<T, Refused> {
    Err(vec![Diagnostic::new(kind, span)])
}

fn missing<T>(what: &str, hint: &str) -> Result<T, Refused> {
    let kind = DiagnosticKind::Missing { what: what.into() };
    Err(vec![Diagnostic::new(kind, Span::default()).hint(hint)])
}

/// A rule with what it is for, ready for the checker.
#[derive(Clone)]
struct Ready {
    kind: RuleKind,
    rule: Rule,
    name: String,
    asks_for_mover: bool,
}

struct Compiler {
    file: GameFile,
    constants: HashMap<String, i32>,
    schema: Schema,
    /// The rows of each relation of the schema: all of a fixed one, those of the start otherwise.
    rows: Vec<Vec<Vec<i32>>>,
    /// Where the rows of each relation of the schema come from in a position.
    sources: Vec<Source>,
    rules: Vec<Ready>,
}

/// Compiles a game file.
pub(crate) fn compile(sources: Sources, file: GameFile) -> Result<GameRules, (Sources, Refused)> {
    match build(file) {
        Ok(mut rules) => {
            rules.files = sources.files;
            Ok(rules)
        }
        Err(refused) => Err((sources, refused)),
    }
}

fn build(file: GameFile) -> Result<GameRules, Refused> {
    let Some((name, name_span)) = file.name.clone() else {
        return missing("the name of its game", "begin it with: game NAME.");
    };
    let is_word = |text: &str| {
        text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !is_word(&name) {
        let wanted = "a name of at most 40 letters, digits and _".into();
        return refuse(DiagnosticKind::Form { wanted }, name_span);
    }
    let Some((sides, sides_span)) = file.sides.clone() else {
        return missing("who plays", "name the side that begins first: sides white, black.");
    };
    if sides[0] == sides[1] || !sides.iter().all(|side| is_word(side)) {
        let wanted = "two different names of letters, digits and _".into();
        return refuse(DiagnosticKind::Form { wanted }, sides_span);
    }
    let count = [file.sets.len(), file.givens.len(), file.states.len(), file.constants.len()];
    if count.into_iter().any(|count| count > MAX_DECLARED) {
        let kind =
            DiagnosticKind::TooMuch { what: "declarations of a kind".into(), most: MAX_DECLARED };
        return refuse(kind, name_span);
    }
    let mut compiler = Compiler {
        constants: HashMap::new(),
        schema: Schema::default(),
        rows: Vec::new(),
        sources: Vec::new(),
        rules: Vec::new(),
        file,
    };
    compiler.constants()?;
    compiler.domains(&sides);
    compiler.rules()?;
    compiler.sets()?;
    compiler.fixed_relations()?;
    let (state, start) = compiler.state()?;
    compiler.finish(name, sides, state, start)
}

impl Compiler {
    /// The value of a term without variables.
    fn number(&self, term: &Term) -> Result<i32, Refused> {
        match &term.kind {
            TermKind::Number(number) => Ok(*number),
            TermKind::Name(name) if self.constants.contains_key(name) => Ok(self.constants[name]),
            TermKind::Binary(operator, one, two) => {
                Ok(operator.apply(self.number(one)?, self.number(two)?))
            }
            _ => refuse(DiagnosticKind::NoNumber, term.span),
        }
    }

    /// The numbers with names. One may be computed from those before it.
    fn constants(&mut self) -> Result<(), Refused> {
        for (name, term, _) in self.file.constants.clone() {
            let number = self.number(&term)?;
            self.constants.insert(name, number);
        }
        Ok(())
    }

    /// Puts numbers in the places of their names.
    fn with_numbers(&self, rule: &mut Rule) {
        visit_rule(rule, &mut |term| {
            if let TermKind::Name(name) = &term.kind
                && let Some(&number) = self.constants.get(name)
            {
                term.kind = TermKind::Number(number);
            }
        });
    }

    /// The domains: sides, sets without members yet, and all other names.
    fn domains(&mut self, sides: &[String; 2]) {
        self.schema.domains.push(SchemaDomain { name: "side".into(), members: sides.to_vec() });
        for set in &self.file.sets {
            let name = match &set.rule.head {
                Head::Atom(atom) => atom.name.clone(),
                Head::Value { .. } => String::new(),
            };
            self.schema.domains.push(SchemaDomain { name, members: Vec::new() });
        }
        let mut words: Vec<String> = Vec::new();
        let mut seen: HashSet<String> = sides.iter().cloned().collect();
        seen.extend(["me".to_string(), "you".to_string()]);
        seen.extend(self.constants.keys().cloned());
        let rules = self.file.rules.iter().map(|rule| &rule.rule);
        for rule in rules.chain(self.file.sets.iter().map(|set| &set.rule)) {
            visit_rule(&mut rule.clone(), &mut |term| {
                if let TermKind::Name(name) = &term.kind
                    && seen.insert(name.clone())
                {
                    words.push(name.clone());
                }
            });
        }
        self.schema.domains.push(SchemaDomain { name: "name".into(), members: words });
        let other = vec![vec![0, 1], vec![1, 0]];
        self.declare("side", vec![SIDE], false, true, Source::Fixed, vec![vec![0], vec![1]]);
        self.declare("other", vec![SIDE; 2], true, true, Source::Fixed, other);
        self.declare("to_move", vec![SIDE], true, false, Source::Mover, vec![vec![0]]);
    }

    fn declare(
        &mut self,
        name: &str,
        columns: Vec<ColumnType>,
        is_function: bool,
        is_fixed: bool,
        source: Source,
        rows: Vec<Vec<i32>>,
    ) {
        let named = |&ty: &ColumnType| {
            let name = match ty {
                ColumnType::Member(domain) => self.schema.domains[domain].name.clone(),
                _ => "number".into(),
            };
            (name, ty)
        };
        let columns = columns.iter().map(named).collect();
        let name = name.to_string();
        let relation = SchemaRelation { name, columns, is_function, is_fixed, set_column: None };
        self.schema.relations.push(relation);
        self.rows.push(rows);
        self.sources.push(source);
    }

    /// The type that a declaration gives a column.
    fn column_type(&self, column: &Column) -> Result<ColumnType, Refused> {
        match column {
            Column::Set(name, span) => {
                let known = self.schema.domains.iter().position(|domain| domain.name == *name);
                let Some(domain) = known else {
                    let kind = DiagnosticKind::UnknownSet { name: name.clone() };
                    let names = self.schema.domains.iter().map(|domain| domain.name.as_str());
                    return Err(vec![Diagnostic::new(kind, *span).did_you_mean(name, names)]);
                };
                Ok(ColumnType::Member(domain))
            }
            Column::Range(from, to, span) => {
                let (least, most) = (self.number(from)?, self.number(to)?);
                if most < least || most.saturating_sub(least) > MAX_RANGE {
                    return refuse(DiagnosticKind::RangeOfColumn, *span);
                }
                Ok(ColumnType::Number { least, most })
            }
        }
    }

    fn column_types(&self, columns: &Columns) -> Result<Vec<ColumnType>, Refused> {
        if columns.columns.len() > MAX_COLUMNS {
            let kind = DiagnosticKind::TooMuch { what: "columns".into(), most: MAX_COLUMNS };
            return refuse(kind, columns.span);
        }
        columns.columns.iter().map(|column| self.column_type(column)).collect()
    }

    /// Makes the rules ready: numbers for names, and variables for `me` and `you`.
    fn rules(&mut self) -> Result<(), Refused> {
        for rule in std::mem::take(&mut self.file.rules) {
            let name = head_name(&rule).to_string();
            let (kind, mut rule) = (rule.kind, rule.rule);
            self.with_numbers(&mut rule);
            let asks_for_mover = name_the_mover(&mut rule);
            self.rules.push(Ready { kind, rule, name, asks_for_mover });
        }
        Ok(())
    }

    /// Works the members of the sets out.
    fn sets(&mut self) -> Result<(), Refused> {
        for (number, set) in self.file.sets.clone().into_iter().enumerate() {
            let domain = number + 1;
            let Head::Atom(atom) = &set.rule.head else { continue };
            let (name, span) = (atom.name.clone(), atom.name_span);
            if self.schema.relations.iter().any(|relation| relation.name == name) {
                return refuse(DiagnosticKind::DeclaredTwice { name }, span);
            }
            let mut rule = set.rule.clone();
            self.with_numbers(&mut rule);
            let names: Vec<Option<String>> = atom.columns.iter().map(variable_name).collect();
            if let Head::Atom(atom) = &mut rule.head {
                atom.name = format!("set {name}");
            }
            // The relations that the set is made from.
            let mut used = HashSet::new();
            visit_names(&rule.body, &mut |name| used.extend([name.to_string()]));
            self.close_over(&mut used);
            let mut rules = vec![rule];
            let of_set =
                |ready: &&Ready| ready.kind == RuleKind::Plain && used.contains(&ready.name);
            rules.extend(self.rules.iter().filter(of_set).map(|ready| ready.rule.clone()));
            let derived = self.derive(rules, &[format!("set {name}")], Vec::new())?;
            let (types, rows) = derived.into_iter().next().unwrap_or_default();
            let mut rows = rows;
            rows.sort();
            if rows.is_empty() || rows.len() > MAX_MEMBERS {
                let what = format!("members of {name}");
                return match rows.is_empty() {
                    true => missing(&format!("what is in the set {name}"), "it has no members"),
                    false => refuse(DiagnosticKind::TooMuch { what, most: MAX_MEMBERS }, span),
                };
            }
            let mut members = Vec::new();
            for row in &rows {
                let mut member = String::new();
                for part in &set.named {
                    member += &match part {
                        Part::Text(text) => text.clone(),
                        Part::Variable(variable, span) | Part::Letter(variable, span) => {
                            let at = names.iter().position(|name| name.as_ref() == Some(variable));
                            let Some(at) = at else {
                                let name = variable.clone();
                                return refuse(DiagnosticKind::Unbound { name }, *span);
                            };
                            match part {
                                Part::Letter(..) => letter(row[at]),
                                _ => self.show(types[at], row[at]),
                            }
                        }
                    };
                }
                members.push(member);
            }
            let different: HashSet<&String> = members.iter().collect();
            let is_name = |member: &String| {
                !member.is_empty()
                    && member.len() <= 20
                    && member.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '\'')
            };
            if different.len() < members.len() || !members.iter().all(is_name) {
                let reason = format!("the members of {name} need different names without spaces");
                return refuse(DiagnosticKind::MoveText { reason }, set.span);
            }
            self.schema.domains[domain].members = members;
            let columns = [&[ColumnType::Member(domain)], &types[..]].concat();
            let rows = rows.into_iter().zip(0..).map(|(row, at)| [&[at], &row[..]].concat());
            let rows = rows.collect();
            self.declare(&name, columns, false, true, Source::Fixed, rows);
        }
        Ok(())
    }

    /// A value as rules write it.
    fn show(&self, ty: ColumnType, value: i32) -> String {
        match ty {
            ColumnType::Member(domain) => {
                let members = &self.schema.domains[domain].members;
                members.get(value as usize).cloned().unwrap_or_default()
            }
            _ => value.to_string(),
        }
    }

    /// Adds the relations on which those depend that are named.
    fn close_over(&self, used: &mut HashSet<String>) {
        loop {
            let before = used.len();
            for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Plain) {
                if used.contains(&ready.name) {
                    visit_names(&ready.rule.body, &mut |name| used.extend([name.to_string()]));
                }
            }
            if used.len() == before {
                return;
            }
        }
    }

    /// Checks rules, and derives all rows of relations that depend on no position: their column
    /// types, and the rows.
    #[allow(clippy::type_complexity)]
    fn derive(
        &mut self,
        rules: Vec<Rule>,
        wanted: &[String],
        declared: Vec<(String, Vec<ColumnType>)>,
    ) -> Result<Vec<(Vec<ColumnType>, Vec<Vec<i32>>)>, Refused> {
        self.schema.declared = declared;
        let mut program = self.check(rules, wanted)?;
        let mut given = self.rows.clone();
        take_facts(&mut program, &mut given);
        let plan = plan(&program, &given).map_err(|diagnostic| vec![diagnostic])?;
        let mut memory = plan.memory.clone();
        plan.run(&mut memory);
        let mut derived = Vec::new();
        for (&relation, &list) in program.listed.iter().zip(&plan.lists) {
            let columns = &program.relations[relation].columns;
            let rows = memory.list(list).chunks(columns.len().max(1));
            let rows: Vec<Vec<i32>> = rows.map(|row| row[..columns.len()].to_vec()).collect();
            if rows.len() > MAX_FIXED_ROWS {
                let rule = program.rules.iter().find(|rule| rule.head_relation() == Some(relation));
                let what = "rows of a fixed relation".into();
                let kind = DiagnosticKind::TooMuch { what, most: MAX_FIXED_ROWS };
                return refuse(kind, rule.map_or_else(Span::default, |rule| rule.span));
            }
            let types = columns.iter().enumerate().map(|(at, &(ty, _))| match ty {
                Type::Member(domain) => ColumnType::Member(domain),
                Type::Side | Type::Number => {
                    let values = || rows.iter().map(|row| row[at]);
                    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
                    ColumnType::Number { least, most }
                }
            });
            derived.push((types.collect(), rows));
        }
        Ok(derived)
    }

    /// Checks rules; the rows of the wanted relations are to be listed.
    fn check(&self, rules: Vec<Rule>, wanted: &[String]) -> Result<Program, Refused> {
        let file = File { game: None, rules, bag_semantics: false };
        let mut program = check::check(&file, &self.schema)?;
        for name in wanted {
            let known = program.relations.iter().position(|relation| relation.name == *name);
            program.listed.extend(known);
        }
        Ok(program)
    }

    /// The plain relations that depend on the position, or on a move if `of_move`.
    fn changing(&self) -> (HashSet<String>, HashSet<String>) {
        let states = self.file.states.iter().map(|state| state.relation.name.clone());
        let mut changing: HashSet<String> = states.collect();
        changing.extend(["to_move".to_string(), "stuck".to_string()]);
        let mut of_move: HashSet<String> = HashSet::new();
        loop {
            let before = (changing.len(), of_move.len());
            for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Plain) {
                let (mut changes, mut moves) = (false, false);
                visit_names(&ready.rule.body, &mut |name| {
                    moves |= name.starts_with("does ") || of_move.contains(name);
                    changes |= name.starts_with("legal ") || changing.contains(name);
                });
                if moves {
                    of_move.insert(ready.name.clone());
                }
                if changes || moves {
                    changing.insert(ready.name.clone());
                }
            }
            if before == (changing.len(), of_move.len()) {
                return (changing, of_move);
            }
        }
    }

    /// Derives the relations that are the same in every position.
    fn fixed_relations(&mut self) -> Result<(), Refused> {
        let (changing, _) = self.changing();
        let mut declared = Vec::new();
        for given in &self.file.givens {
            declared.push((given.name.clone(), self.column_types(given)?));
            if changing.contains(&given.name) {
                let name = given.name.clone();
                return refuse(DiagnosticKind::NotFixed { name }, given.span);
            }
        }
        let is_verdict = |name: &str| {
            name == "show" || name == "again" || VERDICTS.iter().any(|&(known, _)| known == name)
        };
        let is_fixed = |ready: &Ready| {
            ready.kind == RuleKind::Plain
                && !changing.contains(&ready.name)
                && !is_verdict(&ready.name)
        };
        let (fixed, others): (Vec<Ready>, Vec<Ready>) =
            std::mem::take(&mut self.rules).into_iter().partition(is_fixed);
        self.rules = others;
        let mut names: Vec<String> = declared.iter().map(|(name, _)| name.clone()).collect();
        for ready in &fixed {
            if !names.contains(&ready.name) {
                names.push(ready.name.clone());
            }
        }
        let rules = fixed.into_iter().map(|ready| ready.rule).collect();
        let derived = self.derive(rules, &names, declared)?;
        self.schema.declared = Vec::new();
        for (name, (types, rows)) in names.iter().zip(derived) {
            // The last column is a function of the others where it is so in all rows.
            let keys: HashSet<&[i32]> =
                rows.iter().filter_map(|row| row.split_last()).map(|(_, keys)| keys).collect();
            let is_function = types.len() > 1 && !rows.is_empty() && keys.len() == rows.len();
            self.declare(name, types, is_function, true, Source::Fixed, rows);
        }
        Ok(())
    }

    /// The relations of the state, and the facts of the start.
    fn state(&mut self) -> Result<(Vec<StateRelation>, Facts), Refused> {
        let mut state = Vec::new();
        for StateDeclaration { relation, is_function, default } in self.file.states.clone() {
            let (name, span) = (relation.name.clone(), relation.span);
            let known = self.schema.relations.iter().any(|known| known.name == name);
            if known || state.iter().any(|known: &StateRelation| known.name == name) {
                return refuse(DiagnosticKind::DeclaredTwice { name }, span);
            }
            let columns = self.column_types(&relation)?;
            let ranges: Vec<Range> = columns.iter().map(|&ty| self.schema.range(ty)).collect();
            let keys = columns.len() - usize::from(is_function);
            let slots: u64 = ranges[..keys].iter().map(|range| range.size()).product();
            let most = 64 * WORDS;
            if slots > most as u64 {
                let bits = slots.min(1 << 40) as usize;
                return refuse(DiagnosticKind::StateTooLarge { bits, most }, span);
            }
            let default = match (default, columns.last()) {
                (None, _) => None,
                (Some(term), Some(&ColumnType::Number { least, most })) => {
                    let number = self.number(&term)?;
                    if !(least..=most).contains(&number) {
                        return refuse(DiagnosticKind::RangeOfColumn, span);
                    }
                    Some(number)
                }
                (Some(term), Some(&ColumnType::Member(domain))) => {
                    let members = &self.schema.domains[domain].members;
                    let name = match &term.kind {
                        TermKind::Name(name) => name.clone(),
                        TermKind::Number(number) => number.to_string(),
                        _ => String::new(),
                    };
                    let Some(at) = members.iter().position(|member| *member == name) else {
                        return refuse(DiagnosticKind::UnknownConstant { name }, term.span);
                    };
                    Some(at as i32)
                }
                (Some(term), _) => return refuse(DiagnosticKind::NoNumber, term.span),
            };
            let keys = state::all_keys(&ranges[..keys]);
            state.push(StateRelation {
                name,
                columns,
                ranges,
                is_function,
                default,
                keys,
                first_word: 0,
                bits: 1,
                per_word: 64,
                first_feature: 0,
            });
        }
        let words = state::lay_out(&mut state);
        if words > WORDS {
            let kind = DiagnosticKind::StateTooLarge { bits: 64 * words, most: 64 * WORDS };
            return refuse(
                kind,
                self.file.states.first().map_or_else(Span::default, |one| one.relation.span),
            );
        }
        // The start: what `init` says, over the defaults.
        let mut start: Facts = [0; WORDS];
        for relation in &state {
            for slot in 0..relation.keys.len() {
                relation.set(&mut start, slot, relation.empty_code());
            }
        }
        let (inits, others): (Vec<Ready>, Vec<Ready>) = std::mem::take(&mut self.rules)
            .into_iter()
            .partition(|ready| ready.kind == RuleKind::Init);
        self.rules = others;
        let names: Vec<String> = state.iter().map(|one| format!("init {}", one.name)).collect();
        let declared = state.iter().zip(&names);
        let declared = declared.map(|(one, name)| (name.clone(), one.columns.clone())).collect();
        let mut rules = Vec::new();
        for ready in inits {
            let mut rule = ready.rule;
            let name = rename_head(&mut rule, "init");
            if ready.asks_for_mover {
                return refuse(DiagnosticKind::NotFixed { name: "to_move".into() }, rule.span);
            }
            if !names.contains(&format!("init {name}")) {
                return refuse(DiagnosticKind::UnknownRelation { name }, rule.span);
            }
            let mut bad = None;
            visit_names(&rule.body, &mut |name| {
                let is_known = self.schema.relations.iter().any(|known| known.name == name);
                let is_state = state.iter().any(|known| known.name == name);
                if is_state || name == "to_move" || !is_known && self.changing().0.contains(name) {
                    bad = Some(name.to_string());
                }
            });
            if let Some(name) = bad {
                return refuse(DiagnosticKind::NotFixed { name }, rule.span);
            }
            rules.push(rule);
        }
        let derived = self.derive(rules, &names, declared)?;
        self.schema.declared = Vec::new();
        for (relation, (_, rows)) in state.iter().zip(derived) {
            for row in rows {
                if !relation.add(&mut start, &row) {
                    let span =
                        self.file.states.iter().find(|one| one.relation.name == relation.name);
                    let reason =
                        format!("init {} says a number that is out of its range", relation.name);
                    let span = span.map_or_else(Span::default, |one| one.relation.span);
                    return refuse(DiagnosticKind::Unsound { reason }, span);
                }
            }
        }
        for (number, relation) in state.iter().enumerate() {
            let mut rows = Vec::new();
            relation.rows(&start, |row, width| rows.push(row[..width].to_vec()));
            let (name, columns) = (relation.name.clone(), relation.columns.clone());
            self.declare(&name, columns, relation.is_function, false, Source::State(number), rows);
        }
        Ok((state, start))
    }

    /// The programs of the game.
    fn finish(
        mut self,
        name: String,
        sides: [String; 2],
        state: Vec<StateRelation>,
        start: Facts,
    ) -> Result<GameRules, Refused> {
        let (_, of_move) = self.changing();
        self.check_verdicts()?;
        // The kinds of moves, in the order of the file.
        let mut kinds: Vec<(String, usize, Span)> = Vec::new();
        for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Legal) {
            let Head::Atom(atom) = &ready.rule.head else { continue };
            if !kinds.iter().any(|(known, ..)| *known == atom.name) {
                kinds.push((atom.name.clone(), atom.columns.len(), atom.name_span));
            }
        }
        if kinds.is_empty() {
            return missing("which moves are legal", "write a rule: legal place(S) :- ...");
        }
        for ready in &self.rules {
            let mut unknown = None;
            visit_names(&ready.rule.body, &mut |name| {
                let mv = name.strip_prefix("legal ").or(name.strip_prefix("does "));
                unknown = unknown.take().or(mv
                    .filter(|mv| !kinds.iter().any(|(known, ..)| known == mv))
                    .map(String::from));
            });
            if let Some(name) = unknown {
                let known = kinds.iter().map(|(known, ..)| known.as_str());
                let kind = DiagnosticKind::UnknownMove { name: name.clone() };
                return Err(vec![
                    Diagnostic::new(kind, ready.rule.span).did_you_mean(&name, known),
                ]);
            }
        }
        // What follows from a position.
        let mut rules = vec![stuck(&kinds)];
        for ready in &self.rules {
            let is_shown = ready.name == "show" || ready.name == "again";
            match ready.kind {
                RuleKind::Plain if !of_move.contains(&ready.name) && !is_shown => {
                    rules.push(ready.rule.clone());
                }
                RuleKind::Legal => {
                    let mut rule = ready.rule.clone();
                    rename_head(&mut rule, "legal");
                    rules.push(rule);
                }
                _ => (),
            }
        }
        let verdicts = VERDICTS.iter().map(|&(name, columns)| (name.to_string(), columns.to_vec()));
        let verdicts: Vec<(String, Vec<ColumnType>)> = verdicts.collect();
        let mut wanted: Vec<String> =
            kinds.iter().map(|(name, ..)| format!("legal {name}")).collect();
        wanted.extend(VERDICTS.iter().map(|&(name, _)| name.to_string()));
        self.schema.declared = verdicts.clone();
        let program = self.check(rules.clone(), &wanted)?;
        let columns_of = |name: &str| -> Vec<(ColumnType, Range)> {
            let relation = program.relations.iter().find(|relation| relation.name == name);
            let columns = relation.map(|relation| relation.columns.clone()).unwrap_or_default();
            columns
                .into_iter()
                .map(|(ty, range)| match ty {
                    Type::Member(domain) => (ColumnType::Member(domain), range),
                    _ => {
                        let range = if range.is_empty() { Range::new(0, 0) } else { range };
                        let (least, most) = (range.least, range.most);
                        (ColumnType::Number { least, most }, range)
                    }
                })
                .collect()
        };
        let kinds_columns: Vec<Vec<(ColumnType, Range)>> =
            kinds.iter().map(|(name, ..)| columns_of(&format!("legal {name}"))).collect();
        let turn = self.machine(program)?;
        // What a move changes.
        for (kind, ((name, ..), columns)) in kinds.iter().zip(&kinds_columns).enumerate() {
            let row = columns.iter().map(|(_, range)| range.least).collect();
            let types = columns.iter().map(|&(ty, _)| ty).collect();
            self.declare(
                &format!("does {name}"),
                types,
                false,
                false,
                Source::Does(kind),
                vec![row],
            );
        }
        let mut declared: Vec<(String, Vec<ColumnType>)> = vec![("again".into(), Vec::new())];
        declared.extend(verdicts);
        let mut wanted = vec!["again".to_string()];
        for word in ["add", "del"] {
            for relation in &state {
                let name = format!("{word} {}", relation.name);
                declared.push((name.clone(), relation.columns.clone()));
                wanted.push(name);
            }
        }
        let mut increments = Vec::new();
        for ready in &self.rules {
            let mut rule = ready.rule.clone();
            match ready.kind {
                RuleKind::Plain if of_move.contains(&ready.name) || ready.name == "again" => {
                    rules.push(rule);
                }
                RuleKind::Add | RuleKind::Del | RuleKind::Inc => {
                    let name = rename_head(&mut rule, ready.kind.word());
                    let Some(at) = state.iter().position(|one| one.name == name) else {
                        let kind = DiagnosticKind::UnknownRelation { name: name.clone() };
                        let known = state.iter().map(|one| one.name.as_str());
                        return Err(vec![
                            Diagnostic::new(kind, rule.span).did_you_mean(&name, known),
                        ]);
                    };
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    let (wanted_columns, found) = (state[at].columns.len(), atom.columns.len());
                    if wanted_columns != found {
                        let kind = DiagnosticKind::Arity { name, wanted: wanted_columns, found };
                        return refuse(kind, atom.name_span);
                    }
                    if ready.kind == RuleKind::Inc {
                        if !state[at].is_function
                            || !matches!(state[at].columns.last(), Some(ColumnType::Number { .. }))
                        {
                            let wanted = "a relation with a number after ->".into();
                            return refuse(DiagnosticKind::Form { wanted }, atom.name_span);
                        }
                        // Each solution counts once: all variables are columns.
                        let mut own = state[at].columns.clone();
                        if let Some(last) = own.last_mut() {
                            *last = NUMBER;
                        }
                        atom.name = format!("inc {name} {}", increments.len());
                        let mut types = own.into_iter().map(Some).collect::<Vec<_>>();
                        let variables = named_variables(&ready.rule);
                        for (variable, span) in variables {
                            let kind = TermKind::Variable(variable);
                            let is_there = |term: &Term| match (&term.kind, &kind) {
                                (TermKind::Variable(one), TermKind::Variable(two)) => one == two,
                                _ => false,
                            };
                            if !atom.columns.iter().any(is_there) {
                                atom.columns.push(Term { kind, span });
                                types.push(None);
                            }
                        }
                        wanted.push(atom.name.clone());
                        increments.push(at);
                    }
                    rules.push(rule);
                }
                _ => (),
            }
        }
        self.schema.declared = declared;
        let program = self.check(rules, &wanted)?;
        let change = self.machine(program)?;
        // The picture.
        let (shows, places) = self.picture(&of_move, &kinds)?;
        let moves = self.moves(&kinds, kinds_columns)?;
        let plies = match self.file.plies.clone() {
            None => None,
            Some((term, span)) => match self.number(&term)? {
                number @ 1..=10_000 => Some(number as u16),
                _ => {
                    let wanted = "a number of plies from 1 to 10000".into();
                    return refuse(DiagnosticKind::Form { wanted }, span);
                }
            },
        };
        let has_measure = self.rules.iter().any(|ready| ready.name == "measure");
        if plies.is_none() && !has_measure {
            return missing(
                "why a game ends",
                "say after how many plies it is drawn: plies 200. Or give a number that is never \
                 negative and falls with every move: measure(N) :- N = count { cell(S, _, _), not mark(S, _) }.",
            );
        }
        Ok(GameRules::new(super::Built {
            title: self.file.title.clone().unwrap_or_else(|| spoken(&name)),
            name,
            sides,
            domains: self.schema.domains.clone(),
            state,
            start,
            moves,
            turn,
            change,
            increments,
            shows,
            places,
            plies,
            has_measure,
        }))
    }

    /// Refuses verdicts that ask for the side to move.
    fn check_verdicts(&self) -> Result<(), Refused> {
        let mut used: HashSet<String> =
            VERDICTS.iter().map(|&(name, _)| name.to_string()).chain(["show".into()]).collect();
        self.close_over(&mut used);
        let asking = self.rules.iter().find(|ready| {
            ready.kind == RuleKind::Plain && ready.asks_for_mover && used.contains(&ready.name)
        });
        match asking {
            None => Ok(()),
            Some(ready) => {
                let kind = DiagnosticKind::MoverAfterMove { name: ready.name.clone() };
                Err(vec![Diagnostic::new(kind, ready.rule.span)
                    .hint("name a side with a variable: wins(P) :- line(P). stuck(P) holds for the side to move if it has no move")])
            }
        }
    }

    fn machine(&self, program: Program) -> Result<Machine, Refused> {
        Machine::new(program, &self.rows, &self.sources).map_err(|diagnostic| vec![diagnostic])
    }

    /// The moves as numbers and texts.
    fn moves(
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

    /// The program of the picture, and where the members of sets lie on it.
    #[allow(clippy::type_complexity)]
    fn picture(
        &mut self,
        of_move: &HashSet<String>,
        kinds: &[(String, usize, Span)],
    ) -> Result<(Machine, BTreeMap<(usize, i32), Place>), Refused> {
        let mut rules = vec![stuck(kinds)];
        let mut wanted = Vec::new();
        let mut place_rules = Vec::new();
        let mut place_sets = Vec::new();
        for ready in &self.rules {
            let mut rule = ready.rule.clone();
            match ready.kind {
                RuleKind::Legal => drop(rename_head(&mut rule, "legal")),
                RuleKind::Plain if ready.name == "show" => {
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    let [row, column, _] = &atom.columns[..] else {
                        let (wanted, found) = (3, atom.columns.len());
                        let kind = DiagnosticKind::Arity { name: "show".into(), wanted, found };
                        return Err(vec![
                            Diagnostic::new(kind, rule.span)
                                .hint("write it as show(Row, Column, What)"),
                        ]);
                    };
                    let (row, column) = (row.clone(), column.clone());
                    for (number, set) in self.file.sets.iter().enumerate() {
                        let Head::Atom(set) = &set.rule.head else { continue };
                        let Some((member, body)) = place_of(&rule.body, &set.name, [&row, &column])
                        else {
                            continue;
                        };
                        let span = rule.span;
                        let name = format!("place {}", place_rules.len());
                        let head = Atom {
                            name: name.clone(),
                            name_span: span,
                            columns: vec![member, row.clone(), column.clone()],
                        };
                        place_rules.push(Rule { head: Head::Atom(head), body, span });
                        place_sets.push((name, number + 1));
                    }
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    atom.name = format!("show {}", wanted.len());
                    wanted.push(atom.name.clone());
                }
                RuleKind::Plain if of_move.contains(&ready.name) || ready.name == "again" => {
                    continue;
                }
                RuleKind::Plain => (),
                _ => continue,
            }
            rules.push(rule);
        }
        self.schema.declared =
            VERDICTS.iter().map(|&(name, columns)| (name.to_string(), columns.to_vec())).collect();
        let program = self.check(rules, &wanted)?;
        let shows = self.machine(program)?;
        let names: Vec<String> = place_sets.iter().map(|(name, _)| name.clone()).collect();
        let derived = self.derive(place_rules, &names, Vec::new())?;
        let mut places = BTreeMap::new();
        for ((_, domain), (_, rows)) in place_sets.iter().zip(derived) {
            for row in rows {
                places.entry((*domain, row[0])).or_insert(Place { row: row[1], column: row[2] });
            }
        }
        Ok((shows, places))
    }
}

/// Makes given relations of those that have facts and no rules: large boards have many facts, and
/// each would be a step of the plan.
fn take_facts(program: &mut Program, given: &mut Vec<Vec<Vec<i32>>>) {
    for relation in 0..program.relations.len() {
        let rules = || program.rules.iter().filter(|rule| rule.head_relation() == Some(relation));
        let row = |rule: &program::Rule| match &rule.head {
            program::Head::Atom { columns, .. } if rule.body.is_empty() => {
                let constant = |column: &Operand| match column {
                    Operand::Constant(value) => Some(*value),
                    Operand::Variable(_) => None,
                };
                columns.iter().map(constant).collect::<Option<Vec<i32>>>()
            }
            _ => None,
        };
        let rows: Option<Vec<Vec<i32>>> = rules().map(row).collect();
        let Some(mut rows) = rows.filter(|rows| !rows.is_empty()) else { continue };
        rows.sort();
        rows.dedup();
        let index = given.len();
        given.push(rows);
        program.relations[relation].origin =
            Origin::Edb { index, is_function: false, is_fixed: true, set_column: None };
        program.rules.retain(|rule| rule.head_relation() != Some(relation));
        program.strata.retain(|stratum| stratum.relations != [relation]);
    }
}

/// A condition on a set that says where its members lie: the member, and the condition.
fn place_of(body: &[Literal], set: &str, head: [&Term; 2]) -> Option<(Term, Vec<Literal>)> {
    let mut wanted = Vec::new();
    for term in head {
        visit_term(&mut term.clone(), &mut |term| wanted.extend(variable_name(term)));
    }
    let fits = |literal: &&Literal| match &literal.kind {
        LiteralKind::Positive(atom) if atom.name == set => {
            let names: Vec<String> =
                atom.columns.iter().skip(1).filter_map(variable_name).collect();
            !wanted.is_empty()
                && wanted.iter().all(|name| names.contains(name))
                && atom.columns.first().is_some_and(|first| variable_name(first).is_some())
        }
        _ => false,
    };
    let literal = body.iter().find(fits)?;
    let LiteralKind::Positive(atom) = &literal.kind else { return None };
    Some((atom.columns[0].clone(), vec![literal.clone()]))
}

/// `stuck(P)`: the side to move has no legal move.
fn stuck(kinds: &[(String, usize, Span)]) -> Rule {
    let span = kinds[0].2;
    let term = |kind| Term { kind, span };
    let me = || term(TermKind::Variable("me".into()));
    let atom = |name: &str, columns| Atom { name: name.into(), name_span: span, columns };
    let literal = |kind| Literal { kind, span };
    let mut body = vec![literal(LiteralKind::Positive(atom("to_move", vec![me()])))];
    for (name, arity, _) in kinds {
        let columns = (0..*arity).map(|_| term(TermKind::Wildcard)).collect();
        body.push(literal(LiteralKind::Negative(atom(&format!("legal {name}"), columns))));
    }
    Rule { head: Head::Atom(atom("stuck", vec![me()])), body, span }
}

/// Puts a word before the name of a head. Returns the name without it.
fn rename_head(rule: &mut Rule, word: &str) -> String {
    match &mut rule.head {
        Head::Atom(atom) => {
            let name = atom.name.clone();
            atom.name = format!("{word} {name}");
            name
        }
        Head::Value { .. } => String::new(),
    }
}

/// Makes variables of `me` and `you`, and conditions that say which sides these are. Returns
/// whether there were any.
fn name_the_mover(rule: &mut Rule) -> bool {
    let (mut me, mut you) = (false, false);
    visit_rule(rule, &mut |term| {
        if let TermKind::Name(name) = &term.kind {
            let is_side = name == "me" || name == "you";
            (me, you) = (me | (name == "me"), you | (name == "you"));
            if is_side {
                term.kind = TermKind::Variable(name.clone());
            }
        }
    });
    let span = rule.span;
    let variable = |name: &str| Term { kind: TermKind::Variable(name.into()), span };
    let atom = |name: &str, columns| Literal {
        kind: LiteralKind::Positive(Atom { name: name.into(), name_span: span, columns }),
        span,
    };
    if you {
        rule.body.insert(0, atom("other", vec![variable("me"), variable("you")]));
    }
    if me || you {
        rule.body.insert(0, atom("to_move", vec![variable("me")]));
    }
    me || you
}

/// The variables of a rule that have names, aggregates apart, each once.
fn named_variables(rule: &Rule) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    let mut visit = |term: &mut Term| {
        if let TermKind::Variable(name) = &term.kind
            && !found.iter().any(|(known, _)| known == name)
        {
            found.push((name.clone(), term.span));
        }
    };
    for literal in rule.body.clone() {
        match literal.kind {
            LiteralKind::Positive(mut atom) => {
                atom.columns.iter_mut().for_each(|term| visit_term(term, &mut visit));
            }
            LiteralKind::Between { mut of, .. } => visit_term(&mut of, &mut visit),
            _ => (),
        }
    }
    found
}

fn variable_name(term: &Term) -> Option<String> {
    match &term.kind {
        TermKind::Variable(name) => Some(name.clone()),
        _ => None,
    }
}

/// 1 is `a`, 26 is `z`; other numbers stay numbers.
pub(crate) fn letter(number: i32) -> String {
    match number {
        1..=26 => char::from(b'a' + number as u8 - 1).to_string(),
        _ => number.to_string(),
    }
}

/// A name as a title: `connect_four` is `Connect four`.
fn spoken(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}
