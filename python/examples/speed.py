"""Measures random play in batches: positions a second of processor time, by who chooses the moves.

    python examples/speed.py [BATCH]
"""

import sys
import time

import numpy as np

import agon

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 4096


def chosen_from_mask(batch, rng):
    """NumPy chooses from the mask of legal actions: the largest of random numbers."""
    mask = batch.legal_actions_mask()
    actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
    batch.apply(np.where(batch.finished, -1, actions))


def chosen_from_list(batch, rng):
    """NumPy chooses from the list of legal actions."""
    actions, begins = batch.legal_actions()
    counts = np.diff(begins)
    places = begins[:-1] + (rng.random(len(batch)) * counts).astype(np.int64)
    batch.apply(np.where(counts > 0, actions[np.minimum(places, len(actions) - 1)], -1))


def measured(game, choose, seconds=2.0):
    """Positions a second with finished games begun again."""
    batch, rng, made = game.batch(SIZE), np.random.default_rng(1), 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        choose(batch, rng)
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
