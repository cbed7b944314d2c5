"""Reading records, the inputs of positions, and the files of networks: tests without PyTorch."""

import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

try:
    import numpy as np
except ImportError as missing:
    raise unittest.SkipTest(f"{missing.name} is not installed") from missing

import export
import inputs
import records
import samples

GOLDEN = HERE / "golden.net"
GOLDEN_POINTS = HERE / "golden.txt"


class Reading(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "some.data"

    def test_the_fields_of_records_are_read(self):
        position = bytes(range(13))
        self.path.write_bytes(samples.file("santorini", [(7, -3, 2, position), (9, 12, 3, position)]))
        found = records.read_file(self.path)
        self.assertEqual((found.game, found.parameters), ("santorini", ""))
        self.assertEqual(found.number.tolist(), [7, 9])
        self.assertEqual(found.score.tolist(), [-3, 12])
        self.assertEqual(found.result.tolist(), [records.WIN, records.UNKNOWN])
        self.assertEqual(bytes(found.position[1]), position)

    def test_a_record_that_is_not_whole_is_left_out(self):
        whole = samples.file("santorini", [(0, 1, 1, bytes(13))] * 2)
        self.path.write_bytes(whole[:-1])
        self.assertEqual(len(records.read_file(self.path)), 1)

    def test_other_files_are_refused_with_the_reason(self):
        good = samples.file("santorini", [])
        cases = [
            (b"PNG", "not a file of agon data"),
            (b'{"agon data":"1"}\n', "binary format"),
            (b"agon data 2\n\n", "version 2"),
            (b"agon data 1\ngame x", "no end"),
            (b"agon data 1\ngame santorini\n\n", "start"),
            (good.replace(b"record-bytes 29", b"record-bytes 9"), "9 bytes"),
            (samples.file("santorini", [(0, 0, 4, bytes(13))]), "result"),
        ]
        for data, reason in cases:
            self.path.write_bytes(data)
            with self.assertRaisesRegex(records.DataError, reason):
                records.read_file(self.path)

    def test_files_of_different_games_are_not_mixed(self):
        other = self.path.with_name("other.data")
        self.path.write_bytes(samples.file("santorini", [(0, 1, 1, bytes(13))]))
        other.write_bytes(samples.file("byte", [(0, 1, 1, bytes(35))]))
        with self.assertRaisesRegex(records.DataError, "another game"):
            records.read_files([self.path, other])

    def test_games_of_several_files_have_numbers_of_their_own(self):
        self.path.write_bytes(samples.file("santorini", [(0, 1, 1, bytes(13)), (5, 1, 1, bytes(13))]))
        found = records.read_files([self.path, self.path])
        self.assertEqual(found.number.tolist(), [0, 5, 6, 11])


class Targets(unittest.TestCase):
    def records(self, scores, results, numbers=None):
        count = len(scores)
        numbers = np.arange(count) if numbers is None else np.array(numbers)
        return records.Records("santorini", "", numbers, np.array(scores, dtype=np.int32),
                               np.array(results), np.zeros((count, 13), dtype=np.uint8))

    def test_validation_takes_whole_games(self):
        some = self.records([0] * 3000, [1] * 3000, np.arange(3000) // 30)
        training, validation = records.split_by_game(some, 10)
        self.assertEqual(len(training) + len(validation), 3000)
        self.assertTrue(set(training.number).isdisjoint(validation.number))
        self.assertTrue(3 <= len(set(validation.number)) <= 30, len(set(validation.number)))

    def test_result_and_score_are_mixed_as_far_as_they_are_known(self):
        nothing = records.NO_SCORE
        some = self.records([0, 60, nothing, 999_990, 60], [2, 3, 0, 2, 0])
        got = records.targets(some, 0.25, 60.0)
        chance = 1 / (1 + np.exp(-1))
        np.testing.assert_allclose(got, [0.625, chance, 0, 1, 0.75 * chance], atol=1e-6)

    def test_records_without_score_and_result_are_not_used(self):
        some = self.records([records.NO_SCORE, 5, records.NO_SCORE], [3, 3, 2])
        self.assertEqual(records.usable(some).score.tolist(), [5, records.NO_SCORE])

    def test_the_scale_of_scores_is_found(self):
        random = np.random.default_rng(1)
        score = random.integers(-300, 301, 50_000)
        won = random.random(50_000) < records.sigmoid(score / 80)
        found = records.fit_score_scale(self.records(score, 2 * won))
        self.assertTrue(72 < found < 88, found)


def slow_cells(position, side):
    """The active inputs of a position of Santorini in a side's view, one cell after the other."""
    heights = int.from_bytes(position[:8], "little")
    active = []
    for cell in range(25):
        height = heights // 5**cell % 5
        occupant = 0
        for pawn in range(4):
            if position[8 + pawn] == cell:
                occupant = 1 if pawn // 2 == side else 2
        active.append(15 * cell + 3 * height + occupant)
    return active


def slow_stacks(position, side, board=8):
    """The active inputs of a position of Byte in a side's view, one checker after the other."""
    squares = board * board // 2
    majority = board * (board - 2) // 2 // 8 // 2 + 1
    active = []
    for square in range(squares):
        checkers = bin(position[square])[3:][::-1]
        for level, checker in enumerate(checkers):
            active.append(16 * square + 2 * level + (0 if int(checker) == side else 1))
    for view, won in enumerate((position[squares + side], position[squares + 1 - side])):
        active += [16 * squares + view * majority + count for count in range(min(won, majority))]
    return active


class Inputs(unittest.TestCase):
    def check_views(self, input_set, positions, slow):
        """Both views of positions, against a slow twin."""
        lists = input_set.active(np.array([list(position) for position in positions], dtype=np.uint8))
        for position, own in zip(positions, lists):
            side = position[-1]
            for view, active in ((side, own), (1 - side, input_set.other_view[own])):
                found = [number for number in active if number < input_set.count]
                self.assertEqual(sorted(found), sorted(slow(position, view)))

    def test_cells_are_those_of_a_slow_twin(self):
        positions = [samples.santorini(seed) for seed in range(200)]
        self.check_views(inputs.cells(), positions, slow_cells)

    def test_pawns_that_are_not_placed_are_absent(self):
        empty = bytes(8) + bytes([255] * 4) + bytes([0])
        one = bytes(8) + bytes([6, 12, 255, 255]) + bytes([1])
        self.check_views(inputs.cells(), [empty, one], slow_cells)
        lists = inputs.cells().active(np.array([list(one)], dtype=np.uint8))
        self.assertEqual(lists[0][6] % 3, 2)

    def test_stacks_are_those_of_a_slow_twin(self):
        for board in (8, 10):
            positions = [samples.byte(seed, board) for seed in range(200)]
            self.check_views(inputs.stacks(board), positions,
                             lambda position, side: slow_stacks(position, side, board))

    def test_the_numbers_of_inputs_are_those_of_the_format(self):
        self.assertEqual(inputs.cells().count, 375)
        self.assertEqual(inputs.stacks(8).count, 516)
        with self.assertRaises(ValueError):
            inputs.input_set("nim", "")

    def test_symmetries_are_different_permutations_that_commute_with_the_view(self):
        for some, number in ((inputs.cells(), 8), (inputs.stacks(8), 4), (inputs.stacks(10), 4)):
            tables = some.symmetries
            self.assertEqual(len({tuple(table) for table in tables}), number)
            np.testing.assert_array_equal(tables[0], np.arange(some.count + 1))
            for table in tables:
                self.assertEqual(sorted(table), list(range(some.count + 1)))
                np.testing.assert_array_equal(some.other_view[table], table[some.other_view])

    def test_symmetries_keep_neighbours(self):
        table = inputs.cells().symmetries
        cell = lambda symmetry, number: table[symmetry][15 * number] // 15
        for symmetry in range(8):
            for number in range(25):
                for other in range(25):
                    before = max(abs(number // 5 - other // 5), abs(number % 5 - other % 5))
                    one, two = cell(symmetry, number), cell(symmetry, other)
                    after = max(abs(one // 5 - two // 5), abs(one % 5 - two % 5))
                    self.assertEqual(before, after)


class Files(unittest.TestCase):
    def test_the_hash_is_the_published_one(self):
        self.assertEqual(export.fnv1a(b""), 0xCBF29CE484222325)
        self.assertEqual(export.fnv1a(b"foobar"), 0x85944171F73967E8)

    def test_the_golden_network_is_written_byte_for_byte(self):
        self.assertEqual(samples.golden_network(), GOLDEN.read_bytes())

    def test_the_golden_network_has_the_golden_points(self):
        some = inputs.cells()
        positions = [list(samples.packed(text)) for text in samples.GOLDEN_POSITIONS]
        own = some.active(np.array(positions, dtype=np.uint8)).astype(np.int64)
        points = export.evaluate(samples.golden_weights(), own, some.other_view[own], 60)
        lines = [f"{number} {text}" for number, text in zip(points, samples.GOLDEN_POSITIONS)]
        self.assertEqual(lines, GOLDEN_POINTS.read_text().splitlines())

    def test_whole_numbers_that_do_not_fit_are_refused(self):
        ones = np.ones((375, 4))
        good = (ones, ones[0], ones[:2], 0.0, 25)
        export.quantise(*good)
        for place, wrong, reason in ((0, 6 * ones, "16 bits"), (2, 2 * ones[:2], "output weight"),
                                     (3, 1e9, "32 bits")):
            parts = list(good)
            parts[place] = wrong
            with self.assertRaisesRegex(ValueError, reason):
                export.quantise(*parts)

    def test_division_rounds_towards_zero(self):
        numbers = np.array([7, -7, 6, -6, 0])
        self.assertEqual(export.divide(numbers, 4).tolist(), [1, -1, 1, -1, 0])

    def test_the_evaluation_is_that_of_a_slow_twin(self):
        random = np.random.default_rng(3)
        whole = export.quantise(random.normal(0, 0.3, (375, 8)), random.normal(0, 0.3, 8),
                                random.uniform(-1.9, 1.9, (2, 8)), 0.3, 25)
        own = random.integers(0, 376, (20, 25))
        other = random.integers(0, 376, (20, 25))
        points = export.evaluate(whole, own, other, 60)
        for place in range(20):
            total = 0
            for view, active in enumerate((own[place], other[place])):
                for unit in range(8):
                    value = int(whole.biases[unit])
                    value += sum(int(whole.rows[number][unit]) for number in active if number < 375)
                    value = min(max(value, 0), 255)
                    total += value * value * int(whole.output[view][unit])
            out = int(total / 255) + whole.offset
            self.assertEqual(points[place], int(out * 60 / (255 * 64)))


if __name__ == "__main__":
    unittest.main()
