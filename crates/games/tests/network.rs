//! Networks of Santorini and Byte: the battery, the float model, and values that are the same on
//! every machine.

use agon_core::conformance::Battery;
use agon_core::{EvalState as _, Evaluate, Game, IncrementalEval as _, Notation, Rng, Score, Side};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::{AnyNetworkSlot as _, Network, NetworkFile, NetworkInputs, NetworkSlot, WIDTHS};

fn random<G: NetworkInputs>(game: &G, width: usize, seed: u64) -> Network<G> {
    let file = NetworkFile::random(game, width, seed);
    Network::new(game, "random", file).unwrap()
}

/// The unfinished positions of random games.
fn positions<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut rng, mut position) = (Rng::seeded(seed), game.start());
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            found.push(position.clone());
            game.play_unchecked(&mut position, mv);
        }
    }
    found
}

#[test]
fn networks_conform_in_santorini() {
    let read = |text| Santorini::read(text).expect(text).1;
    let mut battery = Battery::new(Santorini::default())
        .from(read("21430/24213/32243/12342/04241 B 13,31 22,01"))
        .from(read("03030/22222/03330/22222/03030 B 11,13 31,33"))
        .games(9);
    for (seed, width) in (1..).zip(WIDTHS) {
        battery = battery.incremental(random(&Santorini::default(), width, seed));
    }
    battery.run();
    // A network is for all boards.
    for board in ["3x3/1", "6x4", "4x6"] {
        let game = Santorini::on(board.parse().unwrap());
        Battery::new(game).games(3).incremental(random(&Santorini::default(), 64, 1)).run();
    }
}

#[test]
fn networks_conform_in_byte() {
    for (size, widths) in [(8, &WIDTHS[..]), (10, &[64])] {
        let game = Byte::new(size).unwrap();
        let mut battery = Battery::new(game).games(4);
        for (seed, &width) in (1..).zip(widths) {
            battery = battery.incremental(random(&game, width, seed));
        }
        battery.run();
    }
}

/// The model that is trained: the logit of the winning chance, in floating point.
fn logit<G: NetworkInputs>(game: &G, file: &NetworkFile, position: &G::Position) -> f64 {
    let one = f64::from(NetworkFile::ONE);
    let output_one = f64::from(NetworkFile::OUTPUT_ONE);
    let side = game.to_move(position);
    let mut logit = f64::from(file.output_bias) / (one * output_one);
    for (place, view) in [side, side.opponent()].into_iter().enumerate() {
        for unit in 0..file.width {
            let mut sum = f64::from(file.biases[unit]) / one;
            game.for_each_input(position, view, |input| {
                sum += f64::from(file.input_weights[input * file.width + unit]) / one;
            });
            let weight = f64::from(file.output_weights[place * file.width + unit]) / output_one;
            logit += sum.clamp(0.0, 1.0).powi(2) * weight;
        }
    }
    logit
}

/// Both divisions round towards zero, which costs less than one point each; the first less than
/// one point of the many that one logit has.
fn stays_close_to_the_float_model<G: NetworkInputs + Notation>(game: &G) {
    for (seed, width) in (1..).zip(WIDTHS) {
        let network = random(game, width, seed);
        for position in positions(game, 3) {
            let found = network.evaluate(game, &position).points();
            let file = network.file();
            let wanted = logit(game, file, &position) * f64::from(file.scale);
            let text = game.write(&position);
            assert!((f64::from(found) - wanted).abs() < 1.1, "{found} for {wanted}: {text}");
        }
    }
}

#[test]
fn estimates_are_within_about_a_point_of_the_float_model() {
    stays_close_to_the_float_model(&Santorini::default());
    stays_close_to_the_float_model(&Byte::default());
}

/// The estimates of fixed networks in fixed positions, computed by a state that was moved there.
fn pinned<G: NetworkInputs + Notation>(game: &G, width: usize) -> Vec<i32> {
    let network = random(game, width, 20);
    let (mut rng, mut position) = (Rng::seeded(5), game.start());
    let mut state = network.state(game, &position);
    let mut found = Vec::new();
    while let Some(&mv) = rng.pick(&game.moves(&position)) {
        found.push(state.evaluate(game, &position).points());
        state.play_move(game, &mut position, mv);
    }
    found.truncate(12);
    found
}

#[test]
fn a_network_gives_the_same_numbers_on_every_machine() {
    let found = [
        pinned(&Santorini::default(), 64),
        pinned(&Santorini::default(), 512),
        pinned(&Byte::default(), 64),
    ];
    let wanted = [
        [-20, -80, -79, -66, 10, -32, -24, -31, 239, 72, 154, 164],
        [-685, 360, 51, 196, -539, 631, -881, 486, 236, -36, 94, 265],
        [282, -338, 166, -171, 177, -216, 259, -277, 60, -371, 88, -10],
    ];
    assert_eq!(found, wanted);
}

/// The other side sees the same network with the colours exchanged.
#[test]
fn the_views_of_the_two_sides_are_symmetric() {
    let network = random(&Santorini::default(), 32, 3);
    let [blue, red] = [
        "10000/02000/00100/00300/00004 B 11,22 33,40",
        "10000/02000/00100/00300/00004 R 33,40 11,22",
    ]
    .map(|text| {
        let (game, position) = Santorini::read(text).unwrap();
        network.evaluate(&game, &position)
    });
    assert_eq!(blue, red);
    let other = "10000/02000/00100/00300/00004 R 11,22 33,40";
    let (game, position) = Santorini::read(other).unwrap();
    assert_ne!(network.evaluate(&game, &position), blue, "the side to move counts");
}

#[test]
fn the_inputs_are_those_of_the_format() {
    let inputs = |text: &str, view| {
        let (game, position) = Santorini::read(text).unwrap();
        let mut found = Vec::new();
        game.for_each_input(&position, view, |input| found.push(input));
        found
    };
    let text = "00000/02000/00000/00000/00004 B 11,22 33,40";
    let mut wanted: Vec<usize> = (0..25).map(|cell| 15 * cell).collect();
    (wanted[6], wanted[12], wanted[18], wanted[20], wanted[24]) =
        (15 * 6 + 3 * 2 + 1, 15 * 12 + 1, 15 * 18 + 2, 15 * 20 + 2, 15 * 24 + 3 * 4);
    assert_eq!(inputs(text, Side::First), wanted);
    (wanted[6], wanted[12], wanted[18], wanted[20]) =
        (15 * 6 + 3 * 2 + 2, 15 * 12 + 2, 15 * 18 + 1, 15 * 20 + 1);
    assert_eq!(inputs(text, Side::Second), wanted);
    assert_eq!(Santorini::default().input_count(), 375);
    assert_eq!(Byte::default().input_count(), 516);
    assert_eq!(Byte::new(10).unwrap().input_count(), 806);
}

#[test]
fn the_inputs_of_byte_are_those_of_the_format() {
    let (game, position) = Byte::read(BYTE).unwrap();
    let inputs = |view| {
        let mut found = Vec::new();
        game.for_each_input(&position, view, |input| found.push(input));
        found.sort();
        found
    };
    let first = [65, 96, 145, 146, 148, 304, 307, 352, 512, 514];
    assert_eq!(inputs(Side::First), first);
    let second = [64, 97, 144, 147, 149, 305, 306, 353, 512, 514];
    assert_eq!(inputs(Side::Second), second);
}

/// Squares 4, 6, 9, 19 and 22; one stack won by either side.
const BYTE: &str = "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X";

#[test]
fn an_estimate_stays_an_estimate_however_large_the_weights() {
    let mut file = NetworkFile::random(&Santorini::default(), 512, 1);
    (file.input_weights, file.biases) = (vec![0; 375 * 512], vec![255; 512]);
    (file.output_weights, file.scale) = (vec![127; 1024], 10_000);
    let network = Network::new(&Santorini::default(), "large", file).unwrap();
    let (game, position) = (Santorini::default(), Santorini::default().start());
    let value = network.evaluate(&game, &position);
    assert_eq!(value, Score::estimate(i32::MAX));
    assert_eq!(network.state(&game, &position).evaluate(&game, &position), value);
}

#[test]
fn a_network_that_is_handed_over_takes_the_place_of_a_blind_one() {
    let slot: NetworkSlot<Santorini> = NetworkSlot::new(None);
    let start = Santorini::default().start();
    assert!(slot.is_missing());
    assert_eq!(slot.get(&Santorini::default()).name(), "network");
    assert_eq!(
        slot.get(&Santorini::default()).evaluate(&Santorini::default(), &start),
        Score::estimate(0)
    );
    let file = NetworkFile::random(&Santorini::default(), 32, 1).write();
    assert!(slot.supply(&file[..file.len() - 1]).is_err());
    assert!(slot.supply(&NetworkFile::random(&Byte::default(), 32, 1).write()).is_err());
    assert!(slot.is_missing());
    slot.supply(&file).unwrap();
    assert!(!slot.is_missing());
    let own = Network::read(&Santorini::default(), "network", &file).unwrap();
    let value = slot.get(&Santorini::default()).evaluate(&Santorini::default(), &start);
    assert_eq!(value, own.evaluate(&Santorini::default(), &start));
    assert_ne!(value, Score::estimate(0));
}
