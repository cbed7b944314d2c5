"""Searches, proofs, and what happens around them: threads, Ctrl-C, limits."""

import _thread
import signal
import threading
import unittest

import agon
from support import MAZE, games, random_positions


def exact(position, known):
    """The value of a position for the side to move by trying everything: 1, 0 or -1."""
    if position not in known:
        if position.is_finished:
            winner = position.winner
            value = 0 if winner is None else (1 if winner == position.to_move else -1)
        else:
            after = [position.play(a) for a in position.legal_actions().tolist()]
            value = max(
                exact(p, known) * (1 if p.to_move == position.to_move else -1) for p in after
            )
        known[position] = value
    return known[position]


VALUES = {"win": 1, "draw": 0, "lose": -1}


class Searching(unittest.TestCase):
    def test_the_best_move_keeps_the_exact_value(self):
        known = {}
        for position in random_positions(agon.Game("tictactoe"), range(6), 1):
            if position.is_finished:
                continue
            for kind in ("engine", "minimax"):
                found = position.search(depth=9, search=kind)
                if found.score.verdict is not None:
                    self.assertEqual(VALUES[found.score.verdict], exact(position, known))
                kept = -exact(position.play(found.action), known)
                self.assertEqual(kept, exact(position, known), str(position))

    def test_a_result_has_the_line_as_numbers_and_as_text(self):
        for game in games():
            found = game.start().search(depth=3)
            line = found.lines[0]
            self.assertEqual((found.action, found.move), (line.actions[0], line.moves[0]))
            self.assertEqual(len(line.actions), len(line.moves))
            position = game.start()
            for action, move in zip(line.actions, line.moves):
                self.assertEqual(position.action(move), action)
                position = position.play(action)
            self.assertGreater(found.nodes, 0)
            self.assertGreaterEqual(found.selective_depth, 1)

    def test_several_lines_begin_with_different_moves_the_best_first(self):
        position = agon.Game("santorini").position("00000/00000/00000/00000/00000 B 11,33 13,31")
        for limits in ({"depth": 3}, {"nodes": 3000}):
            lines = position.search(lines=5, **limits).lines
            self.assertEqual(len({line.actions[0] for line in lines}), 5)
            if "depth" in limits:
                scores = [line.score for line in lines]
                self.assertEqual(scores, sorted(scores, reverse=True))
        few = agon.position("nim", "[2]").search(depth=4, lines=9).lines
        self.assertEqual(len(few), 2, "there are no more moves")

    def test_limits_hold_and_the_same_nodes_find_the_same(self):
        position = agon.Game("byte").start()
        one, two = (position.search(nodes=5000) for _ in range(2))
        self.assertEqual((one.nodes, one.lines[0].actions), (two.nodes, two.lines[0].actions))
        self.assertLess(one.nodes, 6000)
        self.assertEqual(position.search(depth=2).depth, 2)
        self.assertGreaterEqual(position.search(time=0.01).depth, 1)

    def test_threads_and_other_evaluations_find_moves_too(self):
        game = agon.Game("santorini")
        position = game.position("00000/00000/00000/02300/00000 B 31,11 13,44")
        rules = agon.Rules(game, game.example_rules)
        for more in ({"threads": 2}, {"eval": "hand"}, {"eval": "rules"}, {"eval": rules}):
            self.assertEqual(position.search(depth=3, **more).move, "31-32-21", more)

    def test_an_engine_keeps_its_table_until_it_is_cleared(self):
        engine = agon.Engine(hash_mb=2)
        position = agon.Game("santorini").position("00000/00000/00000/00000/00000 B 11,33 13,31")
        first = engine.search(position, depth=4).nodes
        self.assertLess(engine.search(position, depth=4).nodes, first)
        engine.clear()
        self.assertEqual(engine.search(position, depth=4).nodes, first)

    def test_a_finished_game_and_wrong_limits_are_refused(self):
        over = agon.Game("tictactoe").position("([1,1,1,-1,-1,0,0,0,0],-1)")
        start = agon.Game("tictactoe").start()
        for position, limits, message in [
            (over, {"depth": 1}, "the game is over"),
            (start, {}, "needs a limit"),
            (start, {"depth": 0}, "the depth is from 1 to 100, not 0"),
            (start, {"depth": 101}, "the depth is from 1 to 100"),
            (start, {"nodes": 0}, "the number of nodes is from 1"),
            (start, {"nodes": -1}, "the number of nodes is from 1"),
            (start, {"time": 0.0}, "a time limit is"),
            (start, {"time": float("nan")}, "a time limit is"),
            (start, {"time": float("inf")}, "a time limit is"),
            (start, {"depth": 1, "lines": 0}, "the number of lines is"),
            (start, {"depth": 1, "threads": 0}, "the number of threads is"),
            (start, {"depth": 1, "threads": 257}, "the number of threads is"),
            (start, {"depth": 1, "hash_mb": 0}, "the table in MB is"),
            (start, {"depth": 1, "hash_mb": 65537}, "the table in MB is"),
            (start, {"depth": 1, "search": "deep"}, "'engine' or 'minimax'"),
            (start, {"nodes": 9, "search": "minimax"}, "give depth"),
            (start, {"depth": 1, "eval": "nothing"}, "nothing"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                position.search(**limits)


class Around(unittest.TestCase):
    """The other thread interrupts the search, for which it must run: with the interpreter's lock
    held the search would end by its time limit, and without an exception."""

    def setUp(self):
        # A program that was started in the background ignores Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupted(self, work):
        ran = []

        def other():
            ran.append(sum(range(1000)))
            _thread.interrupt_main()

        timer = threading.Timer(0.1, other)
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            timer.cancel()
            timer.join()
        self.assertEqual(ran, [499500])

    def test_other_threads_run_during_a_search_and_ctrl_c_stops_it(self):
        self.interrupted(lambda: agon.Game("byte").start().search(time=30))
        self.interrupted(lambda: agon.Game("byte").start().search(time=30, threads=2))

    def test_ctrl_c_stops_counting_proofs_and_random_games(self):
        self.interrupted(lambda: agon.Game("santorini").start().perft(9))
        self.interrupted(lambda: agon.Game("byte").start().solve(nodes=10**12))
        self.interrupted(lambda: agon.Game("byte").batch(1).random_playouts(10**9, 1))

    def test_an_engine_searches_on_one_thread_at_a_time(self):
        engine, refused, begun = agon.Engine(), [], threading.Event()

        def other():
            begun.wait()
            # The first search may not have begun yet, or this one is refused.
            for _ in range(1000):
                try:
                    engine.search(agon.Game("tictactoe").start(), depth=1)
                except RuntimeError as error:
                    refused.append(str(error))
                    _thread.interrupt_main()
                    return

        thread = threading.Thread(target=other)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            begun.set()
            engine.search(agon.Game("byte").start(), time=30)
        thread.join()
        self.assertIn("another thread", refused[0])

    def test_searches_on_several_threads_find_what_one_finds(self):
        position = agon.Game("byte").start()
        expected = position.search(nodes=20000).lines[0].actions
        found = []
        threads = [
            threading.Thread(target=lambda: found.append(position.search(nodes=20000).lines[0].actions))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 3)


class Solving(unittest.TestCase):
    def test_proven_values_are_those_of_trying_everything(self):
        for game in (agon.Game("tictactoe"), agon.Game.nim([1, 2, 3]), agon.Game.nim([2, 2])):
            known = {}
            for position in random_positions(game, range(3), 1):
                for by in ("theory", "search") if game.name == "nim" else ("search",):
                    proven = position.solve(by=by)
                    self.assertEqual(VALUES[proven.verdict], exact(position, known), str(position))
                for action, proven in position.proven_moves():
                    after = exact(position.play(action), known)
                    self.assertEqual(VALUES[proven.verdict], -after)

    def test_a_maze_is_solved_with_its_ply_limit(self):
        game = agon.Game.theseus(MAZE, plies=12)
        known = {}
        position = game.start()
        self.assertEqual(VALUES[position.solve().verdict], exact(position, known))
        self.assertEqual(len(position.proven_moves()), 2)

    def test_small_boards_of_santorini_are_solved(self):
        game = agon.Game("santorini", "2x2/1 start")
        known = {}
        for position in random_positions(game, range(3), 1):
            self.assertEqual(VALUES[position.solve().verdict], exact(position, known), str(position))
        proven = game.start().solve()
        self.assertEqual((proven.verdict, proven.plies), ("lose", 14))
        self.assertIsNone(agon.Game("santorini", "3x3 start").start().solve(memory_mb=1))

    def test_endgames_of_byte_are_solved_within_a_limit(self):
        # X needs one more stack, and has it with this move.
        lines = [p for p in random_positions(agon.Game("byte"), range(8), 1) if not p.is_finished]
        late = lines[-1]
        proven = late.solve(nodes=10**6)
        self.assertEqual(VALUES[proven.verdict], exact(late, {}))
        self.assertIsNone(agon.Game("byte").start().solve(nodes=10))

    def test_what_cannot_be_solved_is_refused(self):
        with self.assertRaisesRegex(ValueError, "santorini is too large to solve"):
            agon.Game("santorini").start().solve()
        with self.assertRaisesRegex(ValueError, "no closed form is known for byte"):
            agon.Game("byte").start().solve(by="theory")
        with self.assertRaisesRegex(ValueError, "by 'theory' or by 'search'"):
            agon.Game("nim").start().solve(by="magic")
        self.assertIsNone(agon.Game.nim([20, 20, 20]).start().solve(by="search", memory_mb=1))


class Scores(unittest.TestCase):
    def test_scores_are_ordered_by_how_good_they_are(self):
        win, late = agon.Score(999_999), agon.Score(999_990)
        self.assertEqual((win.verdict, win.plies, str(win)), ("win", 1, "win in 1"))
        loss = agon.Score(-999_999)
        self.assertTrue(loss < agon.Score(-5) < agon.Score(0) < agon.Score(5) < late < win)
        self.assertEqual((int(agon.Score(-5)), str(agon.Score(-5)), agon.Score(0).verdict), (-5, "-5", None))
        self.assertEqual(hash(agon.Score(7)), hash(agon.Score(7)))


if __name__ == "__main__":
    unittest.main()
