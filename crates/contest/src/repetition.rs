//! Which games are the same on every machine, so that those of workers can be checked.

use agon_arena::contest::{MoveLimits, Record};

use crate::{Event, ScheduledGame};

/// What of a game is the same on every machine. `None` if clocks or programs play a part in it.
pub fn repeatable_text(event: &Event, game: &ScheduledGame, record: &Record) -> Option<String> {
    is_repeatable(event, game).then(|| {
        let Record { start, moves, result, .. } = record;
        format!("{start:?}\n{}\n{result:?}", moves.join("\n"))
    })
}

/// Whether a game is the same on every machine.
pub fn is_repeatable(event: &Event, game: &ScheduledGame) -> bool {
    let MoveLimits { depth, nodes, movetime, clock } = event.settings.limits;
    let is_timed = movetime.is_some() || clock.is_some();
    let is_limited = !is_timed && (depth.or(game.depth).is_some() || nodes.is_some());
    game.players.iter().filter_map(|&player| event.entrants.get(player)).all(|entrant| {
        let player = &entrant.player;
        let has_time = player.movetime().is_some() || player.own_limits().is_some();
        let is_alone = !entrant.has_program() && player.threads() == 1 && !has_time;
        entrant.broken.is_some()
            || is_alone && (is_limited || (!is_timed && player.check_repeatable().is_ok()))
    })
}

/// A small event for tests of workers' records.
#[cfg(test)]
pub(super) fn with_event<T>(second: &str, limits: MoveLimits, run: impl FnOnce(&Event) -> T) -> T {
    use crate::{Entrant, GameSettings, Openings, RefereeRules};

    let game = agon_arena::find("tictactoe").unwrap();
    let settings = GameSettings {
        game,
        from: "startpos".into(),
        openings: Openings::Random { plies: 2 },
        limits,
        max_plies: None,
        adjudicate: false,
        seed: 3,
    };
    let entrants = ["minimax:depth=3", second]
        .map(|player| Entrant::read(game, player, player, std::path::Path::new("")).unwrap());
    let rules = RefereeRules::default();
    run(&Event { name: "x".into(), is_match: true, settings, rules, entrants: entrants.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GamePlayer;

    const GAME: ScheduledGame =
        ScheduledGame { number: [1, 1, 1], players: [0, 1], depth: None, opening: 0 };

    #[test]
    fn a_game_is_the_same_when_it_is_played_again_and_another_is_not() {
        with_event("random", MoveLimits::default(), |event| {
            let played = || GamePlayer::new(event, None).play(&GAME, &|| false).unwrap().unwrap();
            let text = |record: &Record| repeatable_text(event, &GAME, record).unwrap();
            assert_eq!(text(&played()), text(&played()));
            let mut other = played();
            other.moves.pop();
            assert_ne!(text(&played()), text(&other));
        });
    }

    #[test]
    fn games_by_the_clock_are_not_repeated() {
        let timed = MoveLimits { movetime: Some(1000), ..MoveLimits::default() };
        let nodes = MoveLimits { nodes: Some(100), ..MoveLimits::default() };
        let cases = [
            ("random", MoveLimits::default(), true),
            ("engine:depth=2", MoveLimits::default(), true),
            ("engine:movetime=5", MoveLimits::default(), false),
            ("engine", timed, false),
            ("engine", nodes, true),
        ];
        for (player, limits, expected) in cases {
            let found = with_event(player, limits, |event| is_repeatable(event, &GAME));
            assert_eq!(found, expected, "{player}");
        }
    }
}
