//! The selection of a move: the elements selected so far, and the legal moves that remain.
//! `web/boards/selection.js` does the same in the browser.

use std::collections::BTreeSet;

use agon_arena::ListedMove;
use agon_core::ElementId;

/// A partly selected move, and the legal moves.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    moves: Vec<ListedMove>,
    path: Vec<ElementId>,
    /// Whether the last element was selected automatically because it was the only option.
    is_automatic: bool,
}

impl Selection {
    pub fn new(moves: Vec<ListedMove>) -> Selection {
        Selection { moves, path: Vec::new(), is_automatic: false }
    }

    pub fn moves(&self) -> &[ListedMove] {
        &self.moves
    }

    /// The selected elements in order.
    pub fn path(&self) -> &[ElementId] {
        &self.path
    }

    /// The elements that can be selected next, in the order of the moves.
    pub fn options(&self) -> Vec<&str> {
        self.options_after(&self.path)
    }

    /// Selects, deselects or replaces an element. `false` if it cannot be selected.
    pub fn select(&mut self, id: &str) -> bool {
        let Some(path) = self.path_after(id) else { return false };
        let is_confirmed = self.is_automatic
            && path.len() == self.path.len()
            && path.last().is_some_and(|last| last == id);
        self.path = path;
        self.is_automatic = false;
        if !is_confirmed {
            self.select_only_level();
        }
        true
    }

    /// Selects the first and the last element of a range at once. `false` if that is not a move.
    pub fn select_range(&mut self, from: &str, to: &str) -> bool {
        let start = [from.to_string()];
        let is_move = self.options_after(&start).contains(&to);
        if is_move {
            self.path = vec![from.into(), to.into()];
        }
        is_move
    }

    /// The selected move, once it is complete.
    pub fn complete(&self) -> Option<&str> {
        if self.path.is_empty() {
            return None;
        }
        let found = self.moves.iter().find(|mv| mv.paths.contains(&self.path));
        found.map(|mv| mv.text.as_str())
    }

    /// Deselects the last element. `false` if there is none.
    pub fn back(&mut self) -> bool {
        let count = if self.is_automatic { 2 } else { 1 };
        self.is_automatic = false;
        let is_selected = !self.path.is_empty();
        self.path.truncate(self.path.len().saturating_sub(count));
        is_selected
    }

    pub fn clear(&mut self) {
        self.path.clear();
        self.is_automatic = false;
    }

    fn options_after(&self, start: &[ElementId]) -> Vec<&str> {
        let paths = self.moves.iter().flat_map(|mv| &mv.paths);
        let next = paths.filter(|path| path.starts_with(start)).filter_map(|p| p.get(start.len()));
        let mut known = BTreeSet::new();
        next.map(String::as_str).filter(|next| known.insert(*next)).collect()
    }

    /// The path after selecting an element. `None` if it cannot be selected.
    fn path_after(&self, id: &str) -> Option<Vec<ElementId>> {
        let path = &self.path;
        let with = |start: &[ElementId]| [start, &[id.to_string()]].concat();
        if self.options().contains(&id) {
            return Some(with(path));
        }
        if self.is_automatic && path.last().is_some_and(|last| last == id) {
            return Some(path.clone());
        }
        if let Some(index) = path.iter().position(|selected| selected == id) {
            return Some(path[..index].to_vec());
        }
        let shorter = (0..path.len()).rev().map(|length| &path[..length]);
        let instead = |start: &&[ElementId]| self.options_after(start).contains(&id);
        if let Some(start) = shorter.into_iter().find(instead) {
            return Some(with(start));
        }
        // Selects a level together with its stack.
        let (cell, _) = id.split_once('/')?;
        let start = [cell.to_string()];
        self.options_after(&start).contains(&id).then(|| with(&start))
    }

    /// Selects the level of a stack if there is only one option.
    fn select_only_level(&mut self) {
        let Some(last) = self.path.last() else { return };
        let level = match self.options().as_slice() {
            &[only]
                if only.strip_prefix(last.as_str()).is_some_and(|rest| rest.starts_with('/')) =>
            {
                only.to_string()
            }
            _ => return,
        };
        self.path.push(level);
        self.is_automatic = true;
    }
}

#[cfg(test)]
mod tests {
    use agon_arena::find;

    use super::*;

    fn at(game: &str, position: &str) -> Selection {
        let session = find(game).unwrap().open(position).unwrap();
        Selection::new(session.selectable_moves())
    }

    #[test]
    fn three_elements_make_a_move_of_santorini_and_can_be_taken_back() {
        let mut selection = at("santorini", "00000/00000/00000/00000/00000 B 11,33 13,31");
        assert_eq!(selection.options(), ["11", "33"]);
        assert!(!selection.select("22"), "no pawn stands there");
        assert!(selection.select("11") && selection.select("12"));
        assert_eq!(selection.complete(), None);
        assert!(selection.back());
        assert_eq!(selection.path(), ["11"]);
        assert!(selection.select("22"), "another target instead");
        assert!(selection.select("33"), "the other pawn instead");
        assert_eq!(selection.path(), ["33"]);
        assert!(selection.select("33"), "again, to deselect it");
        assert!(selection.path().is_empty() && !selection.back());
        assert!(selection.select("11") && selection.select("12") && selection.select("11"));
        assert_eq!(selection.complete(), Some("11-12-11"));
    }

    #[test]
    fn a_step_onto_the_third_level_needs_no_building() {
        let mut selection = at("santorini", "00000/00000/00000/02300/00000 B 31,11 13,44");
        assert!(selection.select("31") && selection.select("32"));
        assert!(selection.complete().is_some_and(|mv| mv.starts_with("31-32-")));
    }

    #[test]
    fn the_only_level_of_a_stack_is_selected_with_it() {
        let mut selection = at("byte", "startpos");
        let first = selection.options()[0].to_string();
        assert!(selection.select(&first));
        assert_eq!(selection.path(), [first.clone(), format!("{first}/0")]);
        assert!(selection.back());
        assert!(selection.path().is_empty(), "both are deselected at once");
        assert!(selection.select(&format!("{first}/0")), "the checker itself can be selected");
        assert_eq!(selection.path().len(), 2);
    }

    #[test]
    fn a_range_of_matches_is_a_move() {
        let mut selection = at("nim", "[3,5]");
        assert!(!selection.select_range("1.1", "2.1"), "of two heaps");
        assert!(selection.select_range("2.4", "2.2"));
        assert_eq!(selection.complete(), Some("[1,1,3]"));
        selection.clear();
        assert!(selection.select("1.1") && selection.select("1.1"), "one match");
        assert_eq!(selection.complete(), Some("[2,5]"));
    }
}
