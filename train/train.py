#!/usr/bin/env python3
"""Trains a network on files of `agon data` and writes it as FILE.net (train/README.md)."""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import export
from inputs import input_set
from model import Network, Trainer, learning_rates, predict
from records import (
    NO_SCORE,
    UNKNOWN,
    DataError,
    fit_score_scale,
    read_files,
    split_by_game,
    targets,
    usable,
)

DEFAULT_SCORE_SCALE = 60.0


def arguments(given=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("data", nargs="+", type=Path, help="files of agon data, binary format")
    add("-o", "--output", type=Path, required=True, help="network to write, as in new.net")
    add("--width", type=int, default=256, choices=export.WIDTHS, help="units of a view [256]")
    add("--steps", type=int, default=20_000, help="training steps [20000]")
    add("--batch", type=int, default=16_384, help="positions a step [16384]")
    add("--rate", type=float, default=0.005, help="largest learning rate [0.005]")
    add("--warmup", type=int, default=200, help="steps until that rate [200]")
    add("--decay", type=float, default=1e-3, help="weight decay [0.001]")
    add("--result-share", type=float, default=0.4,
        help="share of the result in the target, 0 to 1; the rest is the score [0.4]")
    add("--score-scale", default="fit",
        help="points of a score that make a logit of 1; fit: as the results say [fit]")
    add("--scale", type=int, default=60,
        help="points that the network gives for a logit of 1; keep it over generations [60]")
    add("--validation", type=int, default=25, help="one game in so many is for validation [25]")
    add("--seed", type=int, default=1, help="random seed [1]")
    add("--licence", default="CC0-1.0", help="licence of the weights [CC0-1.0]")
    add("--device", default="auto", help="cuda, cpu or auto [auto]")
    add("--summary", type=Path, help="write what was measured to this file, as JSON")
    return parser.parse_args(given)


def entropy(chance):
    """The entropy of winning chances, which no prediction can get below."""
    chance = chance.clamp(1e-7, 1 - 1e-7)
    return -(chance * chance.log() + (1 - chance) * (1 - chance).log())


def losses(logits, wanted, results):
    """Divergence from the targets, and how well results are predicted."""
    divergence = F.binary_cross_entropy_with_logits(logits, wanted) - entropy(wanted).mean()
    known = results != UNKNOWN
    by_result = F.binary_cross_entropy_with_logits(logits[known], results[known].float() / 2)
    return divergence.item(), by_result.item()


def write_network(network, options, records):
    """Writes the network; gives its whole numbers."""
    weights = [getattr(network, name).detach().cpu().numpy()
               for name in ("rows", "biases", "output", "offset")]
    rows, biases, output, offset = weights
    inputs = network.inputs
    whole = export.quantise(rows[: inputs.count], biases, output, offset[0], inputs.most_active)
    data = export.network_bytes(whole, records.game, records.parameters, inputs.name,
                                options.scale, options.licence)
    new = options.output.with_name(options.output.name + ".new")
    new.write_bytes(data)
    new.replace(options.output)
    return whole


def quantisation_error(network, whole, active, scale, most=4096):
    """The mean and the largest difference in points between the floating-point network and its
    whole numbers."""
    sample = active[:most]
    if len(sample) == 0:
        return 0.0, 0.0
    exact = predict(network, sample).cpu().numpy().astype(np.float64) * scale
    own = sample.cpu().numpy().astype(np.int64)
    other = network.inputs.other_view[own]
    difference = np.abs(export.evaluate(whole, own, other, scale) - exact)
    return float(difference.mean()), float(difference.max())


def train(options):
    """Trains and writes a network; gives what was measured."""
    began = time.monotonic()
    device = options.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    # Inputs are zeros and ones, so rounding the weights to 10 bits in products does no harm.
    torch.set_float32_matmul_precision("high")
    records = usable(read_files(options.data))
    inputs = input_set(records.game, records.parameters)
    training, validation = split_by_game(records, options.validation)
    if len(training) == 0 or len(validation) == 0:
        raise DataError(f"{len(training)} positions to train and {len(validation)} to validate "
                        "are too few: generate more games")
    fitted = fit_score_scale(training)
    if options.score_scale == "fit":
        score_scale = fitted or DEFAULT_SCORE_SCALE
    else:
        score_scale = float(options.score_scale)
    known = float((training.result != UNKNOWN).mean())
    scored = float((training.score != NO_SCORE).mean())
    print(f"{len(training)} positions to train, {len(validation)} to validate; "
          f"{known:.0%} with a result, {scored:.0%} with a score; "
          f"scale of scores {score_scale:g} (fitted {fitted})", flush=True)

    def on_device(part):
        wanted = targets(part, options.result_share, score_scale)
        return (torch.from_numpy(inputs.active(part.position)).to(device),
                torch.from_numpy(wanted).to(device))

    active, wanted = on_device(training)
    valid_active, valid_wanted = on_device(validation)
    valid_results = torch.from_numpy(validation.result).to(device)
    loaded = time.monotonic()
    print(f"read in {loaded - began:.1f} s; training on {device}", flush=True)

    network = Network(inputs, options.width).to(device)
    floor = entropy(wanted).mean().item()
    rates = learning_rates(options.rate, options.steps, options.warmup)
    trainer = Trainer(network, active, wanted, options.batch, rates, options.decay)

    def report(done, loss):
        divergence, by_result = losses(predict(network, valid_active), valid_wanted, valid_results)
        seconds = time.monotonic() - loaded
        print(f"step {done}: training {loss - floor:.5f}, validation {divergence:.5f}, "
              f"results {by_result:.5f}, {seconds:.1f} s", flush=True)

    trainer.run(report, every=max(1, options.steps // 10))
    trained = time.monotonic()
    divergence, by_result = losses(predict(network, valid_active), valid_wanted, valid_results)
    whole = write_network(network, options, records)
    mean_error, largest_error = quantisation_error(network, whole, valid_active, options.scale)
    summary = {
        "network": str(options.output),
        "game": records.game,
        "parameters": records.parameters,
        "width": options.width,
        "steps": options.steps,
        "positions": len(training),
        "epochs": options.steps * options.batch / len(training),
        "score_scale": score_scale,
        "fitted_score_scale": fitted,
        "validation_loss": divergence,
        "result_loss": by_result,
        "quantisation_mean": mean_error,
        "quantisation_max": largest_error,
        "largest_row": float(network.rows.detach().abs().max()),
        "largest_output": float(network.output.detach().abs().max()),
        "seconds_reading": loaded - began,
        "seconds_training": trained - loaded,
        "device": device,
    }
    print(f"validation {divergence:.5f}, results {by_result:.5f}; quantised: mean difference "
          f"{mean_error:.2f} points, at most {largest_error:.2f}; largest weights "
          f"{summary['largest_row']:.2f} and {summary['largest_output']:.2f}; "
          f"{options.output} in {time.monotonic() - began:.1f} s", flush=True)
    if options.summary:
        options.summary.write_text(json.dumps(summary, indent=2) + "\n")
    return summary


def main():
    """Runs the command line."""
    try:
        train(arguments())
    except (DataError, ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
