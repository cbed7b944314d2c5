//! Tests with scripts of events: what keys, the mouse and searches do to a game.

use agon_arena::{PlayerSpec, find};
use agon_core::{Score, Side};
use agon_search::Info;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Size;

use super::*;
use crate::job::SearchPurpose;

const SIZE: Size = Size { width: 80, height: 24 };

fn state_at(game: &str, position: &str, players: [&str; 2]) -> (State, Vec<Action>) {
    let entry = find(game).unwrap();
    let mut session = entry.open(position).unwrap();
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        session.set_player(side, player.parse().unwrap()).unwrap();
    }
    State::new(
        entry,
        PlayedGame::new(session, &PlayerSpec::COMPUTER, false),
        Remarks::default(),
        SIZE,
    )
}

/// A game between two people.
fn people(game: &str) -> State {
    state_at(game, "startpos", ["person", "person"]).0
}

fn press(state: &mut State, code: KeyCode) -> Vec<Action> {
    state.handle(Event::Terminal(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
}

fn control(state: &mut State, letter: char) -> Vec<Action> {
    let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    state.handle(Event::Terminal(Input::Key(key)))
}

/// Types letters; `<` is Left, `>` Right, `^` Up, `v` is a letter, `_` Down, `!` Enter.
fn script(state: &mut State, keys: &str) -> Vec<Action> {
    let code = |key| match key {
        '<' => KeyCode::Left,
        '>' => KeyCode::Right,
        '^' => KeyCode::Up,
        '_' => KeyCode::Down,
        '!' => KeyCode::Enter,
        '~' => KeyCode::Esc,
        key => KeyCode::Char(key),
    };
    keys.chars().flat_map(|key| press(state, code(key))).collect()
}

fn mouse(state: &mut State, kind: MouseEventKind, id: &str) -> Vec<Action> {
    let layout = state.layout().unwrap();
    let cell = layout.board.cell(state.shown.place(id).unwrap());
    let column = layout.window.x + cell.x + cell.width / 2 - layout.scroll.0;
    let row = layout.window.y + cell.y + cell.height / 2 - layout.scroll.1;
    let modifiers = KeyModifiers::NONE;
    state.handle(Event::Terminal(Input::Mouse(MouseEvent { kind, column, row, modifiers })))
}

fn click(state: &mut State, id: &str) {
    mouse(state, MouseEventKind::Down(MouseButton::Left), id);
    mouse(state, MouseEventKind::Up(MouseButton::Left), id);
}

fn history(state: &State) -> Vec<String> {
    state.game.session().history()
}

fn started(actions: &[Action]) -> Option<&Job> {
    actions.iter().rev().find_map(|action| match action {
        Action::Start(job) => Some(&**job),
        _ => None,
    })
}

fn chosen(mv: &str) -> Report {
    Report::Chosen(Ok(Some(ChosenMove { mv: mv.into(), score: None, note: None })))
}

fn info(score: Score, moves: &[&str]) -> Info<String> {
    let moves = moves.iter().map(|mv| mv.to_string()).collect();
    Info { depth: 3, selective_depth: 3, line: 1, score, moves, nodes: 9, hits: 0, fill: 0 }
}

#[test]
fn a_game_of_tic_tac_toe_is_played_with_arrow_keys() {
    let mut state = people("tictactoe");
    script(&mut state, "!^!<!__!");
    assert_eq!(history(&state), ["11", "01", "00", "20"]);
    script(&mut state, ">>!");
    assert_eq!(state.status().0, "X wins: X has three in a row");
    script(&mut state, "!");
    assert_eq!(state.status(), ("the game is over; n starts again, z undoes a move".into(), true));
    script(&mut state, "z");
    assert_eq!(history(&state).len(), 4);
    script(&mut state, "y");
    assert_eq!(history(&state).len(), 5);
}

#[test]
fn a_move_of_santorini_is_clicked_and_half_of_it_cancelled() {
    let at = "00000/00000/00000/00000/00000 B 11,33 13,31";
    let (mut state, _) = state_at("santorini", at, ["person", "person"]);
    for id in ["11", "12"] {
        click(&mut state, id);
    }
    assert_eq!(state.status().0, "blue: build next to your pawn");
    press(&mut state, KeyCode::Esc);
    assert_eq!(state.selection.path(), ["11"]);
    click(&mut state, "44");
    assert!(state.status().1 && state.status().0.contains("next to"), "{:?}", state.status());
    click(&mut state, "21");
    click(&mut state, "11");
    assert_eq!(history(&state), ["11-21-11"]);
    // A pawn can be dragged.
    mouse(&mut state, MouseEventKind::Down(MouseButton::Left), "13");
    mouse(&mut state, MouseEventKind::Up(MouseButton::Left), "23");
    assert_eq!(state.selection.path(), ["13", "23"]);
    mouse(&mut state, MouseEventKind::Down(MouseButton::Right), "00");
    assert_eq!(state.selection.path(), ["13"]);
}

#[test]
fn moves_are_typed_in_notation_and_completed() {
    let at = "00000/00000/00000/00000/00000 B 11,33 13,31";
    let (mut state, _) = state_at("santorini", at, ["person", "person"]);
    script(&mut state, "11-9!");
    assert!(state.status().1, "refused");
    assert_eq!(state.mode, Mode::Typing("11-9".into()));
    press(&mut state, KeyCode::Backspace);
    script(&mut state, "2");
    press(&mut state, KeyCode::Tab);
    assert_eq!(state.mode, Mode::Typing("11-2".into()), "what all have in common");
    script(&mut state, "2-1");
    assert_eq!(state.matches("11-22-1"), ["11-22-11", "11-22-12"]);
    script(&mut state, "1!");
    assert_eq!(history(&state), ["11-22-11"]);
    script(&mut state, ":~");
    assert_eq!(state.mode, Mode::Board);
    state.handle(Event::Terminal(Input::Paste("13-23-13\nmore".into())));
    assert_eq!(state.mode, Mode::Typing("13-23-13".into()));
    control(&mut state, 'u');
    assert_eq!(state.mode, Mode::Typing(String::new()));
}

#[test]
fn matches_are_taken_by_keys_by_a_click_and_by_dragging() {
    let (mut state, _) = state_at("nim", "[3,5]", ["person", "person"]);
    mouse(&mut state, MouseEventKind::Down(MouseButton::Left), "2.2");
    mouse(&mut state, MouseEventKind::Drag(MouseButton::Left), "2.4");
    assert!(history(&state).is_empty());
    mouse(&mut state, MouseEventKind::Up(MouseButton::Left), "2.4");
    assert_eq!(history(&state), ["[1,1,3]"]);
    // Matches keep their places: the third heap of the list is in the second row.
    assert_eq!(state.shown.place("2.1").unwrap().row, 1);
    click(&mut state, "1.1");
    assert_eq!(history(&state).len(), 2, "a click takes one");
    mouse(&mut state, MouseEventKind::Down(MouseButton::Left), "1.1");
    mouse(&mut state, MouseEventKind::Up(MouseButton::Left), "2.1");
    assert_eq!(history(&state).len(), 2);
    assert!(state.status().1, "two heaps");
    script(&mut state, "^^<<!>>!");
    assert_eq!(history(&state).len(), 3);
    assert_eq!(state.shown.scene.taken.len(), 3, "{:?}", history(&state));
}

#[test]
fn a_part_of_a_stack_is_chosen_with_arrow_keys_and_by_a_click() {
    let at = "8 X 0-0 D4:XOX,E5:OXOX";
    let (mut state, _) = state_at("byte", at, ["person", "person"]);
    click(&mut state, "D4");
    assert_eq!(state.levels().len(), 2, "{:?}", state.selection.options());
    assert_eq!(state.under_cursor().as_deref(), Some("D4/0"));
    script(&mut state, "^");
    assert_eq!(state.under_cursor().as_deref(), Some("D4/2"));
    script(&mut state, "^_!");
    assert_eq!(state.selection.path(), ["D4", "D4/0"]);
    click(&mut state, "E5");
    assert_eq!(history(&state).len(), 1);
    script(&mut state, "z");
    // The third checker of the stack, where it is drawn.
    click(&mut state, "D4");
    let layout = state.layout().unwrap();
    let (x, y) = layout.board.stack(state.shown.place("D4").unwrap());
    let kind = MouseEventKind::Down(MouseButton::Left);
    let (column, row) = (layout.window.x + x + 2, layout.window.y + y);
    let modifiers = KeyModifiers::NONE;
    state.handle(Event::Terminal(Input::Mouse(MouseEvent { kind, column, row, modifiers })));
    assert_eq!(state.selection.path(), ["D4", "D4/2"]);
}

#[test]
fn arrow_keys_walk_in_the_maze_and_walls_stop_them() {
    let at = "020/000/000 0,0-1,1 2,1 200/1/T/-";
    let (mut state, _) = state_at("theseus", at, ["person", "person"]);
    script(&mut state, "<");
    assert!(state.status().1, "the border: {:?}", state.status());
    script(&mut state, "^");
    assert_eq!(state.game.session().ply(), 1);
    assert_eq!(state.shown.to_move, Side::Second);
    state.is_flipped = true;
    let before = state.shown.place("minotaur").unwrap();
    script(&mut state, ">");
    state.game.session_mut().jump(2);
    let moved = state.game.session().scene(None);
    let minotaur = moved.tokens.iter().find(|token| token.id == "minotaur").unwrap();
    let cell = moved.cells.iter().find(|cell| cell.id == minotaur.cell).unwrap();
    assert_eq!((cell.row, cell.column + 1), (before.row, before.column), "as it is seen");
}

#[test]
fn the_computer_answers_and_undo_goes_back_to_the_person() {
    let (mut state, actions) = state_at("tictactoe", "startpos", ["person", "minimax:depth=2"]);
    assert_eq!(started(&actions).unwrap().purpose, SearchPurpose::Analysis);
    let actions = script(&mut state, "!");
    let job = started(&actions).unwrap().clone();
    assert_eq!((job.purpose, job.made), (SearchPurpose::Move, vec!["11".to_string()]));
    assert!(state.is_thinking());
    script(&mut state, "^!");
    assert_eq!(state.status(), ("it is the computer's turn".into(), true));
    state.handle(Event::Report(job.number - 1, chosen("00")));
    assert_eq!(history(&state).len(), 1, "an older search is not heard");
    state.handle(Event::Report(job.number, chosen("00")));
    assert_eq!(history(&state), ["11", "00"]);
    script(&mut state, "z");
    assert!(history(&state).is_empty());
    script(&mut state, "y");
    assert_eq!(history(&state).len(), 2);
}

#[test]
fn undo_while_the_computer_thinks_stops_it() {
    let (mut state, _) = state_at("tictactoe", "startpos", ["person", "minimax:depth=2"]);
    script(&mut state, "e!");
    assert!(state.is_thinking());
    let actions = script(&mut state, "z");
    assert_eq!(actions, [Action::Stop]);
    assert!(history(&state).is_empty() && state.running.is_none());
}

#[test]
fn a_player_that_fails_hands_its_side_to_a_person() {
    let (mut state, _) = state_at("tictactoe", "startpos", ["minimax:depth=2", "person"]);
    state.handle(Event::Report(1, Report::Chosen(Err("it crashed".into()))));
    assert_eq!(state.status().0, "it crashed; X is now played by: person");
    script(&mut state, "!");
    assert_eq!(history(&state).len(), 1);
}

#[test]
fn a_hint_is_searched_shown_and_followed() {
    let (mut state, _) = state_at("santorini", "startpos", ["person", "person"]);
    let actions = script(&mut state, "h");
    let job = started(&actions).unwrap();
    assert_eq!(job.purpose, SearchPurpose::Hint);
    let found = Report::Found(Ok(Some(info(Score::estimate(12), &["@11,33"]))));
    let actions = state.handle(Event::Report(job.number, found));
    assert_eq!(state.hint, ["11", "33"]);
    assert!(state.status().0.starts_with("hint: @11,33 (blue +12)"), "{:?}", state.status());
    assert_eq!(
        started(&actions).unwrap().purpose,
        SearchPurpose::Analysis,
        "which was interrupted"
    );
    click(&mut state, "11");
    click(&mut state, "33");
    assert!(state.hint.is_empty());
}

#[test]
fn evaluations_are_for_the_first_side_and_can_be_turned_off() {
    let (mut state, actions) = state_at("tictactoe", "startpos", ["person", "person"]);
    let number = started(&actions).unwrap().number;
    state.handle(Event::Report(number, Report::Progress(info(Score::win_in(3), &["11"]))));
    assert_eq!(state.shown_evaluation().unwrap().share, 1.0);
    let actions = script(&mut state, "!");
    let number = started(&actions).unwrap().number;
    state.handle(Event::Report(number, Report::Found(Ok(Some(info(Score::win_in(2), &["00"]))))));
    let evaluation = state.shown_evaluation().unwrap();
    assert_eq!((evaluation.share, evaluation.words.as_str()), (0.0, "O wins in 1"));
    assert!(state.running.is_none(), "it is known now");
    script(&mut state, "e");
    assert!(state.shown_evaluation().is_none());
    assert_eq!(script(&mut state, "^!"), [], "nothing is searched");
}

#[test]
fn nothing_hidden_is_told_to_the_one_who_plays() {
    let (mut state, actions) = state_at("theseus", "startpos", ["person", "minmax"]);
    assert_eq!(actions, [], "no evaluation");
    let is_seen = |state: &State| state.shown.place("minotaur").is_some();
    assert!(!is_seen(&state), "it is far away");
    assert!(state.shown.line.is_empty() && state.shown.last.is_empty());
    for key in ["h", "e"] {
        assert_eq!(script(&mut state, key), []);
        assert!(state.status().1, "{key} is refused: {:?}", state.status());
    }
    let (mut state, _) = state_at("theseus", "startpos", ["minmax", "minmax"]);
    assert!(is_seen(&state), "who only watches sees everything");
    script(&mut state, "a");
    assert_eq!(state.farewell(), "", "the moves would tell where the Minotaur is");
}

#[test]
fn looking_back_changes_nothing() {
    let mut state = people("tictactoe");
    script(&mut state, "!^!<!");
    script(&mut state, ",,");
    assert_eq!((state.shown.ply, history(&state).len()), (1, 3));
    script(&mut state, "!");
    assert!(state.status().1, "no move is made in the past");
    press(&mut state, KeyCode::Home);
    assert_eq!(state.shown.ply, 0);
    script(&mut state, ",");
    assert!(state.status().1);
    press(&mut state, KeyCode::End);
    assert!(!state.is_looking());
    mouse(&mut state, MouseEventKind::ScrollUp, "00");
    assert_eq!(state.shown.ply, 2);
    script(&mut state, "~");
    assert_eq!(state.shown.ply, 3);
    script(&mut state, "_!");
    assert_eq!(history(&state).len(), 4);
}

#[test]
fn a_game_between_computers_is_slow_enough_to_be_followed_and_can_be_paused() {
    let (mut state, _) = state_at("tictactoe", "startpos", ["random:seed=1", "random:seed=2"]);
    state.handle(Event::Report(1, chosen("11")));
    assert_eq!(history(&state).len(), 1, "the first move comes at once");
    state.handle(Event::Report(2, chosen("00")));
    assert_eq!(history(&state).len(), 1, "the second one waits");
    for _ in 0..10 {
        state.handle(Event::Tick);
    }
    assert_eq!(history(&state).len(), 2);
    assert_eq!(script(&mut state, "e "), [Action::Stop]);
    assert!(state.status().0.contains("waits"), "{:?}", state.status());
    let actions = script(&mut state, " ");
    assert_eq!(started(&actions).unwrap().purpose, SearchPurpose::Move);
    script(&mut state, "z");
    assert!(state.is_paused && history(&state).len() == 1, "and stays so");
}

#[test]
fn players_are_changed_by_the_keys_of_the_assignment() {
    let (mut state, _) = state_at("santorini", "startpos", ["person", "minimax:depth=3"]);
    script(&mut state, "+");
    assert_eq!(state.game.session().player(Side::Second).to_string(), "minimax:depth=4");
    script(&mut state, "--");
    assert_eq!(state.game.session().player(Side::Second).to_string(), "minimax:depth=2");
    script(&mut state, "a");
    assert!(state.game.session().player(Side::Second).is_person());
    let actions = script(&mut state, "es");
    assert_eq!(actions, [Action::Stop], "two persons, the other way round");
    script(&mut state, "a");
    assert!(!state.game.session().player(Side::Second).is_person());
}

#[test]
fn a_new_game_starts_where_this_one_did_and_the_old_one_is_not_lost() {
    let (mut state, _) = state_at("tictactoe", "startpos", ["person", "minimax:depth=1"]);
    script(&mut state, "!");
    state.handle(Event::Report(state.last_job, chosen("00")));
    let actions = script(&mut state, "s");
    assert_eq!(started(&actions).unwrap().purpose, SearchPurpose::Move, "the computer begins now");
    assert!(history(&state).is_empty());
    script(&mut state, "nzy");
    assert!(state.game.session().player(Side::Second).is_person());
}

#[test]
fn leaving_a_game_that_goes_on_is_confirmed_and_ctrl_c_leaves_at_once() {
    let mut state = people("tictactoe");
    assert_eq!(script(&mut state, "q"), [Action::Leave], "nothing has happened yet");
    script(&mut state, "e!");
    assert_eq!(script(&mut state, "q"), []);
    assert_eq!(state.mode, Mode::Leaving);
    assert_eq!(script(&mut state, "xn"), []);
    assert_eq!(state.mode, Mode::Board);
    assert_eq!(script(&mut state, "qy"), [Action::Leave]);
    let command = "To go on: agon play tictactoe --position '([0,0,0,0,0,0,0,0,0],1)' --moves '11'";
    assert_eq!(state.farewell(), command);
    assert_eq!(control(&mut state, 'c'), [Action::Leave]);
    assert_eq!(control(&mut state, 'z'), [Action::Suspend]);
    assert_eq!(control(&mut state, 'l'), [Action::Redraw]);
}

#[test]
fn a_side_without_a_move_passes_by_itself() {
    // X has no stack, and O has one beside another.
    let (state, _) = state_at("byte", "8 X 0-0 D4:O,E5:O", ["person", "person"]);
    assert_eq!(history(&state), ["pass"]);
    assert_eq!(state.shown.to_move, Side::Second);
    assert!(state.status().0.starts_with("X has no move and passes"), "{:?}", state.status());
}

#[test]
fn tab_goes_through_what_can_be_selected() {
    let at = "00000/00000/00000/00000/00000 B 11,33 13,31";
    let (mut state, _) = state_at("santorini", at, ["person", "person"]);
    press(&mut state, KeyCode::Tab);
    assert_eq!(state.under_cursor().as_deref(), Some("33"));
    press(&mut state, KeyCode::Tab);
    assert_eq!(state.under_cursor().as_deref(), Some("11"));
    press(&mut state, KeyCode::BackTab);
    assert_eq!(state.under_cursor().as_deref(), Some("33"));
}

#[test]
fn no_key_and_no_click_makes_any_game_panic() {
    let mut rng = agon_core::Rng::seeded(3);
    let keys: Vec<char> = "<>^_!~zyhafens,.+- :09AD@[?qnx!!!<>^_".chars().collect();
    for entry in agon_arena::games() {
        let (mut state, _) = state_at(entry.name, "startpos", ["person", "person"]);
        for step in 0..600 {
            match rng.below(6) {
                0 => {
                    let (column, row) = (rng.below(90) as u16, rng.below(30) as u16);
                    let kinds = [
                        MouseEventKind::Down(MouseButton::Left),
                        MouseEventKind::Up(MouseButton::Left),
                        MouseEventKind::Drag(MouseButton::Left),
                        MouseEventKind::ScrollUp,
                    ];
                    let (kind, modifiers) = (kinds[rng.below(4)], KeyModifiers::NONE);
                    let event = MouseEvent { kind, column, row, modifiers };
                    state.handle(Event::Terminal(Input::Mouse(event)));
                }
                1 if step % 7 == 0 => {
                    let size = (rng.below(140) as u16, rng.below(50) as u16);
                    state.handle(Event::Terminal(Input::Resize(size.0, size.1)));
                }
                2 if state.is_thinking() => {
                    let moves = state.game.session().moves();
                    let mv = moves[rng.below(moves.len())].text.clone();
                    state.handle(Event::Report(state.last_job, chosen(&mv)));
                }
                _ => {
                    script(&mut state, &keys[rng.below(keys.len())].to_string());
                }
            }
            let area = ratatui::layout::Rect::new(0, 0, state.size.width, state.size.height);
            let mut screen = ratatui::buffer::Buffer::empty(area);
            crate::draw::draw(&state, crate::theme::Theme::Full, &mut screen);
        }
    }
}
