"""Training on tiny data, which needs PyTorch; a processor is enough."""

import json
import random
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

try:
    import numpy as np
    import torch
except ImportError as missing:
    raise unittest.SkipTest(f"{missing.name} is not installed") from missing

import export
import inputs
import records
import samples
import train
from model import Network, Trainer, learning_rates, predict

# Threads that wait for each other are slow where processors are busy, and the work is small.
torch.set_num_threads(1)


def tiny_data(game, count=3000):
    """Positions whose winner is the side with the higher pawns, or with more checkers."""
    rows = []
    make = getattr(samples, game)
    for seed in range(count):
        position = make(seed)
        side = position[-1]
        if game == "santorini":
            heights = int.from_bytes(position[:8], "little")
            climbed = [sum(heights // 5**cell % 5 for cell in position[begin : begin + 2])
                       for begin in (8, 10)]
        else:
            ones = [bin(stack)[3:].count("1") for stack in position[:32]]
            all_checkers = sum(len(bin(stack)) - 3 for stack in position[:32])
            climbed = [all_checkers - sum(ones), sum(ones)]
        lead = climbed[side] - climbed[1 - side]
        noise = random.Random(seed).choice([-1, 0, 1])
        rows.append((seed // 10, 30 * lead, 2 if lead + noise > 0 else 0, position))
    return samples.file(game, rows)


class Training(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def train(self, game, *more):
        data = self.folder / f"{game}.data"
        data.write_bytes(tiny_data(game))
        self.net = self.folder / f"{game}.net"
        options = [str(data), "-o", str(self.net), "--width", "32", "--steps", "150",
                   "--batch", "256", "--warmup", "10", "--device", "cpu", *more]
        return train.train(train.arguments(options))

    def test_a_network_learns_and_its_whole_numbers_agree(self):
        for game in ("santorini", "byte"):
            summary = self.train(game, "--summary", str(self.folder / "summary.json"))
            self.assertEqual(json.loads((self.folder / "summary.json").read_text()), summary)
            # A network that knows nothing has a divergence of about 0.25 here.
            self.assertLess(summary["validation_loss"], 0.1, summary)
            self.assertLess(summary["quantisation_max"], 10, summary)
            header, body = self.net.read_bytes().split(b"\n\n", 1)
            lines = header.decode().split("\n")
            self.assertEqual(lines[0], "agon network 1")
            count = {"santorini": 375, "byte": 516}[game]
            self.assertEqual(len(body), 2 * (count * 32 + 32 + 64) + 4)
            self.assertIn(f"checksum {export.fnv1a(body):016x}", lines)
            self.assertIn({"santorini": "parameters ", "byte": "parameters 8"}[game], lines)

    def test_the_same_seed_gives_the_same_network(self):
        self.train("santorini", "--steps", "20")
        first = self.net.read_bytes()
        self.train("santorini", "--steps", "20")
        self.assertEqual(first, self.net.read_bytes())
        self.train("santorini", "--steps", "20", "--seed", "2")
        self.assertNotEqual(first, self.net.read_bytes())

    def test_too_little_data_is_refused(self):
        data = self.folder / "few.data"
        data.write_bytes(samples.file("santorini", [(0, 5, 2, samples.santorini(0))]))
        options = train.arguments([str(data), "-o", str(self.folder / "x.net")])
        with self.assertRaisesRegex(records.DataError, "too few"):
            train.train(options)
        self.assertFalse((self.folder / "x.net").exists())


class Model(unittest.TestCase):
    def test_the_forward_pass_is_that_of_a_slow_twin(self):
        torch.manual_seed(5)
        some = inputs.cells()
        network = Network(some, 8)
        positions = np.array([list(samples.santorini(seed)) for seed in range(30)], dtype=np.uint8)
        lists = some.active(positions)
        logits = predict(network, torch.from_numpy(lists)).numpy()
        weights = {name: value.detach().numpy() for name, value in network.named_parameters()}
        for own, logit in zip(lists, logits):
            total = weights["offset"][0]
            for view, active in enumerate((own, some.other_view[own])):
                units = weights["biases"] + sum(weights["rows"][number] for number in active)
                total += (units.clip(0, 1) ** 2 * weights["output"][view]).sum()
            self.assertAlmostEqual(float(logit), float(total), places=4)

    def test_no_input_adds_nothing(self):
        network = Network(inputs.stacks(8), 8)
        none = torch.full((1, 28), 516)
        units = network.biases.clamp(0, 1) ** 2
        expected = (units * network.output.sum(0)).sum() + network.offset
        self.assertAlmostEqual(network(none, none).item(), expected.item(), places=5)

    def test_weights_are_clipped_to_what_fits(self):
        network = Network(inputs.cells(), 4)
        with torch.no_grad():
            for parameter in network.parameters():
                parameter.fill_(100.0)
        network.clip()
        rows = network.rows.detach().numpy()[:375]
        export.quantise(rows, network.biases.detach().numpy(), network.output.detach().numpy(),
                        0.0, 25)
        self.assertEqual(network.rows[375:].abs().max().item(), 0.0)

    def test_a_step_is_that_of_the_usual_optimiser(self):
        torch.manual_seed(2)
        some = inputs.cells()
        network, twin = Network(some, 4), Network(some, 4)
        twin.load_state_dict(network.state_dict())
        usual = torch.optim.AdamW(twin.parameters(), lr=0.01, weight_decay=0.1)
        active = torch.zeros(1, 25, dtype=torch.int16)
        trainer = Trainer(network, active, torch.zeros(1), 1, [0.01] * 5, 0.1)
        for step in range(5):
            gradients = [torch.randn_like(parameter) for parameter in twin.parameters()]
            for parameter, gradient in zip(twin.parameters(), gradients):
                parameter.grad = gradient.clone()
            usual.step()
            twin.clip()
            trainer.update(gradients)
        for one, two in zip(network.parameters(), twin.parameters()):
            torch.testing.assert_close(one, two)

    def test_rates_rise_and_fall(self):
        rates = learning_rates(0.5, 100, 10)
        self.assertEqual(len(rates), 100)
        self.assertAlmostEqual(rates[0], 0.05, places=3)
        self.assertEqual(max(rates), max(rates[8:13]))
        self.assertLess(rates[-1], 0.01)


if __name__ == "__main__":
    unittest.main()
