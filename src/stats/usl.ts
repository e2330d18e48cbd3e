import { fisherTails } from "./fisher.ts";
import { studentPpf } from "./student.ts";

/** Measured throughput at a level of concurrency. */
export interface ScalePoint {
  /** Users or connections, ≥ 1. */
  readonly n: number;
  /** Per second, > 0. */
  readonly x: number;
  /** Standard error of x up to a common factor, > 0: x itself where the relative scatter is constant. */
  readonly scale: number;
}

/** One parameter. At its border of 0, standard error and interval are undefined and null. */
export interface Parameter {
  readonly value: number;
  readonly se: number | null;
  /** 95 %, never below 0. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** X(N) = λN / (1 + σ(N − 1) + κN(N − 1)), fitted. */
export interface UslFit {
  /** Throughput of one user alone. */
  readonly lambda: Parameter;
  /** Contention: the share of the work that waits for the others. */
  readonly sigma: Parameter;
  /** Coherency: the cost of agreement between any two; above 0, throughput falls beyond a peak. */
  readonly kappa: Parameter;
  /** Root of the weighted residual variance: the typical deviation, in units of `scale`. */
  readonly residual: number;
  /** Points minus free parameters. */
  readonly df: number;
  /** P-value of a straight line through 0, from an F test of the residuals. */
  readonly pLinear: number;
}

type Vector = readonly number[];
type Law = readonly [lambda: number, sigma: number, kappa: number];
/** Which of λ, σ and κ are free; the others are 0. */
type Free = readonly [true, boolean, boolean];

/** Throughput by the law. */
export function throughput(n: number, lambda: number, sigma: number, kappa: number): number {
  return (lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1));
}

/** Concurrency with the highest throughput, √((1 − σ)/κ), at least 1; null where throughput never falls. */
export const peakAt = (sigma: number, kappa: number): number | null =>
  kappa > 0 ? Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)) : null;

/**
 * Gunther's Universal Scalability Law by weighted nonlinear least squares, σ and κ not below 0 (Gunther 2007).
 *
 * Starts from the linear problem N/X = (1 + σ(N−1) + κN(N−1))/λ and from several shapes of the law, since scattered points
 * have more than one minimum, and continues with Levenberg–Marquardt. Non-negativity is by cases: of the fits with both,
 * one or none of σ and κ fixed at 0, the feasible one with the smallest residual.
 * Standard errors are those of the linearised problem, s²(JᵀWJ)⁻¹ over the free parameters.
 *
 * @returns the fit; null where no case converges
 * @throws RangeError for fewer than four levels: three parameters fit any three
 */
export function usl(given: readonly ScalePoint[]): UslFit | null {
  if (given.some(({ n, x, scale }) => !(n >= 1 && x > 0 && scale > 0 && n * x * scale < Infinity))) {
    throw new RangeError("levels must be at least 1, throughputs above 0");
  }
  if (new Set(given.map(({ n }) => n)).size < 4) throw new RangeError("at least four levels are needed");
  // in units of the first user's share, so that the search does not depend on the unit
  const first = given.reduce((a, b) => (b.n < a.n ? b : a));
  const unit = first.x / first.n;
  const points = given.map(({ n, x, scale }) => ({ n, x: x / unit, scale: scale / unit }));
  const cases: Free[] = [
    [true, true, true],
    [true, true, false],
    [true, false, true],
    [true, false, false],
  ];
  const fits = cases.flatMap((free) => {
    const at = minimum(points, free);
    return at === null ? [] : { at, free, sum: squares(points, at) };
  });
  // of equals the first, which has the most free parameters
  const best = fits.reduce<(typeof fits)[number] | null>((a, b) => (a && a.sum <= b.sum ? a : b), null);
  if (best === null) return null;
  const count = best.free.filter(Boolean).length;
  const df = points.length - count;
  const variance = best.sum / df;
  const cov = inverse(normal(points, best.at, best.free));
  if (cov === null) return null;
  let column = 0;
  const [lambda, sigma, kappa] = best.free.map((free, i): Parameter => {
    const by = i === 0 ? unit : 1;
    const value = best.at[i]! * by;
    if (!free) return { value, se: null, interval: null };
    const at = column++;
    const se = Math.sqrt(variance * cov[at]![at]!) * by;
    const half = studentPpf(0.975, df) * se;
    return { value, se, interval: [Math.max(0, value - half), value + half] };
  }) as [Parameter, Parameter, Parameter];
  return { lambda, sigma, kappa, df, residual: Math.sqrt(variance), pLinear: linear(points, best.sum) };
}

/** F test of the straight line X = λN within the law. */
function linear(points: readonly ScalePoint[], sum: number): number {
  const line = minimum(points, [true, false, false])!;
  const df = points.length - 3;
  const gain = Math.max(0, squares(points, line) - sum) / 2;
  if (gain === 0) return 1;
  return sum === 0 ? 0 : fisherTails(gain / (sum / df), 2, df).upper;
}

/** Weighted residual at each point: (law − seen) / scale. */
const residuals = (points: readonly ScalePoint[], [lambda, sigma, kappa]: Law): number[] =>
  points.map(({ n, x, scale }) => (throughput(n, lambda, sigma, kappa) - x) / scale);
const squares = (points: readonly ScalePoint[], at: Law) =>
  residuals(points, at).reduce((sum, r) => sum + r * r, 0);

/** Weighted derivatives by the free parameters, one row per point. */
function jacobian(points: readonly ScalePoint[], [lambda, sigma, kappa]: Law, free: Free): number[][] {
  return points.map(({ n, scale }) => {
    const below = 1 + sigma * (n - 1) + kappa * n * (n - 1);
    const by = -(lambda * n) / (below * below);
    return [n / below, by * (n - 1), by * n * (n - 1)].filter((_, i) => free[i]).map((d) => d / scale);
  });
}

/** JᵀWJ */
function normal(points: readonly ScalePoint[], at: Law, free: Free): number[][] {
  return gram(jacobian(points, at, free));
}

function gram(rows: readonly Vector[]): number[][] {
  const size = rows[0]!.length;
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  );
}

/** Most steps of a search. */
const STEPS = 500;
/**
 * Convergence: the share of the residual sum that one more undamped step would remove (Bates and Watts' relative offset,
 * squared), or a residual of rounding errors only.
 */
const OFFSET = 1e-12;
const ROUNDING = 1e-26;

/** Shapes that the search starts from as well: σ and κ, from none to much of either. */
const SHAPES = [0, 0.05, 0.5].flatMap((sigma) => [0, 1e-3, 0.05].map((kappa) => [sigma, kappa] as const));

/** The feasible parameters with the smallest residuals that any start leads to; null where none does. */
function minimum(points: readonly ScalePoint[], free: Free): Law | null {
  const shapes = SHAPES.filter(([sigma, kappa]) => (free[1] || sigma === 0) && (free[2] || kappa === 0));
  const starts = [start(points, free), ...shapes.map(([sigma, kappa]) => shaped(points, sigma, kappa))];
  const found = starts.flatMap((from) => {
    const at = descent(points, free, from);
    return at === null || at[1] < 0 || at[2] < 0 ? [] : [{ at, sum: squares(points, at) }];
  });
  return found.sort((a, b) => a.sum - b.sum)[0]?.at ?? null;
}

/** The law of a shape that fits best: λ is linear. */
function shaped(points: readonly ScalePoint[], sigma: number, kappa: number): Law {
  const rows = points.map(({ n, x, scale }) => [throughput(n, 1, sigma, kappa) / scale, x / scale] as const);
  const [above, below] = rows.reduce(([a, b], [one, x]) => [a + one * x, b + one * one], [0, 0]);
  return [above / below, sigma, kappa];
}

/** The minimum below a law, by Levenberg–Marquardt; null without convergence, or at a pole. */
function descent(points: readonly ScalePoint[], free: Free, from: Law): Law | null {
  let at = from;
  let sum = squares(points, at);
  if (!Number.isFinite(sum)) return null;
  let damping = 1e-3;
  for (let step = 0; step < STEPS; step++) {
    const rows = jacobian(points, at, free);
    const r = residuals(points, at);
    const matrix = gram(rows);
    const gradient = matrix.map((_, i) => rows.reduce((total, row, k) => total + row[i]! * r[k]!, 0));
    const whole = inverse(matrix);
    const promised = whole === null ? Infinity : dot(gradient, times(whole, gradient));
    if (sum <= ROUNDING * points.length || promised <= OFFSET * sum) return at;
    const damped = inverse(matrix.map((line, i) => line.map((v, j) => (i === j ? v * (1 + damping) : v))));
    if (damped === null) return null;
    const move = times(damped, gradient);
    let next = 0;
    const to = at.map((v, i) => (free[i] ? v - move[next++]! : v)) as unknown as Law;
    const poles = points.some(({ n }) => 1 + to[1] * (n - 1) + to[2] * n * (n - 1) <= 0);
    const after = poles ? Infinity : squares(points, to);
    if (after < sum) {
      at = to;
      sum = after;
      damping = Math.max(1e-15, damping / 10);
    } else {
      damping *= 10;
      if (damping > 1e15) return at; // no step reduces it
    }
  }
  return null;
}

const dot = (a: Vector, b: Vector) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
const times = (matrix: readonly Vector[], by: Vector) => matrix.map((line) => dot(line, by));

/** The linear problem N/X = a + b(N − 1) + cN(N − 1), weighted by errors propagated from X. */
function start(points: readonly ScalePoint[], free: Free): Law {
  const rows = points.map(({ n, x, scale }) => {
    const weight = (x * x) / (n * scale); // d(N/X) = −N/X² dX
    const all = [1, n - 1, n * (n - 1)].filter((_, i) => free[i]);
    return { row: all.map((v) => v * weight), y: (n / x) * weight };
  });
  const solved = inverse(gram(rows.map(({ row }) => row)));
  const first = points.reduce((a, b) => (b.n < a.n ? b : a));
  const fallback: Law = [first.x / first.n, 0, 0];
  if (solved === null) return fallback;
  const right = solved.map((_, i) => rows.reduce((sum, { row, y }) => sum + row[i]! * y, 0));
  const found = times(solved, right);
  let next = 0;
  const [a, b, c] = free.map((is) => (is ? found[next++]! : 0)) as [number, number, number];
  if (!(a > 0)) return fallback;
  return [1 / a, Math.max(0, b / a), Math.max(0, c / a)];
}

/** The inverse of a positive definite matrix, after scaling to a unit diagonal; null where it is singular. */
function inverse(matrix: readonly Vector[]): number[][] | null {
  const size = matrix.length;
  const scale = matrix.map((line, i) => Math.sqrt(line[i]!));
  if (scale.some((s) => !(s > 0 && s < Infinity))) return null;
  const work = matrix.map((line, i) => [
    ...line.map((v, j) => v / (scale[i]! * scale[j]!)),
    ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)),
  ]);
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i; k < size; k++) if (Math.abs(work[k]![i]!) > Math.abs(work[pivot]![i]!)) pivot = k;
    [work[i], work[pivot]] = [work[pivot]!, work[i]!];
    const by = work[i]![i]!;
    if (!(Math.abs(by) > 1e-14)) return null;
    work[i] = work[i]!.map((v) => v / by);
    for (let k = 0; k < size; k++) {
      const lead = work[k]![i]!;
      if (k !== i) work[k] = work[k]!.map((v, j) => v - lead * work[i]![j]!);
    }
  }
  return work.map((line, i) => line.slice(size).map((v, j) => v / (scale[i]! * scale[j]!)));
}
