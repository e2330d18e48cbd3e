"""Fits of the Universal Scalability Law by scipy. Writes usl.json next to this file.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1
    venv/bin/python src/stats/usl.py && npx biome format --write src/stats/usl.json

Each case has points and the result of `scipy.optimize.curve_fit` (`sigma`: the relative scale of the points). Where an
unconstrained fit has sigma or kappa below 0, the case holds the bounded fit without standard errors, which are not
defined at a border. `p_linear` is the F test of X = lambda N within the law.
"""

import json
from pathlib import Path

import numpy as np
import scipy
from scipy import stats
from scipy.optimize import curve_fit

LEVELS = {
    "short": [1, 2, 4, 8],
    "doubling": [1, 2, 4, 8, 16, 32],
    "long": [1, 2, 4, 8, 16, 32, 64, 128],
    "uneven": [1, 3, 4, 10, 25, 26, 60],
    "high": [10, 20, 50, 100, 200],
}
# lambda, sigma, kappa, relative scatter, repeats, levels
CASES = [
    (995.6, 0.0267, 0.000769, 0.01, 3, "doubling"),
    (100.0, 0.05, 0.0005, 0.02, 3, "long"),
    (2500.0, 0.2, 0.01, 0.03, 2, "doubling"),
    (50.0, 0.0, 0.002, 0.01, 3, "doubling"),
    (50.0, 0.1, 0.0, 0.01, 3, "doubling"),
    (50.0, 0.0, 0.0, 0.02, 3, "doubling"),
    (800.0, 0.5, 0.0, 0.05, 4, "long"),
    (3.0, 0.02, 0.0001, 0.005, 1, "long"),
    (12000.0, 0.03, 0.002, 0.1, 3, "uneven"),
    (700.0, 0.01, 0.00004, 0.02, 3, "high"),
    (400.0, 0.3, 0.02, 0.01, 2, "short"),
    (1.5, 0.9, 0.05, 0.02, 5, "doubling"),
]


def law(n, lam, sigma, kappa):
    return lam * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))


def fit(n, x, scale, names):
    """curve_fit over the named parameters, the others 0; the better result of two starting points."""

    def part(n, *values):
        given = dict(zip(names, values))
        return law(n, given["lam"], given.get("sigma", 0.0), given.get("kappa", 0.0))

    best = None
    for first in ({"lam": x[0] / n[0], "sigma": 0.01, "kappa": 0.0001}, {"lam": x[0] / n[0], "sigma": 0.3, "kappa": 0.01}):
        guess = [first[name] for name in names]
        values, covariance = curve_fit(part, n, x, p0=guess, sigma=scale, absolute_sigma=False, maxfev=100_000, ftol=1e-15, xtol=1e-15, gtol=1e-15)
        total = float(np.sum(((part(n, *values) - x) / scale) ** 2))
        if best is None or total < best[2]:
            best = (values, covariance, total)
    return best


def case(seed, lam, sigma, kappa, scatter, repeats, levels):
    rng = np.random.default_rng(seed)
    n = np.repeat(np.array(LEVELS[levels], dtype=float), repeats)
    x = np.array([float(f"{v:.6g}") for v in law(n, lam, sigma, kappa) * np.exp(scatter * rng.standard_normal(n.size))])
    scale = x.copy()
    candidates = []
    for names in (("lam", "sigma", "kappa"), ("lam", "sigma"), ("lam", "kappa"), ("lam",)):
        values, covariance, total = fit(n, x, scale, names)
        given = dict(zip(names, map(float, values)))
        if given.get("sigma", 0) >= 0 and given.get("kappa", 0) >= 0:
            candidates.append((total, names, given, covariance))
    total, names, given, covariance = min(candidates, key=lambda one: one[0])
    df = n.size - len(names)
    errors = dict(zip(names, map(float, np.sqrt(np.diag(covariance)))))
    line = fit(n, x, scale, ("lam",))[2]
    f = max(0.0, line - total) / 2 / (total / (n.size - 3))
    return {
        "points": [[float(a), float(b)] for a, b in zip(n, x)],
        "lambda": given["lam"],
        "sigma": given.get("sigma", 0.0),
        "kappa": given.get("kappa", 0.0),
        "se": {"lambda": errors["lam"], "sigma": errors.get("sigma"), "kappa": errors.get("kappa")},
        "df": int(df),
        "residual": float(np.sqrt(total / df)),
        "p_linear": float(stats.f.sf(f, 2, n.size - 3)) if f > 0 else 1.0,
    }


out = {"scipy": scipy.__version__, "cases": [case(i + 1, *one) for i, one in enumerate(CASES)]}
Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=1) + "\n")
