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


def golden_weights():
    """The whole numbers of a small network, which follow from a rule."""
    width = 32
    unit = np.arange(width)
    number = np.arange(375 * width).reshape(375, width)
    rows = ((number * 37) % 53 - 26) / 255
    biases = (60 + unit * 13 % 80) / 255
    output = np.stack([unit * 29 % 127 - 63, unit * 47 % 127 - 70]) / 64
    return export.quantise(rows, biases, output, 0.125, 25)


def golden_network():
    """The small network as a file."""
    whole = golden_weights()
    return export.network_bytes(whole, "santorini", "", "cells", 60, "CC0-1.0")


def packed(text):
    """The packed form of a position of Santorini in the game's notation."""
    towers, side, *pawns = text.split(" ")
    digits = towers.replace("/", "")
    number = sum(int(digit) * 5**cell for cell, digit in enumerate(digits))
    cells = [255 if pair == "-" else int(pair[place]) * 5 + int(pair[place + 1])
             for pair in pawns for place in (0, 3)]
    return number.to_bytes(8, "little") + bytes(cells) + bytes([side == "R"])


# Positions for which the golden network's points are known to agon and to export.py.
GOLDEN_POSITIONS = [
    "00000/00000/00000/00000/00000 B - -",
    "00000/00000/00000/00000/00000 R 11,33 -",
    "00000/00000/00000/00000/00000 B 11,33 13,31",
    "00121/01100/00011/02003/02000 R 41,23 12,13",
    "01120/21120/40000/40000/11100 B 21,12 11,31",
    "21430/24213/32243/12342/04241 B 13,31 22,01",
]
