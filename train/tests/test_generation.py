"""A generation from data to verdict, with a stand-in for agon. It needs PyTorch."""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

try:
    import numpy  # noqa: F401
    import torch  # noqa: F401
except ImportError as missing:
    raise unittest.SkipTest(f"{missing.name} is not installed") from missing

import test_training

STAND_IN = """\
    #!{python}
    import json, shutil, signal, sys, time
    words = sys.argv[1:]
    print(json.dumps(words), file=open({log!r}, "a"))
    if words[0] == "data":
        shutil.copy({data!r}, words[words.index("-o") + 1])
        {wait}
        print("games       300")
        print("positions   3000")
        sys.exit({data_code})
    print(json.dumps({{"game": 1}}))
    print(json.dumps({{"wins": 9, "draws": 0, "losses": 1, "elo": 300.0, "interval": [1, 500],
                      "sprt": {{"llr": 3.1, "accepted": {accepted!r}}}}}))
    sys.exit({match_code})
"""

# Ends as agon does when it is interrupted.
UNTIL_INTERRUPTED = """try:
            time.sleep(60)
        except KeyboardInterrupt:
            pass"""


class Generation(unittest.TestCase):
    def run_generation(self, accepted="H1", wait="pass", data_code=0, match_code=0, more=()):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        data, self.log = self.folder / "some.data", self.folder / "log"
        data.write_bytes(test_training.tiny_data("santorini", 500))
        agon = self.folder / "agon"
        text = STAND_IN.format(python=sys.executable, log=str(self.log), data=str(data), wait=wait,
                               accepted=accepted, data_code=data_code, match_code=match_code)
        agon.write_text(textwrap.dedent(text))
        agon.chmod(0o755)
        command = [sys.executable, HERE.parent / "generation.py", "--agon", agon, "--folder",
                   self.folder / "out", "--width", "32", "--steps", "3",
                   "--train-options=--batch 16 --device cpu", *more]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        return subprocess.run([str(word) for word in command], text=True, capture_output=True,
                              env=environment, check=False)

    def test_a_network_that_wins_its_match_is_accepted(self):
        done = self.run_generation()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("verdict     accepted", done.stdout)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertTrue(summary["accepted"])
        self.assertEqual((summary["games"], summary["positions"]), (300, 3000))
        data, match = map(json.loads, self.log.read_text().splitlines())
        self.assertIn("engine:nodes=5000,hash=1,eval=hand", data)
        self.assertIn(f"engine:eval={self.folder}/out/new.net,hash=8", match)
        self.assertIn("engine:eval=hand,hash=8", match)

    def test_a_network_without_a_verdict_is_not_accepted(self):
        done = self.run_generation(accepted=None, match_code=1)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("verdict     not accepted", done.stdout)

    def test_self_play_ends_when_its_time_is_over(self):
        done = self.run_generation(wait=UNTIL_INTERRUPTED, data_code=1, more=["--data-seconds", "5"])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("== data: ", done.stdout)
        self.assertIn("interrupted", done.stdout)

    def test_failed_self_play_ends_the_generation(self):
        done = self.run_generation(data_code=1)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no data", done.stderr)


if __name__ == "__main__":
    unittest.main()
