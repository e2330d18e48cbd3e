import { own } from "../base/own.ts";
import type { Baseline, Session } from "../model/baseline.ts";
import type { Warning } from "../model/comparison.ts";
import { shortImage } from "../model/fingerprint.ts";
import type { Fingerprint, Run } from "../model/run.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { compared } from "./subject.ts";
import { counted, warning } from "./words.ts";

/** What a workload is compared with, or why with nothing. */
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

/** Sessions below which a comparison with them warns and does not gate. */
export const ENOUGH_SESSIONS = 3;

/**
 * The stored sessions a workload can be compared with, oldest first: those of the same digest (another one is
 * another workload) that were measured on a machine like this one. The run's own session is never among them.
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
        `This run is itself a session of the baseline of \`${workload}\`, and was left out.`,
      ),
    );
  }
  const latest = others.at(-1);
  if (!latest) return { kind: "none", reason: "the baseline has no session but this run's own", warnings };
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
          `\`${workload}\` is not the workload that its ${counted(others.length, "stored session")} measured.`,
          "Record new sessions with `steelyard baseline` once the change is merged.",
        ),
      ],
    };
  }
  if (same.length < others.length) {
    warnings.push(
      warning(
        "other-digest",
        `${counted(others.length - same.length, "stored session")} of \`${workload}\` measured another version of it and ${others.length - same.length === 1 ? "was" : "were"} left out.`,
      ),
    );
  }
  return onLikeMachines(workload, fingerprintOf(run, workload), same, warnings);
}

function onLikeMachines(
  workload: string,
  here: Fingerprint,
  same: readonly Session[],
  warnings: Warning[],
): Reference {
  const alike = same.filter((session) => deciding(session.fingerprint, here).length === 0);
  const latest = alike.at(-1);
  if (!latest) {
    const differing = deciding(same.at(-1)!.fingerprint, here);
    return {
      kind: "incomparable",
      reason: `measured under other conditions than the baseline: ${differing.join(", ")}`,
      stored: same.length,
      warnings: [
        ...warnings,
        warning(
          "other-machine",
          `The baseline of \`${workload}\` is from another kind of machine or generator: ${differing.join(", ")}.`,
          "Measure on the same kind of machine, or give this kind its own runner class and record sessions on it with `steelyard baseline`.",
        ),
      ],
    };
  }
  if (alike.length < same.length) {
    warnings.push(
      warning(
        "other-machine",
        `${counted(same.length - alike.length, "stored session")} of \`${workload}\` from another kind of machine or generator ${same.length - alike.length === 1 ? "was" : "were"} left out.`,
      ),
    );
  }
  const noted = noteworthy(latest.fingerprint, here);
  if (noted.length > 0) {
    warnings.push(
      warning(
        "fingerprint",
        `The machine is not quite the one of the last stored session: ${noted.join(", ")}.`,
      ),
    );
  }
  return { kind: "sessions", sessions: alike, warnings };
}

/** Fields that make sessions incomparable, where they differ: "cores 4 → 8". */
export function deciding(then: Fingerprint, now: Fingerprint): string[] {
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

/** Memory that differs by less than this share is the same: firmware and kernels keep a varying part of it. */
const SAME_MEMORY = 0.02;

/** Fields whose difference is named and does no more. */
export function noteworthy(then: Fingerprint, now: Fingerprint): string[] {
  const memory = Math.abs(then.memory - now.memory) > SAME_MEMORY * Math.max(then.memory, now.memory);
  const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  return [
    ...differing("OS", then.os, now.os),
    ...differing("architecture", then.arch, now.arch),
    ...(memory ? [`memory ${gib(then.memory)} → ${gib(now.memory)}`] : []),
    ...differing("kernel", then.kernel, now.kernel),
    ...differing("Node", then.node, now.node),
    ...(then.engine && now.engine ? differing("container engine", then.engine, now.engine) : []),
    ...images(then.images ?? {}, now.images ?? {}),
  ];
}

/** Images of services that both had, where they are others now. */
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
