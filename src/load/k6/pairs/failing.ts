import { SIDES, type Side } from "../../../model/schedule.ts";
import { SIGNATURES } from "../watch.ts";
import { TAG } from "./script.ts";

/** The name of the module, in the folder of the script that imports it. */
export const FAILING = "failing.js";
/** The word in the log for an answer that failed, followed by JSON: turn, status, method, address. */
const FAILED = "steelyard:failed";
/** A turn of a measured block, of which only the side counts. */
const TURN = /^b\d+\.(base|head)$/;
/** Most examples of a side, and most characters of each. */
const MOST = 3;
const LONGEST = 200;

/**
 * A module that k6 loads before the script: it wraps k6's functions for requests, because all importers share one object
 * of them. The first answer of each side with each status of 400 and more is logged by each VU, and no other. Series by
 * status would cost every request a comparison with each of them.
 */
export const failingModule = [
  `import http from "k6/http";`,
  `import execution from "k6/execution";`,
  `const known = {};`,
  `function seen(answer) {`,
  `  if (answer && answer.status >= 400) tell(answer);`,
  `  return answer;`,
  `}`,
  `function tell({ status, request }) {`,
  `  if (__VU === 0) return;`,
  `  const turn = execution.vu.metrics.tags.${TAG};`,
  `  const side = turn && turn[0] === "b" ? turn.split(".")[1] : undefined;`,
  `  if (side === undefined || known[side + status]) return;`,
  `  known[side + status] = true;`,
  `  console.log("${FAILED} " + JSON.stringify([turn, status, request.method, request.url]));`,
  `}`,
  ...Object.entries(SIGNATURES).flatMap(([given, names]) => [
    `for (const name of ${JSON.stringify(names)}) {`,
    `  const call = http[name];`,
    `  http[name] = (${given}) => seen(call(${given}));`,
    `}`,
  ]),
  `const { asyncRequest, batch } = http;`,
  // A body in braces: k6 takes an `await` in a bare expression for one of the module, and panics where a script is CommonJS.
  `http.asyncRequest = async (method, url, body, params) => {`,
  `  const answer = await asyncRequest(method, url, body, params);`,
  `  return seen(answer);`,
  `};`,
  `http.batch = (requests) => {`,
  `  const answers = batch(requests);`,
  `  for (const key of Object.keys(answers)) seen(answers[key]);`,
  `  return answers;`,
  `};`,
  ``,
].join("\n");

/** Examples of the answers of each side that failed: "GET /orders answered 500". */
export type Failing = Readonly<Record<Side, readonly string[]>>;

/** Listens to k6's log for answers that failed: the first of each status. */
export function failing(): { line(text: string): void; readonly first: Failing } {
  const first: Record<Side, string[]> = { base: [], head: [] };
  const statuses: Record<Side, Set<number>> = { base: new Set(), head: new Set() };
  return {
    first,
    line(text) {
      if (!text.includes(FAILED)) return;
      const found = answerIn(text);
      const side = SIDES.find((name) => name === found?.side);
      if (found === undefined || side === undefined) return;
      if (first[side].length >= MOST || statuses[side].has(found.status)) return;
      statuses[side].add(found.status);
      first[side].push(`${found.method} ${found.path} answered ${found.status}`.slice(0, LONGEST));
    },
  };
}

/** Reads a line of the log. A line of the script itself may look like one of ours: no more than its text is used. */
function answerIn(line: string) {
  try {
    const { msg } = JSON.parse(line) as { msg?: unknown };
    const [turn, status, method, url] = JSON.parse(String(msg).slice(FAILED.length)) as unknown[];
    const side = TURN.exec(String(turn))?.[1];
    if (side === undefined || typeof status !== "number") return undefined;
    return { side, status, method: String(method), path: pathOf(String(url)) };
  } catch {
    return undefined;
  }
}

/** The path alone: a query may have a token, and the address is another one in each start. */
const pathOf = (url: string) => url.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/";
