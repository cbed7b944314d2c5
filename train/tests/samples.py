"""Small positions, files of records and a network for the tests."""

import random

import numpy as np

import export

RECORD_BYTES = {"santorini": 29, "byte": 51}
START = {"santorini": "00000/00000/00000/00000/00000 B - -", "byte": "8 X 0-0 B2:O"}


def file(game, rows):
    """A file of records, each a game number, a score, a result and a packed position."""
    lines = ["agon data 1", f"game {game}", f"start {START[game]}", "seed 0",
             f"record-bytes {RECORD_BYTES[game]}", "", ""]
    data = "\n".join(lines).encode()
    for number, score, result, position in rows:
        data += number.to_bytes(4, "little") + score.to_bytes(4, "little", signed=True)
        data += bytes(4) + (5).to_bytes(2, "little") + bytes([result, 0]) + position
    return data


def santorini(seed):
    """A packed position with random towers and pawns."""
    dice = random.Random(seed)
    heights = [dice.choice([0, 0, 1, 1, 2, 3, 4]) for _ in range(25)]
    pawns = dice.sample(range(25), 4)
    number = sum(height * 5**cell for cell, height in enumerate(heights))
    return number.to_bytes(8, "little") + bytes(pawns) + bytes([dice.randrange(2)])


def byte(seed, board=8):
    """A packed position with random stacks and score."""
    dice = random.Random(seed)
    squares = board * board // 2
    stacks = bytearray([1] * squares)
    left = board * (board - 2) // 2
    while left > 0:
        height = min(left, dice.randint(1, 7))
        stacks[dice.randrange(squares)] = 1 << height | dice.randrange(1 << height)
        left -= height
    won = [dice.randrange(3), dice.randrange(3)]
    return bytes(stacks) + bytes(won) + bytes([dice.randrange(2)])


def golden_network():
    """A small network whose weights follow from a rule, as a file."""
    width = 4
    number = np.arange(375 * width).reshape(375, width)
    rows = ((number * 37) % 201 - 100) / 255
    biases = np.array([10, -20, 30, 5]) / 255
    output = np.array([[1.5, -1.98, 0.25, 1.0], [-1.5, 1.98, -0.25, -1.0]])
    whole = export.quantise(rows, biases, output, 0.125, 25)
    return export.network_bytes(whole, "santorini", "", "cells", 60, "CC0-1.0")
