"""Games and positions: moves by number and by text, equality, copies."""

import copy
import pickle
import unittest

import numpy as np

import agon
from support import MAZE, games, random_game, random_positions

# These numbers must never change: trained policies and stored actions depend on them.
NUMBERS = [
    ("tictactoe", None, {"00": 0, "12": 5, "22": 8}),
    ("santorini", None, {"@00,01": 0, "@00,44": 23, "@01,02": 24, "@43,44": 299}),
    (
        "santorini",
        "00000/00000/00000/00000/00000 B 11,33 13,31",
        {"11-00-01": 300 + 6 * 64 + 0 * 8 + 4, "11-22-11": 300 + 6 * 64 + 7 * 8 + 0, "33-34-44": 300 + 18 * 64 + 4 * 8 + 6},
    ),
    ("nim", "[3,5,7]", {"[5,7]": 3, "[1,1,5,7]": 6, "[2,5,7]": 5, "[3,5]": 34, "[3,3,3,5]": 49}),
    ("theseus", None, {"1": 0, "3": 1}),
]


class Numbers(unittest.TestCase):
    def test_actions_have_fixed_numbers(self):
        for name, text, expected in NUMBERS:
            game = agon.Game(name)
            position = game.start() if text is None else game.position(text)
            found = {move: position.action(move) for move in expected}
            self.assertEqual(found, expected, name)

    def test_in_byte_the_square_the_direction_and_the_level_give_the_number(self):
        for size in (8, 10):
            game = agon.Game.byte(size)
            half, checked = size // 2, 0
            for seed in range(4):
                for position in random_game(game, seed)[:-1]:
                    for action, move in zip(position.legal_actions().tolist(), position.legal_moves()):
                        if move == "pass":
                            self.assertEqual(action, game.num_actions - 1)
                            continue
                        square, rest = divmod(action, 28)
                        direction, level = divmod(rest, 7)
                        row = square // half
                        column = square % half * 2 + row % 2
                        to = (row + (1 if direction >= 2 else -1), column + (1 if direction % 2 else -1))
                        names = [f"{'ABCDEFGHIJ'[r]}{c + 1}" for r, c in ((row, column), to)]
                        self.assertEqual(move, f"{names[0]}-{names[1]}/{level}")
                        checked += 1
            self.assertGreater(checked, 100)

    def test_in_nim_every_number_is_another_way_to_take_from_a_heap(self):
        found = {}
        for heap in range(1, 13):
            position = agon.Game.nim([1, 2, 12]).position(f"[{heap}]")
            for action, move in zip(position.legal_actions().tolist(), position.legal_moves()):
                self.assertNotIn(action, found)
                found[action] = (heap, move)
        self.assertEqual(sorted(found), list(range(agon.Game.nim([12]).num_actions)))

    def test_legal_moves_have_different_numbers_below_the_number_of_actions(self):
        for game in games():
            for position in random_positions(game):
                actions = position.legal_actions().tolist()
                self.assertEqual(len(set(actions)), len(actions))
                self.assertTrue(all(0 <= action < game.num_actions for action in actions))

    def test_a_move_is_the_same_by_number_and_by_text(self):
        for game in games():
            for position in random_positions(game, range(2), 5):
                moves = position.legal_moves()
                actions = position.legal_actions().tolist()
                self.assertEqual([position.action(move) for move in moves], actions)
                self.assertEqual([position.move_text(action) for action in actions], moves)
                for move, action in zip(moves[:5], actions):
                    self.assertEqual(position.play(move), position.play(action))

    def test_all_other_numbers_are_refused(self):
        for game in games():
            for position in random_positions(game, range(1), 9):
                legal = set(position.legal_actions().tolist())
                for action in range(-2, game.num_actions + 2):
                    if action not in legal:
                        with self.assertRaises(ValueError):
                            position.play(action)


class Positions(unittest.TestCase):
    def test_text_is_read_back(self):
        for game in games():
            for position in random_positions(game):
                again = game.position(str(position))
                self.assertEqual(again, position)
                self.assertEqual((again.key, hash(again)), (position.key, hash(position)))
                self.assertEqual(str(again), str(position))

    def test_the_text_of_a_position_names_its_parameters(self):
        for game in games():
            self.assertEqual(agon.position(game.name, str(game.start())).game, game)

    def test_copies_and_pickles_are_equal(self):
        for game in games():
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            self.assertEqual(copy.deepcopy(game), game)
            for position in random_positions(game, range(1)):
                for made in (
                    pickle.loads(pickle.dumps(position)),
                    copy.copy(position),
                    copy.deepcopy(position),
                ):
                    self.assertEqual(made, position)
                    self.assertEqual(made.game, position.game)

    def test_different_positions_differ(self):
        for game in games():
            line = random_game(game, 1)
            for one, two in zip(line, line[1:]):
                self.assertNotEqual(one, two)
        self.assertNotEqual(agon.Game("nim").start(), agon.Game("tictactoe").start())
        self.assertNotEqual(agon.Game("tictactoe").start(), "something else")
        maze = agon.Game.theseus(MAZE)
        self.assertNotEqual(maze.start(), agon.Game.theseus(MAZE, plies=9).start())
        self.assertNotEqual(agon.Game("byte"), agon.Game.byte(10))

    def test_heaps_are_equal_whatever_game_they_come_from(self):
        one = agon.Game("nim").position("[1,2]")
        two = agon.position("nim", "[1,2]")
        self.assertEqual(one, two)
        self.assertEqual(len({one, two}), 1)
        self.assertEqual((one.game.num_actions, two.game.num_actions), (50, 3))

    def test_a_finished_game_has_a_winner_or_is_drawn_and_no_moves(self):
        for game in games():
            for seed in range(4):
                line = random_game(game, seed)
                self.assertLessEqual(len(line) - 1, game.max_plies)
                self.assertTrue(all(not position.is_finished for position in line[:-1]))
                self.assertIn(line[-1].winner, (0, 1, None))
                self.assertEqual(len(line[-1].legal_actions()), 0)
                self.assertEqual(line[-1].legal_moves(), [])

    def test_a_position_that_cannot_be_played_in_a_game_is_refused(self):
        for name, text in [("byte", "10 start"), ("theseus", str(agon.Game.theseus(MAZE).start()))]:
            with self.assertRaisesRegex(ValueError, "cannot be played"):
                agon.Game(name).position(text)
        with self.assertRaisesRegex(ValueError, "cannot be played"):
            agon.Game.nim([3]).position("[4]")

    def test_repr_shows_the_position(self):
        self.assertEqual(repr(agon.Game("nim").start()), "Position('nim', '[3,5,7]')")
        self.assertEqual(repr(agon.Game("nim")), "Game('nim', heaps=[3,5,7])")


class Counting(unittest.TestCase):
    # From the tables of the games.
    PERFT = [("tictactoe", None, [9, 72, 504, 3024, 15120]),
             ("santorini", "00000/00000/00000/00000/00000 B 11,33 13,31", [80, 6176, 426384])]

    def test_perft_has_the_published_numbers(self):
        for name, text, expected in self.PERFT:
            game = agon.Game(name)
            position = game.start() if text is None else game.position(text)
            found = [position.perft(depth + 1) for depth in range(len(expected))]
            self.assertEqual(found, expected)

    def test_perft_counts_what_can_be_played(self):
        def count(position, depth):
            if depth == 0:
                return 1
            return sum(count(position.play(a), depth - 1) for a in position.legal_actions().tolist())

        for game in games():
            for position in random_positions(game, range(1), 15):
                if len(position.legal_actions()) < 30:
                    self.assertEqual(position.perft(2), count(position, 2))
                    divided = position.divide(2)
                    self.assertEqual([a for a, _ in divided], position.legal_actions().tolist())
                    self.assertEqual([n for _, n in divided],
                                     [count(position.play(a), 1) for a, _ in divided])


class Arrays(unittest.TestCase):
    def test_observations_have_the_shape_of_the_game_and_show_both_sides_differently(self):
        for game in games():
            for position in random_positions(game):
                views = [position.observation(side) for side in (0, 1)]
                for view in views:
                    self.assertEqual((view.shape, view.dtype), (game.observation_shape, np.float32))
                self.assertFalse(np.array_equal(*views))
                np.testing.assert_array_equal(position.observation(), views[position.to_move])

    def test_different_positions_have_different_observations_where_nothing_is_hidden(self):
        for game in games():
            if game.name == "theseus":
                continue
            seen = {}
            for position in random_positions(game, range(5), 1):
                key = position.observation(0).tobytes()
                self.assertEqual(seen.setdefault(key, position).key, position.key)

    def test_an_observation_of_santorini_shows_heights_and_pawns(self):
        position = agon.Game("santorini").position("00000/01234/00000/00000/00000 R 00,44 22,31")
        seen = position.observation(0)
        self.assertEqual(seen[:5].argmax(axis=0)[1].tolist(), [0, 1, 2, 3, 4])
        self.assertEqual(np.argwhere(seen[5]).tolist(), [[0, 0], [4, 4]])
        self.assertEqual(np.argwhere(seen[6]).tolist(), [[2, 2], [3, 1]])
        self.assertEqual((seen[7].min(), seen[7].max()), (0, 0))

    def test_the_minotaur_does_not_see_what_it_does_not_sense(self):
        # In the figure of the assignment nothing is sensed at the start.
        start = agon.Game("theseus").start()
        for side in (0, 1):
            seen = start.observation(side)
            self.assertEqual(seen[4].sum(), 1, "its own tile")
            self.assertEqual(seen[5].sum(), 0, "not that of the other")
        near = agon.Game.theseus(MAZE).start().play("1").observation(1)
        self.assertEqual(near[5].sum(), 1, "Theseus is next to it")

    def test_features_are_below_their_number_and_tell_positions_apart(self):
        for game in games():
            seen = {}
            for position in random_positions(game, range(3), 1):
                features = position.features()
                self.assertTrue((features < game.num_features).all())
                self.assertEqual(len(set(features.tolist())), len(features))
                self.assertEqual(seen.setdefault(features.tobytes(), position).key, position.key)

    def test_inputs_of_networks_are_given_in_games_with_networks(self):
        for game in games():
            position = game.start()
            if game.num_inputs is None:
                with self.assertRaisesRegex(ValueError, "no inputs"):
                    position.network_inputs()
                continue
            inputs = position.network_inputs(1)
            self.assertTrue((inputs < game.num_inputs).all())
            self.assertGreater(len(inputs), 0)


if __name__ == "__main__":
    unittest.main()
