"""A game in progress with the methods of OpenSpiel's states; OpenSpiel need not be installed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._native import Game, Position

#: The number of the player to move when the game is over, as in OpenSpiel.
TERMINAL_PLAYER = -4


class State:
    """A line of play from the start of a game, or from a position.

    >>> import agon
    >>> state = agon.State(agon.Game("tictactoe"))
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> state.history(), state.returns()
    ([0, 1, 2, 3, 4, 5, 6], [1.0, -1.0])
    """

    def __init__(self, start: Game | Position) -> None:
        position = start.start() if isinstance(start, Game) else start
        self._positions: list[Position] = [position]
        self._actions: list[int] = []

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    def get_game(self) -> Game:
        """The game."""
        return self.position.game

    def num_players(self) -> int:
        """There are two players."""
        return 2

    def num_distinct_actions(self) -> int:
        """The number of actions of the game."""
        return self.get_game().num_actions

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_finished

    def is_chance_node(self) -> bool:
        """No game has chance."""
        return False

    def is_simultaneous_node(self) -> bool:
        """The players move one after the other."""
        return False

    def current_player(self) -> int:
        """The player to move, 0 or 1; -4 when the game is over."""
        return TERMINAL_PLAYER if self.is_terminal() else self.position.to_move

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none of a player who is not to move."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self.position.legal_actions().tolist())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, and 0 for the others."""
        mask = np.zeros(self.num_distinct_actions(), dtype=np.int8)
        mask[self.legal_actions(player)] = 1
        return mask.tolist()

    def apply_action(self, action: int) -> None:
        """Makes a legal action; another one is refused with a ValueError."""
        self._positions.append(self.position.play(int(action)))
        self._actions.append(int(action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one of this player."""
        if len(self._actions) == 0:
            raise ValueError("no action was made")
        if self._actions[-1] != action or self._positions[-2].to_move != player:
            made, mover = self._actions[-1], self._positions[-2].to_move
            raise ValueError(f"the last action was {made} of player {mover}")
        self._positions.pop()
        self._actions.pop()

    def child(self, action: int) -> State:
        """The state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def returns(self) -> list[float]:
        """The results of both players: 1 for a win, -1 for a loss, 0 otherwise."""
        winner = self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """The results, which come all at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The result of a player."""
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player (the one to move) may know, as a list of numbers."""
        return self.observation(player).ravel().tolist()

    def observation(self, player: int | None = None) -> NDArray[np.float32]:
        """The same as an array of the game's `observation_shape`."""
        return self.position.observation(player)

    def history(self) -> list[int]:
        """The actions that were made."""
        return list(self._actions)

    def history_str(self) -> str:
        """The actions that were made, as text."""
        return ", ".join(str(action) for action in self._actions)

    def move_number(self) -> int:
        """How many actions were made."""
        return len(self._actions)

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """An action in the game's notation."""
        return self.position.move_text(player_or_action if action is None else action)

    def string_to_action(self, text: str) -> int:
        """The action of a move in the game's notation."""
        return self.position.action(text)

    def clone(self) -> State:
        """A state that can be played on by itself."""
        copy = State(self._positions[0])
        copy._positions = list(self._positions)
        copy._actions = list(self._actions)
        return copy

    def serialize(self) -> str:
        """The actions, one in each line, as OpenSpiel writes them."""
        return "".join(f"{action}\n" for action in self._actions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._actions == other._actions and self._positions[0] == other._positions[0]

    def __hash__(self) -> int:
        return hash((self._positions[0], tuple(self._actions)))

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"State({self.position!r}, {self.move_number()} actions)"
