"""Evaluations: those that come with games, rules, and networks."""

import os
import tempfile
import unittest

import agon
from support import MAZE, games, random_positions

NETWORK = os.path.join(os.path.dirname(__file__), "../../crates/games/networks/santorini.net")


class Evaluations(unittest.TestCase):
    def test_the_terms_of_an_evaluation_add_up_to_its_value(self):
        for game in games():
            for position in random_positions(game, range(1), 4):
                for side in (0, 1):
                    terms = position.explain(side=side)
                    if terms is not None and not position.is_finished:
                        total = sum(term.points for term in terms)
                        self.assertEqual(total, position.evaluate(side=side).points)
                        for term in terms:
                            self.assertEqual(term.points, term.weight * (term.mine - term.theirs))

    def test_a_finished_game_is_a_win_or_a_loss_for_a_side(self):
        over = agon.Game("tictactoe").position("([1,1,1,-1,-1,0,0,0,0],-1)")
        self.assertEqual([over.evaluate(side=side).verdict for side in (0, 1)], ["win", "lose"])

    def test_the_names_of_evaluations_can_be_asked_for(self):
        self.assertEqual(agon.Game("santorini").evaluations, ["hand", "network", "rules"])
        with self.assertRaisesRegex(ValueError, "hand, network, rules"):
            agon.Game("santorini").start().evaluate("none")
        with self.assertRaisesRegex(ValueError, "hand, network, rules"):
            agon.Game("santorini").batch(1).evaluate("none")


class Claims(unittest.TestCase):
    def test_a_move_is_explained_by_claims_with_arguments(self):
        explained = agon.position("nim", "[1,2]").explain_move("[1,1]", better="[1]")
        kinds = [claim.kind for claim in explained.claims]
        self.assertEqual(kinds, ["throws_away_win_in", "nim.even_ones", "nim.exception"])
        self.assertFalse(any(claim.good for claim in explained.claims))
        args = explained.claims[1].args
        self.assertEqual((args["count"], args["side"]), (2, 1))  # the other side need not
        self.assertEqual(explained.better, "[1]")
        self.assertTrue(explained.better_claims and str(explained).startswith("it "))

    def test_moves_of_random_games_are_explained_as_numbers_or_as_text(self):
        for game in games():
            for position in random_positions(game, range(1), 4):
                for action in position.legal_actions()[:3]:
                    by_number = position.explain_move(action)
                    by_text = position.explain_move(position.move_text(action))
                    self.assertEqual(str(by_number), str(by_text))

    def test_what_is_not_legal_is_refused(self):
        start = agon.Game("tictactoe").start()
        for arguments in ({"move": "33"}, {"move": "11", "better": "xx"}, {"move": "11", "nodes": 0}):
            with self.assertRaises(ValueError):
                start.explain_move(**arguments)


class RuleFiles(unittest.TestCase):
    def test_the_lines_of_rules_add_up_to_their_value(self):
        for game in games():
            if not game.example_rules:
                continue
            rules = agon.Rules(game, game.example_rules)
            for position in random_positions(game, range(1), 6):
                if position.is_finished:
                    continue
                for side in (0, 1):
                    explained = rules.explain(position, side)
                    total = sum(mine - theirs for mine, theirs in (l.points for l in explained.lines))
                    self.assertEqual(explained.score.points, total)
                    self.assertEqual(rules.evaluate(position, side), explained.score)
                    self.assertEqual(position.evaluate(rules, side), explained.score)

    def test_proofs_say_why_a_line_holds(self):
        game = agon.Game("tictactoe")
        rules = agon.Rules(game, "game tictactoe.\nmiddle(C) :- mark(11, C).\nvalue(C, 5) :- middle(C).")
        [line] = rules.explain(game.start().play("11"), side=0, proofs=True).lines
        [proof] = line.proofs
        self.assertEqual(proof.conclusion, "value(me, 5)")
        self.assertEqual([p.conclusion for p in proof.premises], ["middle(me)"])
        self.assertEqual(rules.explain(game.start().play("11")).lines[0].proofs, [])

    def test_queries_have_an_answer_for_each_solution(self):
        game = agon.Game("nim")
        rules = agon.Rules(game, game.example_rules)
        with self.assertRaisesRegex(ValueError, "nothing"):
            rules.query(game.start(), "nothing(X)")

    def test_errors_are_shown_with_their_place(self):
        game = agon.Game("tictactoe")
        with self.assertRaises(ValueError) as caught:
            agon.Rules(game, "game tictactoe.\nvalue(C, 5) :- nowhere(C).", "mine.rules")
        self.assertIn("mine.rules:2", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "length of a rule file"):
            agon.Rules(game, " " * 70_000)
        with self.assertRaisesRegex(ValueError, "another name"):
            agon.Rules(agon.Game("santorini"), agon.Game("santorini").example_rules, "hand")

    def test_rules_are_for_one_game_with_its_parameters(self):
        rules = agon.Rules(agon.Game("byte"), agon.Game("byte").example_rules)
        with self.assertRaisesRegex(ValueError, "byte size=8 is needed"):
            rules.evaluate(agon.Game.byte(10).start())
        with self.assertRaisesRegex(ValueError, "byte size=8 is needed"):
            agon.Game("tictactoe").start().search(depth=1, eval=rules)
        maze = agon.Game.theseus(MAZE)
        rules = agon.Rules(maze, "game theseus. value(me, 1).")
        with self.assertRaisesRegex(ValueError, "is needed"):
            rules.evaluate(agon.Game("theseus").start())

    def test_files_are_loaded_by_their_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.rules")
            with self.assertRaises(FileNotFoundError):
                agon.load_rules(agon.Game("nim"), path)
            with open(path, "wb") as file:
                file.write(b"\xff\xfe")
            with self.assertRaisesRegex(ValueError, "not text"):
                agon.load_rules(agon.Game("nim"), path)
            with open(path, "w") as file:
                file.write(MAZE)
            self.assertEqual(agon.load_maze(path), agon.Game.theseus(MAZE))


class Networks(unittest.TestCase):
    def test_the_file_of_the_built_in_network_gives_its_values(self):
        game = agon.Game("santorini")
        network = agon.load_network(game, NETWORK)
        positions = list(random_positions(game, range(1), 5))
        batch = agon.Batch(game, positions)
        self.assertEqual(batch.evaluate(network).tolist(), batch.evaluate("network").tolist())
        self.assertEqual(positions[3].evaluate(network), positions[3].evaluate("network"))
        position = positions[3]
        self.assertEqual(position.search(nodes=2000, eval=network).nodes,
                         position.search(nodes=2000, eval="network").nodes)

    def test_other_bytes_and_other_games_are_refused(self):
        with self.assertRaisesRegex(ValueError, "not a network file"):
            agon.Network(agon.Game("santorini"), b"something")
        with open(NETWORK, "rb") as file:
            data = file.read()
        with self.assertRaisesRegex(ValueError, "nim"):
            agon.Network(agon.Game("nim"), data)
        with self.assertRaises(ValueError):
            agon.Network(agon.Game("byte"), data)


if __name__ == "__main__":
    unittest.main()
