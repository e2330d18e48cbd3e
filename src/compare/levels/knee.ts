import { own } from "../../base/own.ts";
import { counted } from "../../base/text.ts";
import type { Row } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Knee, LevelsShown } from "../../model/levelrun.ts";
import { type Axis, levelText, type Sweep, wantedKnee } from "../../model/levels.ts";
import { type About, row, sample } from "../row.ts";
import { warning } from "../words.ts";
import { crossing, type LevelState } from "./sweep.ts";

/** A level's state, and why. */
export type Reasoned = LevelState & { readonly reason: string };

/** "holds up to 40 /s and breaks at 42 /s (http_req_failed.rate 9 %, required < 1 %)" */
export function kneeText({ holds, breaks, limit }: Knee, axis: Axis, states: readonly Reasoned[]): string {
  const from = holds === null ? "no level was shown to hold" : `holds up to ${levelText(holds, axis)}`;
  if (breaks === null) {
    return `${from}${limit === "range" ? ", the highest planned level" : "; no level was shown to break"}`;
  }
  const reason = states.find(({ level }) => level === breaks)?.reason ?? "";
  const at = `${levelText(breaks, axis)} (${reason})`;
  const to =
    limit === "generator"
      ? `; above that, the generator is the limit, not the service: ${at}`
      : `${holds === null ? ";" : " and"} breaks at ${at}`;
  return `${from}${to}`.slice(0, 2_000);
}

/** Notes on a knee. @param full levels at which the machine had no spare CPU */
export function kneeNotes(
  knee: Knee,
  { confirm }: Sweep,
  states: readonly Reasoned[],
  { axis, full }: { readonly axis: Axis; readonly full: readonly number[] },
): string[] {
  const { holds, breaks, confirmed } = knee;
  const crossed = crossing(states).map(
    ({ level, status, leans }) =>
      `not monotone: ${levelText(level, axis)} ${status === "undecided" ? `leans to "${leans}"` : status}, unlike the levels around it`,
  );
  const shared =
    holds !== null && full.includes(holds)
      ? [
          "at the knee this machine had no spare CPU; services and generator share it, so the knee is that of both together",
        ]
      : [];
  const least = Math.min(
    ...(holds === null ? [] : [confirmed[0]]),
    ...(breaks === null ? [] : [confirmed[1]]),
    confirm,
  );
  const rest =
    least < confirm
      ? [`confirmed by ${counted(least, "fresh start")} of the stack instead of ${confirm}`]
      : [];
  return [...crossed, ...shared, ...rest];
}

/** A row for each knee that the config limits. Other knees are shown and never fail. */
export function kneeRows(levels: readonly LevelsShown[], config: Config): Row[] {
  return levels.flatMap(({ workload, variant, knee, axis, said }) => {
    const wanted = own(config.workloads, workload)?.sweep?.knee;
    if (wanted === undefined || knee === null) return [];
    const least = wantedKnee(wanted);
    const { holds, breaks, limit } = knee;
    const outcome =
      holds !== null && holds >= least
        ? "pass"
        : breaks !== null && limit === "service" && breaks <= least
          ? "fail"
          : "risk";
    const words = { pass: "holds", fail: "broken beyond its noise", risk: "at risk" } as const;
    const about: About = {
      kind: "budget",
      metric: "knee",
      subject: { workload, variant },
      rule: { unit: axis === "rate" ? "/s" : "1", better: "higher" },
    };
    const seen = holds ?? 0;
    return row(
      about,
      {
        verdict: outcome === "fail" ? "budget" : "unchanged",
        reason: `${words[outcome]}: ${said}; required ${wanted.trim()}`,
        head: sample(holds === null ? [] : [holds]),
        limit: {
          wanted: wanted.trim(),
          range: [least, null],
          because: null,
          seen,
          outcome,
          bounds: breaks === null ? null : [seen, breaks],
        },
      },
      outcome === "risk"
        ? [
            warning(
              "at-risk",
              `The knee of \`${workload}\` is at its limit: ${said}.`,
              "Measure longer or more trials to settle it.",
            ),
          ]
        : [],
    );
  });
}
