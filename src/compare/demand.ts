import { own } from "../base/own.ts";
import { counted } from "../base/text.ts";
import type { Row, Warning } from "../model/comparison.ts";
import type { Demand, Demands } from "../model/demand.ts";
import { BLOCKS, type DuelRecord, LONGEST_BLOCK, machineRecords, type Pairing } from "../model/duel.ts";
import { byItem, isItem, itemName } from "../model/item.ts";
import { MOST_PAIRS } from "../model/measure.ts";
import { isWhole } from "../model/noise.ts";
import type { Run } from "../model/run.ts";
import { type Slot, slotsIn } from "../model/schedule.ts";
import { looks } from "./duel/looks.ts";
import { pairRange } from "./duel/run.ts";
import { wholeRow } from "./row.ts";
import { warning } from "./words.ts";

/** A setting for which a run departs from the rules; both values are for people. */
interface Departure {
  readonly setting: string;
  readonly asked: string;
  readonly found: string;
}

/**
 * Rows for requirements that a run does not meet: `missing` where a workload or variant was not measured, `invalid`
 * where it was measured under other settings.
 *
 * @param isSettled whether stored sessions settle a workload, so that base need not be measured for it
 */
export function demandRows(run: Run, demands: Demands, isSettled: (workload: string) => boolean): Row[] {
  const slotsOf = byItem(slotsIn(run.schedule).filter(({ side }) => side === "head"));
  return demands.all.flatMap((demand) => {
    const found = measurementOf(run, demand, slotsOf(demand), demands.release !== null);
    const unaffected = own(demands.unaffected, demand.workload);
    if (found === null && unaffected !== undefined) return wholeRow(demand, "unaffected", unaffected);
    if (found === null) {
      const { reason, remedy } = lacking(run, demand);
      return wholeRow(demand, "missing", reason, [
        warning(
          "missing-workload",
          `\`${itemName(demand)}\` was not measured, so it is not checked.`,
          remedy,
        ),
      ]);
    }
    const departures = [...found.departures, ...unpaired(run, demands, demand, isSettled)];
    if (departures.length === 0) return [];
    const reason = `not measured as base's rules require: ${departures.map(sentence).join("; ")}`;
    return wholeRow(demand, "invalid", reason, [departed]);
  });
}

/** Why a run lacks what the rules require. */
function lacking({ unaffected = {}, shards }: Run, { workload }: Demand) {
  const remedy = "Measure it too, and give the report the same inputs as the measurement.";
  if (own(unaffected, workload) !== undefined) {
    const reason = "left out because the change cannot affect it, which the report does not find confirmed";
    return { reason, remedy };
  }
  const absent = shards?.absent.map(({ index }) => index) ?? [];
  if (absent.length > 0) {
    const which = `${absent.length === 1 ? "shard" : "shards"} ${absent.join(", ")} of ${shards?.of}`;
    return { reason: `not measured: ${which} gave no figures`, remedy: "Run the failed jobs again." };
  }
  return { reason: "required by base's rules, but not measured", remedy };
}

/** The warning that base was not measured though the rules ask for it; null where it was, or they do not. */
export const withoutBase = (run: Run, demands: Demands): Warning | null =>
  run.fallback === undefined || !wantsBase(run, demands)
    ? null
    : warning(
        "not-compared",
        `Base was not measured: ${run.fallback}.`,
        "Fix the start of base, then measure again.",
      );

/** The warning about a run that as a whole departs from the rules; null where it follows them. */
export function unlikeRules(run: Run, demands: Demands): Warning | null {
  if (demands.all.length === 0 && demands.shards === 1) return NOTHING_ASKED;
  const departures = runDepartures(run, demands);
  if (departures.length === 0) return null;
  const message = `This run does not follow base's rules: ${departures.map(sentence).join("; ")}.`;
  return warning(departed.code, message, departed.remedy);
}

const departed = warning(
  "not-by-the-rules",
  "It was not measured as base's rules require.",
  "Measure again with the action, and give the report the same inputs as the measurement.",
);
const NOTHING_ASKED = warning(
  "nothing-asked",
  "No workload was selected, so nothing was measured.",
  "Select workloads that base's config has, or none to measure all.",
);

/** How a run departs from a demand; null where the run did not measure it. */
function measurementOf(
  run: Run,
  demand: Demand,
  slots: readonly Slot[],
  release: boolean,
): { readonly departures: readonly Departure[] } | null {
  const same = isItem(demand);
  if (demand.kind === "levels") {
    if (!run.levels?.some(same)) return null;
    const planned = run.schedule.levels?.filter(same) ?? [];
    return { departures: planned.flatMap((one) => [...lengths(one.duration, demand)]) };
  }
  const pairing = run.duel?.pairings.find(same);
  if (pairing !== undefined) return { departures: pairingDepartures(pairing, demand, release) };
  if (slots.length === 0) return null;
  const [first] = slots;
  return {
    departures: [
      ...unequal("trials", counted(demand.trials, "trial"), counted(slots.length, "trial")),
      ...slots.flatMap(({ duration }) => lengths(duration, demand)).slice(0, 1),
      ...unequal("warm-up", seconds(demand.warmup), seconds(Math.max(...slots.map((one) => one.warmup)))),
      ...unequal("start", demand.kind === "cold" ? "cold" : "warm", first!.cold === true ? "cold" : "warm"),
    ],
  };
}

function pairingDepartures(
  { mode, block, pairs, script, pace }: Pairing,
  demand: Demand,
  release: boolean,
): Departure[] {
  const whole = isWhole(mode);
  return [
    ...(demand.mode === "auto" ? [] : unequal("mode", demand.mode, mode)),
    ...unequal("length of a pair", seconds(whole ? demand.duration : blockBy(demand, block)), seconds(block)),
    ...unequal("pace", demand.pace, pace ?? "script"),
    ...unequal(
      "pairs",
      (whole ? demand.pairs : pairsBy(demand, block, pairs)).join(" to "),
      pairs.join(" to "),
    ),
    ...(release ? [] : unequal("load", "base's", `${script}'s`)),
  ];
}

/** The length of a block that was asked for: where none was, the measured one if it may be chosen. */
const blockBy = ({ block }: Demand, measured: number): number =>
  block ?? BLOCKS.find((one) => one === measured) ?? BLOCKS[0];

/** The pairs of a block that were asked for: where the config gives neither number nor length, slow starts make fewer, longer ones. */
function pairsBy(demand: Demand, block: number, [, most]: Pairing["pairs"]): Demand["pairs"] {
  const [fewest, usual] = demand.pairs;
  const isLong = demand.block === undefined && block === LONGEST_BLOCK;
  return isLong && usual === MOST_PAIRS.usual && most === MOST_PAIRS.long ? [fewest, most] : demand.pairs;
}

const lengths = (duration: number, demand: Demand) =>
  unequal("length of a trial", seconds(demand.duration), seconds(duration));

/** The departure of a workload that had to be paired with base and was not, without an excuse. */
function unpaired(
  run: Run,
  demands: Demands,
  demand: Demand,
  isSettled: (workload: string) => boolean,
): Departure[] {
  if (demand.kind !== "load" || !wantsBase(run, demands)) return [];
  if (demands.release?.some(isItem(demand))) return [];
  if (run.fallback !== undefined) return []; // a warning about the whole run reports it
  const { workload, variant } = demand;
  if (run.duel?.pairings.some(isItem({ workload, variant }))) return [];
  if (own(run.screened ?? {}, workload) !== undefined && isSettled(workload)) return [];
  return unequal("reference", "base and head side by side", "head alone");
}

/** Whether base must be measured: a commit that is its own base has no other side. */
const wantsBase = ({ commit }: Run, { paired, base }: Demands) => paired && commit?.sha !== base;

function runDepartures(run: Run, demands: Demands): Departure[] {
  const { duel } = run;
  return [
    ...unequal("profile", demands.profile ?? "none", run.profile ?? "none"),
    ...unequal("stack", demands.stack, run.stack.kind),
    ...unequal("environment of the stack", env(demands.stackEnv), env(run.stack.env)),
    ...unequal("share of all lengths", String(demands.scale), String(run.scale ?? 1)),
    ...(demands.runnerClass === null ? [] : unequal("runner class", demands.runnerClass, run.runnerClass)),
    ...(duel === undefined ? [] : duelDepartures(duel, demands)),
  ];
}

function duelDepartures(duel: DuelRecord, { starts, shards, budget }: Demands): Departure[] {
  return [
    ...(duel.starts >= starts ? [] : unequal("starts", `at least ${starts}`, String(duel.starts))),
    ...unequal("shards", String(shards), String(duel.shards ?? 1)),
    ...unequal("budget", limit(budget), limit(duel.budget)),
    ...machineRecords(duel).flatMap(({ pairings, looks: made }) => {
      const { fewest, most } = pairRange(pairings);
      return pairings.length === 0 ? [] : unequal("looks", looks(most, fewest).join(", "), made.join(", "));
    }),
  ];
}

const unequal = (setting: string, asked: string, found: string): Departure[] =>
  asked === found ? [] : [{ setting, asked, found }];

const sentence = ({ setting, asked, found }: Departure) =>
  `${setting} ${found.slice(0, 200)} instead of ${asked.slice(0, 200)}`;

const seconds = (length: number) => `${Number(length.toPrecision(9))} s`;
const limit = (budget: number | null) => (budget === null ? "none" : seconds(budget));
const env = (all: Readonly<Record<string, string>>) =>
  Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(" ") || "nothing added";
