"""Makes sprt.txt, the reference figures of match statistics, by other means than Agon:

    python3 crates/arena/tests/sprt.py > crates/arena/tests/sprt.txt

Likelihoods are maximised by bisection in 60 decimal digits, and the ends of intervals follow from an
integral over the characteristic function (Imhof's) instead of a saddlepoint.
"""

import math
from decimal import Decimal, getcontext

getcontext().prec = 60
SHARES = [Decimal(i) / 4 for i in range(5)]
CASES = [
    ([0, 0, 50, 7, 0], 0, 50),
    ([10, 60, 150, 70, 14], 0, 10),
    ([3, 20, 40, 35, 8], 0, 20),
    ([100, 900, 2200, 980, 130], 0, 5),
    ([39, 2226, 31451, 2412, 40], Decimal("0.2"), Decimal("0.9")),
    ([10789, 19328, 33806, 19402, 10543], -3, 1),
    ([1187, 7410, 13475, 7378, 1164], -3, 1),
    ([0, 0, 0, 0, 2000], 0, 10),
    ([2000, 0, 0, 0, 0], 0, 10),
    ([0, 0, 0, 0, 1], 0, 10),
    ([0, 0, 1, 0, 0], 0, 10),
    ([0, 0, 500, 0, 0], 0, 5),
    ([0, 0, 500, 0, 1], 0, 5),
    ([1, 0, 0, 0, 1], -20, 40),
    ([200, 0, 600, 0, 200], 0, 5),
    ([0, 3, 0, 0, 40], 100, 300),
    ([0, 0, 0, 1, 999999], 0, 1),
]


def expected(elo):
    return 1 / (1 + Decimal(10) ** (-Decimal(elo) / 400))


def fishtest_counts(counts):
    return [Decimal(count) if count else Decimal("0.001") for count in counts]


def log_likelihood(counts, mean):
    """The largest one of distributions with this mean."""
    offsets = [share - mean for share in SHARES]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(180):
        x = (low + high) / 2
        if sum(count * off / (1 + x * off) for count, off in zip(counts, offsets)) > 0:
            low = x
        else:
            high = x
    every = sum(counts)
    return sum(count * (count / every / (1 + x * off)).ln() for count, off in zip(counts, offsets))


def llr(counts, elo0, elo1):
    counts = fishtest_counts(counts)
    return log_likelihood(counts, expected(elo1)) - log_likelihood(counts, expected(elo0))


def moments(counts):
    every = sum(counts)
    mean = sum(count * share for count, share in zip(counts, SHARES)) / every
    return mean, sum(count * (share - mean) ** 2 for count, share in zip(counts, SHARES)) / every


def elo(mean):
    if mean <= 0 or mean >= 1:
        return -4000.0 if mean <= 0 else 4000.0
    return max(-4000.0, min(4000.0, float(-400 * (1 / Decimal(mean) - 1).log10())))


def normalized(counts):
    mean, variance = moments(fishtest_counts(counts))
    value = 800 / Decimal(10).ln() * (mean - Decimal("0.5")) / (2 * variance).sqrt()
    return max(-4000.0, min(4000.0, float(value)))


def chance_above(weights, mean):
    """That the mean of a Dirichlet distribution with these weights is above this."""
    terms = [(weight, i / 4 - mean) for i, weight in enumerate(weights) if weight]
    if all(off >= 0 for _, off in terms):
        return 1.0
    if all(off <= 0 for _, off in terms):
        return 0.0
    centre = sum(weight * off for weight, off in terms)
    scale = math.sqrt(sum(weight * off * off for weight, off in terms))
    if abs(centre) > 25 * scale:
        return 1.0 if centre > 0 else 0.0
    total, step, u = 0.0, 0.002, -30.0
    while u < 90:
        t = math.exp(u) / scale
        decay = sum(weight / 2 * math.log1p((t * off) ** 2) for weight, off in terms)
        if decay > 40:
            break
        total += math.sin(sum(weight * math.atan(t * off) for weight, off in terms)) * math.exp(-decay)
        u += step
    return 0.5 + total * step / math.pi


def bound(counts, place, chance):
    weights = list(counts)
    weights[place] += 1
    low, high = 0.0, 1.0
    for _ in range(45):
        middle = (low + high) / 2
        if chance_above(weights, middle) > chance:
            low = middle
        else:
            high = middle
    return elo((low + high) / 2) if 1e-12 < low < 1 - 1e-12 else elo(round(low))


print("# Reference figures for match statistics, made by sprt.py beside this file.")
print("# pairs with 0, 1/2, 1, 3/2, 2 points ; elo0 elo1 ; LLR ; Elo ; normalised Elo ; 95 % from ; to ; LOS")
for counts, elo0, elo1 in CASES:
    los = chance_above([counts[0] + 0.5] + counts[1:4] + [counts[4] + 0.5], 0.5)
    print(" ".join(map(str, counts)), f"{elo0} {elo1}", f"{llr(counts, elo0, elo1):.6f}",
          f"{elo(moments(counts)[0]):.4f}", f"{normalized(counts):.4f}", f"{bound(counts, 0, 0.975):.3f}",
          f"{bound(counts, 4, 0.025):.3f}", f"{los:.6f}", sep=" ; ")
