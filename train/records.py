"""Reads the files that `agon data` writes (binary format), as NumPy arrays.

docs/training.md describes the format. Nothing here needs PyTorch.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

TITLE = b"agon data "
VERSION = b"1"
MAX_HEADER = 1 << 20
FIXED_BYTES = 16
NO_SCORE = np.iinfo(np.int32).min
LOSS, DRAW, WIN, UNKNOWN = range(4)


class DataError(Exception):
    """A file that cannot be used, with the reason."""


@dataclass
class Records:
    """Recorded positions of one game with its parameters."""

    game: str
    parameters: str
    number: np.ndarray  # the number of the game that a record belongs to
    score: np.ndarray  # points for the side to move, NO_SCORE without one
    result: np.ndarray  # LOSS, DRAW, WIN or UNKNOWN for the side to move
    position: np.ndarray  # the packed positions, a row of bytes each

    def __len__(self):
        return len(self.score)

    def select(self, mask):
        """The records for which a mask is true."""
        parts = (self.number, self.score, self.result, self.position)
        return Records(self.game, self.parameters, *(part[mask] for part in parts))


def read_header(path):
    """The keys and values of a file's header, and where its records begin."""
    with open(path, "rb") as file:
        head = file.read(MAX_HEADER)
    if head.startswith(b"{"):
        raise DataError(f"{path}: JSON lines are for people; train on the binary format")
    if not head.startswith(TITLE):
        raise DataError(f"{path}: is not a file of agon data")
    end = head.find(b"\n\n")
    if end < 0:
        raise DataError(f"{path}: its header has no end")
    first, *lines = head[:end].split(b"\n")
    if first != TITLE + VERSION:
        found = first[len(TITLE) :].decode("utf-8", "replace")
        raise DataError(f"{path}: has version {found} of the format, not {VERSION.decode()}")
    fields = [line.decode("utf-8").partition(" ") for line in lines]
    return {key: value for key, _, value in fields}, end + 2


def parameters_of(game, start):
    """The parameters of a game, from its start in the game's notation."""
    return start.split(" ")[0] if game == "byte" else ""


def read_file(path):
    """All records of a file. A record that is not whole at the end is left out."""
    header, begin = read_header(path)
    try:
        game, start = header["game"], header["start"]
        size = int(header["record-bytes"])
    except (KeyError, ValueError) as error:
        raise DataError(f"{path}: its header has no valid {error}") from error
    if size <= FIXED_BYTES:
        raise DataError(f"{path}: a record cannot have {size} bytes")
    layout = np.dtype(
        [
            ("number", "<u4"),
            ("score", "<i4"),
            ("move", "<u4"),
            ("ply", "<u2"),
            ("result", "u1"),
            ("flags", "u1"),
            ("position", "u1", (size - FIXED_BYTES,)),
        ]
    )
    assert layout.itemsize == size
    count = (Path(path).stat().st_size - begin) // size
    rows = np.fromfile(path, dtype=layout, count=count, offset=begin)
    if len(rows) and rows["result"].max() > UNKNOWN:
        raise DataError(f"{path}: has a result that there is not; agon data check says more")
    parts = [np.ascontiguousarray(rows[name]) for name in ("number", "score", "result", "position")]
    return Records(game, parameters_of(game, start), *parts)


def read_files(paths):
    """The records of several files of one game, each file's games with numbers of their own."""
    files = [read_file(path) for path in paths]
    first = files[0]
    shift = 0
    for path, records in zip(paths, files):
        if (records.game, records.parameters) != (first.game, first.parameters):
            raise DataError(f"{path}: is of another game than {paths[0]}")
        records.number = records.number.astype(np.int64) + shift
        if len(records):
            shift = int(records.number.max()) + 1
    joined = (
        np.concatenate([getattr(records, name) for records in files])
        for name in ("number", "score", "result", "position")
    )
    return Records(first.game, first.parameters, *joined)


def split_by_game(records, one_in):
    """Training and validation records: one game in so many is for validation, with all of its
    positions, so that no position is judged by a network that has learned its neighbours."""
    # Multiplying spreads the numbers, since neighbouring games may have more in common.
    mixed = (records.number.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)
    is_validation = mixed % np.uint64(one_in) == 0
    return records.select(~is_validation), records.select(is_validation)


def usable(records):
    """The records with a score or a known result."""
    return records.select((records.score != NO_SCORE) | (records.result != UNKNOWN))


def sigmoid(x):
    """The logistic function, without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * np.asarray(x, dtype=np.float64)))


def fit_score_scale(records, most=200_000, largest_estimate=900_000):
    """The number of points for which sigmoid(score / points) predicts the results best."""
    known = (records.result != UNKNOWN) & (records.score != NO_SCORE)
    known &= np.abs(records.score.astype(np.int64)) < largest_estimate
    score, result = records.score[known][:most].astype(np.float64), records.result[known][:most]
    if len(score) == 0:
        return None
    wins = result / 2.0

    def loss(scale):
        chance = np.clip(sigmoid(score / scale), 1e-9, 1 - 1e-9)
        return -(wins * np.log(chance) + (1 - wins) * np.log(1 - chance)).mean()

    # The loss has one minimum; a grid is enough, since it is flat there.
    scales = np.round(np.geomspace(5, 2000, 80), 1)
    return float(min(scales, key=loss))


def targets(records, result_share, score_scale):
    """What the network is to predict: the winning chance of the side to move, mixed from the
    result and the score; from the one of them that is there if the other is not."""
    by_score = sigmoid(records.score.astype(np.float64) / score_scale)
    by_result = records.result / 2.0
    share = np.full(len(records), float(result_share))
    share[records.result == UNKNOWN] = 0.0
    share[records.score == NO_SCORE] = 1.0
    return (share * by_result + (1 - share) * by_score).astype(np.float32)
