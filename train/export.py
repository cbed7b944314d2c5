"""Writes a network as the file that agon reads, and computes what agon computes from it.

docs/networks.md describes the format. Nothing here needs PyTorch.
"""

from dataclasses import dataclass

import numpy as np

UNIT = 255
OUTPUT = 64
MAX_OUTPUT = 127

# The widths that agon reads.
WIDTHS = (32, 64, 128, 256, 512)


@dataclass
class Quantised:
    """The whole numbers of a network."""

    rows: np.ndarray  # int16 [inputs][width]
    biases: np.ndarray  # int16 [width]
    output: np.ndarray  # int16 [2][width]
    offset: int  # in units of 255 * 64


def quantise(rows, biases, output, offset, most_active):
    """The whole numbers of a network in floating point; an error if they do not fit."""
    whole = Quantised(
        np.rint(np.asarray(rows, dtype=np.float64) * UNIT).astype(np.int64),
        np.rint(np.asarray(biases, dtype=np.float64) * UNIT).astype(np.int64),
        np.rint(np.asarray(output, dtype=np.float64) * OUTPUT).astype(np.int64),
        int(np.rint(float(offset) * UNIT * OUTPUT)),
    )
    largest = np.abs(whole.rows).max() * most_active + np.abs(whole.biases).max()
    if largest > 32767:
        raise ValueError(f"the sums of units can reach {largest}, and 16 bits hold 32767")
    if np.abs(whole.output).max() > MAX_OUTPUT:
        raise ValueError(f"an output weight is {np.abs(whole.output).max()}, above {MAX_OUTPUT}")
    if abs(whole.offset) >= 1 << 31:
        raise ValueError(f"the output bias {whole.offset} does not fit into 32 bits")
    return Quantised(whole.rows.astype("<i2"), whole.biases.astype("<i2"),
                     whole.output.astype("<i2"), whole.offset)


def fnv1a(data):
    """The FNV-1a hash of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def network_bytes(whole, game, parameters, inputs, scale, licence):
    """The bytes of the file."""
    body = b"".join(
        [
            whole.rows.tobytes(),
            whole.biases.tobytes(),
            whole.output.tobytes(),
            int(whole.offset).to_bytes(4, "little", signed=True),
        ]
    )
    header = (
        "agon network 1\n"
        f"game {game}\n"
        f"parameters {parameters}\n"
        f"inputs {inputs}\n"
        f"width {len(whole.biases)}\n"
        f"scale {scale}\n"
        f"licence {licence}\n"
        f"checksum {fnv1a(body):016x}\n"
        "\n"
    )
    return header.encode() + body


def divide(numbers, by):
    """Division that rounds towards zero, as in Rust."""
    return np.sign(numbers) * (np.abs(numbers) // by)


def evaluate(whole, own, other, scale):
    """The points of positions by whole numbers alone, as agon computes them."""
    no_input = np.zeros((1, len(whole.biases)), dtype=np.int64)
    rows = np.concatenate([whole.rows.astype(np.int64), no_input])
    total = np.zeros(len(own), dtype=np.int64)
    for view, active in enumerate((own, other)):
        units = whole.biases.astype(np.int64) + rows[active].sum(axis=1)
        assert np.abs(units).max(initial=0) <= 32767, "16-bit sums do not overflow"
        units = units.clip(0, UNIT)
        total += (units * units * whole.output[view].astype(np.int64)).sum(axis=1)
    return divide((divide(total, UNIT) + whole.offset) * scale, UNIT * OUTPUT)
