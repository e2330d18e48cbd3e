import type { Comparison } from "../model/comparison.ts";
import { shortImage } from "../model/fingerprint.ts";
import { format } from "../model/quantity.ts";
import { counted, whole } from "./figures.ts";
import { ABSENT, code } from "./inert.ts";
import { short } from "./naming.ts";
import { shell } from "./shell.ts";

/** Most workloads, sessions and generators listed by name. */
const MOST = 20;

/** The commit, the machine, the tools and what the reference is and where waivers were read, as a Markdown list. */
export function environment(comparison: Comparison): string {
  const { fingerprint: machine, commit, spent, waivers } = comparison;
  const generators = Object.entries(machine.generators).slice(0, MOST);
  const lines = [
    `Commit: ${commit === null ? ABSENT : `${code(commit.sha)} ${code(commit.subject)}${commit.dirty ? ", with uncommitted changes" : ""}`}`,
    `Runner class: ${code(comparison.runnerClass)}`,
    `Machine: ${code(machine.cpu)}, ${counted(machine.cores, "core")}, ${format(machine.memory, "B")}, ${code(machine.arch)}`,
    `System: ${code(machine.os)}, kernel ${code(machine.kernel)}, Node.js ${code(machine.node)}`,
    ...containers(machine),
    `Load: ${generators.map(([name, version]) => code(version.startsWith(name) ? version : `${name} ${version}`)).join(", ") || ABSENT}, ${format(spent.load, "s")} of it in a run of ${format(spent.total, "s")}`,
    `Measured: ${code(comparison.at)}, run ${code(comparison.run)}, by steelyard ${code(comparison.steelyard)}`,
    ...references(comparison.reference.sessions),
    ...(waivers ? [`Waivers: ${whole(waivers.rows.length)}, read from ${code(waivers.from)}`] : []),
  ];
  return lines.map((line) => `- ${line}`).join("\n");
}

/** "Containers: engine `28.5.2`; `postgres` from `postgres:16 (0123456789ab)`, …"; nothing where there are none. */
function containers({ engine, images = {} }: Comparison["fingerprint"]): string[] {
  if (engine === undefined) return [];
  const all = Object.entries(images).map(
    ([service, image]) => `${code(service)} from ${code(shortImage(image))}`,
  );
  const more = all.length > MOST ? ` and ${all.length - MOST} more` : "";
  const listed = all.length === 0 ? "" : `; ${all.slice(0, MOST).join(", ")}${more}`;
  return [`Containers: engine ${code(engine)}${listed}`];
}

/** "Reference of `recommend`, `search`: `2026-11-02` (`3f9c2e713`), …", once for workloads that share it. */
function references(sessions: Comparison["reference"]["sessions"]): string[] {
  const sharing = new Map<string, string[]>();
  for (const [workload, list] of Object.entries(sessions)) {
    const each = list.map(
      ({ commit, at }) => `${code(at.slice(0, 10))} (${commit === null ? "no commit" : code(short(commit))})`,
    );
    const older = each.length > MOST ? `${each.length - MOST} older and ` : "";
    const text = each.length === 0 ? ABSENT : `${older}${each.slice(-MOST).join(", ")}`;
    sharing.set(text, [...(sharing.get(text) ?? []), workload]);
  }
  return [...sharing].slice(0, MOST).map(([text, workloads]) => {
    const more = workloads.length > MOST ? ` and ${workloads.length - MOST} more` : "";
    return `Reference of ${workloads
      .slice(0, MOST)
      .map((name) => code(name))
      .join(", ")}${more}: ${text}`;
  });
}

/** The command that measures the same again, in a code block. Nothing where there is none. */
export function replay(argv: readonly string[]): string {
  if (argv.length === 0) return "";
  const command = shell(["steelyard", ...argv]);
  // One line without any newline in it, behind our own word: no run of backticks in it can close the block.
  return `\`\`\`sh\n${command}\n\`\`\``;
}
