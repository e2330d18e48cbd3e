// src/stats/samples.ts
function mean(values) {
	some(values, 1);
	return values.reduce((sum, v) => sum + v, 0) / values.length;
}
function variance(values) {
	some(values, 2);
	const centre = mean(values);
	return values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / (values.length - 1);
}
const median = (values) => quantile(values, .5);
function quantile(values, q) {
	some(values, 1);
	if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies in [0, 1], not at ${q}`);
	const sorted = ordered(values);
	const at = (sorted.length - 1) * q;
	const below = Math.floor(at);
	const low = sorted[below];
	const high = sorted[Math.min(below + 1, sorted.length - 1)];
	return low === high ? low : low + (at - below) * (high - low);
}
function hodgesLehmann(values) {
	some(values, 1);
	const n = values.length;
	const means = new Float64Array(n * (n + 1) / 2);
	let at = 0;
	for (let i = 0; i < n; i++) for (let j = i; j < n; j++) means[at++] = (values[i] + values[j]) / 2;
	means.sort();
	const [low, high] = [means[at - 1 >> 1], means[at >> 1]];
	return low === high ? low : low + (high - low) / 2;
}
function trimmed(values, share) {
	some(values, 1);
	if (!(share >= 0 && share < .5)) throw new RangeError(`the trimmed share lies in [0, 0.5), not at ${share}`);
	const sorted = ordered(values);
	const cut = Math.floor(share * values.length);
	const [low, high] = [sorted[cut], sorted[sorted.length - 1 - cut]];
	return {
		mean: mean(sorted.slice(cut, sorted.length - cut)),
		winsorised: values.map((v) => Math.min(high, Math.max(low, v))),
		kept: values.length - 2 * cut
	};
}
const ordered = (values) => [...values].sort((a, b) => a - b);
function some(values, least) {
	if (values.length < least) throw new RangeError(`${values.length} values, but at least ${least} are needed`);
	if (values.some(Number.isNaN)) throw new RangeError("a sample with NaN in it");
}

// src/stats/gamma.ts
const SHIFT = 15;
function logGamma(x) {
	positive(x);
	let product = 1;
	let y = x;
	for (; y < SHIFT; y++) product *= y;
	const z = 1 / (y * y);
	const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z / 1188)))) / y;
	return (y - .5) * Math.log(y) - y + .5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
function digamma(x) {
	positive(x);
	let sum = 0;
	let y = x;
	for (; y < SHIFT; y++) sum -= 1 / y;
	const z = 1 / (y * y);
	const series = z * (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z / 132))));
	return sum + Math.log(y) - .5 / y - series;
}
function trigamma(x) {
	positive(x);
	let sum = 0;
	let y = x;
	for (; y < SHIFT; y++) sum += 1 / (y * y);
	const z = 1 / (y * y);
	const series = z * (1 / 6 - z * (1 / 30 - z * (1 / 42 - z * (1 / 30 - z * 5 / 66))));
	return sum + (1 + .5 / y + series) / y;
}
function trigammaInverse(y) {
	positive(y);
	if (y > 1e7) return 1 / Math.sqrt(y);
	if (y < 1e-6) return 1 / y;
	let x = .5 + 1 / y;
	for (let i = 0; i < 100; i++) {
		const tri = trigamma(x);
		const step = tri * (1 - tri / y) / tetragamma(x);
		x += step;
		if (Math.abs(step) < 1e-15 * x) break;
	}
	return x;
}
function tetragamma(x) {
	let sum = 0;
	let y = x;
	for (; y < SHIFT; y++) sum -= 2 / y ** 3;
	const z = 1 / (y * y);
	return sum - z * (1 + 1 / y + z * (.5 - z * (1 / 6 - z * (1 / 6 - z * .3))));
}
function positive(x) {
	if (!(x > 0)) throw new RangeError(`defined for numbers above 0, not for ${x}`);
}

// src/stats/root.ts
function root(f, low, high, start) {
	let [below, above, u] = [
		low,
		high,
		start
	];
	for (let i = 0; i < 200; i++) {
		const [value, slope] = f(u);
		if (value === 0) return u;
		if (value < 0) below = u;
		else above = u;
		const newton = u - value / slope;
		const next = newton > below && newton < above ? newton : (below + above) / 2;
		if (Math.abs(next - u) <= 1e-14 * Math.max(1, Math.abs(u))) return next;
		u = next;
	}
	return u;
}

// src/stats/beta.ts
function betaTails(a, b, x, y = 1 - x) {
	if (!(a > 0 && b > 0)) throw new RangeError(`a beta distribution has shapes above 0, not ${a} and ${b}`);
	if (!(x >= 0 && y >= 0)) throw new RangeError(`a beta variable lies in [0, 1], not at ${x}`);
	if (x === 0) return {
		lower: 0,
		upper: 1
	};
	if (y === 0) return {
		lower: 1,
		upper: 0
	};
	return split(a, b, x, y, kernel(a, b, logBeta(a, b), x, y));
}
function split(a, b, x, y, front) {
	if (x < (a + 1) / (a + b + 2)) {
		const lower = Math.min(1, front * fraction(a, b, x) / a);
		return {
			lower,
			upper: 1 - lower
		};
	}
	const upper = Math.min(1, front * fraction(b, a, y) / b);
	return {
		lower: 1 - upper,
		upper
	};
}
const kernel = (a, b, lnB, x, y) => Math.exp(a * Math.log(x) + b * Math.log(y) - lnB);
const logBeta = (a, b) => logGamma(a) + logGamma(b) - logGamma(a + b);
function fraction(a, b, x) {
	const tiny = 1e-300;
	const away = (v) => Math.abs(v) < tiny ? tiny : v;
	let c = 1;
	let d = 1 / away(1 - (a + b) * x / (a + 1));
	let product = d;
	for (let m = 1; m < 2e4; m++) {
		const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / away(1 + even * d);
		c = away(1 + even / c);
		product *= d * c;
		const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / away(1 + odd * d);
		c = away(1 + odd / c);
		const step = d * c;
		product *= step;
		if (Math.abs(step - 1) < 1e-15) break;
	}
	return product;
}
function betaOdds(a, b, { lower, upper }) {
	if (lower <= 0) return 0;
	if (upper <= 0) return Number.POSITIVE_INFINITY;
	const left = lower <= upper;
	const goal = Math.log(left ? lower : upper);
	const sign = left ? 1 : -1;
	const lnB = logBeta(a, b);
	const at = (u) => {
		const x = 1 / (1 + Math.exp(-u));
		const y = 1 / (1 + Math.exp(u));
		const front = x > 0 && y > 0 ? kernel(a, b, lnB, x, y) : 0;
		const tails = split(a, b, x, y, front);
		const tail = left ? tails.lower : tails.upper;
		if (tail === 0) return [left ? -1e9 : 1e9, NaN];
		return [sign * (Math.log(tail) - goal), front / tail];
	};
	return Math.exp(root(at, -700, 700, Math.log(a / b)));
}
function betaPpf(p, a, b) {
	probability(p);
	const odds = betaOdds(a, b, {
		lower: p,
		upper: 1 - p
	});
	return odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
}
function clopperPearson(k, n, level) {
	if (!(n > 0 && k >= 0 && k <= n)) throw new RangeError(`no share of ${k} in ${n}`);
	probability(level);
	return [k === 0 ? 0 : betaPpf(level, k, n - k + 1), k === n ? 1 : betaPpf(1 - level, k + 1, n - k)];
}
function probability(p) {
	if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies in [0, 1], not at ${p}`);
}

// src/stats/student.ts
function studentTails(t, df) {
	if (!(df > 0 && df < Number.POSITIVE_INFINITY)) throw new RangeError(`no t distribution with ${df} degrees of freedom`);
	if (Number.isNaN(t)) throw new RangeError("t is not a number");
	const square = t * t;
	const { lower, upper } = square === Number.POSITIVE_INFINITY ? {
		lower: 1,
		upper: 0
	} : betaTails(.5, df / 2, square / (df + square), df / (df + square));
	const far = upper / 2;
	const near = .5 + lower / 2;
	return t >= 0 ? {
		lower: near,
		upper: far
	} : {
		lower: far,
		upper: near
	};
}
const studentSf = (t, df) => studentTails(t, df).upper;
function studentPpf(p, df) {
	probability(p);
	if (!(df > 0)) throw new RangeError(`no t distribution with ${df} degrees of freedom`);
	if (p === .5) return 0;
	const tail = Math.min(p, 1 - p);
	const odds = betaOdds(.5, df / 2, {
		lower: 1 - 2 * tail,
		upper: 2 * tail
	});
	const t = Math.sqrt(df * odds);
	return p < .5 ? -t : t;
}

// src/stats/location.ts
const NO_PRIOR = {
	df: 0,
	variance: 0
};
function pValues({ estimate, se, df }) {
	const { lower, upper } = studentTails(estimate / se, df);
	return {
		above: upper,
		below: lower
	};
}
function interval({ estimate, se, df }, out) {
	const half = studentPpf(1 - out, df) * se;
	return [estimate - half, estimate + half];
}
function moderated(own, prior) {
	const df = own.df + prior.df;
	if (!(df > 0)) throw new RangeError("a variance without degrees of freedom");
	const weight = (v) => v.df > 0 ? v.df * v.variance : 0;
	return {
		df,
		variance: (weight(own) + weight(prior)) / df
	};
}
function meanEstimate(values, { prior = NO_PRIOR, floor = 0, extra = 0 } = {}) {
	const n = values.length;
	const both = moderated({
		df: n - 1,
		variance: n > 1 ? Math.max(variance(values), floor) : 0
	}, prior);
	return checked({
		estimate: mean(values),
		se: Math.sqrt(both.variance / n + extra),
		df: both.df
	});
}
function trimmedEstimate(values, { floor = 0, extra = 0 } = {}) {
	const { mean: centre, winsorised, kept } = trimmed(values, .2);
	const spread = Math.max(variance(winsorised), floor);
	return checked({
		estimate: centre,
		se: Math.sqrt(spread * (values.length - 1) / (kept * (kept - 1)) + extra),
		df: kept - 1
	});
}
function unexplained(values, companions) {
	if (companions.length !== values.length) throw new RangeError("every value needs a companion");
	const products = values.reduce((sum, v, i) => sum + v * companions[i], 0);
	const squares = companions.reduce((sum, c) => sum + c * c, 0);
	const slope = squares > 0 ? Math.min(1, Math.max(0, products / squares)) : 0;
	return values.map((v, i) => v - slope * companions[i]);
}
function predictiveEstimate(earlier, candidate, prior = NO_PRIOR, floor = 0) {
	const k = earlier.length;
	const both = moderated({
		df: k - 1,
		variance: k > 1 ? Math.max(variance(earlier), floor) : 0
	}, prior);
	return checked({
		estimate: candidate - mean(earlier),
		se: Math.sqrt(both.variance * (1 + 1 / k)),
		df: both.df
	});
}
function checked(estimate) {
	if (estimate.se > 0 && estimate.df > 0) return estimate;
	throw new RangeError("equal values have no standard error: pass a floor");
}

// src/stats/fisher.ts
function fisherTails(x, d1, d2) {
	if (!(x >= 0)) throw new RangeError(`an F ratio is at least 0, not ${x}`);
	if (x === Number.POSITIVE_INFINITY) return {
		lower: 1,
		upper: 0
	};
	return betaTails(d1 / 2, d2 / 2, d1 * x / (d1 * x + d2), d2 / (d1 * x + d2));
}
const fisherCdf = (x, d1, d2) => fisherTails(x, d1, d2).lower;
function fisherPpf(p, d1, d2) {
	probability(p);
	if (!(d1 > 0 && d2 > 0)) throw new RangeError(`no F distribution with ${d1} and ${d2} degrees of freedom`);
	return d2 / d1 * betaOdds(d1 / 2, d2 / 2, {
		lower: p,
		upper: 1 - p
	});
}

// src/stats/usl.ts
function throughput(n, lambda, sigma, kappa) {
	return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
}
const peakAt = (sigma, kappa) => kappa > 0 ? Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)) : null;
function usl(given) {
	if (given.some(({ n, x, scale }) => !(n >= 1 && x > 0 && scale > 0 && n * x * scale < Infinity))) throw new RangeError("levels must be at least 1, throughputs above 0");
	if (new Set(given.map(({ n }) => n)).size < 4) throw new RangeError("at least four levels are needed");
	const first = given.reduce((a, b) => b.n < a.n ? b : a);
	const unit = first.x / first.n;
	const points = given.map(({ n, x, scale }) => ({
		n,
		x: x / unit,
		scale: scale / unit
	}));
	const best = [
		[
			true,
			true,
			true
		],
		[
			true,
			true,
			false
		],
		[
			true,
			false,
			true
		],
		[
			true,
			false,
			false
		]
	].flatMap((free) => {
		const at = minimum(points, free);
		return at === null ? [] : {
			at,
			free,
			sum: squares$1(points, at)
		};
	}).reduce((a, b) => a && a.sum <= b.sum ? a : b, null);
	if (best === null) return null;
	const count = best.free.filter(Boolean).length;
	const df = points.length - count;
	const variance = best.sum / df;
	const cov = inverse(normal(points, best.at, best.free));
	if (cov === null) return null;
	let column = 0;
	const [lambda, sigma, kappa] = best.free.map((free, i) => {
		const by = i === 0 ? unit : 1;
		const value = best.at[i] * by;
		if (!free) return {
			value,
			se: null,
			interval: null
		};
		const at = column++;
		const se = Math.sqrt(variance * cov[at][at]) * by;
		const half = studentPpf(.975, df) * se;
		return {
			value,
			se,
			interval: [Math.max(0, value - half), value + half]
		};
	});
	return {
		lambda,
		sigma,
		kappa,
		df,
		residual: Math.sqrt(variance),
		pLinear: linear(points, best.sum)
	};
}
function linear(points, sum) {
	const line = minimum(points, [
		true,
		false,
		false
	]);
	const df = points.length - 3;
	const gain = Math.max(0, squares$1(points, line) - sum) / 2;
	if (gain === 0) return 1;
	return sum === 0 ? 0 : fisherTails(gain / (sum / df), 2, df).upper;
}
const residuals = (points, [lambda, sigma, kappa]) => points.map(({ n, x, scale }) => (throughput(n, lambda, sigma, kappa) - x) / scale);
const squares$1 = (points, at) => residuals(points, at).reduce((sum, r) => sum + r * r, 0);
function jacobian(points, [lambda, sigma, kappa], free) {
	return points.map(({ n, scale }) => {
		const below = 1 + sigma * (n - 1) + kappa * n * (n - 1);
		const by = -(lambda * n) / (below * below);
		return [
			n / below,
			by * (n - 1),
			by * n * (n - 1)
		].filter((_, i) => free[i]).map((d) => d / scale);
	});
}
function normal(points, at, free) {
	return gram(jacobian(points, at, free));
}
function gram(rows) {
	const size = rows[0].length;
	return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)));
}
const STEPS = 500;
const OFFSET = 1e-12;
const ROUNDING = 1e-26;
const SHAPES = [
	0,
	.05,
	.5
].flatMap((sigma) => [
	0,
	.001,
	.05
].map((kappa) => [sigma, kappa]));
function minimum(points, free) {
	const shapes = SHAPES.filter(([sigma, kappa]) => (free[1] || sigma === 0) && (free[2] || kappa === 0));
	return [start(points, free), ...shapes.map(([sigma, kappa]) => shaped(points, sigma, kappa))].flatMap((from) => {
		const at = descent(points, free, from);
		return at === null || at[1] < 0 || at[2] < 0 ? [] : [{
			at,
			sum: squares$1(points, at)
		}];
	}).sort((a, b) => a.sum - b.sum)[0]?.at ?? null;
}
function shaped(points, sigma, kappa) {
	const [above, below] = points.map(({ n, x, scale }) => [throughput(n, 1, sigma, kappa) / scale, x / scale]).reduce(([a, b], [one, x]) => [a + one * x, b + one * one], [0, 0]);
	return [
		above / below,
		sigma,
		kappa
	];
}
function descent(points, free, from) {
	let at = from;
	let sum = squares$1(points, at);
	if (!Number.isFinite(sum)) return null;
	let damping = .001;
	for (let step = 0; step < STEPS; step++) {
		const rows = jacobian(points, at, free);
		const r = residuals(points, at);
		const matrix = gram(rows);
		const gradient = matrix.map((_, i) => rows.reduce((total, row, k) => total + row[i] * r[k], 0));
		const whole = inverse(matrix);
		const promised = whole === null ? Infinity : dot(gradient, times(whole, gradient));
		if (sum <= ROUNDING * points.length || promised <= OFFSET * sum) return at;
		const damped = inverse(matrix.map((line, i) => line.map((v, j) => i === j ? v * (1 + damping) : v)));
		if (damped === null) return null;
		const move = times(damped, gradient);
		let next = 0;
		const to = at.map((v, i) => free[i] ? v - move[next++] : v);
		const after = points.some(({ n }) => 1 + to[1] * (n - 1) + to[2] * n * (n - 1) <= 0) ? Infinity : squares$1(points, to);
		if (after < sum) {
			at = to;
			sum = after;
			damping = Math.max(1e-15, damping / 10);
		} else {
			damping *= 10;
			if (damping > 0x38d7ea4c68000) return at;
		}
	}
	return null;
}
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
const times = (matrix, by) => matrix.map((line) => dot(line, by));
function start(points, free) {
	const rows = points.map(({ n, x, scale }) => {
		const weight = x * x / (n * scale);
		return {
			row: [
				1,
				n - 1,
				n * (n - 1)
			].filter((_, i) => free[i]).map((v) => v * weight),
			y: n / x * weight
		};
	});
	const solved = inverse(gram(rows.map(({ row }) => row)));
	const first = points.reduce((a, b) => b.n < a.n ? b : a);
	const fallback = [
		first.x / first.n,
		0,
		0
	];
	if (solved === null) return fallback;
	const right = solved.map((_, i) => rows.reduce((sum, { row, y }) => sum + row[i] * y, 0));
	const found = times(solved, right);
	let next = 0;
	const [a, b, c] = free.map((is) => is ? found[next++] : 0);
	if (!(a > 0)) return fallback;
	return [
		1 / a,
		Math.max(0, b / a),
		Math.max(0, c / a)
	];
}
function inverse(matrix) {
	const size = matrix.length;
	const scale = matrix.map((line, i) => Math.sqrt(line[i]));
	if (scale.some((s) => !(s > 0 && s < Infinity))) return null;
	const work = matrix.map((line, i) => [...line.map((v, j) => v / (scale[i] * scale[j])), ...Array.from({ length: size }, (_, j) => i === j ? 1 : 0)]);
	for (let i = 0; i < size; i++) {
		let pivot = i;
		for (let k = i; k < size; k++) if (Math.abs(work[k][i]) > Math.abs(work[pivot][i])) pivot = k;
		[work[i], work[pivot]] = [work[pivot], work[i]];
		const by = work[i][i];
		if (!(Math.abs(by) > 1e-14)) return null;
		work[i] = work[i].map((v) => v / by);
		for (let k = 0; k < size; k++) {
			const lead = work[k][i];
			if (k !== i) work[k] = work[k].map((v, j) => v - lead * work[i][j]);
		}
	}
	return work.map((line, i) => line.slice(size).map((v, j) => v / (scale[i] * scale[j])));
}

// src/stats/prior.ts
function fitVariancePrior(variances, df, cap) {
	if (!variances.every((s2) => s2 > 0)) throw new RangeError("a variance prior needs variances above 0");
	const halves = variances.map((_, i) => (typeof df === "number" ? df : df[i] ?? 0) / 2);
	const logs = variances.map((s2, i) => Math.log(s2) - digamma(halves[i]) + Math.log(halves[i]));
	const excess = variance(logs) - mean(halves.map(trigamma));
	const centre = mean(logs);
	if (excess <= 0) return capped(centre, cap);
	const d0 = 2 * trigammaInverse(excess);
	return d0 >= cap ? capped(centre, cap) : capped(centre, d0);
}
const capped = (centre, d0) => ({
	df: d0,
	variance: Math.exp(centre + digamma(d0 / 2) - Math.log(d0 / 2))
});

// src/stats/normal.ts
function normalTails(z) {
	if (Number.isNaN(z)) throw new RangeError("z is not a number");
	const x = Math.abs(z) / Math.SQRT2;
	const central = x < 1.25 ? erf(x) : void 0;
	const far = central === void 0 ? erfc(x) / 2 : (1 - central) / 2;
	const near = 1 - far;
	return z >= 0 ? {
		lower: near,
		upper: far
	} : {
		lower: far,
		upper: near
	};
}
function normalPpf(p) {
	probability(p);
	if (p === .5) return 0;
	const tail = Math.min(p, 1 - p);
	if (tail === 0) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	const goal = Math.log(tail);
	const z = root((at) => {
		const { upper } = normalTails(at);
		if (upper === 0) return [1e9, NaN];
		return [goal - Math.log(upper), Math.exp(-at * at / 2) / Math.sqrt(2 * Math.PI) / upper];
	}, 0, 40, Math.sqrt(-2 * Math.log(2 * tail)));
	return p < .5 ? -z : z;
}
function erf(x) {
	let term = x;
	let sum = x;
	for (let n = 1; term > 1e-17 * sum; n++) {
		term *= 2 * x * x / (2 * n + 1);
		sum += term;
	}
	return 2 * sum / Math.sqrt(Math.PI) * Math.exp(-x * x);
}
function erfc(x) {
	let f = 0;
	for (let n = 120; n >= 1; n--) f = n / 2 / (x + f);
	return Math.exp(-x * x) / (x + f) / Math.sqrt(Math.PI);
}

// src/stats/starts.ts
function startVariances(values, starts, floor) {
	const groups = grouped(values, starts);
	const within = withinStarts(groups, floor);
	return within === null ? null : {
		within,
		between: Math.max(0, betweenStarts(groups, within))
	};
}
function startsFigures(values, starts, { extra, floor }) {
	const groups = grouped(values, starts);
	const variance = withinStarts(groups, floor);
	if (variance === null) return null;
	const [between, within] = [groups.length - 1, values.length - groups.length];
	const spread = scatter(groups, (n) => 1 / (variance / n + extra));
	const { upper } = fisherTails(spread.squares / between, between, within);
	const tau = Math.max(extra, betweenStarts(groups, variance));
	const { centre, weight, squares: q } = scatter(groups, (n) => 1 / (variance / n + tau));
	return {
		p: upper,
		estimate: {
			estimate: centre,
			se: Math.sqrt(Math.max(q / between, 1) / weight),
			df: between
		}
	};
}
function grouped(values, starts) {
	const of = /* @__PURE__ */ new Map();
	for (const [i, value] of values.entries()) {
		const start = starts[i];
		if (start === void 0) throw new RangeError("every value needs a start");
		const group = of.get(start);
		if (group) group.push(value);
		else of.set(start, [value]);
	}
	return [...of.values()].map((all) => {
		const centre = mean(all);
		return {
			n: all.length,
			mean: centre,
			squares: all.reduce((sum, v) => sum + (v - centre) ** 2, 0)
		};
	});
}
function withinStarts(groups, floor) {
	const df = groups.reduce((sum, { n }) => sum + n - 1, 0);
	if (groups.length < 2 || df < 1) return null;
	return Math.max(groups.reduce((sum, { squares }) => sum + squares, 0) / df, floor);
}
function betweenStarts(groups, variance) {
	const { weight, weights, squares } = scatter(groups, (n) => n / variance);
	const size = weight - weights.reduce((sum, w) => sum + w * w, 0) / weight;
	return (squares - (groups.length - 1)) / size;
}
function scatter(groups, weigh) {
	const weights = groups.map(({ n }) => weigh(n));
	const weight = weights.reduce((sum, w) => sum + w, 0);
	const centre = groups.reduce((sum, { mean }, i) => sum + weights[i] * mean, 0) / weight;
	return {
		weights,
		weight,
		centre,
		squares: groups.reduce((sum, { mean }, i) => sum + weights[i] * (mean - centre) ** 2, 0)
	};
}

// src/stats/pair.ts
const askedWith = (companion) => companion ? 3 : 2;
const STARTS_DIFFER = .25;
const BOTH_BOUNDS = 10;
const CPU_MOVED = .1;
function pairFigures(ratios, settings) {
	const { floor } = settings;
	const startVariance = 2 * settings.startSd ** 2;
	const extra = startVariance / settings.starts;
	const prior = steadying({
		df: ratios.length - 1,
		variance: Math.max(variance(ratios), floor)
	}, settings.prior);
	const drawn = byStarts(ratios, settings, startVariance);
	const mean = drawn ?? meanEstimate(ratios, {
		prior,
		floor,
		extra
	});
	const trimmed = drawn ?? trimmedEstimate(ratios, {
		floor,
		extra
	});
	const p = [mean, trimmed].map(pValues);
	const adjusted = settings.companion ? cpuAdjusted(ratios, settings.companion, settings, startVariance) : null;
	const asked = askedWith(adjusted !== null);
	const above = Math.min(...p.map((tails) => tails.above), adjusted?.above ?? 1);
	const below = Math.min(...p.map((tails) => tails.below), adjusted?.below ?? 1);
	let [low, high] = bounds(mean);
	if (ratios.length >= BOTH_BOUNDS && drawn === null) {
		const [trimmedLow, trimmedHigh] = bounds(trimmed);
		[low, high] = [Math.max(low, trimmedLow), Math.min(high, trimmedHigh)];
	}
	return {
		mean,
		trimmed,
		shift: drawn?.estimate ?? hodgesLehmann(ratios),
		asked,
		pWorse: Math.min(1, asked * above),
		pBetter: Math.min(1, asked * below),
		bounds: [low, high],
		priorUsed: prior.df > 0 && drawn === null,
		startsDiffer: drawn !== null
	};
}
function byStarts(values, { startOf, floor }, extra) {
	const found = startOf ? startsFigures(values, startOf, {
		extra,
		floor
	}) : null;
	return found !== null && found.p < .25 ? found.estimate : null;
}
function cpuAdjusted(ratios, cpu, settings, startVariance) {
	const least = {
		floor: settings.floor,
		extra: startVariance / settings.starts
	};
	const own = [meanEstimate(cpu, least), trimmedEstimate(cpu, least)].map(pValues);
	const rest = unexplained(ratios, cpu);
	const { above, below } = pValues(byStarts(rest, settings, startVariance) ?? trimmedEstimate(rest, least));
	return {
		above: own.some((p) => p.below < CPU_MOVED) ? 1 : above,
		below: own.some((p) => p.above < CPU_MOVED) ? 1 : below
	};
}
function steadying(own, prior) {
	if (prior.df <= 0) return NO_PRIOR;
	return fisherCdf(own.variance / prior.variance, own.df, prior.df) > .5 ? NO_PRIOR : prior;
}
function effectiveStarts(starts) {
	if (starts.length === 0) throw new RangeError("effective starts need at least one pair");
	const counts = /* @__PURE__ */ new Map();
	for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
	return starts.length ** 2 / [...counts.values()].reduce((sum, n) => sum + n * n, 0);
}
const bounds95 = /* @__PURE__ */ new Map();
function bounds({ estimate, se, df }) {
	if (bounds95.size > 5e3) bounds95.clear();
	const t = bounds95.get(df) ?? studentPpf(.95, df);
	bounds95.set(df, t);
	return [estimate - t * se, estimate + t * se];
}

// src/stats/multiplicity.ts
function adjusted(p) {
	const falling = p.map((_, i) => i).sort((a, b) => p[b] - p[a]);
	const result = new Array(p.length);
	let least = 1;
	falling.forEach((test, i) => {
		const rank = p.length - i;
		least = Math.min(least, p[test] * p.length / rank);
		result[test] = least;
	});
	return result;
}
const rejected = (p, q) => adjusted(p).map((a) => a <= q);

// src/stats/changes.ts
function changes(values, settings) {
	const { level, least, edge, magnitude } = settings;
	if (!values.every(Number.isFinite)) throw new RangeError("a series with a value that is not a number");
	if (!(least >= 2 && edge >= least)) throw new RangeError(`segments of ${least}, at the ends of ${edge}`);
	if (!(level > 0 && level < 1 && magnitude >= 0)) throw new RangeError(`a level of ${level}, a magnitude of ${magnitude}`);
	const cuts = /* @__PURE__ */ new Map();
	const parts = [[0, values.length]];
	for (let part = parts.pop(); part; part = parts.pop()) {
		const [from, to] = part;
		const cut = clearest(values, from, to, settings);
		if (!cut || cut.p > level) continue;
		cuts.set(cut.at, cut.p);
		parts.push([from, cut.at], [cut.at, to]);
	}
	return large(values, cuts, magnitude);
}
function clearest(values, from, to, settings) {
	const [whole, ...shorter] = stretches(from, to, 2 * settings.least);
	const shares = shorter.length === 0 ? 1 : 2;
	let best = cutOf(values, whole, settings, shares);
	if (best && best.p <= settings.level) return best;
	for (const stretch of shorter) {
		const cut = cutOf(values, stretch, settings, shares * shorter.length);
		if (cut && (best === void 0 || cut.p < best.p)) best = cut;
	}
	return best;
}
function cutOf(values, [from, to], { least, edge }, weight) {
	const lowest = Math.max(from + least, edge) - from;
	const highest = Math.min(to - least, values.length - edge) - from;
	if (lowest > highest) return void 0;
	const stretch = values.slice(from, to);
	const at = widest(energies(stretch), lowest, highest);
	return {
		at: from + at,
		p: Math.min(1, weight * chance(stretch, at, lowest, highest))
	};
}
const SHORTER = .85;
function stretches(from, to, least) {
	const found = [[from, to]];
	for (let n = Math.floor((to - from) * SHORTER); n >= least; n = Math.floor(n * SHORTER)) found.push([from, from + n], [to - n, to]);
	return found;
}
function widest(values, low, high) {
	let at = low;
	for (let i = low + 1; i <= high; i++) if (values[i] > values[at]) at = i;
	return at;
}
function energies(values) {
	const n = values.length;
	const found = [0];
	let left = 0;
	let right = 0;
	for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) right += Math.abs(values[i] - values[j]);
	const all = right;
	for (let t = 1; t < n; t++) {
		const moved = values[t - 1];
		for (let j = 0; j < t - 1; j++) left += Math.abs(moved - values[j]);
		for (let j = t; j < n; j++) right -= Math.abs(moved - values[j]);
		const [m, k] = [t, n - t];
		const within = (sum, size) => size > 1 ? 2 * sum / (size * (size - 1)) : 0;
		const across = 2 * (all - left - right) / (m * k);
		found.push(m * k / n * (across - within(left, m) - within(right, k)));
	}
	return found;
}
function chance(values, at, lowest, highest) {
	const n = values.length;
	const path = pathLength(n, lowest, highest);
	const [left, right] = [values.slice(0, at), values.slice(at)];
	const apart = Math.max(...left) < Math.min(...right) || Math.max(...right) < Math.min(...left);
	const p = tubeChance(between(ranks(values), at) / (n * (n * n - 1) / 12), n, path);
	if (!apart) return p;
	const explained = between(values, at);
	return Math.min(p, tubeChance(explained / (explained + squares(left) + squares(right)), n, path));
}
function tubeChance(share, n, path) {
	const rest = Math.max(0, 1 - share);
	const t = rest === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(share * (n - 2) / rest);
	return Math.min(1, 2 * studentSf(t, n - 2) + path / Math.PI * rest ** ((n - 3) / 2));
}
function pathLength(n, lowest, highest) {
	let sum = 0;
	for (let i = lowest; i < highest; i++) sum += Math.acos(Math.sqrt(i * (n - i - 1) / ((i + 1) * (n - i))));
	return sum;
}
function between(values, at) {
	const [a, b] = [mean(values.slice(0, at)), mean(values.slice(at))];
	return at * (values.length - at) / values.length * (a - b) ** 2;
}
function squares(values) {
	const centre = mean(values);
	return values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
}
function ranks(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const first = /* @__PURE__ */ new Map();
	const last = /* @__PURE__ */ new Map();
	sorted.forEach((v, i) => {
		if (!first.has(v)) first.set(v, i + 1);
		last.set(v, i + 1);
	});
	return values.map((v) => (first.get(v) + last.get(v)) / 2);
}
function large(values, cuts, magnitude) {
	const places = [...cuts.keys()].sort((a, b) => a - b);
	for (;;) {
		const found = places.map((at, i) => {
			return {
				at,
				before: mean(values.slice(places[i - 1] ?? 0, at)),
				after: mean(values.slice(at, places[i + 1] ?? values.length)),
				p: cuts.get(at)
			};
		});
		const sizes = found.map(({ before, after }) => Math.abs(after - before));
		const smallest = sizes.indexOf(Math.min(...sizes));
		if (smallest === -1 || sizes[smallest] >= magnitude) return found;
		places.splice(smallest, 1);
	}
}

// src/stats/chisquare.ts
function chiSquareCdf(x, df) {
	if (!(df > 0)) throw new RangeError(`no χ² distribution with ${df} degrees of freedom`);
	if (!(x >= 0)) throw new RangeError(`a χ² variable is at least 0, not ${x}`);
	if (x === 0) return 0;
	const [a, z] = [df / 2, x / 2];
	let term = 1;
	let sum = 1;
	for (let k = 1; term > 1e-17 * sum && k < 1e5; k++) {
		term *= z / (a + k);
		sum += term;
	}
	return Math.min(1, sum * Math.exp(a * Math.log(z) - z - logGamma(a + 1)));
}
function chiSquarePpf(p, df) {
	probability(p);
	if (p === 0 || p === 1) throw new RangeError("a χ² quantile needs a probability inside (0, 1)");
	const a = df / 2;
	const log = root((u) => {
		const x = Math.exp(u);
		return [chiSquareCdf(x, df) - p, Math.exp(a * Math.log(x / 2) - x / 2 - logGamma(a))];
	}, -700, Math.log(100 + 10 * df), Math.log(df));
	return Math.exp(log);
}

// src/stats/errors.ts
function dispersion(sides) {
	const df = sides.reduce((sum, side) => sum + side.length - 1, 0);
	const chi2 = sides.reduce((sum, side) => sum + pearson(side), 0);
	return {
		ratio: df > 0 ? Math.max(1, chi2 / df) : 1,
		df
	};
}
function pearson(side) {
	const { errors, requests } = total(side);
	if (errors === 0) return 0;
	const rate = errors / requests;
	return side.reduce((sum, c) => sum + (c.errors - c.requests * rate) ** 2 / (c.requests * rate), 0);
}
function errorTest(base, head, { ratio, df }) {
	if (!(base.requests > 0 && head.requests > 0)) throw new RangeError("an error rate needs requests");
	const sum = base.errors + head.errors;
	if (sum === 0) return {
		z: -1,
		p: 1
	};
	const share = head.requests / (base.requests + head.requests);
	const z = (head.errors - sum * share - .5) / Math.sqrt(sum * share * (1 - share) * ratio);
	return {
		z,
		p: studentSf(z, df)
	};
}
const total = (counts) => ({
	errors: counts.reduce((sum, { errors }) => sum + errors, 0),
	requests: counts.reduce((sum, { requests }) => sum + requests, 0)
});

export { NO_PRIOR, STARTS_DIFFER, askedWith, changes, chiSquarePpf, clopperPearson, dispersion, effectiveStarts, errorTest, fisherPpf, fisherTails, fitVariancePrior, interval, large, logGamma, mean, meanEstimate, median, moderated, normalPpf, normalTails, pValues, pairFigures, peakAt, pearson, predictiveEstimate, quantile, rejected, startVariances, studentPpf, throughput, total, usl, variance };