#!/usr/bin/env python3
"""Makes one generation of a network: self-play data, training, and the match that accepts or
refuses it (train/README.md). Exits with 0 if the network is accepted, with 1 if it is not."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TRAIN = Path(__file__).resolve().parent / "train.py"

# How long a program may take to end after it was told to.
GRACE = 60


def arguments(given=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--agon", type=Path, required=True, help="the program agon")
    add("--folder", type=Path, required=True, help="folder for the data, the network and the summary")
    add("--old", default="hand",
        help="evaluation that plays for the data and is the opponent: hand or a network [hand]")
    add("--game", default="santorini", help="game [santorini]")
    add("--size", help="byte: squares per side of the board")
    add("--threads", type=int, default=os.cpu_count(), help="games at once [all processors]")
    add("--seed", type=int, default=1, help="random seed [1]")
    add("--minutes", type=float, default=8.0,
        help="time for everything; the match ends when it is over [8]")
    data = parser.add_argument_group("data")
    add = data.add_argument
    add("--games", type=int, default=150_000, help="games of self-play, at most [150000]")
    add("--data-seconds", type=float, default=210.0, help="time for self-play, at most [210]")
    add("--nodes", type=int, default=5000, help="nodes a move [5000]")
    add("--data-options", default="--skip-decided --skip-threatened --random-children 33",
        help="further options of agon data")
    add("--more-data", nargs="*", default=[], help="files of earlier generations to train on too")
    training = parser.add_argument_group("training")
    add = training.add_argument
    add("--width", type=int, default=256, help="units of a view [256]")
    add("--steps", type=int, default=20_000, help="training steps [20000]")
    add("--train-options", default="", help="further options of train.py")
    match = parser.add_argument_group("match")
    add = match.add_argument
    add("--movetime", type=int, default=50, help="milliseconds a move [50]")
    add("--pairs", type=int, default=200, help="pairs of games, at most [200]")
    add("--sprt", default="0,20", help="Elo differences of the test [0,20]")
    add("--hash", type=int, default=8, help="transposition table in MB [8]")
    return parser.parse_args(given)


def run(name, command, seconds):
    """Runs a program until it ends or the time is over, when it is interrupted and finishes what
    it does. Gives its standard output, whether it was interrupted, and its exit code."""
    print(f"== {name}: {' '.join(map(str, command))}", flush=True)
    began = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    was_interrupted = False
    try:
        output, _ = process.communicate(timeout=max(1.0, seconds))
    except subprocess.TimeoutExpired:
        was_interrupted = True
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            sys.exit(f"error: {name} did not end {GRACE} s after it was interrupted")
    took = time.monotonic() - began
    end = "interrupted" if was_interrupted else f"exit code {process.returncode}"
    print(f"== {name}: {took:.1f} s, {end}", flush=True)
    return output, was_interrupted, process.returncode


def field(output, name):
    """The number behind a word at the beginning of a line."""
    for line in output.splitlines():
        words = line.split()
        if words and words[0] == name:
            return int(words[1].rstrip(","))
    return None


def generate(options, path):
    """Self-play; gives the numbers of games and positions."""
    board = ["--size", options.size] if options.size else []
    player = f"engine:nodes={options.nodes},hash=1,eval={options.old}"
    command = [options.agon, "data", options.game, *board, "--games", options.games,
               "-o", path, "--player", player, "--seed", options.seed,
               "--threads", options.threads, *options.data_options.split()]
    output, was_interrupted, code = run("data", command, options.data_seconds)
    games, positions = field(output, "games"), field(output, "positions")
    if not positions or code != 0 and not was_interrupted:
        sys.exit("error: there are no data to train on")
    return games, positions


def train(options, data, network, summary):
    """Training; gives what train.py measured."""
    # Without PyTorch in this process, so that the match has all memory and processors.
    command = [sys.executable, TRAIN, data, *options.more_data, "-o", network,
               "--width", options.width, "--steps", options.steps, "--seed", options.seed,
               "--summary", summary, *options.train_options.split()]
    print(f"== training: {' '.join(map(str, command))}", flush=True)
    began = time.monotonic()
    status = subprocess.run([str(word) for word in command], check=False)
    print(f"== training: {time.monotonic() - began:.1f} s", flush=True)
    if status.returncode != 0:
        sys.exit("error: the training failed")
    return json.loads(summary.read_text())


def play(options, network, seconds):
    """The match against the old evaluation; gives its result, or None if no pair was finished."""
    board = ["--size", options.size] if options.size else []
    players = [f"engine:eval={eval_},hash={options.hash}" for eval_ in (network, options.old)]
    command = [options.agon, "match", options.game, *board, *players,
               "--movetime", options.movetime, "--pairs", options.pairs, "--sprt", options.sprt,
               "--seed", options.seed, "--concurrency", options.threads, "--json"]
    output, was_interrupted, code = run("match", command, seconds)
    lines = output.splitlines()
    result = json.loads(lines[-1]) if lines else {}
    if "elo" not in result:
        if was_interrupted:
            return None
        sys.exit(f"error: the match failed with exit code {code}")
    return result


def main(given=None):
    """Makes a generation."""
    options = arguments(given)
    began = time.monotonic()
    end = began + 60 * options.minutes
    options.folder.mkdir(parents=True, exist_ok=True)
    data, network = options.folder / "self-play.data", options.folder / "new.net"
    games, positions = generate(options, data)
    generated = time.monotonic()
    trained = train(options, data, network, options.folder / "training.json")
    learned = time.monotonic()
    result = play(options, network, end - learned)
    finished = time.monotonic()
    verdict = (result or {}).get("sprt") or {}
    is_accepted = verdict.get("accepted") == "H1"
    summary = {
        "accepted": is_accepted,
        "old": options.old,
        "games": games,
        "positions": positions,
        "bytes": network.stat().st_size,
        "training": trained,
        "match": result,
        "seconds": {
            "data": round(generated - began, 1),
            "training": round(learned - generated, 1),
            "match": round(finished - learned, 1),
        },
    }
    (options.folder / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    print(f"data        {positions} positions of {games} games, {summary['seconds']['data']} s")
    print(f"training    validation loss {trained['validation_loss']:.5f}, result loss "
          f"{trained['result_loss']:.5f}, scale of scores {trained['score_scale']:g}, "
          f"{summary['seconds']['training']} s")
    if result is None:
        print("match       no time was left")
    else:
        low, high = result["interval"]
        wins, draws, losses = result["wins"], result["draws"], result["losses"]
        score = (wins + draws / 2) / max(1, wins + draws + losses)
        print(f"match       +{wins} ={draws} -{losses}, {score:.1%}, Elo {result['elo']:.1f} "
              f"[{low:.1f}, {high:.1f}], LLR {verdict.get('llr', 0):.2f}, "
              f"{summary['seconds']['match']} s")
    print(f"verdict     {'accepted' if is_accepted else 'not accepted'}: {network}", flush=True)
    return 0 if is_accepted else 1


if __name__ == "__main__":
    sys.exit(main())
