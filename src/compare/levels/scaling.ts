import { counted } from "../../base/text.ts";
import type { Curve, LevelRow, Probe } from "../../model/levelrun.ts";
import { type Axis, levelText, type Scaling } from "../../model/levels.ts";
import { HOURS_A_MONTH, money } from "../../model/money.ts";
import { format } from "../../model/quantity.ts";
import type { GoodTrial } from "../../model/run.ts";
import { mean } from "../../stats/samples.ts";
import { type Parameter, peakAt, type ScalePoint, throughput, usl } from "../../stats/usl.ts";
import { share } from "../words.ts";

/** Share of the peak from which on a level counts as saturated. */
const NEXT_TO = 0.95;
/** P-value of a straight line above which the law's parameters carry no information. */
const LINEAR = 0.05;
/** Typical relative error above which the figures do not follow the law. */
const MISSES = 0.2;
/** Fewest levels for three parameters. */
const FEWEST = 4;

/** Successful responses per second. */
export const servedBy = ({ observed: { requests, errors, seconds } }: GoodTrial): number =>
  (requests - Math.min(errors, requests)) / seconds;

/** The curve of throughput over levels. Only levels that the generator could produce count. */
export function curveOf(
  rows: readonly LevelRow[],
  probes: readonly Probe[],
  scaling: Scaling,
  axis: Axis,
): Curve {
  const usable = rows.filter(({ status, failed, served }) => status !== "limited" && failed === 0 && served);
  const places = usable.flatMap(({ level, served }) => (served ? { level, rate: served } : []));
  const most = (of: typeof places) =>
    of.reduce<(typeof places)[number] | null>((a, b) => (a && a.rate >= b.rate ? a : b), null);
  const peak = most(places);
  const holding = new Set(usable.filter(({ status }) => status === "holds").map(({ level }) => level));
  const sustained = most(places.filter(({ level }) => holding.has(level)));
  const capacity = sustained === null ? null : sustained.rate * (1 - scaling.headroom);
  return {
    peak,
    sustained,
    capacity: capacity !== null && capacity > 0 ? capacity : null,
    saturation: saturation(places, peak),
    law: lawOf(points(probes, new Set(places.map(({ level }) => level))), axis),
    plans: capacity !== null && capacity > 0 ? plansOf(capacity, scaling) : [],
  };
}

/** The lowest level within 5 % of the peak; none where that is the highest level. */
function saturation(places: readonly Curve["peak"][], peak: Curve["peak"]): number | null {
  const near = places.flatMap((one) => (one && peak && one.rate >= NEXT_TO * peak.rate ? one.level : []));
  const highest = Math.max(...places.map((one) => one?.level ?? 0));
  const lowest = Math.min(...near);
  return places.length > 1 && lowest < highest ? lowest : null;
}

/** One point per probe, because start-up variance affects all its trials. The relative scatter is assumed constant. */
function points(probes: readonly Probe[], levels: ReadonlySet<number>): ScalePoint[] {
  const seen = probes.flatMap(({ level, trials }) => {
    const served = trials.flatMap((trial) => (trial.outcome === "ok" ? servedBy(trial) : []));
    return levels.has(level) && served.length > 0 ? { n: level, x: mean(served) } : [];
  });
  const middle = (level: number) => mean(seen.filter(({ n }) => n === level).map(({ x }) => x));
  return seen.filter(({ x }) => x > 0).map(({ n, x }) => ({ n, x, scale: middle(n) }));
}

/** The fitted law, or the reason why none fits. */
function lawOf(points: readonly ScalePoint[], axis: Axis): Curve["law"] {
  const refused = (why: string) => ({ kind: "refused", why }) as const;
  const levels = new Set(points.map(({ n }) => n));
  const highest = Math.max(...levels);
  if (levels.size < FEWEST) {
    return refused(
      `its three parameters need ${FEWEST} levels, but only ${counted(levels.size, "level")} can be used`,
    );
  }
  const fit = usl(points);
  if (fit === null) return refused("the fit did not converge");
  const { lambda, sigma, kappa, residual, pLinear } = fit;
  if (residual > MISSES) return refused(`the figures do not follow it: they deviate by ${share(residual)}`);
  if (pLinear > LINEAR) {
    return refused(
      `throughput grows in proportion up to ${levelText(highest, axis)}, so its limit is not visible: measure higher levels`,
    );
  }
  const at = (kappa.interval?.[0] ?? 0) > 0 ? peakAt(sigma.value, kappa.value) : null;
  const plain = ({ value, interval }: Parameter) => ({
    value,
    interval: interval && ([...interval] as [number, number]),
  });
  return {
    kind: "fitted",
    lambda: plain(lambda),
    sigma: plain(sigma),
    kappa: plain(kappa),
    residual,
    peak:
      at === null
        ? null
        : { at, rate: throughput(at, lambda.value, sigma.value, kappa.value), measured: at <= highest },
  };
}

/** Instances and cost for each load; without configured loads, for the capacity of one instance. */
function plansOf(capacity: number, { loads, prices }: Scaling): Curve["plans"] {
  const wanted = loads.length > 0 ? loads : prices.instance ? [capacity] : [];
  return wanted.map((load) => {
    const instances = Math.max(1, Math.ceil(load / capacity - 1e-9)); // 3 × 1/3 is 1
    return { load, instances, cost: costOf(load, instances, prices) };
  });
}

/** The cost of so many instances plus fixed costs; null where instances have no price. */
function costOf(
  load: number,
  instances: number,
  { instance, ...others }: Scaling["prices"],
): Curve["plans"][number]["cost"] {
  if (instance === undefined) return null;
  const once = Object.values(others).reduce((sum, { perHour }) => sum + perHour, 0);
  const perHour = instances * instance.perHour + once;
  return {
    perMonth: perHour * HOURS_A_MONTH,
    perMillion: (perHour / (load * 3600)) * 1e6,
    currency: instance.currency,
  };
}

/** "peak 2,310 /s at 16 VUs, saturated from 8 VUs on; sustains 2,100 /s (8 VUs)" */
export function curveText({ peak, saturation, sustained }: Curve, axis: Axis): string {
  if (peak === null) return "no usable level";
  const top = `peak ${format(peak.rate, "/s")} at ${levelText(peak.level, axis)}`;
  const from =
    saturation === null
      ? ", still rising at the highest level; peak and saturation may be higher"
      : `, saturated from ${levelText(saturation, axis)} on`;
  const within =
    sustained === null
      ? "no level keeps the budgets"
      : `sustains ${format(sustained.rate, "/s")} (${levelText(sustained.level, axis)})`;
  return `${top}${from}; ${within}`;
}

/** Notes on the law, the instances and the cost. @param full levels at which the machine had no spare CPU */
export function curveNotes(
  { law, capacity, plans }: Curve,
  { headroom, prices }: Scaling,
  { axis, full }: { readonly axis: Axis; readonly full: readonly number[] },
): string[] {
  const each = capacity === null ? "" : ` of ${format(capacity, "/s")} each (${share(headroom)} kept free)`;
  const sized = plans.map(({ load, instances, cost }) => {
    const paid = cost === null ? "" : `, ${costText(cost)}`;
    return `${format(load, "/s")} needs ${counted(instances, "instance")}${each}${paid}`;
  });
  const others = Object.keys(prices).filter((name) => name !== "instance");
  const caveat = plans.some(({ instances }) => instances > 1)
    ? [
        `assumes independent instances: one was measured${others.length > 0 ? `, and ${others.join(", ")} must carry them all` : ""}`,
      ]
    : [];
  const shared =
    full.length === 0
      ? []
      : [
          `this machine had no spare CPU from ${levelText(Math.min(...full), axis)} on; services and generator share it, so the curve is that of both together`,
        ];
  return [lawText(law, axis), ...sized, ...caveat, ...shared];
}

export const costText = ({ perMonth, perMillion, currency }: NonNullable<Curve["plans"][number]["cost"]>) =>
  `${money(perMonth, currency)} a month, ${money(perMillion, currency)} per million requests`;

export function lawText(law: Curve["law"], axis: Axis): string {
  if (law.kind === "refused") return `no scalability law: ${law.why}`;
  const { lambda, sigma, kappa, residual, peak } = law;
  const around = (interval: readonly [number, number] | null, say: (v: number) => string) =>
    interval === null ? "" : ` [${say(interval[0])}, ${say(interval[1])}]`;
  const top =
    peak === null
      ? "not shown to fall"
      : `highest at ${levelText(Math.round(peak.at), axis)} with ${format(peak.rate, "/s")}${peak.measured ? "" : ", beyond the measured levels"}`;
  return [
    `scalability law: λ ${format(lambda.value, "/s")}${around(lambda.interval, (v) => format(v, "/s"))}`,
    `contention σ ${share(sigma.value)}${around(sigma.interval, share)}`,
    `coherency κ ${share(kappa.value)}${around(kappa.interval, share)}`,
    `deviation ${share(residual)}`,
    top,
  ].join(", ");
}
