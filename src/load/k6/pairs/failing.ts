import { SIDES, type Side } from "../../../model/schedule.ts";
import { SIGNATURES } from "../watch.ts";
import { TAG } from "./script.ts";

/** The name of the module, in the folder of the script that imports it. */
export const FAILING = "failing.js";
/** The word in the log for an answer that failed, followed by JSON: turn, status, method, address. */
const FAILED = "steelyard:failed";
/** The word for an answer that came from another host than was asked, followed by JSON: turn, both hosts. */
export const LEFT_FOR = "steelyard:redirected";
/** A turn of a measured block, of which only the side counts. */
const TURN = /^b\d+\.(base|head)$/;
/** Most examples of a side, and most characters of each. */
const MOST = 3;
const LONGEST = 200;

/**
 * A module that k6 loads before the script: it wraps k6's functions for requests, because all importers share one object
 * of them. Each VU logs the first answer of each side with each status of 400 and more, and the first that a redirect took
 * from one host to another. Series by status would cost every request a comparison with each of them.
 */
export const failingModule = [
  `import http from "k6/http";`,
  `import execution from "k6/execution";`,
  `const known = {};`,
  `function seen(answer, url) {`,
  `  if (!answer) return answer;`,
  `  if (answer.status >= 400) tell(answer);`,
  `  if (answer.url !== url) compare(answer);`,
  `  return answer;`,
  `}`,
  `function turnOf() {`,
  `  const turn = __VU === 0 ? undefined : execution.vu.metrics.tags.${TAG};`,
  `  return turn && turn[0] === "b" ? turn : undefined;`,
  `}`,
  `function once(turn, what, word, values) {`,
  `  const key = turn.split(".")[1] + " " + what;`,
  `  if (known[key]) return;`,
  `  known[key] = true;`,
  `  console.log(word + " " + JSON.stringify([turn, ...values]));`,
  `}`,
  `function tell({ status, request }) {`,
  `  const turn = turnOf();`,
  `  if (turn !== undefined) once(turn, status, "${FAILED}", [status, request.method, request.url]);`,
  `}`,
  `const host = (url) => /^\\w+:\\/\\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url)?.[1];`,
  `function compare({ url, request }) {`,
  `  if (request.url === url) return;`,
  `  const [from, to] = [host(request.url), host(url)];`,
  `  if (to === undefined || from === to) return;`,
  `  const turn = turnOf();`,
  `  if (turn !== undefined) once(turn, to, "${LEFT_FOR}", [from, to]);`,
  `}`,
  ...Object.entries(SIGNATURES).flatMap(([given, names]) => [
    `for (const name of ${JSON.stringify(names)}) {`,
    `  const call = http[name];`,
    `  http[name] = (${given}) => seen(call(${given}), url);`,
    `}`,
  ]),
  `const { asyncRequest, batch } = http;`,
  // A body in braces: k6 takes an `await` in a bare expression for one of the module, and panics where a script is CommonJS.
  `http.asyncRequest = async (method, url, body, params) => {`,
  `  const answer = await asyncRequest(method, url, body, params);`,
  `  return seen(answer, url);`,
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
      if (found === undefined) return;
      const { side } = found;
      if (first[side].length >= MOST || statuses[side].has(found.status)) return;
      statuses[side].add(found.status);
      first[side].push(`${found.method} ${found.path} answered ${found.status}`.slice(0, LONGEST));
    },
  };
}

/** Reads a line of the log. A line of the script itself may look like one of ours: no more than its text is used. */
function answerIn(line: string) {
  const { side, rest } = turnIn(line, FAILED) ?? {};
  const [status, method, url] = rest ?? [];
  if (side === undefined || typeof status !== "number") return undefined;
  return { side, status, method: String(method), path: pathOf(String(url)) };
}

/** The side and the values after a word in the log. */
export function turnIn(
  line: string,
  word: string,
): { readonly side: Side; readonly rest: unknown[] } | undefined {
  try {
    const { msg } = JSON.parse(line) as { msg?: unknown };
    const [turn, ...rest] = JSON.parse(String(msg).slice(word.length)) as unknown[];
    const name = TURN.exec(String(turn))?.[1];
    const side = SIDES.find((one) => one === name);
    return side && { side, rest };
  } catch {
    return undefined;
  }
}

/** The path alone: a query may have a token, and the address is another one in each start. */
const pathOf = (url: string) => url.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/";
