import { locationOf } from "../base/text.ts";
import type { Findings } from "./findings.ts";
import { GUESS, remark, WRITTEN } from "./guess.ts";

/** The script that is written where there is none. */
export const STARTER = "perf/browse.js";

/** The end of the names of that script's checks, after the path. */
export const ANSWERED = " is answered";

/** A first script, for a repository without any: it asks the GET routes that were found. */
export function starterText({ routes }: Findings): string {
  const paths = routes.length > 0 ? routes : [{ path: "/", file: "", line: null, isRelative: false }];
  return [
    `// A first load script, ${WRITTEN}: make it ask what your users ask.`,
    'import { check } from "k6";',
    'import http from "k6/http";',
    "",
    "// How it loads; how long is said in .github/steelyard.yml.",
    'export const options = { vus: 2, duration: "5s" };',
    "",
    "const paths = [",
    ...paths.map((route) => {
      const found = `${GUESS}${routes.length > 0 ? "no route but the one for health was found" : "no GET route without an account or parameters was found"}`;
      const at = route.file === "" ? found : remark(locationOf(route));
      const guess = route.isRelative ? `, ${GUESS}its router may have a prefix` : "";
      return `  ${JSON.stringify(route.path)}, // ${at}${guess}`;
    }),
    "];",
    "",
    "export default function () {",
    "  for (const path of paths) {",
    "    // A redirect is no answer: it may lead to a page for logging in.",
    "    const answer = http.get(__ENV.STEELYARD_TARGET_API + path, { redirects: 0, tags: { name: path } });",
    `    check(answer, { [path + "${ANSWERED}"]: ({ status }) => status >= 200 && status < 300 });`,
    "  }",
    "}",
    "",
  ].join("\n");
}

/** The first script without some of its paths; null where none would be left. */
export function withoutPaths(text: string, paths: readonly string[]): string | null {
  const isPath = (line: string) => /^ {2}"/.test(line);
  const lines = text.split("\n");
  const left = lines.filter((line) => !paths.some((path) => line.startsWith(`  ${JSON.stringify(path)},`)));
  return left.some(isPath) ? left.join("\n") : null;
}
