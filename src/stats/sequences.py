"""Whole duels, decided by a second implementation. Writes sequences.json next to this file.

It follows the rule, not the TypeScript, and uses scipy where it can (Student's t, F, Benjamini-Hochberg, trimmed means,
winsorising). It is written to be read, not to be fast. Run it again after a change of the rule:

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1
    venv/bin/python src/stats/sequences.py

A sequence has workloads. A workload has the start of each of its pairs, and tests. A test has the values of both sides,
null where a pair was lost, and `beside`: the index of the test that is its CPU per request, or null. For every look the
file stores the figures of every test in it, the rejections, and the closed workloads. No decision is so close that
rounding could turn it (`decide` asserts that).
"""

import json
import math
from pathlib import Path

import numpy as np
import scipy
from scipy import stats
from scipy.stats.mstats import winsorize

LEVEL = 0.01
TELLING_STARTS, COMMON_SD, LARGEST_SD = 6, 0.02, 0.1
CLOSEST = 1e-7  # relative distance that every decision keeps from its border


def decide(value, border):
    """value >= border; fails where rounding would decide."""
    if math.isinf(value):
        return value > border
    gap = abs(value - border) / max(abs(value), abs(border), 1e-300)
    assert gap > CLOSEST or value == border == 0, f"too close to tell: {value} and {border}"
    return value >= border


def planned_looks(most, merged):
    return [most] if merged else [n for n in (6, 10, 15, 20, 30) if n < most] + [most]


def observe(test, starts, slots, cpu=None):
    """Signed log ratios (or scaled differences) of the pairs of the first slots, with their scale."""
    pairs = [(b, h, s) for b, h, s in list(zip(test["base"], test["head"], starts))[:slots] if b is not None]
    if not pairs:
        return None
    b, h, s = (np.array(column, float) for column in zip(*pairs))
    sign = 1 if test["better"] == "lower" else -1
    if (b <= 0).any() or (h <= 0).any():
        sizes = np.abs(np.concatenate([b, h]))
        unit = np.median(sizes) or sizes.max() or 1.0  # the metric is a plain number: its small unit is 1
        r, worth = sign * (h - b) / unit, lambda x: abs(x) * unit
    else:
        unit = np.exp(np.median((np.log(b) + np.log(h)) / 2))
        r, worth = sign * np.log(h / b), lambda x: abs(unit * math.exp(x / 2) - unit * math.exp(-x / 2))
    counts = np.unique(s, return_counts=True)[1]
    least = max((test["resolution"] / unit) ** 2 / 6, 0.001**2)
    seen = {"r": r, "s": s, "worth": worth, "R": len(s) ** 2 / (counts**2).sum(), "least": least, "cpu": None}
    if cpu is not None and (b > 0).all() and (h > 0).all():
        both = list(zip(cpu["base"], cpu["head"]))[:slots]
        at = [i for i, v in enumerate(test["base"][:slots]) if v is not None]
        if all(both[i][0] is not None and both[i][0] > 0 and both[i][1] > 0 for i in at):
            seen["cpu"] = np.array([math.log(both[i][1] / both[i][0]) for i in at])
    return seen


def trimmed_t(r, least, inst):
    n = len(r)
    h = n - 2 * math.floor(0.2 * n)
    w = np.var(np.asarray(winsorize(r, (0.2, 0.2))), ddof=1)
    return stats.trim_mean(r, 0.2), math.sqrt(max(w, least) * (n - 1) / (h * (h - 1)) + inst), h - 1


def by_starts(x, starts, least, extra):
    """The mean of starts as random draws, with its standard error; None where starts do not differ."""
    groups = [x[starts == one] for one in np.unique(starts)]
    j, n = len(groups), len(x)
    if j < 2 or n == j:
        return None
    sizes, means = np.array([len(g) for g in groups]), np.array([g.mean() for g in groups])
    v = max(sum(((g - g.mean()) ** 2).sum() for g in groups) / (n - j), least)
    q = lambda w: (w * (means - np.average(means, weights=w)) ** 2).sum()
    if decide(stats.f.sf(q(1 / (v / sizes + extra)) / (j - 1), j - 1, n - j), 0.25):
        return None
    w = sizes / v
    tau2 = max(extra, (q(w) - (j - 1)) / (w.sum() - (w**2).sum() / w.sum()))  # DerSimonian and Laird
    w = 1 / (v / sizes + tau2)
    return np.average(means, weights=w), math.sqrt(max(q(w) / (j - 1), 1) / w.sum()), j - 1  # Hartung and Knapp


def figures(seen, test):
    r, n = seen["r"], len(seen["r"])
    delta, d0, s02 = test["delta"], min(8, test["d0"]), test["s02"]
    s_inst = test["s_inst"]
    if s_inst is None:
        s_inst = 0.005 if delta < 0.02 else 0.002
    inst = 2 * s_inst**2 / seen["R"]
    s2 = max(np.var(r, ddof=1), seen["least"])
    used = d0 > 0 and not decide(s2 / s02, stats.f.ppf(0.5, n - 1, d0))
    if not used:
        d0, s02 = 0, 0
    df = d0 + n - 1
    se = math.sqrt((d0 * s02 + (n - 1) * s2) / df / n + inst)
    mean = r.mean()
    trimmed, se_y, df_y = trimmed_t(r, seen["least"], inst)
    drawn = by_starts(r, seen["s"], seen["least"], inst * seen["R"])
    if drawn:
        (mean, se, df), (trimmed, se_y, df_y), used = drawn, drawn, False
    worse = [stats.t.sf(mean / se, df), stats.t.sf(trimmed / se_y, df_y)]
    better = [stats.t.cdf(mean / se, df), stats.t.cdf(trimmed / se_y, df_y)]
    asked, x = 2, seen["cpu"]
    if x is not None:
        asked = 3
        slope = np.clip(np.linalg.lstsq(x[:, None], r, rcond=None)[0][0], 0, 1)
        rest = r - slope * x
        left, se_c, df_c = by_starts(rest, seen["s"], seen["least"], inst * seen["R"]) or trimmed_t(rest, seen["least"], inst)
        middle, se_x, df_x = trimmed_t(x, seen["least"], inst)
        cpu = [(x.mean() / math.sqrt(max(np.var(x, ddof=1), seen["least"]) / n + inst), n - 1), (middle / se_x, df_x)]
        if all([decide(stats.t.cdf(*one), 0.1) for one in cpu]):
            worse.append(stats.t.sf(left / se_c, df_c))
        if all([decide(stats.t.sf(*one), 0.1) for one in cpu]):
            better.append(stats.t.cdf(left / se_c, df_c))
    worse, better = min(worse), min(better)
    lb, ub = mean - stats.t.isf(0.05, df) * se, mean + stats.t.isf(0.05, df) * se
    if n >= 10 and not drawn:
        lb = max(lb, trimmed - stats.t.isf(0.05, df_y) * se_y)
        ub = min(ub, trimmed + stats.t.isf(0.05, df_y) * se_y)
    hl = drawn[0] if drawn else np.median([(r[i] + r[j]) / 2 for i in range(n) for j in range(i, n)])
    p_worse, p_better, common, largest = min(1, asked * worse), min(1, asked * better), 0, None
    if drawn:
        largest = math.sqrt(se**2 + 2 * LARGEST_SD**2 / seen["R"])
        p_worse = min(p_worse, asked * stats.norm.sf(hl / largest))
        p_better = min(p_better, asked * stats.norm.cdf(hl / largest))
    if test["s_inst"] is None and len(np.unique(seen["s"])) < TELLING_STARTS:
        common = math.sqrt(2 * COMMON_SD**2 / seen["R"])
        p_worse, p_better = max(p_worse, stats.norm.sf(hl / common)), max(p_better, stats.norm.cdf(hl / common))
    return {
        "n": n, "R": seen["R"], "mean": mean, "se": se, "df": df, "hl": hl, "lb": lb, "ub": ub,
        "p_worse": p_worse, "p_better": p_better, "prior": bool(used), "asked": asked,
        "differ": drawn is not None, "common": common, "largest": largest,
    }


def reject(p, q):
    adjusted = stats.false_discovery_control(np.asarray(p, float), method="bh")
    return [not decide(a, q) for a in adjusted]


def verdict(f, seen, test, worse, better):
    band, floor = math.log1p(test["delta"]), test["floor"]
    below = lambda x: floor > 0 and not decide(seen["worth"](x), floor)
    if worse and f["hl"] > 0 and decide(f["hl"], band):
        return "unchanged" if below(f["hl"]) else "regressed"
    if better and f["hl"] < 0 and decide(-f["hl"], band):
        return "unchanged" if below(f["hl"]) else "improved"
    inside = decide(f["lb"], -band) and not decide(f["ub"], band)
    not_worse = not decide(f["ub"], band) and decide(f["hl"], -band)
    return "unchanged" if inside or not_worse or (below(f["lb"]) and below(f["ub"])) else "inconclusive"


def duel(sequence):
    """Adds the results of the rule to a sequence: `looked`, and at its end `verdicts`, `closed` and `mde`."""
    workloads, most = sequence["workloads"], sequence["most"]
    looks = planned_looks(most, sequence["merged"])
    keys = [(w, t) for w, workload in enumerate(workloads) for t in range(len(workload["tests"]))]
    verdicts, decided = {k: "inconclusive" for k in keys}, {}
    closed = [None] * len(workloads)
    sequence["looked"] = []
    for index, n in enumerate(looks):
        if sequence["time_up"] == index:
            n = most
        level = LEVEL * ((n / most) ** 2 - ((looks[index - 1] if index > 0 else 0) / most) ** 2)
        if all(closed):
            break
        seen, figured = {}, {}
        for w, t in keys:
            if closed[w]:
                continue
            test = workloads[w]["tests"][t]
            cpu = None if test["beside"] is None else workloads[w]["tests"][test["beside"]]
            one = observe(test, workloads[w]["starts"], n, cpu)
            if one is not None:
                seen[w, t] = one
                if len(one["r"]) >= 6 and (test["delta"] >= 0.03 or one["R"] >= 2):
                    figured[w, t] = figures(one, test)
        p = lambda side: [figured[k][side] if k in figured else 1.0 for k in keys]
        worse = dict(zip(keys, reject(p("p_worse"), level)))
        better = dict(zip(keys, reject(p("p_better"), level)))
        for k, f in figured.items():
            new = verdict(f, seen[k], workloads[k[0]]["tests"][k[1]], worse[k], better[k])
            if verdicts[k] != "improved" or new == "regressed":
                verdicts[k], decided[k] = new, {**f, "level": level}
        for w, workload in enumerate(workloads):
            if closed[w]:
                continue
            mine = [k for k in keys if k[0] == w]
            testable = [k for k in mine if k in seen]
            told = lambda k: verdicts[k] in ("unchanged", "improved")
            band = lambda k: math.log1p(workload["tests"][k[1]]["delta"])
            at_last = lambda f: f["hl"] + (f["ub"] - f["hl"]) * math.sqrt(n / most)
            hopeless = lambda k: (
                k in figured and figured[k]["n"] >= 20
                and not decide(abs(figured[k]["hl"]), band(k) / 2) and decide(at_last(figured[k]), 1.25 * band(k))
            )
            if any(verdicts[k] == "regressed" for k in mine):
                closed[w] = "regressed"
            elif testable and all(map(told, testable)):
                closed[w] = "settled"
            elif testable and all(told(k) or hopeless(k) for k in testable):
                closed[w] = "futile"
            elif n == most:
                closed[w] = "last"
        sequence["looked"].append({
            "slots": n,
            "figures": [figured.get(k) for k in keys],
            "worse": [worse[k] for k in keys],
            "better": [better[k] for k in keys],
            "closed": list(closed),
        })
        if n == most:
            break
    sequence["verdicts"] = [verdicts[k] for k in keys]
    sequence["mde"] = [smallest_visible(decided.get(k), workloads[k[0]]["tests"][k[1]], len(keys)) for k in keys]


def smallest_visible(f, test, m):
    if f is None:
        return None
    threshold = stats.t.isf(f["level"] / (f["asked"] * m), f["df"]) * f["se"]
    beyond = stats.norm.isf(f["level"] / m) * f["common"]
    visible = max(threshold, beyond, math.log1p(test["delta"])) + stats.t.ppf(0.8, f["df"]) * f["se"]
    if f["largest"] is None:
        return visible
    z = max(stats.norm.isf(f["level"] / (f["asked"] * m)) * f["largest"], math.log1p(test["delta"]))
    return min(visible, z + stats.norm.ppf(0.8) * f["largest"])


# The sequences; each name states its purpose.


def a_test(rng, n, sd=0.02, shift=0.0, level=0.01, values=None, **differs):
    """Values around `level` with a drift that both sides share; head is `shift` worse (one ratio, or one per pair)."""
    if values is None:
        drift = np.exp(rng.normal(0, 0.1, n))
        noise = np.exp(rng.normal(0, sd, n))
        head = level * drift * noise * (1 + np.broadcast_to(shift, n))
        values = [round4(v) for v in level * drift], [round4(v) for v in head]
    test = {"better": "lower", "delta": 0.03, "floor": 0, "resolution": 0, "d0": 0, "s02": 0, "s_inst": None,
            "beside": None}
    return {**test, **differs, "base": list(values[0]), "head": list(values[1])}


def round4(value):
    return float(f"{value:.5g}")


def a_workload(tests, starts=None, lost=()):
    n = len(tests[0]["base"])
    for test in tests:
        for slot in lost:
            test["base"][slot] = test["head"][slot] = None
    return {"starts": [i % 3 for i in range(n)] if starts is None else list(starts), "tests": tests}


def a_sequence(name, workloads, most=30, merged=False, time_up=None):
    return {"name": name, "most": most, "merged": merged, "time_up": time_up, "workloads": workloads}


def sequences(rng):
    t = lambda n=30, **more: a_test(rng, n, **more)
    w = a_workload
    yield a_sequence("one slow, one settled, one too noisy", [
        w([t(shift=0.09), t(shift=0.09, level=3e-4), t(shift=-0.08, better="higher", level=900)]),
        w([t(sd=0.004), t(sd=0.004), t(sd=0.005)]),
        w([t(sd=0.15), t(sd=0.12), t(sd=0.004)]),
    ])
    yield a_sequence("futility from 20 pairs, and a change that keeps a workload open", [
        w([t(sd=0.09), t(sd=0.07)]),
        w([t(sd=0.07, shift=0.025), t(sd=0.08)]),
        w([t(sd=0.08), t(sd=0.002)]),
    ])
    yield a_sequence("absolute floors", [
        w([t(shift=0.2, level=2e-5, floor=5e-6), t(shift=0.2, level=2e-5, floor=0.0)]),
        w([t(shift=0.3, level=1e-5, floor=5e-6), t(sd=0.1, level=1e-5, floor=5e-6)]),
        w([t(shift=-0.2, level=2e-5, floor=5e-6), t(shift=0.2, level=2e-3, floor=5e-6)]),
    ])
    yield a_sequence("a prior a test: fitting, dropped, capped, none", [
        w([t(sd=0.02, d0=6.5, s02=0.02**2), t(sd=0.05, d0=8, s02=0.01**2), t(sd=0.02, d0=40, s02=0.03**2), t(sd=0.02)],
          starts=[0] * 3 + [1] * 7 + [2] * 20),
        w([t(sd=0.015, shift=0.045, d0=3, s02=0.02**2), t(sd=0.015, shift=0.045)], starts=[0] * 15 + [1] * 15),
    ])
    yield a_sequence("lost pairs: unequal numbers, too few at first, too few for ever", [
        w([t(shift=0.1), t()], lost=(0, 2, 5, 11)),
        w([t(sd=0.01), t(sd=0.012)], lost=(7, 12)),
        w([t(), t()], lost=tuple(range(4, 30))),
        w([t(), t()], lost=tuple(range(30))),
    ])
    tied = lambda up: ([50.0 + i % 3 for i in range(30)], [50.0 + up + (i + i // 3) % 3 for i in range(30)])
    yield a_sequence("ties, ticks, zeros and equal values", [
        w([t(values=([7.0] * 30, [7.0] * 30)), t(values=([0.0] * 30, [0.0] * 30))]),
        w([t(values=tied(0), resolution=1.0), t(values=tied(4), resolution=1.0)]),
        w([t(values=([0.0, 1, 2, 1, 0, 3] * 5, [4.0, 5, 4, 6, 5, 4] * 5)),
           t(values=([-1.0, 2, 1, -2, 3, 1] * 5, [2.0, 1, -1, 3, -2, 1] * 5), floor=0.5)]),
        w([t(values=([3.0, 0, 4, 5, 3, 4] * 5, [8.0, 9, 7, 9, 9, 8] * 5), better="higher")]),
    ])
    fades = np.concatenate([np.full(6, -0.12), np.full(24, -0.01)])
    turns = np.concatenate([np.full(6, -0.12), np.full(24, 0.4)])
    yield a_sequence("improved stands where it fades, and falls where it turns", [
        w([t(sd=0.008, shift=fades), t(sd=0.1)]),
        w([t(sd=0.008, shift=turns), t(sd=0.1, shift=0.04)]),
    ])
    yield a_sequence("merged shards: one look", [w([t(12, shift=0.07), t(12)]), w([t(12), t(12, sd=0.004)])], 12, True)
    yield a_sequence("the time is up after 13 pairs", [
        w([t(13, sd=0.045, shift=0.05), t(13, sd=0.06)]), w([t(13, sd=0.004), t(13, sd=0.004)]),
    ], time_up=2)
    yield a_sequence("small bands need two starts and a wider start sd", [
        w([t(sd=0.003, delta=0.015), t(sd=0.003, delta=0.015, s_inst=0.001)]),
        w([t(sd=0.003, delta=0.02, shift=0.03), t(sd=0.003, shift=0.05)], starts=[0] * 12 + [1] * 18),
        w([t(sd=0.003, delta=0.01, s_inst=0.004, shift=0.013), t(sd=0.003, delta=0.025)], starts=[0, 1] * 15),
    ])
    yield a_sequence("many small p together reject what none would alone", [
        w([t(16, sd=0.035, shift=0.045) for _ in range(3)]) for _ in range(4)
    ], most=16)
    yield a_sequence("outliers: the trimmed mean sees what the mean does not", [
        w([t(20, sd=0.01, shift=np.where(np.arange(20) % 9 == 4, -0.5, 0.06)), t(20, sd=0.01)]),
    ], most=20)
    yield a_sequence("most pairs beyond the usual looks", [w([t(40, sd=0.05, shift=0.03), t(40, sd=0.06)])], most=40)
    def disturbed(n, shift, sd=0.05, own=0.01, cpu=0.0, **more):
        """A latency and CPU with shared noise; `shift` and `cpu` are head's own changes of them."""
        both = rng.normal(0, sd, n)
        side = lambda at, values: ([round4(at)] * n, [round4(v) for v in at * np.exp(values)])
        latency = t(n, values=side(0.01, both + rng.normal(0, own, n) + shift), beside=1, **more)
        return w([latency, t(n, values=side(5e-4, both + rng.normal(0, own, n) + cpu))])
    yield a_sequence("CPU beside a latency: slower, not slower, cheaper and as slow, faster", [
        disturbed(30, 0.05), disturbed(30, 0.0), disturbed(30, 0.0, cpu=-0.06), disturbed(30, -0.05),
    ])
    yield a_sequence("CPU beside a latency: dearer and slower, cheaper and faster, lost pairs, a CPU of 0", [
        disturbed(20, 0.06, cpu=0.06), disturbed(20, -0.06, cpu=-0.06),
        w(disturbed(20, 0.05)["tests"], lost=(1, 8, 15)),
        w([t(20, shift=0.05, beside=1), t(20, values=([0.0] * 20, [0.0] * 20))]),
    ], most=20)
    luck = lambda sd, sizes: np.concatenate([np.full(n, one) for n, one in zip(sizes, rng.normal(0, sd, len(sizes)))])
    spread = [2] * 5 + [3, 2, 3, 2, 4, 3, 3]
    labels = [i for i, n in enumerate(spread) for _ in range(n)]
    yield a_sequence("starts with luck of their own: slow, lucky, hidden, and none of it", [
        w([t(sd=0.01, shift=0.12 + luck(0.02, spread)), t(sd=0.01, shift=luck(0.01, spread))], starts=labels),
        w([t(sd=0.01, shift=luck(0.04, spread)), t(sd=0.03, shift=luck(0.03, spread))], starts=labels),
        disturbed(30, 0.05 + luck(0.03, [3] * 10)),
        w([t(sd=0.01), t(sd=0.01, d0=8, s02=0.01**2)], starts=labels),
    ])
    for i in range(12):
        most = int(rng.choice([6, 9, 10, 18, 24]))
        yield a_sequence(f"drawn at random, {i + 1}", [
            w([t(most, sd=float(rng.choice([0.005, 0.02, 0.05])), shift=float(rng.choice([0, 0, 0.05, -0.05, 0.1])),
                 better=str(rng.choice(["lower", "higher"])), d0=float(rng.choice([0, 4, 8])), s02=0.02**2,
                 delta=float(rng.choice([0.03, 0.05, 0.1])))
               for _ in range(int(rng.integers(1, 4)))],
              starts=[int(s) for s in rng.integers(0, 3, most)],
              lost=[int(s) for s in np.nonzero(rng.random(most) < 0.08)[0]])
            for _ in range(int(rng.integers(1, 4)))
        ], most=most, merged=bool(rng.random() < 0.2))


def rounded(value):
    """Twelve digits suffice for a tolerance of 1e-9, and halve the file."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    return float(f"{value:.12g}") if isinstance(value, (float, np.floating)) else value


if __name__ == "__main__":
    found = list(sequences(np.random.default_rng(20261121)))
    for sequence in found:
        duel(sequence)
        print(sequence["name"], [(look["slots"], look["closed"]) for look in sequence["looked"]], sequence["verdicts"])
    head = {"made_by": "sequences.py", "scipy": scipy.__version__, "numpy": np.__version__}
    lines = ",\n".join(json.dumps(rounded(sequence), separators=(",", ":")) for sequence in found)
    text = json.dumps(head, separators=(",", ":"))[:-1] + ',"sequences":[\n' + lines + "\n]}\n"
    Path(__file__).with_name("sequences.json").write_text(text)
    print(f"{len(text) / 1000:.0f} kB")
