"""Rule files, networks and mazes from disk."""

from __future__ import annotations

import os
from pathlib import Path

from ._native import Game, Network, Rules

#: The most bytes that are read of a rule file or a maze, and of a network.
_LONGEST_TEXT = 1 << 20
_LONGEST_NETWORK = 1 << 28


def _read(path: str | os.PathLike[str], longest: int) -> bytes:
    """The bytes of a file that is not longer than allowed."""
    with open(path, "rb") as file:
        data = file.read(longest + 1)
    if len(data) > longest:
        raise ValueError(f"{os.fspath(path)} is too large: at most {longest} bytes are read")
    return data


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return _read(path, _LONGEST_TEXT).decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{os.fspath(path)} is not text (UTF-8)") from None


def load_rules(game: Game, path: str | os.PathLike[str]) -> Rules:
    """The rules of a file, for a game.

    >>> import agon, pathlib, tempfile
    >>> game = agon.Game("nim")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "mine.rules")
    ...     _ = path.write_text("game nim. value(me, 7).")
    ...     rules = agon.load_rules(game, path)
    >>> rules.evaluate(game.start())
    Score(+7)
    """
    return Rules(game, _text(path), Path(path).name)


def load_network(game: Game, path: str | os.PathLike[str]) -> Network:
    """The network of a file, for a game."""
    return Network(game, _read(path, _LONGEST_NETWORK), Path(path).name)


def load_maze(path: str | os.PathLike[str], plies: int | None = None) -> Game:
    """Theseus and the Minotaur in the maze of a file, as ``agon maze new`` writes it."""
    return Game.theseus(_text(path), plies)
