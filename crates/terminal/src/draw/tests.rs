//! Tests of screens, drawn without a terminal.

use agon_arena::{PlayerSpec, find, games};
use agon_core::Side;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;
use ratatui::style::Color;

use super::*;
use crate::played_game::PlayedGame;
use crate::remarks::Remarks;
use crate::state::Event;

fn state(game: &str, position: &str, players: [&str; 2], size: (u16, u16)) -> State {
    let entry = find(game).unwrap();
    let mut session = entry.open(position).unwrap();
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        session.set_player(side, player.parse().unwrap()).unwrap();
    }
    let game = PlayedGame::new(session, &PlayerSpec::COMPUTER, false);
    State::new(entry, game, Remarks::default(), Size { width: size.0, height: size.1 }).0
}

fn people(game: &str, position: &str) -> State {
    state(game, position, ["person", "person"], (80, 24))
}

fn press(state: &mut State, code: KeyCode) {
    state.handle(Event::Terminal(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))));
}

/// Draws the screen.
fn screen(state: &State, theme: Theme) -> Buffer {
    let backend = TestBackend::new(state.size.width, state.size.height);
    let mut terminal = Terminal::new(backend).unwrap();
    terminal.draw(|frame| draw(state, theme, frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

fn lines(state: &State) -> Vec<String> {
    let screen = screen(state, Theme::Plain);
    let line = |y| (0..screen.area.width).map(|x| screen[(x, y)].symbol()).collect::<String>();
    (0..screen.area.height).map(|y| line(y).trim_end().to_string()).collect()
}

fn shows(state: &State, text: &str) -> bool {
    lines(state).iter().any(|line| line.contains(text))
}

#[test]
fn santorini_shows_levels_pawns_and_coordinates() {
    let state = people("santorini", "01234/00000/00000/00000/00000 B 11,33 13,31");
    let text = lines(&state).join("\n");
    for part in ["1 ▂", "2 ▂▄", "3 ▂▄▆", "4 dome", "0       1       2       3       4"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let of = |letter: char| text.matches(&format!(" {letter} ")).count();
    assert_eq!((of('B'), of('R')), (2, 2), "{text}");
    assert!(text.contains("blue: choose a pawn"), "{text}");
    assert!(text.contains("┏━━━━━━━┓"), "the cursor\n{text}");
}

#[test]
fn signs_stand_on_the_colour_of_their_cell_where_that_is_dark() {
    let state = people("santorini", "00000/01000/00000/00020/00000 B 11,33 00,44");
    let screen = screen(&state, Theme::Full);
    let signs = screen.content().iter().filter(|cell| cell.symbol() == "•");
    let grounds: Vec<Color> = signs.map(|cell| cell.bg).collect();
    assert_eq!(grounds, [Color::Indexed(240), Color::Indexed(16)]);
}

#[test]
fn every_game_is_shown_with_its_players_on_usual_terminals() {
    for (entry, size) in games().iter().flat_map(|entry| [(entry, (80, 24)), (entry, (120, 40))]) {
        let state = state(entry.name, "startpos", ["person", "level:3"], size);
        let text = lines(&state).join("\n");
        assert!(text.starts_with(&format!(" {}", entry.title)), "{text}");
        for side in entry.sides {
            assert!(text.contains(&format!("{side}  ")), "{side} in\n{text}");
        }
        assert!(text.contains("level:3") && text.contains("? help"), "{text}");
        let board = state.layout().unwrap();
        let whole = board.board.size();
        assert_eq!((board.window.width, board.window.height), (whole.width, whole.height));
    }
}

#[test]
fn the_plain_theme_is_without_colour_and_that_of_sixteen_has_no_other() {
    for entry in games() {
        let mut state = people(entry.name, "startpos");
        for code in [KeyCode::Enter, KeyCode::Up, KeyCode::Char('?')] {
            let plain = screen(&state, Theme::Plain);
            let is_reset = |colour| colour == Color::Reset;
            assert!(plain.content().iter().all(|cell| is_reset(cell.fg) && is_reset(cell.bg)));
            let sixteen = screen(&state, Theme::Sixteen);
            let is_other = |colour| matches!(colour, Color::Indexed(_) | Color::Rgb(..));
            assert!(!sixteen.content().iter().any(|cell| is_other(cell.fg) || is_other(cell.bg)));
            press(&mut state, code);
        }
    }
}

#[test]
fn the_minotaur_and_the_loot_are_shown_to_those_who_sense_them() {
    let at = "00000/00200/00000/00000/00000 0,0-4,4 0,2-3,3 200/2/T/-";
    let board = |state: &State| {
        let layout = state.layout().unwrap();
        let screen = screen(state, Theme::Plain);
        let points = layout.window.positions();
        points.map(|point| screen[point].symbol().to_string()).collect::<String>()
    };
    let theseus = board(&state("theseus", at, ["person", "minmax"], (80, 24)));
    assert!(theseus.contains('T') && !theseus.contains('M'), "{theseus}");
    assert_eq!(theseus.matches('s').count(), 1, "the near loot of two: {theseus}");
    let minotaur = board(&state("theseus", at, ["minmax", "person"], (80, 24)));
    assert!(minotaur.contains('M') && !minotaur.contains('T'), "{minotaur}");
    let all = board(&state("theseus", at, ["minmax", "minmax"], (80, 24)));
    assert!(all.contains('M') && all.contains('T') && all.matches('s').count() == 2, "{all}");
}

#[test]
fn walls_are_where_the_line_based_board_has_them() {
    let at = "020/000/001 0,0-1,1 2,1 200/1/T/-";
    let state = state("theseus", at, ["minmax", "minmax"], (120, 40));
    let walls = |lines: &[String], signs: [char; 2]| {
        let text = lines.join("\n");
        signs.map(|sign| text.matches(sign).count())
    };
    let drawn = state.game.session().text_board(None).unwrap();
    let drawn: Vec<String> = drawn.lines().map(String::from).collect();
    let [across, along] = walls(&drawn, ['-', '|']);
    let layout = state.layout().unwrap();
    let screen = screen(&state, Theme::Plain);
    let row = |y: u16| {
        let cells = layout.window.left()..layout.window.right();
        cells.map(|x| screen[(x, y)].symbol()).collect::<String>()
    };
    let rows: Vec<String> = (layout.window.top()..layout.window.bottom()).map(row).collect();
    let cell = layout.board.cell(agon_core::Place { row: 0, column: 0 });
    // Crossings have other signs, except where a line just continues.
    let inner = rows.iter().enumerate().filter(|(y, _)| (*y as u16) >= cell.y);
    let along_here: usize = inner
        .filter(|(y, _)| (*y as u16 - cell.y).is_multiple_of(cell.height + 1))
        .map(|(_, row)| row.matches('│').count())
        .sum();
    assert_eq!(along_here, along, "{}\n{}", rows.join("\n"), drawn.join("\n"));
    let across_here: usize = rows
        .iter()
        .enumerate()
        .filter(|(y, _)| {
            (*y as u16 + 1) >= cell.y && (*y as u16 + 1 - cell.y).is_multiple_of(cell.height + 1)
        })
        .map(|(_, row)| {
            let columns =
                (0..3).map(|column| layout.board.cell(agon_core::Place { row: 0, column }));
            columns.filter(|cell| row.chars().nth(cell.x.into()) == Some('─')).count()
        })
        .sum();
    assert_eq!(across_here * 3, across, "{}\n{}", rows.join("\n"), drawn.join("\n"));
}

#[test]
fn a_stack_is_written_from_bottom_to_top_with_its_height() {
    let state = people("byte", "8 X 0-0 D4:XOXXOOX,E5:OXOX");
    assert!(shows(&state, "XOXXOOX") && shows(&state, "OXOX"), "{:#?}", lines(&state));
    let row = lines(&state).into_iter().position(|line| line.contains("XOXXOOX")).unwrap();
    assert!(lines(&state)[row + 1].contains('7'), "{:#?}", lines(&state));
}

#[test]
fn matches_to_be_taken_are_crossed_and_taken_ones_leave_a_gap() {
    let mut state = people("nim", "[5]");
    for code in [KeyCode::Left, KeyCode::Enter, KeyCode::Right] {
        press(&mut state, code);
    }
    let crossed = |state: &State| lines(state).join("").matches('╳').count();
    let rows = usize::from(state.layout().unwrap().board.cell(state.cursor).height);
    assert_eq!(crossed(&state), 2 * rows, "{:#?}", lines(&state));
    press(&mut state, KeyCode::Enter);
    assert_eq!(crossed(&state), 0);
    assert!(shows(&state, "┃   ·   ·   ┃"), "{:#?}", lines(&state));
}

#[test]
fn a_terminal_that_is_too_small_is_told_how_large_it_must_be() {
    let state = state("santorini", "startpos", ["person", "person"], (40, 10));
    let text = lines(&state).join(" ");
    assert!(text.contains("40 columns and 10 rows"), "{text}");
    assert!(text.contains("60 and 18"), "{text}");
    for size in [(1, 1), (0, 0), (200, 1)] {
        screen(&self::state("nim", "startpos", ["person", "person"], size), Theme::Full);
    }
}

#[test]
fn the_help_lists_every_key_on_the_smallest_terminal() {
    let mut state = state("santorini", "startpos", ["person", "person"], (80, 18));
    press(&mut state, KeyCode::Char('?'));
    for (keys, meaning) in crate::state::KEYS {
        assert!(shows(&state, keys) && shows(&state, meaning), "{keys}: {meaning}");
    }
    press(&mut state, KeyCode::Char('x'));
    assert!(!shows(&state, "suspend"));
}

#[test]
fn a_flipped_board_is_seen_from_the_other_side() {
    let mut state = people("santorini", "00000/00000/00000/00000/00000 B 11,33 13,31");
    press(&mut state, KeyCode::Char('f'));
    assert!(shows(&state, "4       3       2       1       0"), "{:#?}", lines(&state));
}

#[test]
fn the_move_list_shows_passes_and_what_was_undone() {
    let mut state = people("byte", "8 X 0-0 D4:O,E5:O");
    assert!(shows(&state, "1. pass"), "{:#?}", lines(&state));
    let mut tictactoe = people("tictactoe", "startpos");
    for code in [KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('z')] {
        press(&mut tictactoe, code);
        press(&mut state, KeyCode::Char('f'));
    }
    assert!(shows(&tictactoe, "1. 11  01"), "{:#?}", lines(&tictactoe));
}

#[test]
fn text_is_wrapped_between_words_and_long_words_are_cut() {
    assert_eq!(panel::wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(panel::wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
    assert_eq!(panel::wrap("", 5), Vec::<String>::new());
}
