//! Reads the text of a player.

use std::str::FromStr;

use agon_core::quote;

use super::form::{FORMS, OptionForm, OptionValue, PROGRAM_OPTION, PlayerForm, form};
use super::{EngineOptions, PlayerRefusal, PlayerSpec, UgiOptions};
use crate::game_clock::TimeControl;
use crate::levels::LEVELS;

impl FromStr for PlayerSpec {
    type Err = PlayerRefusal;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerRefusal> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let Some(form) = form(name) else { return own(name, rest.unwrap_or_default()) };
        match name {
            "ugi" => return program(form, rest.unwrap_or_default()),
            "hand-in" => return hand_in(form, rest.unwrap_or_default()),
            _ => (),
        }
        let mut given = rest.map_or(Ok(Vec::new()), split_options)?;
        if name == "level" || name == "engine" && given.iter().any(|option| option.key == "level") {
            let level = take_level(&mut given)?;
            let options = Options::check(level_form(), given)?;
            let all_knowing = options.is_given("all-knowing");
            return Ok(PlayerSpec::Level { level, seed: options.number("seed"), all_knowing });
        }
        let options = Options::check(form, given)?;
        Ok(match name {
            "person" => PlayerSpec::Person,
            "random" => PlayerSpec::Random { seed: options.number("seed") },
            "minimax" => {
                PlayerSpec::Minimax { depth: options.small("depth"), eval: options.text("eval") }
            }
            "engine" => PlayerSpec::Engine(EngineOptions {
                depth: options.small("depth"),
                nodes: options.number("nodes"),
                movetime: options.number("movetime"),
                eval: options.text("eval"),
                hash: options.small("hash"),
                threads: options.small("threads"),
                clock: options.clock(name)?,
                margin: options.number("margin"),
            }),
            _ => PlayerSpec::Perfect,
        })
    }
}

/// A player that some game may have.
fn own(name: &str, options: &str) -> Result<PlayerSpec, PlayerRefusal> {
    if [".rules", ".net"].iter().any(|ending| name.ends_with(ending)) {
        return Err(PlayerRefusal::File { found: name.into() });
    }
    if name.contains(['/', '\\']) || name.contains('.') && !name.starts_with('.') {
        return Err(PlayerRefusal::ProgramFile { found: name.into() });
    }
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        let known: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        let known = known.join(", ");
        return Err(PlayerRefusal::UnknownPlayer { found: quote(name), known });
    }
    Ok(PlayerSpec::Own { name: name.into(), options: options.into() })
}

/// A program. Its command runs to the end of the text, or to a comma with an option behind. It
/// may stand in quotes if options follow: a command that only begins with a quoted word, or is
/// one, is meant as it stands.
fn program(form: &PlayerForm, rest: &str) -> Result<PlayerSpec, PlayerRefusal> {
    let rest = rest.trim_start();
    let quoted = rest.strip_prefix('"').and_then(read_quoted);
    let quoted =
        quoted.and_then(|(command, behind)| Some((command, behind.strip_prefix(',')?.to_string())));
    let (command, options) = quoted.unwrap_or_else(|| match options_place(rest) {
        Some(place) => (rest[..place].into(), rest[place + 1..].into()),
        None => (rest.into(), String::new()),
    });
    let command = command.trim().to_string();
    if command.is_empty() {
        return Err(PlayerRefusal::NoCommand);
    }
    let given = if options.is_empty() { Vec::new() } else { split_options(&options)? };
    let (set, given): (Vec<Given>, Vec<Given>) =
        given.into_iter().partition(|option| option.key.starts_with(PROGRAM_OPTION));
    let options = Options::check(form, given)?;
    let name = options.text("name");
    let options = UgiOptions {
        depth: options.small("depth"),
        nodes: options.number("nodes"),
        movetime: options.number("movetime"),
        clock: options.clock(form.name)?,
        margin: options.number("margin"),
        set: program_options(set)?,
    };
    Ok(PlayerSpec::Ugi { command, name, options })
}

/// A student's program. Its path runs to the end of the text, or to `,depth=`; it may stand in
/// quotes.
fn hand_in(form: &PlayerForm, rest: &str) -> Result<PlayerSpec, PlayerRefusal> {
    let rest = rest.trim_start();
    let quoted = rest.strip_prefix('"').and_then(read_quoted);
    let quoted = quoted.filter(|(_, behind)| behind.is_empty() || behind.starts_with(','));
    let (path, options) = match &quoted {
        Some((path, behind)) => (path.as_str(), behind.trim_start_matches(',')),
        None => match rest.rfind(",depth=") {
            Some(place) => (&rest[..place], &rest[place + 1..]),
            None => (rest, ""),
        },
    };
    if path.trim().is_empty() {
        return Err(PlayerRefusal::NoHandIn);
    }
    let given = if options.is_empty() { Vec::new() } else { split_options(options)? };
    let depth = Options::check(form, given)?.small("depth");
    Ok(PlayerSpec::HandIn { eval: format!("{}{}", PlayerSpec::HAND_IN, path.trim()), depth })
}

/// The options of a program itself, each once.
fn program_options(given: Vec<Given>) -> Result<Vec<(String, String)>, PlayerRefusal> {
    let mut set: Vec<(String, String)> = Vec::new();
    for Given { key, value } in given {
        let name = key.strip_prefix(PROGRAM_OPTION).unwrap_or_default().trim();
        if name.is_empty() {
            return Err(PlayerRefusal::NoOptionName);
        }
        if set.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Err(PlayerRefusal::Repeated { option: quote(&key) });
        }
        set.push((name.into(), value.unwrap_or_default()));
    }
    Ok(set)
}

/// Where the options of a program begin whose command does not stand in quotes: at the first
/// comma with the key of an option and `=` behind.
fn options_place(rest: &str) -> Option<usize> {
    let is_key = |behind: &str| {
        let key = behind.split_once('=').map(|(key, _)| key);
        let known = |key: &str| {
            key.starts_with(PROGRAM_OPTION)
                || form("ugi").is_some_and(|form| form.options.iter().any(|known| known.key == key))
        };
        key.is_some_and(known)
    };
    rest.match_indices(',').map(|(place, _)| place).find(|&place| is_key(&rest[place + 1..]))
}

/// Whether a command can be written without quotes around it and without options behind it.
pub(super) fn is_plain_command(command: &str) -> bool {
    let quoted = command.strip_prefix('"').and_then(read_quoted);
    let is_told_apart = quoted.is_none_or(|(_, behind)| !behind.starts_with(','));
    options_place(command).is_none() && is_told_apart
}

fn level_form() -> &'static PlayerForm {
    form("level").unwrap_or(&FORMS[0])
}

/// Takes the number of a level out of the options: it comes first without a key, or has the
/// key `level`.
fn take_level(given: &mut Vec<Given>) -> Result<u32, PlayerRefusal> {
    let is_level = |option: &Given| option.key == "level" && option.value.is_some();
    let text = if let Some(place) = given.iter().position(is_level) {
        given.remove(place).value.unwrap_or_default()
    } else if given.first().is_some_and(|option| option.value.is_none()) {
        given.remove(0).key
    } else if let PlayerSpec::Level { level, .. } = PlayerSpec::COMPUTER {
        return Ok(level);
    } else {
        String::new()
    };
    let most = LEVELS.len();
    let level = text.parse().ok().filter(|level| (1..=most as u32).contains(level));
    level.ok_or_else(|| PlayerRefusal::Level { found: quote(&text), most })
}

/// An option as it is written.
struct Given {
    key: String,
    value: Option<String>,
}

/// Splits options at the commas outside of quotes.
fn split_options(text: &str) -> Result<Vec<Given>, PlayerRefusal> {
    let mut given = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find([',', '=']).unwrap_or(rest.len());
        let (key, behind) = rest.split_at(end);
        let mut option = Given { key: key.into(), value: None };
        let mut next = behind;
        if let Some(value) = behind.strip_prefix('=') {
            if let Some(inside) = value.strip_prefix('"') {
                let wrong = || PlayerRefusal::Quotes { found: quote(rest) };
                let (value, behind) = read_quoted(inside).ok_or_else(wrong)?;
                if !behind.is_empty() && !behind.starts_with(',') {
                    return Err(wrong());
                }
                (option.value, next) = (Some(value), behind);
            } else {
                let (value, behind) = value.split_at(value.find(',').unwrap_or(value.len()));
                (option.value, next) = (Some(value.into()), behind);
            }
        }
        given.push(option);
        match next.strip_prefix(',') {
            Some(behind) => rest = behind,
            None => return Ok(given),
        }
    }
}

/// Reads a text in quotes, behind the first of them; gives it and what follows the second.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[place + 1..])),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}

/// Options that fit the form of their player.
pub(crate) struct Options(Vec<(&'static str, Checked)>);

enum Checked {
    Number(u64),
    Text(String),
    Flag,
}

/// Reads the text behind the colon by the form of its player.
pub(crate) fn read_options(form: &PlayerForm, text: &str) -> Result<Options, PlayerRefusal> {
    let given = if text.is_empty() { Vec::new() } else { split_options(text)? };
    Options::check(form, given)
}

impl Options {
    fn check(form: &PlayerForm, given: Vec<Given>) -> Result<Options, PlayerRefusal> {
        let mut options = Options(Vec::new());
        for Given { key, value } in given {
            let known = form.options.iter().find(|option| option.key == key);
            let known = known.ok_or_else(|| unknown(form, &key))?;
            if options.get(known.key).is_some() {
                return Err(PlayerRefusal::Repeated { option: quote(&key) });
            }
            options.0.push((known.key, check_value(form, known, value)?));
        }
        Ok(options)
    }

    fn get(&self, key: &str) -> Option<&Checked> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// The number of an option, if it was given.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        match self.get(key) {
            Some(&Checked::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The same for an option whose largest number fits.
    pub(crate) fn small(&self, key: &str) -> Option<u32> {
        self.number(key).map(|number| number.try_into().unwrap_or(u32::MAX))
    }

    /// The text of an option, if it was given.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        match self.get(key) {
            Some(Checked::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The time control of the option `clock`, if it was given.
    fn clock(&self, player: &str) -> Result<Option<TimeControl>, PlayerRefusal> {
        let read = |text: String| {
            let wrong = |()| PlayerRefusal::Clock { player: player.into(), found: quote(&text) };
            text.parse().map_err(wrong)
        };
        self.text("clock").map(read).transpose()
    }

    /// Whether an option was given.
    pub(crate) fn is_given(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

fn check_value(
    form: &PlayerForm,
    option: &OptionForm,
    value: Option<String>,
) -> Result<Checked, PlayerRefusal> {
    let (player, key) = (form.name.to_string(), option.key.to_string());
    match (option.value, value) {
        (OptionValue::Number { least, most }, value) => {
            let text = value.unwrap_or_default();
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            number.map(Checked::Number).ok_or_else(|| {
                let found = quote(&text);
                PlayerRefusal::Number { player, option: key, least, most, found }
            })
        }
        (OptionValue::Text, Some(text))
            if key == OptionForm::EVAL.key && PlayerSpec::program_of(&text) == Some("") =>
        {
            Err(PlayerRefusal::NoEvaluationCommand)
        }
        (OptionValue::Text, Some(text)) if !text.is_empty() => Ok(Checked::Text(text)),
        (OptionValue::Text, _) => Err(PlayerRefusal::NoValue { player, option: key }),
        (OptionValue::Flag, Some(value)) if !value.is_empty() => {
            Err(PlayerRefusal::NotAFlag { player, option: key, found: quote(&value) })
        }
        (OptionValue::Flag, _) => Ok(Checked::Flag),
    }
}

fn unknown(form: &PlayerForm, key: &str) -> PlayerRefusal {
    let (player, found) = (form.name.to_string(), quote(key));
    let known: Vec<&str> = form.options.iter().map(|option| option.key).collect();
    match known.as_slice() {
        [] => PlayerRefusal::NoOptions { player, found },
        _ => PlayerRefusal::UnknownOption { player, found, known: known.join(", ") },
    }
}
