import type { Config } from "../model/config.ts";
import { scriptsOf } from "../model/load.ts";
import { type Path, type Problem, quoted } from "./problem.ts";

/** Paths that leave the checkout: head and base have a checkout each, and only those are measured. */
export function pathProblems({ workloads, stack }: Config): Problem[] {
  const scripts = Object.entries(workloads).flatMap(([name, workload]) =>
    scriptsOf(workload).map(({ key, file }) => ({ path: ["workloads", name, ...key], file })),
  );
  const folders = Object.entries(stack.process?.services ?? {}).map(([name, { cwd }]) => ({
    path: ["stack", "process", "services", name, "cwd"],
    file: cwd,
  }));
  const composed = (stack.compose?.files ?? []).map((file, index) => ({
    path: ["stack", "compose", "files", index],
    file,
  }));
  return [...scripts, ...folders, ...composed].flatMap(({ path, file }) => pathProblem(file, path));
}

function pathProblem(file: string, path: Path): Problem[] {
  const how = astray(file);
  if (how === undefined) return [];
  return [
    {
      what: `The path ${quoted(file)} ${how}.`,
      place: { path, on: "value" },
      allowed: "a path inside the checkout, relative to its top",
      remedy: 'write it such as "workloads/browse.ts"',
    },
  ];
}

/** How a path leaves the checkout on Linux, macOS or Windows; undefined where it does not. */
function astray(file: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return "is an address or names a drive";
  if (/^[/\\]/.test(file)) return "is absolute";
  let depth = 0;
  for (const step of file.split(/[/\\]/)) {
    if (step === "..") depth--;
    else if (step !== "" && step !== ".") depth++;
    if (depth < 0) return "leaves the checkout";
  }
  return undefined;
}
