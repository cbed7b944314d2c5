//! Programs as students write them for Theseus connect, play and tell what they have.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use agon_core::{Game as _, Notation as _, Rng};
use agon_games::theseus::{MazeGenerator, Style, Theseus};
use agon_handin::{
    Assignment, ConnectOptions, Connection, Found, GameLine, NotConnected, Purpose, Source,
    find_assignment,
};
use agon_testing::interpreters::JAVA;

fn theseus() -> &'static Assignment {
    find_assignment("theseus").unwrap()
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theseus").join(name)
}

fn open(path: &Path, options: &ConnectOptions) -> Result<Connection, NotConnected> {
    let source = Source::read(path, theseus())?;
    let connection = Connection::open(source, theseus(), options, Purpose::Play)?;
    match connection.cannot_play(path) {
        None => Ok(connection),
        Some(why) => Err(why),
    }
}

fn connected(path: &Path) -> Connection {
    let opened = open(path, &ConnectOptions::default());
    opened.unwrap_or_else(|why| panic!("{}: {why}\n{:?}", path.display(), why.messages))
}

fn role<'a>(connection: &'a Connection, name: &str) -> (Found, &'a str) {
    let role = connection.roles.iter().find(|role| role.name == name).unwrap();
    (role.found, &role.text)
}

/// The files of a program, with their paths in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut open = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let inside = path.strip_prefix(folder).unwrap().display().to_string();
                    files.push((inside, fs::read(&path).unwrap()));
                }
            }
        }
    }
    files
}

/// Writes files into a new folder, changed.
fn written(
    files: &[(String, Vec<u8>)],
    change: impl Fn(&str, Vec<u8>) -> Vec<u8>,
) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        let to = folder.path().join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, change(path, bytes.clone())).unwrap();
    }
    folder
}

/// Plays a game for one side against random moves.
fn play(connection: &mut Connection, mine: usize, seed: u64) {
    let adapter = theseus().adapter;
    let generator = MazeGenerator::new(7, 2, Style::Labyrinth { open: 60 }).unwrap();
    let game: Theseus = generator.generate(seed);
    let mut position = game.start();
    let mut line = GameLine { start: game.write(&position), moves: Vec::new() };
    let mut rng = Rng::seeded(seed);
    while game.outcome(&position).is_none() && line.moves.len() < 60 {
        let legal = game.moves(&position);
        let mv = match game.to_move(&position).index() == mine {
            true => {
                let mut ask = |text: &str| connection.ask(text);
                let chosen = adapter.choose(&line, &mut ask).unwrap();
                let text = chosen.unwrap_or_else(|why| panic!("{line:?}: {why}"));
                game.read_move(&position, &text).unwrap()
            }
            false => *rng.pick(&legal).unwrap(),
        };
        assert!(legal.contains(&mv), "{mv} in {line:?}");
        line.moves.push(game.write_move(&position, mv));
        game.play(&mut position, mv).unwrap();
    }
}

/// Its tree, its board and its values at some positions.
fn look(connection: &mut Connection) {
    let adapter = theseus().adapter;
    let start = "00200/00200/22001/02020/00110 0,0-2,2 0,1-0,4 200/2/T/-";
    for moves in [vec![], vec!["3"], vec!["3", "1", "3"]] {
        let moves: Vec<String> = moves.into_iter().map(String::from).collect();
        let line = GameLine { start: start.into(), moves };
        let (game, mut position) = Theseus::read(start).unwrap();
        for text in &line.moves {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv).unwrap();
        }
        let legal: Vec<String> =
            game.moves(&position).iter().map(|mv| game.write_move(&position, *mv)).collect();
        let mut ask = |text: &str| connection.ask(text);
        let mut found = adapter.moves(&line, &mut ask).unwrap().unwrap();
        found.sort();
        assert_eq!(found, legal);
        let told = adapter.position(&line, &mut ask).unwrap();
        assert_eq!(told.text, game.write(&position), "{}", told.calls);
        let leaves: Vec<Vec<String>> = legal.iter().map(|mv| vec![mv.clone()]).collect();
        assert_eq!(adapter.values(&line, &leaves, &mut ask).unwrap().len(), leaves.len());
    }
}

/// Parts of a program, with words of what was found.
type Parts = &'static [(&'static str, &'static str)];

/// The programs, and how getNextMove was found.
const PROGRAMS: [(&str, Found, Parts); 8] = [
    (
        "alexandra",
        Found::Named,
        &[("evaluate", "double evaluate(int currentPos, int dice, Board board)")],
    ),
    (
        "bill",
        Found::Named,
        &[
            ("createMySubtree", "void createMySubTree(int currentPos"),
            ("chooseMinMaxMove", "answers with the die"),
            ("Node", "gr.auth.maze.tree.Node"),
        ],
    ),
    (
        "chrysa",
        Found::Named,
        &[
            ("Board", "class PlayerBoard"),
            ("evaluate", "evaluate(PlayerBoard board, int position, int dice)"),
        ],
    ),
    ("dimitris", Found::Named, &[("evaluate", "double evaluate(int dice)")]),
    ("eleni", Found::Named, &[("evaluate", "double evaluate(Node node)")]),
    (
        "fotis",
        Found::Named,
        &[("evaluate", "float evaluate(int currentPos, int dice, Board board, int opponentPos)")],
    ),
    ("ilias", Found::Guessed, &[("getNextMove", "createMySubtree and chooseMinMaxMove")]),
    ("jenny", Found::Named, &[("getNextMove", "int getNextMove"), ("Board", "with BoardAdapter")]),
];

#[test]
fn programs_as_students_write_them_connect_and_play_whole_games() {
    if !JAVA.is_here() {
        return;
    }
    for (name, found, words) in PROGRAMS {
        let mut connection = connected(&program(name));
        assert_eq!(role(&connection, "getNextMove").0, found, "{name}");
        for (part, text) in words {
            let (_, told) = role(&connection, part);
            assert!(told.contains(text), "{name}: {part} is {told}");
        }
        look(&mut connection);
        play(&mut connection, 0, 1);
        play(&mut connection, 1, 2);
    }
}

#[test]
fn a_zip_in_the_old_greek_encoding_connects() {
    if !JAVA.is_here() {
        return;
    }
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, bytes) in files(&program("dimitris")) {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("9001_9002 PartC/src/{path}"), options).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (greek, _, has_failed) = encoding_rs::ISO_8859_7.encode(&text);
        assert!(!has_failed);
        zip.write_all(&greek.replace_line_ends()).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("9001_9002_PartC.zip");
    fs::write(&path, zip.finish().unwrap().into_inner()).unwrap();
    play(&mut connected(&path), 0, 3);
}

trait LineEnds {
    fn replace_line_ends(&self) -> Vec<u8>;
}

impl LineEnds for [u8] {
    fn replace_line_ends(&self) -> Vec<u8> {
        self.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..])
    }
}

#[test]
fn of_two_players_that_differ_one_is_asked_for() {
    if !JAVA.is_here() {
        return;
    }
    let mut all = files(&program("alexandra"));
    for (path, bytes) in files(&program("alexandra")) {
        let mut bytes = bytes;
        bytes.extend_from_slice(b"// older\n");
        all.push((path.replace("PartC", "PartC old"), bytes));
    }
    let folder = written(&all, |_, bytes| bytes);
    let why = open(folder.path(), &ConnectOptions::default()).err().unwrap().to_string();
    let both = "PartC old/src/MinMaxPlayer.java, PartC/src/MinMaxPlayer.java; name the right one";
    assert!(why.contains(both), "{why}");
    let file = Some("PartC/src/MinMaxPlayer.java".to_string());
    let options = ConnectOptions { file, ..ConnectOptions::default() };
    let mut connection = open(folder.path(), &options).unwrap();
    play(&mut connection, 0, 4);
}

/// A change of one file of a program.
fn changed(name: &str, file: &str, change: impl Fn(String) -> String) -> tempfile::TempDir {
    written(&files(&program(name)), |path, bytes| match path.ends_with(file) {
        true => change(String::from_utf8(bytes).unwrap()).into_bytes(),
        false => bytes,
    })
}

#[test]
fn what_is_missing_is_named_in_the_words_of_the_student() {
    if !JAVA.is_here() {
        return;
    }
    let told = |folder: &tempfile::TempDir| {
        open(folder.path(), &ConnectOptions::default()).err().unwrap().to_string()
    };
    let nameless = changed("ilias", "MinMaxPlayer.java", |text| {
        text.replace("chooseMinMaxMove", "pick").replace("evaluate", "rate")
    });
    let why = told(&nameless);
    assert!(why.contains("lacks getNextMove: MinMaxPlayer has no method getNextMove"), "{why}");
    let classless = changed("ilias", "MinMaxPlayer.java", |_| "class Robot {}".into());
    assert!(
        told(&classless).contains("no class MinMaxPlayer in Board.java"),
        "{}",
        told(&classless)
    );
    let broken = changed("alexandra", "Node.java", |text| text.replace("int nodeDepth;", "int ;"));
    let why = told(&broken);
    assert!(why.contains("PartC/src/Node.java:6: error: <identifier> expected"), "{why}");
    let throws = changed("alexandra", "MinMaxPlayer.java", |text| {
        text.replace("opponentPos = opponentCurrentPos;", "opponentPos = path.get(0)[0];")
    });
    let why = told(&throws);
    assert!(why.contains("getNextMove(int currentPos, int opponentCurrentPos) does not answer: java.lang.IndexOutOfBoundsException"), "{why}");
    assert!(why.contains("at MinMaxPlayer.getNextMove(line 42)"), "{why}");
}

#[test]
fn a_program_that_ends_or_never_answers_is_told_as_it_is() {
    if !JAVA.is_here() {
        return;
    }
    let exits = changed("alexandra", "MinMaxPlayer.java", |text| {
        text.replace(
            "opponentPos = opponentCurrentPos;",
            "if (opponentCurrentPos == 24) System.exit(0);",
        )
    });
    let mut connection = connected(exits.path());
    let line = GameLine {
        start: "00200/00200/22001/02020/00110 0,0-4,4 0,1-0,4 200/2/T/-".into(),
        moves: Vec::new(),
    };
    let mut ask = |text: &str| connection.ask(text);
    for _ in 0..2 {
        let why = theseus().adapter.choose(&line, &mut ask).unwrap().unwrap_err();
        assert!(why.contains("System.exit is called at MinMaxPlayer.getNextMove"), "{why}");
    }
    // The program goes on.
    look(&mut connection);
}
