"""The inputs of networks: which of them are active in a position, and their symmetries.

A set of inputs belongs to a game with its parameters. Its inputs are numbered from 0; the number
behind the last one stands for no input, so that positions with fewer active inputs have lists of
the same length. Nothing here needs PyTorch.
"""

from dataclasses import dataclass

import numpy as np

CHUNK = 1 << 18


@dataclass
class InputSet:
    """The inputs of a game's networks."""

    name: str
    count: int  # how many inputs there are
    most_active: int  # how many of them are active at once, at most
    packed_bytes: int
    other_view: np.ndarray  # the input that the other side sees for each
    symmetries: np.ndarray  # a row for each symmetry: the image of each input
    unpack: object  # a function from packed positions to lists of active inputs

    def active(self, positions):
        """The active inputs of packed positions, as the side to move sees them: a row each."""
        if positions.shape[1] != self.packed_bytes:
            raise ValueError(f"a position has {positions.shape[1]} bytes, not {self.packed_bytes}")
        lists = np.empty((len(positions), self.most_active), dtype=np.int16)
        for begin in range(0, len(positions), CHUNK):
            lists[begin : begin + CHUNK] = self.unpack(positions[begin : begin + CHUNK])
        return lists


def input_set(game, parameters):
    """The inputs of a game's networks."""
    if game == "santorini" and parameters == "":
        return cells()
    if game == "byte" and parameters in ("8", "10"):
        return stacks(int(parameters))
    raise ValueError(f"there are no networks for {game} {parameters}".rstrip())


def with_none(table):
    """A table of inputs with the number that stands for none, which stays itself."""
    return np.concatenate([table, [len(table)]]).astype(np.int64)


def square_symmetries(side):
    """The eight symmetries of a square board: row and column to row and column."""
    last = side - 1
    flips = [
        lambda row, column: (row, column),
        lambda row, column: (last - row, column),
        lambda row, column: (row, last - column),
        lambda row, column: (last - row, last - column),
    ]
    turned = [lambda row, column, flip=flip: flip(row, column)[::-1] for flip in flips]
    return flips + turned


# Santorini: for each cell one of 15 states, 3 * height + (0 empty, 1 own pawn, 2 other pawn).

CELLS = 25
STATES = 15
NOT_PLACED = 255


def cells():
    """Inputs of Santorini: 15 * cell + 3 * height + occupant."""
    count = CELLS * STATES
    state = np.arange(count) % STATES
    occupant = state % 3
    swapped = np.where(occupant == 0, 0, 3 - occupant)
    other_view = np.arange(count) - occupant + swapped
    symmetries = []
    for image in square_symmetries(5):
        cell_image = np.array([5 * row + column for row, column in
                               (image(cell // 5, cell % 5) for cell in range(CELLS))])
        symmetries.append(with_none(cell_image[np.arange(count) // STATES] * STATES + state))
    return InputSet("cells", count, CELLS, 13, with_none(other_view), np.stack(symmetries),
                    unpack_cells)


def unpack_cells(positions):
    """The active inputs of packed positions of Santorini."""
    heights = np.ascontiguousarray(positions[:, :8]).view("<u8")[:, 0]
    states = np.empty((len(positions), CELLS), dtype=np.int16)
    for cell in range(CELLS):
        states[:, cell] = 3 * (heights % np.uint64(5)).astype(np.int16)
        heights = heights // np.uint64(5)
    to_move = positions[:, 12].astype(np.int64)
    rows = np.arange(len(positions))
    for pawn in range(4):
        cell = positions[:, 8 + pawn].astype(np.int64)
        occupant = np.where(pawn // 2 == to_move, 1, 2)
        is_placed = cell != NOT_PLACED
        states[rows[is_placed], cell[is_placed]] += occupant[is_placed].astype(np.int16)
    return states + (STATES * np.arange(CELLS)).astype(np.int16)


# Byte: for each square and level the owner of the checker there, and the stacks that are won.

LEVELS = 8


def stacks(side):
    """Inputs of Byte: 16 * square + 2 * level + owner, then own and other stacks won."""
    squares = side * side // 2
    checkers = side * (side - 2) // 2
    majority = checkers // 8 // 2 + 1
    on_board = squares * LEVELS * 2
    count = on_board + 2 * majority
    inputs = np.arange(count)
    is_won = inputs >= on_board
    is_other = inputs >= on_board + majority
    swapped_won = np.where(is_other, inputs - majority, inputs + majority)
    other_view = np.where(is_won, swapped_won, inputs ^ 1)
    symmetries = []
    for image in dark_symmetries(side):
        square = np.minimum(inputs // (2 * LEVELS), squares - 1)
        moved = image[square] * 2 * LEVELS + inputs % (2 * LEVELS)
        symmetries.append(with_none(np.where(is_won, inputs, moved)))

    def unpack(positions):
        return unpack_stacks(positions, squares, majority, count, checkers + 2 * majority)

    return InputSet("stacks", count, checkers + 2 * majority, squares + 3, with_none(other_view),
                    np.stack(symmetries), unpack)


def dark_symmetries(side):
    """The symmetries that map dark squares to dark squares, as tables of squares."""
    half = side // 2
    places = [(square // half, square % half * 2 + square // half % 2)
              for square in range(side * half)]
    tables = []
    for image in square_symmetries(side):
        moved = [image(row, column) for row, column in places]
        if all((row + column) % 2 == 0 for row, column in moved):
            tables.append(np.array([row * half + column // 2 for row, column in moved]))
    assert len(tables) == 4
    return tables


def unpack_stacks(positions, squares, majority, count, most_active):
    """The active inputs of packed positions of Byte."""
    number = len(positions)
    stack = positions[:, :squares, None].astype(np.int16)
    level = np.arange(LEVELS, dtype=np.int16)
    to_move = positions[:, squares + 2].astype(np.int16)
    # The highest one marks the height, so there is a checker below every level of it.
    is_there = (stack >> (level + 1)) > 0
    owner = (stack >> level & 1) ^ to_move[:, None, None]
    won = positions[:, squares : squares + 2].astype(np.int16)
    rows = np.arange(number)
    score = np.stack([won[rows, to_move], won[rows, 1 - to_move]], axis=1)
    is_won = score[:, :, None] > np.arange(majority)
    is_active = np.concatenate([is_there.reshape(number, -1), is_won.reshape(number, -1)], axis=1)
    on_board = squares * LEVELS
    lists = np.full((number, most_active), count, dtype=np.int16)
    row, place = np.nonzero(is_active)
    slot = np.arange(len(row)) - np.searchsorted(row, rows)[row]
    flat_owner = np.concatenate(
        [owner.reshape(number, -1), np.zeros((number, 2 * majority), dtype=np.int16)], axis=1)
    checker = 2 * place + flat_owner[row, place]
    lists[row, slot] = np.where(place < on_board, checker, place + on_board)
    return lists
