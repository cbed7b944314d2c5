"""The games for other libraries, tested by the tests of these libraries."""

import random
import unittest

import numpy as np

import agon
from support import games, random_game

try:
    import agon.pettingzoo
    from pettingzoo.test import api_test, seed_test
except ImportError:
    api_test = None

try:
    import pyspiel

    import agon.openspiel
except ImportError:
    pyspiel = None


class States(unittest.TestCase):
    def test_a_state_is_its_position_after_every_action(self):
        for game in games():
            state, rng = agon.State(game), random.Random(7)
            position, actions = game.start(), []
            while not state.is_terminal():
                self.assertEqual(state.current_player(), position.to_move)
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(position.legal_actions().tolist()))
                self.assertEqual(state.legal_actions(1 - position.to_move), [])
                self.assertEqual(np.flatnonzero(state.legal_actions_mask()).tolist(), legal)
                action = rng.choice(legal)
                text = state.action_to_string(position.to_move, action)
                self.assertEqual(state.string_to_action(text), action)
                self.assertEqual(state.child(action).position, position.play(action))
                state.apply_action(action)
                position = position.play(action)
                actions.append(action)
                self.assertEqual((state.position, state.history()), (position, actions))
                self.assertEqual(state.observation_tensor(0), position.observation(0).ravel().tolist())
            self.assertEqual(state.current_player(), agon.TERMINAL_PLAYER)
            self.assertEqual(state.legal_actions(), [])
            expected = [0.0, 0.0] if position.winner is None else [1.0, -1.0]
            self.assertEqual(state.returns(), expected if position.winner != 1 else expected[::-1])

    def test_actions_are_undone_and_clones_are_independent(self):
        state = agon.State(agon.Game("tictactoe"))
        state.apply_action(4)
        clone = state.clone()
        self.assertEqual((clone, hash(clone)), (state, hash(state)))
        clone.apply_action(0)
        self.assertNotEqual(clone, state)
        with self.assertRaises(ValueError):
            clone.undo_action(0, 0)
        clone.undo_action(1, 0)
        self.assertEqual(clone, state)
        with self.assertRaises(ValueError):
            state.apply_action(4)
        self.assertEqual(state.history(), [4], "a refused action changes nothing")
        state.undo_action(0, 4)
        with self.assertRaises(ValueError):
            state.undo_action(0, 4)


@unittest.skipIf(api_test is None, "PettingZoo is not installed")
class PettingZoo(unittest.TestCase):
    def test_every_game_passes_the_tests_of_pettingzoo(self):
        for game in games():
            api_test(agon.pettingzoo.env(game, render_mode="ansi"), num_cycles=60)
            seed_test(lambda: agon.pettingzoo.env(game), num_cycles=20)

    def test_an_environment_plays_the_game(self):
        for game in games():
            line = random_game(game, 11)
            environment = agon.pettingzoo.env(game)
            environment.reset(seed=1)
            for before, after in zip(line, line[1:]):
                self.assertEqual(environment.agent_selection, f"player_{before.to_move}")
                seen = environment.observe(environment.agent_selection)
                np.testing.assert_array_equal(seen["observation"], before.observation())
                legal = before.legal_actions()
                np.testing.assert_array_equal(np.flatnonzero(seen["action_mask"]), np.sort(legal))
                [action] = [a for a in legal.tolist() if before.play(a) == after][:1]
                environment.step(action)
            rewards = [environment.rewards[agent] for agent in ("player_0", "player_1")]
            self.assertTrue(all(environment.terminations.values()))
            winner = line[-1].winner
            self.assertEqual(rewards, [0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])

    def test_an_illegal_action_loses(self):
        environment = agon.pettingzoo.env("tictactoe")
        environment.reset()
        for action in (4, 4):
            environment.step(action)
        self.assertTrue(all(environment.terminations.values()))
        self.assertEqual(environment.rewards["player_1"], -1)
        with self.assertRaises(ValueError):
            raw = agon.pettingzoo.raw_env("tictactoe")
            raw.reset()
            raw.step(4)
            raw.step(4)


@unittest.skipIf(pyspiel is None, "OpenSpiel is not installed")
class OpenSpiel(unittest.TestCase):
    def test_every_game_passes_the_simulations_of_openspiel(self):
        for name in agon.GAMES:
            game = pyspiel.load_game(f"agon_{name}")
            pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)

    def test_tictactoe_is_that_of_openspiel(self):
        ours, theirs = pyspiel.load_game("agon_tictactoe"), pyspiel.load_game("tic_tac_toe")
        rng = random.Random(5)
        for _ in range(20):
            one, two = ours.new_initial_state(), theirs.new_initial_state()
            while not two.is_terminal():
                self.assertEqual(one.legal_actions(), two.legal_actions())
                self.assertEqual(one.current_player(), two.current_player())
                action = rng.choice(two.legal_actions())
                one.apply_action(action)
                two.apply_action(action)
            self.assertTrue(one.is_terminal())
            self.assertEqual(one.returns(), two.returns())

    def test_parameters_are_named_by_a_start_position(self):
        state = pyspiel.load_game("agon_nim", {"start": "[1;2]"}).new_initial_state()
        self.assertEqual((str(state), state.get_game().num_distinct_actions()), ("[1,2]", 3))


if __name__ == "__main__":
    unittest.main()
