import { own } from "../base/own.ts";
import { counted } from "../base/text.ts";
import type { Baseline, Session } from "../model/baseline.ts";
import type { Warning } from "../model/comparison.ts";
import { format } from "../model/figure.ts";
import { isSameMemory, shortImage } from "../model/fingerprint.ts";
import type { Fingerprint, Run } from "../model/run.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { compared } from "./subject.ts";
import { warning } from "./words.ts";

/** The reference of a workload, or the reason why there is none. */
export type Reference =
  | { readonly kind: "none"; readonly reason: string; readonly warnings: readonly Warning[] }
  | {
      readonly kind: "incomparable";
      readonly reason: string;
      /** How many sessions are stored. */
      readonly stored: number;
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: "sessions";
      readonly sessions: readonly Session[];
      readonly warnings: readonly Warning[];
    };

/** Fewest sessions for a gate; with fewer, a comparison only warns. */
export const ENOUGH_SESSIONS = 3;

/**
 * The stored sessions that a workload can be compared with, oldest first: those with the same digest (another digest is
 * another workload) and from the same kind of machine. The run's own session is excluded.
 */
export function reference(
  workload: string,
  run: Pick<Run, "id" | "runnerClass" | "workloads" | "fingerprint">,
  baseline: Baseline | undefined,
): Reference {
  if (!baseline)
    return { kind: "none", reason: `no baseline yet on runner class ${run.runnerClass}`, warnings: [] };
  if (baseline.runnerClass !== run.runnerClass) {
    return {
      kind: "incomparable",
      reason: `the baseline is of runner class ${baseline.runnerClass}, this run of ${run.runnerClass}`,
      stored: baseline.sessions.length,
      warnings: [],
    };
  }
  const warnings: Warning[] = [];
  const others = [...baseline.sessions]
    .filter((session) => session.run !== run.id)
    .sort((a, b) => compared(a.at, b.at) || compared(a.run, b.run));
  if (others.length < baseline.sessions.length) {
    warnings.push(
      warning(
        "own-session",
        `This run is already a session in the baseline of \`${workload}\`; that session was left out.`,
      ),
    );
  }
  const latest = others.at(-1);
  if (!latest) return { kind: "none", reason: "the baseline has only this run's own session", warnings };
  const digest = own(run.workloads, workload)?.digest;
  const same = others.filter((session) => session.digest === digest);
  if (same.length === 0) {
    return {
      kind: "incomparable",
      reason: `workload changed since the baseline (digest ${short(latest.digest)}, now ${short(digest ?? "unknown")})`,
      stored: others.length,
      warnings: [
        ...warnings,
        warning(
          "workload-changed",
          `\`${workload}\` differs from the version that its ${counted(others.length, "stored session")} measured.`,
          "After the merge, record new sessions with `steelyard baseline`.",
        ),
      ],
    };
  }
  const otherVersion = "measured another version of it and";
  warnings.push(...leftOut(workload, "other-digest", others.length - same.length, otherVersion));
  return onLikeMachines(workload, fingerprintOf(run, workload), same, warnings);
}

/** The warning about stored sessions that are left out, where there are any. */
const leftOut = (workload: string, code: string, n: number, why: string): Warning[] =>
  n === 0
    ? []
    : [
        warning(
          code,
          `${counted(n, "stored session")} of \`${workload}\` ${why} ${n === 1 ? "was" : "were"} left out.`,
        ),
      ];

function onLikeMachines(
  workload: string,
  here: Fingerprint,
  same: readonly Session[],
  warnings: Warning[],
): Reference {
  const alike = same.filter((session) => decisiveDifferences(session.fingerprint, here).length === 0);
  const latest = alike.at(-1);
  if (!latest) {
    const differing = decisiveDifferences(same.at(-1)!.fingerprint, here);
    return {
      kind: "incomparable",
      reason: `measured under other conditions than the baseline: ${differing.join(", ")}`,
      stored: same.length,
      warnings: [
        ...warnings,
        warning(
          "other-machine",
          `The baseline of \`${workload}\` comes from another kind of machine or generator: ${differing.join(", ")}.`,
          "Measure on the same kind of machine. Or define a runner class for this kind, and record sessions on it with `steelyard baseline`.",
        ),
      ],
    };
  }
  const elsewhere = "from another kind of machine or generator";
  warnings.push(...leftOut(workload, "other-machine", same.length - alike.length, elsewhere));
  const noted = noteworthyDifferences(latest.fingerprint, here);
  if (noted.length > 0) {
    warnings.push(
      warning(
        "fingerprint",
        `The machine differs slightly from that of the last stored session: ${noted.join(", ")}.`,
      ),
    );
  }
  return { kind: "sessions", sessions: alike, warnings };
}

/** The differences that make sessions incomparable: "cores 4 → 8". */
export function decisiveDifferences(then: Fingerprint, now: Fingerprint): string[] {
  const generators = [...new Set([...Object.keys(then.generators), ...Object.keys(now.generators)])].sort();
  return [
    ...differing("CPU", then.cpu, now.cpu),
    ...differing("cores", then.cores, now.cores),
    ...differing("containers", then.containers ?? "none", now.containers ?? "none"),
    ...generators.flatMap((name) =>
      differing(
        `generator ${name}`,
        own(then.generators, name) ?? "absent",
        own(now.generators, name) ?? "absent",
      ),
    ),
  ];
}

/** The differences that are only reported. */
export function noteworthyDifferences(then: Fingerprint, now: Fingerprint): string[] {
  return [
    ...differing("OS", then.os, now.os),
    ...differing("architecture", then.arch, now.arch),
    ...(isSameMemory(then, now)
      ? []
      : differing("memory", format(then.memory, "B"), format(now.memory, "B"))),
    ...differing("kernel", then.kernel, now.kernel),
    ...differing("Node", then.node, now.node),
    ...(then.engine && now.engine ? differing("container engine", then.engine, now.engine) : []),
    ...images(then.images ?? {}, now.images ?? {}),
  ];
}

/** The images that changed, of services that both had. */
const images = (then: NonNullable<Fingerprint["images"]>, now: NonNullable<Fingerprint["images"]>) =>
  Object.keys(now)
    .filter((service) => Object.hasOwn(then, service))
    .sort()
    .flatMap((service) =>
      differing(`image of ${service}`, shortImage(then[service]!), shortImage(now[service]!)),
    );

const differing = (name: string, then: string | number, now: string | number): string[] =>
  then === now ? [] : [`${name} ${then} → ${now}`];

const short = (digest: string) => digest.replace(/^sha256:/, "").slice(0, 12);
