"""Two-player games of pure thought: positions in batches, search, exact solvers, rules.

>>> import agon
>>> game = agon.Game("santorini")
>>> position = game.position("00000/00000/00000/02300/00000 B 31,11 13,44")
>>> result = position.search(depth=4)
>>> result.move, result.score
('31-32-21', Score(win in 1))
>>> position.play(result.action).winner
0

`agon.State` has the methods of OpenSpiel's states; `agon.pettingzoo` and `agon.openspiel` have the
games as environments of these libraries, which must be installed.
"""

from ._native import (
    GAMES,
    Batch,
    Claim,
    Engine,
    Explanation,
    Game,
    Line,
    MoveExplanation,
    Network,
    Position,
    Proof,
    Proven,
    RuleLine,
    Rules,
    Score,
    SearchResult,
    Term,
    __version__,
    position,
)
from .data import Data, read_data
from .files import load_maze, load_network, load_rules
from .state import TERMINAL_PLAYER, State

__all__ = [
    "GAMES",
    "TERMINAL_PLAYER",
    "Batch",
    "Claim",
    "Data",
    "Engine",
    "Explanation",
    "Game",
    "Line",
    "MoveExplanation",
    "Network",
    "Position",
    "Proof",
    "Proven",
    "RuleLine",
    "Rules",
    "Score",
    "SearchResult",
    "State",
    "Term",
    "__version__",
    "load_maze",
    "load_network",
    "load_rules",
    "position",
    "read_data",
]
