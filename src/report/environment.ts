import { counted } from "../base/text.ts";
import type { Comparison } from "../model/comparison.ts";
import { shortImage } from "../model/fingerprint.ts";
import { format } from "../model/quantity.ts";
import { ABSENT, codeSpan } from "./escape.ts";
import { whole } from "./figures.ts";
import { short } from "./naming.ts";
import { shell } from "./shell.ts";

/** Most workloads, sessions and generators listed by name. */
const MOST = 20;

/** The commit, the machine, the tools, the reference and the source of waivers, as a Markdown list. */
export function environment(comparison: Comparison): string {
  const { fingerprint: machine, commit, spent, waivers } = comparison;
  const generators = Object.entries(machine.generators).slice(0, MOST);
  const lines = [
    `Commit: ${commit === null ? ABSENT : `${codeSpan(commit.sha)} ${codeSpan(commit.subject)}${commit.dirty ? ", with uncommitted changes" : ""}`}`,
    `Runner class: ${codeSpan(comparison.runnerClass)}`,
    `Machine: ${codeSpan(machine.cpu)}, ${counted(machine.cores, "core")}, ${format(machine.memory, "B")}, ${codeSpan(machine.arch)}`,
    `System: ${codeSpan(machine.os)}, kernel ${codeSpan(machine.kernel)}, Node.js ${codeSpan(machine.node)}`,
    ...containers(machine),
    `Load: ${generators.map(([name, version]) => codeSpan(version.startsWith(name) ? version : `${name} ${version}`)).join(", ") || ABSENT}, ${spentTime(spent)}`,
    `Measured: ${codeSpan(comparison.at)}, run ${codeSpan(comparison.run)}, by steelyard ${codeSpan(comparison.steelyard)}`,
    ...references(comparison.reference.sessions),
    ...(waivers ? [`Waivers: ${whole(waivers.rows.length)}, read from ${codeSpan(waivers.from)}`] : []),
  ];
  return lines.map((line) => `- ${line}`).join("\n");
}

/** "Containers: engine `28.5.2`; `postgres` from `postgres:16 (0123456789ab)`, …"; empty without containers. */
function containers({ engine, images = {} }: Comparison["fingerprint"]): string[] {
  if (engine === undefined) return [];
  const all = Object.entries(images).map(
    ([service, image]) => `${codeSpan(service)} from ${codeSpan(shortImage(image))}`,
  );
  const more = all.length > MOST ? ` and ${all.length - MOST} more` : "";
  const listed = all.length === 0 ? "" : `; ${all.slice(0, MOST).join(", ")}${more}`;
  return [`Containers: engine ${codeSpan(engine)}${listed}`];
}

/** "Reference of `recommend`, `search`: `2026-11-02` (`3f9c2e713`), …"; workloads that share it are listed together. */
function references(sessions: Comparison["reference"]["sessions"]): string[] {
  const sharing = new Map<string, string[]>();
  for (const [workload, list] of Object.entries(sessions)) {
    const each = list.map(
      ({ commit, at }) =>
        `${codeSpan(at.slice(0, 10))} (${commit === null ? "no commit" : codeSpan(short(commit))})`,
    );
    const older = each.length > MOST ? `${each.length - MOST} older and ` : "";
    const text = each.length === 0 ? ABSENT : `${older}${each.slice(-MOST).join(", ")}`;
    sharing.set(text, [...(sharing.get(text) ?? []), workload]);
  }
  return [...sharing].slice(0, MOST).map(([text, workloads]) => {
    const more = workloads.length > MOST ? ` and ${workloads.length - MOST} more` : "";
    return `Reference of ${workloads
      .slice(0, MOST)
      .map((name) => codeSpan(name))
      .join(", ")}${more}: ${text}`;
  });
}

/** The command that repeats the measurement, in a code block; empty for none. */
export function replay(argv: readonly string[]): string {
  if (argv.length === 0) return "";
  const command = shell(["steelyard", ...argv]);
  // A single line behind our own word: no run of backticks in it can close the block.
  return `\`\`\`sh\n${command}\n\`\`\``;
}

/** "61 s: 40 load, 7 warm-up, 9 start, 5 build"; for a run that does not know its steps, its load and its length. */
export function spentTime({
  load,
  total,
  measured,
  build,
  start,
  why = 0,
  wait = 0,
}: Comparison["spent"]): string {
  if (measured === undefined || build === undefined || start === undefined)
    return `${format(load, "s")} of load in a run of ${format(total, "s")}`;
  const steps = [
    [measured, "load"],
    [Math.max(0, load - measured), "warm-up"],
    [start, "start"],
    [build, "build"],
    [why, "why"],
    [wait, "waiting for another measurement"],
    [Math.max(0, total - load - start - build - why - wait), "other"],
  ] as const;
  const shown = steps.filter(([seconds]) => seconds >= 0.5).map(([n, what]) => `${Math.round(n)} ${what}`);
  return [`${Math.round(total)} s`, ...(shown.length > 0 ? [shown.join(", ")] : [])].join(": ");
}
