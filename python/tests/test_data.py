"""Files of data, written here byte by byte as docs/training.md describes them."""

import json
import os
import struct
import tempfile
import unittest

import agon

HEADER = "agon data 1\ngame santorini\nstart {start}\nplayer engine:nodes=9\nrecord-bytes 29\n\n"
START = "00000/00000/00000/00000/00000 B - -"
POSITION = "10000/00000/00000/00000/00004 R 11,33 13,31"


def packed(text):
    """A position of Santorini as 13 bytes."""
    heights, side, blue, red = text.split()
    cells = [int(digit) for digit in heights.replace("/", "")]
    number = sum(height * 5**cell for cell, height in enumerate(cells))
    pawns = [5 * int(c[0]) + int(c[1]) for c in f"{blue},{red}".split(",")]
    return struct.pack("<Q4BB", number, *pawns, "BR".index(side))


def record(text, code, game=3, score=-7, ply=2, result=2, flags=1):
    """A record of 29 bytes."""
    return struct.pack("<IiIHBB", game, score, code, ply, result, flags) + packed(text)


def place(row, column):
    """The number of a cell in the code of a move: rows of six."""
    return 6 * row + column


# The step 13-14 with a build on 04.
CODE = place(1, 3) << 10 | place(1, 4) << 5 | place(0, 4)


class DataFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, data, name="a.data"):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_packed_records_become_arrays(self):
        head = HEADER.format(start=START).encode()
        records = record(POSITION, CODE) + record(POSITION, CODE, 4, -2**31, 5, 3, 6)
        # The last record was not written whole.
        data = agon.read_data(self.write(head + records + b"xyz"))
        self.assertEqual(len(data), 2)
        self.assertEqual(data.header["player"], "engine:nodes=9")
        game = agon.Game("santorini")
        self.assertEqual(data.game, game)
        self.assertEqual([str(p) for p in data.positions], [POSITION] * 2)
        self.assertEqual(data.games.tolist(), [3, 4])
        self.assertEqual(data.plies.tolist(), [2, 5])
        self.assertEqual(data.scores.tolist(), [-7, 0])
        self.assertEqual(data.has_score.tolist(), [True, False])
        self.assertEqual(data.results.tolist(), [2, 3])
        self.assertEqual(data.actions.tolist(), [game.position(POSITION).action("13-14-04")] * 2)
        self.assertEqual(data.is_last.tolist(), [True, False])
        self.assertEqual(data.wins_now.tolist(), [False, True])
        self.assertEqual(data.is_aside.tolist(), [False, True])
        part = agon.read_data(self.write(head + records), start=1, count=1)
        self.assertEqual(part.games.tolist(), [4])

    def test_lines_of_json_become_the_same_arrays(self):
        lines = [{"agon data": "1", "game": "nim", "start": "[3,5,7]"}]
        lines.append({"game": 1, "ply": 2, "position": "[3,5] second", "move": "[3,3]",
                      "score": 999_998, "result": "win", "wins_now": True, "last": True})
        lines.append({"game": 2, "ply": 0, "position": "[3,5,7]", "move": "[5,7]",
                      "score": None, "result": "unknown"})
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
        data = agon.read_data(self.write(text + b'{"ga'))
        self.assertEqual(data.games.tolist(), [1, 2])
        self.assertEqual(data.scores.tolist(), [999_998, 0])
        self.assertEqual(data.results.tolist(), [2, 3])
        self.assertEqual(data.wins_now.tolist(), [True, False])
        self.assertEqual(data.positions[0].to_move, 1)
        self.assertEqual(data.positions[1].play(int(data.actions[1])), data.game.position("[5,7] second"))

    def test_damaged_files_are_refused_with_the_record(self):
        head = HEADER.format(start=START).encode()
        good = record(POSITION, CODE)
        line = b'{"agon data": "1", "game": "nim", "start": "[3]"}\n'
        for data, message in [
            (b"", "is not a file of agon data"),
            (b"\xff" * 2000, "is not a file of agon data"),
            (head, "no record number 0"),
            (head.replace(b"29", b"30") + good, "do not have 30 bytes"),
            (head.replace(b"santorini", b"nothing") + good, "is not a game"),
            (head.replace(b"game ", b"gamy ") + good, "does not say game"),
            (head + good + record(POSITION, CODE, result=4), "record 2: the result is 0 to 3"),
            (head + good + good[:16] + b"\xff" * 13, "record 2: the bytes of the position"),
            (head + record(POSITION, 2**31), "record 1: no move has the code"),
            (head + record(POSITION, place(1, 1) << 10 | place(0, 0) << 5 | 1), "record 1: "),
            (line, "no record number 0"),
            (line + b"[]\n", "line 2 is not a JSON object"),
            (line + b"{}\n", "record 1: 'position'"),
            (line + b'{"position": 3, "move": 4}\n', "record 1: "),
            (b'{"agon data": "2"}\n', "is not a file of agon data"),
            (b'{"agon data": "1"}\n', "does not say game"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                agon.read_data(self.write(data))
        with self.assertRaisesRegex(ValueError, "start is 0 or more"):
            agon.read_data(self.write(head + good), start=-1)
        with self.assertRaises(FileNotFoundError):
            agon.read_data("no such file")


if __name__ == "__main__":
    unittest.main()
