import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Workload } from "../../model/config.ts";
import { shaping } from "../shaping.ts";
import type { Division } from "./distributed/division.ts";
import type { TarEntry } from "./tar.ts";

/** A file that a script consists of. */
export interface Source {
  /** Relative to the script's directory; of a module from elsewhere its address, as `https://jslib.k6.io/url/1.0.0/index.js`. */
  readonly path: string;
  readonly content: Buffer;
}

/**
 * The files of a `k6 archive`: the script, all it imports and all it opens, however their names come about. Their
 * paths depend on where the checkout is, so they are made relative to the script's.
 */
export function sources(entries: readonly TarEntry[]): Source[] {
  const script = entries.find(({ link }) => link === "data");
  const from = posix.dirname(script?.path ?? "file");
  const data = entries.find(({ path }) => path === "data");
  return entries
    .filter(({ path }) => /^(file|https)\//.test(path))
    .map((entry) => ({
      path: entry.path.startsWith("https/")
        ? entry.path.replace("https/", "https://")
        : posix.relative(from, entry.path),
      content: entry.link === "data" && data ? data.content : entry.content,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The digest of a workload: another digest is another workload. It covers the files and the settings that shape the
 * load. It does not cover gates, budgets, or a variant that only changes the stack.
 *
 * @param version k6's, of which the major part counts
 * @param division the processes that share the load; one process leaves no trace, so that earlier digests stay
 */
export function digest(
  files: readonly Source[],
  workload: Workload,
  version: string,
  { segments, machines }: Pick<Division, "segments" | "machines"> = { segments: 1, machines: 1 },
): string {
  const hash = createHash("sha256");
  for (const { path, content } of files) hash.update(`${path}\0${content.length}\0`).update(content);
  hash.update(
    JSON.stringify({
      ...shaping(workload),
      k6: version.split(".")[0],
      ...(segments > 1 && { segments, machines }),
    }),
  );
  return hash.digest("hex");
}

/** Whether any of the files has one of these words. */
export const mention = (files: readonly Source[], ...words: readonly string[]): boolean =>
  files.some(({ content }) => words.some((word) => content.includes(word)));

/**
 * Names of metrics that a script seems to declare: `new Counter("rows")`. Only candidates, since comments look
 * the same and computed names are not seen; k6 itself says which exist.
 */
export function declaredMetrics(files: readonly Source[]): string[] {
  const names = files
    .filter(({ path }) => /\.[cm]?[jt]s$/.test(path))
    .flatMap(({ content }) => [
      ...content
        .toString("utf8")
        .matchAll(/\bnew\s+(?:\w+\.)?(?:Trend|Counter|Rate|Gauge)\(\s*["'`]([A-Za-z_]\w{0,127})["'`]/g),
    ])
    .map((match) => match[1]!);
  return [...new Set(names)].sort();
}
