"""Measures random play in batches: positions a second of processor time, by who chooses the moves.

    python examples/speed.py [BATCH]
"""

import sys
import time

import numpy as np

import agon

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 4096


def chosen(actions, begins, rng):
    """A random action of each position: those of position i are actions[begins[i]:begins[i + 1]]."""
    counts = np.diff(begins)
    return actions[begins[:-1] + (rng.random(len(counts)) * counts).astype(np.int64)]


def chosen_from_mask(batch, rng):
    """NumPy chooses from the mask of legal actions, by the places of those that are legal."""
    mask = batch.legal_actions_mask()
    places, rows = np.flatnonzero(mask), np.arange(len(batch) + 1) * mask.shape[1]
    return chosen(places, np.searchsorted(places, rows), rng) - rows[:-1]


def chosen_from_list(batch, rng):
    """NumPy chooses from the list of legal actions."""
    return chosen(*batch.legal_actions(), rng)


def measured(game, choose, seconds=2.0):
    """Positions a second; games that are over begin again, so that each position has a legal action."""
    batch, rng, made = game.batch(SIZE), np.random.default_rng(1), 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        batch.apply(choose(batch, rng))
        made += len(batch)
        batch.restart_finished()
    return made / (seconds + time.process_time() - end)


def playouts(game, seconds=2.0):
    """Positions a second of random games in one call."""
    batch = game.batch(SIZE)
    _, moves = batch.random_playouts(1, 1)
    games = 1
    while True:
        start = time.process_time()
        _, moves = batch.random_playouts(games, 1)
        took = time.process_time() - start
        if took > seconds / 4:
            return moves / took
        games *= 2


def main():
    print(f"positions a second, in batches of {SIZE}")
    for name in agon.GAMES:
        game = agon.Game(name)
        numbers = [measured(game, chosen_from_mask), measured(game, chosen_from_list), playouts(game)]
        shown = "  ".join(f"{number / 1e6:8.2f} M" for number in numbers)
        print(f"{name:10} mask, list, one call: {shown}")


if __name__ == "__main__":
    main()
