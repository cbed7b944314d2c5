"""The games as environments of PettingZoo, which must be installed: `pip install agon[pettingzoo]`.

`env("santorini")` is an AEC environment with action masks. An illegal action ends the game and loses it.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game


def env(game: Game | str, render_mode: str | None = None) -> AECEnv:
    """The environment of a game, by its name or with its parameters, in the usual wrappers."""
    environment: AECEnv = raw_env(game, render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """The environment without wrappers: an illegal action is refused with a ValueError."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "agon"}

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.metadata = {**self.metadata, "name": f"agon_{self.game.name}"}
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        count = self.game.num_actions
        # Heaps of NIM are counted; all other numbers are at most 1.
        most = 65.0 if self.game.name == "nim" else 1.0
        spaces = gymnasium.spaces
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0.0, most, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.agents}
        self.position = self.game.start()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; there is no chance, so that a seed changes nothing."""
        self.position = self.game.start()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.to_move]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        side = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_actions, np.int8)
        if side == self.position.to_move:
            mask[self.position.legal_actions()] = 1
        return {"observation": self.position.observation(side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is a number")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = self.position.play(int(action))
        if self.position.is_finished:
            winner = self.position.winner
            for side, other in enumerate(self.agents):
                self.terminations[other] = True
                if winner is not None:
                    self.rewards[other] = 1.0 if side == winner else -1.0
        # Sides need not alternate; in a finished game each of them steps once more.
        to_move = self.position.to_move
        if self.position.is_finished:
            to_move = 1 - self.possible_agents.index(agent)
        self.agent_selection = self.possible_agents[to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in the game's notation."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: give render_mode='ansi'")
            return None
        return str(self.position)

    def close(self) -> None:
        """There is nothing to close."""
