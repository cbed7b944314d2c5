"""Files of positions from self-play, as `agon data` writes them, read into arrays."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ._native import Batch, Game, Position, Score, read_data_header, read_records

#: The longest header and the longest line, in bytes.
_LONGEST = 1 << 20

#: The most records that are read at once.
_MOST = 1 << 22

#: The bytes of a record before those of its position.
_FIXED = 16

#: The names of results in lines of JSON, by their numbers.
_RESULTS = ("loss", "draw", "win", "unknown")


@dataclass(frozen=True)
class Data:
    """Recorded positions. The arrays have a number for each of them."""

    #: How the file was made.
    header: dict[str, str]
    #: The game of the positions.
    game: Game
    #: The positions.
    positions: Batch
    #: The number of the game of each position.
    games: NDArray[np.uint32]
    #: How many moves of the game were made before.
    plies: NDArray[np.uint16]
    #: The value for the side to move in points, 0 where there is none.
    scores: NDArray[np.int32]
    #: Whether there is a value.
    has_score: NDArray[np.bool_]
    #: The result for the side to move: 0 for a loss, 1 for a draw, 2 for a win, 3 if it is unknown.
    results: NDArray[np.uint8]
    #: The best move.
    actions: NDArray[np.int32]
    #: Whether it is the last record of its game.
    is_last: NDArray[np.bool_]
    #: Whether the side to move can win at once.
    wins_now: NDArray[np.bool_]
    #: Whether it is beside the line of the game.
    is_aside: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.actions)


def read_data(path: str | os.PathLike[str], *, start: int = 0, count: int | None = None) -> Data:
    """Reads records of a file, packed or as lines of JSON: `count` of them, or all, from number
    `start` on (counted from 0). At most 4,194,304 are read at once.
    """
    if start < 0 or (count is not None and count < 1):
        raise ValueError("start is 0 or more, and count 1 or more")
    most = _MOST if count is None else min(count, _MOST)
    with open(path, "rb") as file:
        head = file.read(_LONGEST)
        try:
            if head.startswith(b"{"):
                file.seek(0)
                return _read_lines(file, start, most)
            return _read_packed(file, head, start, most, count is None)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None


def _game(header: dict[str, str]) -> Game:
    for key in ("game", "start"):
        if key not in header:
            raise ValueError(f"its header does not say {key}")
    return Game(header["game"], header["start"])


def _read_packed(file: BinaryIO, head: bytes, start: int, most: int, whole: bool) -> Data:
    pairs, begin = read_data_header(head)
    header = dict(pairs)
    game = _game(header)
    if game.packed_size is None:
        raise ValueError(f"positions of {game.name} have no packed form")
    size = _FIXED + game.packed_size
    if header.get("record-bytes") != str(size):
        found = header.get("record-bytes", "an unknown number of")
        raise ValueError(f"records of {game.name} do not have {found} bytes")
    file.seek(begin + start * size)
    data = file.read(most * size)
    if whole and file.read(1):
        raise ValueError(f"it has more than {most} records: read it in parts, with start and count")
    # A record that was not written whole, because its program was ended, is left out.
    data = data[: len(data) // size * size]
    if not data:
        raise ValueError(f"it has no record number {start}")
    arrays, positions = read_records(game, data)
    return _data(header, game, positions, arrays)


def _read_lines(file: BinaryIO, start: int, most: int) -> Data:
    header = _object(file.readline(_LONGEST), 0)
    version = header.pop("agon data", None)
    if version != "1":
        raise ValueError('is not a file of agon data: it does not begin with "agon data 1"')
    game = _game(header)
    positions: list[Position] = []
    rows: list[tuple[Any, ...]] = []
    for number in range(start + most):
        line = file.readline(_LONGEST)
        if not line.endswith(b"\n"):
            break
        if number < start:
            continue
        record = _object(line, number + 1)
        try:
            position = game.position(record["position"])
            score = record["score"]
            rows.append(
                (
                    np.uint32(record["game"]),
                    np.uint16(record["ply"]),
                    0 if score is None else Score(score).points,
                    score is not None,
                    _RESULTS.index(record["result"]),
                    position.action(record["move"]),
                    bool(record.get("last", False)),
                    bool(record.get("wins_now", False)),
                    bool(record.get("aside", False)),
                )
            )
        except (KeyError, TypeError, OverflowError, ValueError) as error:
            raise ValueError(f"record {number + 1}: {error}") from None
        positions.append(position)
    if not positions:
        raise ValueError(f"it has no record number {start}")
    names = ("game", "ply", "score", "has_score", "result", "action", "is_last", "wins_now", "is_aside")
    arrays = {name: np.array(column) for name, column in zip(names, zip(*rows))}
    return _data(header, game, Batch(game, positions), arrays)


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"line {number + 1} is not a JSON object")
    return found


def _data(header: dict[str, str], game: Game, positions: Batch, arrays: dict[str, Any]) -> Data:
    return Data(
        header=header,
        game=game,
        positions=positions,
        games=arrays["game"].astype(np.uint32),
        plies=arrays["ply"].astype(np.uint16),
        scores=arrays["score"].astype(np.int32),
        has_score=arrays["has_score"],
        results=arrays["result"].astype(np.uint8),
        actions=arrays["action"].astype(np.int32),
        is_last=arrays["is_last"],
        wins_now=arrays["wins_now"],
        is_aside=arrays["is_aside"],
    )
