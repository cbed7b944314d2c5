//! Player specs.

use agon_arena::{GAMES, PlayerSpec};
use agon_core::Side;

use crate::features::Features;
use crate::target::{Target, text, words};

/// Player specs.
pub const PLAYER: Target = Target {
    name: "player",
    shows: "a player that is read is written so that it reads the same, and can be set or is refused",
    words: || {
        words(
            "person random level minimax engine perfect ugi heuristic fair : = , \" \\ seed depth nodes \
             movetime eval hash threads name seed=7 depth=3 nodes=100 eval=hand level:3 \
             ugi:\"./bot\",name=Bot hash=8 threads=2",
        )
    },
    run,
    short: 20_000,
};

fn run(input: &[u8], features: &mut Features) {
    let spec: PlayerSpec = match text(input).parse() {
        Ok(spec) => spec,
        Err(refusal) => return features.refusal(&refusal),
    };
    let written = spec.to_string();
    let read = written.parse::<PlayerSpec>();
    assert_eq!(read, Ok(spec.clone()), "{written}");
    features.add(std::mem::discriminant(&spec));
    features.count("options", written.matches([',', ':']).count());
    for entry in GAMES {
        let mut session = entry.start();
        match session.set_player(Side::First, spec.clone()) {
            Ok(()) => {
                features.add((entry.name, "set"));
                assert_eq!(session.player(Side::First), &spec.clone().with_defaults());
            }
            Err(refused) => features.refusal(&*refused),
        }
    }
}
