import { own } from "../../base/own.ts";
import { counted } from "../../base/text.ts";
import type { Warning } from "../../model/comparison.ts";
import { family } from "../../model/metric.ts";
import type { FailureCode } from "../../model/run.ts";
import { perRequestName } from "../../model/work.ts";
import { total } from "../../stats/errors.ts";
import { median } from "../../stats/samples.ts";
import { contendedWarning } from "../contention.ts";
import { ENOUGH, LEAST, MOST_LOST } from "../criteria.ts";
import { brokenReference } from "../decision.ts";
import { exampleOf, mainStatus } from "../failures.ts";
import { saturatedGenerator, saturatedWarning } from "../generator.ts";
import { failureLine, fewWarning, remedyOf, tooFewGood } from "../validity.ts";
import { share, tally, warning } from "../words.ts";
import { counting, type DuelCase, type GoodPair, goodPairs, type LostPair } from "./pairs.ts";

/** Why a workload is not judged. `failed`: head is at fault. `invalid`: the measurement cannot be judged. */
export interface Exclusion {
  readonly kind: "failed" | "invalid";
  readonly reason: string;
  /** The remedy, where one is known. */
  readonly warnings?: readonly Warning[];
}

/** Failures that make a side broken at their first occurrence. */
const FATAL: readonly FailureCode[] = ["service-died", "dead-target", "no-requests"];
/** Failures of the side itself. One script drives both, so a script error on one side only belongs to that side. */
const OWN: readonly FailureCode[] = [...FATAL, "timeout", "script-error"];

type Side = LostPair["side"];
const NAME: Readonly<Record<Side, string>> = { base: "the base", head: "head" };

/**
 * Why a workload is excluded for good, whatever further pairs show. Base is checked first: where base fails too, head is
 * not at fault.
 */
export function duelExclusion(of: DuelCase, slots: number): Exclusion | undefined {
  const tries = of.pairs.filter(({ slot }) => slot < slots);
  const good = goodPairs(of.pairs, slots);
  const base = broken("base", tries);
  if (base !== undefined) return { kind: "invalid", ...base };
  const head = broken("head", tries);
  if (head !== undefined) return { kind: "failed", ...head };
  const reason = machines(of) ?? notNumbers(of, good);
  return reason === undefined ? failingBase(of, good) : { kind: "invalid", reason };
}

/** Why the generator could not keep up; undefined where it could. `decide` says what follows. */
export const starvedPairs = (of: DuelCase, slots: number): string | undefined =>
  saturatedGenerator(goodPairs(of.pairs, slots).map(({ load }) => load));

/** Too few good pairs for any statement. While measuring, more may follow. */
export function fewPairs(of: DuelCase, slots: number): Exclusion | undefined {
  const good = goodPairs(of.pairs, slots).length;
  if (good >= LEAST) return undefined;
  return { kind: "invalid", reason: tooFewGood(good, "pair") };
}

/**
 * Warnings about pairs that are judged nevertheless.
 *
 * @param exclusion of their workload; where that has warnings, more pairs are no remedy
 */
export function pairWarnings(of: DuelCase, slots: number, exclusion?: Exclusion): Warning[] {
  const all = counting(of.pairs, slots);
  const good = all.filter((pair) => pair.outcome === "ok");
  const contended = good.filter((pair) => pair.contended).length;
  const warnings = contendedWarning([contended, good.length, "pair"]);
  warnings.push(...compilingWarnings(good));
  const busy = starvedPairs(of, slots);
  if (busy !== undefined) {
    warnings.push(saturatedWarning(`For both sides alike, ${busy}. Only regressions count.`));
  }
  const lost = all.filter((pair) => pair.outcome === "lost");
  if (lost[0]) {
    const codes = [...new Set(lost.map(({ side, failure }) => `${failure.code} of ${NAME[side]}`))].sort();
    warnings.push(tally("lost-pairs", [lost.length, all.length, "pair"], `were lost: ${codes.join(", ")}.`));
  }
  if (good.length < ENOUGH && !exclusion?.warnings?.length) {
    // A quieter machine would not make them enough: the first remedy is the report's next step.
    warnings.unshift(
      fewWarning(
        good.length,
        "pair",
        "Measure more pairs: `measure.pairs`, and a longer `--budget` where one is set.",
      ),
    );
  }
  return warnings;
}

const COMPILATION = perRequestName("compilation");
/** Share of a service's CPU time above which compiling its code makes its figures those of a service that is not warm. */
const COMPILING = 0.2;

/** Warnings about services that were still compiled while they were measured. */
function compilingWarnings(good: readonly GoodPair[]): Warning[] {
  const sides = good.flatMap(({ base, head }) => [base.values, head.values]);
  const names = new Set(
    sides.flatMap((one) => Object.keys(one).filter((name) => family(name) === COMPILATION)),
  );
  return [...names].flatMap((name) => {
    const shares = sides
      .map((one) => (own(one, name) ?? 0) / (own(one, name.replace(COMPILATION, "cpu_per_request")) ?? 0))
      .filter(Number.isFinite);
    const [usual, service] = [shares.length > 0 ? median(shares) : 0, /\{service:(.*)\}/.exec(name)?.[1]];
    return usual < COMPILING
      ? []
      : [
          warning(
            "compiling",
            `${share(usual)} of the CPU time of ${service === undefined ? "the service" : `\`${service}\``} went into compiling its code while it was measured: it was not warm yet.`,
            "Set a longer `warmup` in the workload, such as 40s: figures then differ less, and are those of production.",
          ),
        ];
  });
}

/** Why a side is broken: it crashed, restarted, served nothing, or lost too many pairs through its own fault. */
function broken(side: Side, tries: DuelCase["pairs"]): Omit<Exclusion, "kind"> | undefined {
  const lost = tries.filter((pair) => pair.outcome === "lost").filter((pair) => pair.side === side);
  const fatal = lost.filter(({ failure }) => FATAL.includes(failure.code));
  if (fatal[0]) {
    const { failure } = fatal[0];
    const what = failure.code === "service-died" ? "died" : "served nothing";
    return { reason: `${NAME[side]} ${what} in ${counted(fatal.length, "pair")}: ${failureLine(failure)}` };
  }
  const good = tries.filter((pair) => pair.outcome === "ok");
  const restarts = good.filter((pair) => pair[side].restarts > 0);
  if (restarts.length > 0) return { reason: `${NAME[side]} restarted while it was measured` };
  const other = side === "head" ? "base" : "head";
  const silent = good.filter(
    (pair) => pair[side].requests.requests === 0 && pair[other].requests.requests > 0,
  );
  if (silent.length > 0)
    return { reason: `${NAME[side]} served nothing in ${counted(silent.length, "pair")}` };
  const faults = lost.filter(({ failure }) => OWN.includes(failure.code));
  const [first] = faults;
  if (first === undefined || faults.length <= MOST_LOST * tries.length) return undefined;
  const { failure } = first;
  return {
    reason: `${NAME[side]} gave no figures in ${faults.length} of ${counted(tries.length, "pair")} (allowed: ${share(MOST_LOST)}): ${failure.code} (${failureLine(failure)})`,
    // A failure of head alone is its own fault, and no fault of the script.
    warnings: side === "base" ? remedyOf(failure, counted(faults.length, "pair")) : [],
  };
}

function machines({ machines }: DuelCase): string | undefined {
  const different = new Set(machines).size;
  return different > 1 ? `measured on ${different} different machines` : undefined;
}

function notNumbers(of: DuelCase, good: readonly GoodPair[]): string | undefined {
  const bad = of.gate.filter(({ metric }) =>
    good.some((pair) =>
      [pair.base, pair.head].some(
        ({ values }) => Object.hasOwn(values, metric) && !Number.isFinite(own(values, metric)),
      ),
    ),
  );
  return bad[0] && `\`${bad[0].metric}\` has a value that is not a number`;
}

/** The remedy where a service answers 500: its log has the reason. */
const LOGGED = "Look into the service's log first (`logs/` beside run.json).";
/** Statuses with a usual cause that no path and no login of the load would change. */
const CAUSES: Readonly<Record<string, { readonly meaning: string; readonly remedy: string }>> = {
  "429": {
    meaning: ": the service limits requests",
    remedy: "Lift the limit for the measurement, or use a lower rate.",
  },
  "500": { meaning: ": the service itself fails", remedy: LOGGED },
  "502": {
    meaning: ", which a gateway answers while the service behind it is not up",
    remedy: "Let `ready` ask for a path of the service behind the gateway.",
  },
  "503": {
    meaning: ": the service refuses requests, because it is overloaded, limits them, or is not up yet",
    remedy:
      "Use a lower rate, lift the limit for the measurement, or let `ready` ask for a path of the service.",
  },
  "504": {
    meaning: ": the service behind a gateway answers too late",
    remedy: "Use a lower rate.",
  },
};

/** A base whose requests fail proves nothing about head. The load is as often to blame as the service. */
function failingBase(of: DuelCase, good: readonly GoodPair[]): Exclusion | undefined {
  const base = total(good.map(({ base }) => base.requests));
  if (!brokenReference(base, of.errorsDeclared || of.expected.errors)) return undefined;
  const failed = share(base.errors / base.requests);
  const [detail, remedy] = aboutFailures(of, good);
  return {
    kind: "invalid",
    reason: `${failed} of the base's requests failed, and the config expects none`,
    warnings: [
      warning(
        "failing-base",
        `${failed} of the base's own requests failed${detail}`,
        `${remedy} Where failures are meant, declare them: \`budgets: { http_req_failed.rate: … }\`.`,
      ),
    ],
  };
}

/** The end of the sentence on a failing base, and the first step of its remedy. Pairs do not count answers by status. */
function aboutFailures({ alone }: DuelCase, good: readonly GoodPair[]): readonly [string, string] {
  const check = "Check the paths and logins of the load first";
  const most = alone && mainStatus(alone);
  if (most === undefined) {
    const examples = [...new Set(good.flatMap(({ base }) => base.failing ?? []))];
    const isOwn = examples.some((example) => / answered 500$/.test(example));
    return [
      `${exampleOf(examples)}.`,
      isOwn ? LOGGED : `${check}: \`steelyard measure --no-base --trials 1\` counts answers by status.`,
    ];
  }
  const known = own(CAUSES, most.status);
  return [
    `. In head's trials the failures were mostly ${most.status} (${share(most.share)})${known?.meaning ?? ""}.`,
    known?.remedy ?? `${check}.`,
  ];
}
