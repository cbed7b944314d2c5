"""Batches: compared with single positions, move by move."""

import unittest

import numpy as np

import agon
from support import games, random_positions


def choose(batch, rng):
    """A random legal action in each position, -1 where there is none."""
    actions, begins = batch.legal_actions()
    counts = np.diff(begins)
    places = begins[:-1] + (rng.random(len(batch)) * counts).astype(np.int64)
    return np.where(counts > 0, actions[np.minimum(places, len(actions) - 1)], -1) if len(actions) else np.full(len(batch), -1)


class AgainstSinglePositions(unittest.TestCase):
    def test_a_batch_is_what_its_positions_are_along_random_games(self):
        rng = np.random.default_rng(1)
        for game in games():
            batch, twins = game.batch(6), [game.start()] * 6
            for _ in range(12):
                self.compare(game, batch, twins)
                actions = choose(batch, rng)
                batch.apply(actions.astype(np.int32))
                twins = [t if a < 0 else t.play(int(a)) for t, a in zip(twins, actions)]
            self.compare(game, batch, twins)

    def compare(self, game, batch, twins):
        self.assertEqual([batch[i] for i in range(len(batch))], twins)
        self.assertEqual(batch.to_move.tolist(), [t.to_move for t in twins])
        self.assertEqual(batch.finished.tolist(), [t.is_finished for t in twins])
        self.assertEqual(batch.keys.tolist(), [t.key for t in twins])
        results = [0 if t.winner is None else 1 - 2 * t.winner for t in twins]
        self.assertEqual(batch.results.tolist(), results)
        mask = batch.legal_actions_mask()
        self.assertEqual(mask.shape, (len(batch), game.num_actions))
        actions, begins = batch.legal_actions()
        features, observations = batch.features(), batch.observations()
        self.assertEqual(observations.shape, (len(batch), *game.observation_shape))
        inputs = None if game.num_inputs is None else batch.network_inputs()
        for i, twin in enumerate(twins):
            legal = twin.legal_actions().tolist()
            self.assertEqual(np.flatnonzero(mask[i]).tolist(), sorted(legal))
            self.assertEqual(actions[begins[i]:begins[i + 1]].tolist(), legal)
            self.assertEqual(np.flatnonzero(features[i]).tolist(), twin.features().tolist())
            np.testing.assert_array_equal(observations[i], twin.observation())
            if inputs is not None:
                self.assertEqual(np.flatnonzero(inputs[i]).tolist(), twin.network_inputs().tolist())

    def test_evaluations_are_those_of_the_positions(self):
        for game in games():
            positions = list(random_positions(game, range(1), 4))
            batch = agon.Batch(game, positions)
            for name in [None, *game.evaluations]:
                expected = [p.evaluate(name).points for p in positions]
                self.assertEqual(batch.evaluate(name).tolist(), expected, (game, name))


class Playing(unittest.TestCase):
    def test_an_illegal_action_is_named_and_changes_nothing(self):
        game = agon.Game("tictactoe")
        batch = game.batch(3)
        batch.apply([0, 1, 2])
        for actions, message in [
            ([3, 4, 2], "position 2: 02 is taken"),
            ([3, -1, 4], "position 1: action -1 is not legal"),
            ([9, 4, 4], "position 0: there is no action 9"),
            ([2**40, 4, 4], "position 0: there is no action"),
            ([3, 4], "3 positions, and 2 numbers"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                batch.apply(actions)
            self.assertEqual([p for p in batch], [game.start().play(a) for a in range(3)])

    def test_actions_may_be_arrays_of_either_size_or_with_steps(self):
        game = agon.Game("tictactoe")
        for actions in (
            np.array([0, 4], np.int32), np.array([0, 4], np.int64), [0, 4], np.array([0, 9, 4, 9])[::2],
        ):
            batch = game.batch(2)
            batch.apply(actions)
            self.assertEqual([p.key for p in (batch[0], batch[1])], [game.start().play(a).key for a in (0, 4)])
        for wrong in (np.array([0.0, 4.0]), np.array([[0, 4]]), "04", None):
            with self.assertRaises(TypeError):
                game.batch(2).apply(wrong)

    def test_a_finished_game_takes_no_action_and_begins_again(self):
        game = agon.Game("tictactoe")
        batch = game.batch(2)
        for actions in ([0, 0], [3, 3], [1, 1], [4, 4], [2, 8]):
            batch.apply(actions)
        self.assertEqual((batch.finished.tolist(), batch.results.tolist()), ([True, False], [1, 0]))
        with self.assertRaisesRegex(ValueError, "position 0: the game is over: give -1"):
            batch.apply([5, 5])
        batch.apply([-1, 5])
        self.assertEqual(batch.restart_finished(), 2)
        self.assertEqual([batch[i] for i in range(2)], [game.start()] * 2)

    def test_a_batch_of_a_position_begins_again_there(self):
        position = agon.Game("tictactoe").position("([1,1,0,-1,-1,0,0,0,0],1)")
        batch = position.batch(1)
        batch.apply([2])
        self.assertEqual(batch.restart_finished(), 1)
        self.assertEqual(batch[0], position)

    def test_copies_are_independent(self):
        batch = agon.Game("tictactoe").batch(1)
        copy = batch.copy()
        batch.apply([4])
        self.assertNotEqual(batch[0], copy[0])

    def test_indices_count_from_either_end(self):
        batch = agon.Game("tictactoe").batch(2)
        batch.apply([0, 1])
        self.assertEqual(batch[-1], batch[1])
        self.assertEqual(len(list(batch)), 2)
        for index in (2, -3):
            with self.assertRaises(IndexError):
                batch[index]

    def test_sizes_are_bounded(self):
        game = agon.Game("santorini")
        for size in (0, 2**22 + 1):
            with self.assertRaisesRegex(ValueError, "a batch has 1 to 4194304"):
                game.batch(size)
        with self.assertRaisesRegex(ValueError, "the array would have"):
            game.batch(2**22).legal_actions_mask()
        with self.assertRaisesRegex(ValueError, "position 0"):
            agon.Batch(game, [agon.Game("nim").start()])


class Random(unittest.TestCase):
    def test_random_games_end_and_follow_from_the_seed(self):
        for game in games():
            batch = game.batch(5)
            counts, moves = batch.random_playouts(7, 3)
            self.assertEqual(counts.sum(axis=1).tolist(), [7] * 5)
            self.assertGreater(moves, 0)
            again, _ = batch.random_playouts(7, 3)
            np.testing.assert_array_equal(counts, again)
            self.assertEqual(batch[0], game.start(), "the positions stay")

    def test_random_games_of_tictactoe_end_as_often_as_they_should(self):
        counts, moves = agon.Game("tictactoe").batch(1).random_playouts(200_000, 5)
        # The exact shares, by adding up all games.
        np.testing.assert_allclose(counts[0] / 200_000, [0.58492, 0.12698, 0.28810], atol=0.005)
        self.assertAlmostEqual(moves / 200_000, 7.635, delta=0.02)

    def test_a_finished_position_keeps_its_result(self):
        position = agon.Game("tictactoe").position("([1,1,1,-1,-1,0,0,0,0],-1)")
        counts, moves = position.batch(2).random_playouts(3, 1)
        self.assertEqual((counts.tolist(), moves), ([[3, 0, 0]] * 2, 0))

    def test_random_moves_are_legal_and_counted(self):
        batch = agon.Game("tictactoe").batch(50)
        self.assertEqual(batch.play_random(3, 9), 150)
        for position in batch:
            self.assertEqual((str(position).count("-1"), str(position).count("0")), (2, 6))
        # The text names the side to move, which is -1 after three moves.
        self.assertGreater(len({str(position) for position in batch}), 20)
        self.assertLess(batch.play_random(100, 9), 50 * 6)
        self.assertTrue(batch.finished.all())


if __name__ == "__main__":
    unittest.main()
