//! What the message of a broken law tells: the position, the way to it, and what was tried there.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::Notation;

/// How the message of a broken law begins.
const BROKEN: &str = "broken law: ";

/// A position on trial.
pub(super) struct Case<'a, G: Notation> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    /// The positions from the first one of the game to this one, and the moves between them.
    line: &'a [G::Position],
    moves: &'a [G::Move],
    /// The move on trial.
    mv: Cell<Option<G::Move>>,
    /// What else is on trial, such as a symmetry.
    about: RefCell<String>,
    /// The last law that was kept.
    kept: Cell<&'static str>,
}

impl<'a, G: Notation> Case<'a, G> {
    /// The last position of a line, to which these moves lead from the first.
    pub(super) fn new(game: &'a G, line: &'a [G::Position], moves: &'a [G::Move]) -> Case<'a, G> {
        Case {
            game,
            position: line.last().expect("a line has a first position"),
            line,
            moves,
            mv: Cell::new(None),
            about: RefCell::default(),
            kept: Cell::new("none"),
        }
    }

    /// Runs checks. A panic in the code of the game is told like a broken law.
    pub(super) fn guard<T>(&self, check: impl FnOnce(&Self) -> T) -> T {
        self.try_move(None);
        self.about("");
        catch_unwind(AssertUnwindSafe(|| check(self))).unwrap_or_else(|payload| {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no words");
            if text.starts_with(BROKEN) {
                resume_unwind(payload);
            }
            let kept = self.kept.get();
            self.break_law(
                "the code of a game does not panic",
                &format!("it panics with {text:?}; the last law that it kept: {kept}"),
            )
        })
    }

    /// Whether it is the first position of its game.
    pub(super) fn is_first(&self) -> bool {
        self.moves.is_empty()
    }

    /// Says which move is on trial from now on.
    pub(super) fn try_move(&self, mv: Option<G::Move>) {
        self.mv.set(mv);
    }

    /// Says what else is on trial from now on.
    pub(super) fn about(&self, what: impl Into<String>) {
        self.about.replace(what.into());
    }

    /// Fails with what was found unless the law holds.
    pub(super) fn law(&self, law: &'static str, holds: bool, found: impl FnOnce() -> String) {
        if !holds {
            self.break_law(law, &found());
        }
        self.kept.set(law);
    }

    /// Fails with what is found about a culprit, if there is one.
    pub(super) fn culprit_law<T>(
        &self,
        law: &'static str,
        culprit: Option<T>,
        found: impl FnOnce(T) -> String,
    ) {
        match culprit {
            Some(culprit) => self.break_law(law, &found(culprit)),
            None => self.kept.set(law),
        }
    }

    /// Fails unless a thing is what it is expected to be.
    pub(super) fn equal_law<T: Debug + PartialEq>(
        &self,
        law: &'static str,
        what: &str,
        found: T,
        expected: T,
    ) {
        self.law(law, found == expected, || {
            format!("{what} gives {found:?}, expected: {expected:?}")
        });
    }

    /// Fails unless the law holds for each of these moves.
    pub(super) fn move_law(
        &self,
        law: &'static str,
        moves: &[G::Move],
        mut holds: impl FnMut(G::Move) -> bool,
        found: impl Fn(G::Move) -> String,
    ) {
        for &mv in moves {
            self.try_move(Some(mv));
            self.law(law, holds(mv), || found(mv));
        }
        self.try_move(None);
    }

    /// Fails with all that is known of the case.
    pub(super) fn break_law(&self, law: &str, found: &str) -> ! {
        let (game, position) = (self.game, self.position);
        let mut message = format!("{BROKEN}{law}\n  found: {found}");
        let mut tell = |name: &str, text: &str| message += &format!("\n  {name}: {text}");
        if let Some(mv) = self.mv.get() {
            tell("move", &self.move_text(mv));
        }
        let about = self.about.take();
        if !about.is_empty() {
            tell("about", &about);
        }
        tell("position", &or_debug(|| game.write(position), position));
        if !self.moves.is_empty() {
            let plies = self.line.iter().zip(self.moves);
            let moves: Vec<String> =
                plies.map(|(before, &mv)| or_debug(|| game.write_move(before, mv), &mv)).collect();
            tell("reached from", &or_debug(|| game.write(&self.line[0]), &self.line[0]));
            tell("by the moves", &moves.join(" "));
        }
        tell("game", G::NAME);
        panic!("{message}");
    }

    /// A move as the game writes it and as the value that it is.
    pub(super) fn move_text(&self, mv: G::Move) -> String {
        let (game, position) = (self.game, self.position);
        // Only moves that can be made have a text.
        let is_listed = or_else(|| game.moves(position).contains(&mv), || false);
        if is_listed {
            format!("{} ({mv:?})", or_debug(|| game.write_move(position, mv), &mv))
        } else {
            format!("{mv:?}, which is not listed")
        }
    }
}

/// What the code of a game gives, or something else if it panics.
fn or_else<T>(code: impl FnOnce() -> T, other: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(code)).unwrap_or_else(|_| other())
}

/// The text that the code of a game gives, or the value itself if it panics.
fn or_debug(text: impl FnOnce() -> String, value: &impl Debug) -> String {
    or_else(text, || format!("{value:?}"))
}
