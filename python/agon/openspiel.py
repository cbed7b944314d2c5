"""The games as games of OpenSpiel, which must be installed: `pip install agon[openspiel]`.

Importing this module registers `agon_santorini`, `agon_nim`, `agon_byte`, `agon_theseus` and
`agon_tictactoe`. The parameter `start` is the text of a start position: 'agon_nim(start=[1;2])'. OpenSpiel's
parameters have no commas, so a semicolon stands for one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import GAMES, Game
from .state import State


def _game_type(name: str) -> pyspiel.GameType:
    hides = name == "theseus"
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"agon_{name}",
        long_name=f"Agon: {Game(name).title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=not hides,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"start": ""},
    )


class _OpenSpielGame(pyspiel.Game):
    """A game of OpenSpiel; there is a class for each game."""

    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        name = self.game_type.short_name.removeprefix("agon_")
        start = str(params.get("start", "")).replace(";", ",")
        self.agon_game = Game(name, start or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.agon_game.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.agon_game.max_plies,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.agon_game, params)


class OpenSpielState(pyspiel.State):
    """A state of OpenSpiel."""

    def __init__(self, game: _OpenSpielGame) -> None:
        super().__init__(game)
        self.state = State(game.agon_game)

    def current_player(self) -> int:
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """What a player may know of a state, as OpenSpiel asks for it."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        self.tensor = np.zeros(int(np.prod(game.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = state.state.observation(player).ravel()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        if state.state.get_game().name != "theseus":
            return str(state)
        # The text of a position tells everything; what is sensed are these numbers.
        return " ".join(f"{number:g}" for number in state.state.observation_tensor(player))


def _register(name: str) -> type[_OpenSpielGame]:
    game_type = _game_type(name)
    made = type(f"{name.capitalize()}Game", (_OpenSpielGame,), {"game_type": game_type})
    pyspiel.register_game(game_type, made)
    return made


#: The classes of the games by their names.
REGISTERED = {name: _register(name) for name in GAMES}
