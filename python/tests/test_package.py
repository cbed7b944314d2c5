"""The package itself: its examples, its types, its notebook, and what it makes of bad input."""

import ast
import doctest
import importlib
import inspect
import itertools
import json
import pathlib
import pkgutil
import random
import re
import unittest

import agon
import agon._native as native
from support import games

HERE = pathlib.Path(__file__).resolve().parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Examples(unittest.TestCase):
    def test_the_examples_of_the_docstrings_are_true(self):
        attempted = 0
        for name in ("agon", "agon._native", "agon.data", "agon.files", "agon.state"):
            failed, tried = doctest.testmod(importlib.import_module(name), verbose=False, optionflags=FLAGS)
            self.assertEqual(failed, 0, name)
            attempted += tried
        self.assertGreater(attempted, 40)

    def test_the_examples_of_the_readme_are_true(self):
        text = (HERE / "README.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 5)
        runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
        scope = {}
        for number, block in enumerate(blocks):
            parsed = doctest.DocTestParser().get_doctest(block, scope, f"block {number}", None, 0)
            self.assertGreater(len(parsed.examples), 0)
            runner.run(parsed, clear_globs=False)
            scope = parsed.globs
        self.assertEqual(runner.summarize(verbose=False).failed, 0)

    def test_the_notebooks_run_and_the_policy_learns(self):
        for path in sorted((HERE / "examples").glob("*.ipynb")):
            cells = json.loads(path.read_text())["cells"]
            scope = {"__name__": "__main__"}
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), path.name, "exec"), scope)
            self.assertGreater(scope["trained"], scope["untrained"] + 0.2)


def parameters(function):
    return [p.name for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]


class Types(unittest.TestCase):
    """The stubs have the names and parameters of the module, no more and no less."""

    STUB = ast.parse((HERE / "agon" / "_native.pyi").read_text())

    def test_the_stubs_have_every_name_and_no_other(self):
        top = {node.name for node in self.STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        named = {n.target.id for n in self.STUB.body if isinstance(n, ast.AnnAssign)}
        public = {name for name in dir(native) if not name.startswith("__")} | {"__version__"}
        self.assertEqual(top | named, public)

    def test_the_stubs_have_the_parameters_of_every_method(self):
        checked = 0
        for node in self.STUB.body:
            if isinstance(node, ast.FunctionDef):
                self.assertEqual([a.arg for a in node.args.args], parameters(getattr(native, node.name)))
            if not isinstance(node, ast.ClassDef):
                continue
            cls = getattr(native, node.name)
            stubbed = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
            public = {name for name in vars(cls) if not name.startswith("_")}
            self.assertEqual({name for name in stubbed if not name.startswith("_")}, public)
            for name, function in stubbed.items():
                is_property = any(getattr(d, "id", "") == "property" for d in function.decorator_list)
                self.assertEqual(is_property, inspect.isgetsetdescriptor(vars(cls).get(name)), name)
                if name.startswith("__") and name != "__new__" or is_property:
                    continue
                keywords = [function.args.kwarg] if function.args.kwarg else []
                names = [a.arg for a in function.args.args[1:] + function.args.kwonlyargs + keywords]
                actual = cls if name == "__new__" else getattr(cls, name)
                self.assertEqual(names, parameters(actual), f"{node.name}.{name}")
                checked += 1
        self.assertGreater(checked, 40)

    def test_everything_public_has_a_docstring(self):
        for name in agon.__all__:
            thing = getattr(agon, name)
            if not (inspect.isclass(thing) or inspect.isroutine(thing)):
                continue
            self.assertTrue(thing.__doc__, name)
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_"):
                    self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_every_module_can_be_imported(self):
        names = {module.name for module in pkgutil.iter_modules(agon.__path__)}
        self.assertEqual(names, {"_native", "data", "files", "openspiel", "pettingzoo", "state"})


#: What is thrown at every method.
BAD = [None, -1, 0, 2**31, 2**63 - 1, 2**70, 0.5, float("nan"), "", "x", "[1", "\0", "ü" * 50, b"\xff", [], [-1], (1, 2), {}, agon]


class BadInput(unittest.TestCase):
    """No argument causes a panic: that would be a BaseException."""

    REFUSED = (ValueError, TypeError, OverflowError, IndexError, AttributeError)

    def attempt(self, function, *arguments, **named):
        try:
            function(*arguments, **named)
        except self.REFUSED as error:
            self.assertTrue(str(error))

    def test_games_refuse_what_they_cannot_use(self):
        constructors = [agon.Game, agon.Game.nim, agon.Game.byte, agon.Game.theseus, agon.Game.maze, agon.position,
                        agon.Position, agon.Batch, agon.Engine, agon.Rules, agon.Network, agon.Score, agon.State,
                        native.read_data_header, native.read_records]
        for construct in constructors:
            for one, two in itertools.product(BAD, BAD):
                self.attempt(construct, one)
                self.attempt(construct, one, two)
        for name in agon.GAMES:
            for bad in BAD:
                self.attempt(agon.Game, name, bad)
                self.attempt(agon.position, name, bad)
                self.attempt(agon.Rules, agon.Game(name), bad)
                self.attempt(agon.Network, agon.Game(name), bad)
                self.attempt(native.read_records, agon.Game(name), bad)

    def test_positions_and_batches_refuse_what_they_cannot_use(self):
        # A depth or a number of games from the list may be a valid one that takes for ever.
        left_out = {"perft", "divide", "random_playouts", "play_random", "solve", "proven_moves"}
        for game in games():
            position, batch = game.start(), game.batch(2)
            methods = [getattr(thing, name) for thing in (game, position, batch)
                       for name in dir(thing) if not name.startswith("_") and name not in left_out]
            for method in filter(callable, methods):
                for bad in BAD:
                    self.attempt(method, bad)
                    self.attempt(method, None, bad)

    def test_mutated_texts_are_refused_or_read(self):
        rng = random.Random(4)
        for game in games():
            text = str(game.start())
            for _ in range(200):
                letters = list(text)
                for _ in range(rng.randint(1, 3)):
                    place = rng.randrange(len(letters))
                    letters[place] = rng.choice("0123456789XO.,/[]- BRTM\n\0é" + letters[place])
                self.attempt(game.position, "".join(letters))
                self.attempt(game.start().play, "".join(letters)[:12])

    def test_messages_are_the_sentences_of_the_program(self):
        for call, message in [
            (lambda: agon.Game("chess"), '"chess" is not a game: the games are santorini, nim, byte, theseus, tictactoe'),
            (lambda: agon.Game.nim([0]), 'a heap is a whole number of matches'),
            (lambda: agon.Game.nim([60, 60]), "too many matches"),
            (lambda: agon.Game.byte(9), "9"),
            (lambda: agon.Game("tictactoe", "([1,0,0,0,0,0,0,0,0],-1)"), "this is not the start of a game"),
            (lambda: agon.Game.maze(size=4), "a maze has an odd number of tiles"),
            (lambda: agon.Game.maze(walls=9999), "at most 139 inner walls"),
            (lambda: agon.Game("santorini").start().play("@00,00"), "00"),
            (lambda: agon.Game("tictactoe").start().play(9), "there is no action 9"),
            (lambda: agon.Game("tictactoe").start().observation(2), "a side is 0 or 1, not 2"),
            (lambda: agon.Game("tictactoe").start().perft(-1), "the depth is from 0 to 100, not -1"),
            (lambda: agon.Game("nim").batch(1).random_playouts(0, 1), "the number of games is from 1"),
            (lambda: agon.Engine(0), "the table in MB is from 1 to 65536, not 0"),
        ]:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(message, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
