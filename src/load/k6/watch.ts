import type { Plan } from "./shape.ts";

/**
 * Words of the watch in the log, followed by JSON: a request that may be slow, and the first one of a VU of a cold trial.
 * The third is an origin that a VU asks.
 */
export const WATCHED = {
  slow: "steelyard:slow",
  first: "steelyard:first",
  asked: "steelyard:asked",
} as const;

/** Metrics of a cold trial: latencies of its opening, and of all that came after it. */
export const COLD = { opening: "cold_opening", steady: "cold_steady" } as const;

/** Seconds of load that are the opening of a cold trial: a third of one that is too short for ten and as many after. */
export const opening = ({ seconds }: Pick<Plan, "seconds">) => Math.min(10, (seconds ?? 30) / 3);

/** Milliseconds below which no request is slow, whatever is usual. */
const FLOOR = 250;

/** Milliseconds up to which it does not matter what is usual: four times as long is below the floor. */
const FAST = FLOOR / 4;

/** Most origins that a VU logs, besides those of targets. */
const MOST_ORIGINS = 20;

/** k6's functions by their parameters. Written out, because passing on rest parameters would cost five times as much. */
export const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  "url, params": ["get", "head"],
  "url, body, params": ["post", "put", "patch", "del", "options"],
  "method, url, body, params": ["request"],
};

/**
 * A module that k6 loads before the user's: it wraps k6's functions for requests, because all importers share
 * one object of them. It logs requests that take far longer than is usual with this VU.
 *
 * The usual time is a running median (up by half for each slower request, down by three tenths for each faster one), so
 * that a slow request does not hide the next. A VU logs ten, and then only those that are slower than all it has
 * logged: few lines, whatever happens. A fast request costs two looks at the clock. It also logs the origins that a VU
 * asks (`http://127.0.0.1:3000`), each once: those of targets, and 20 others. That comes before the request, which may throw.
 *
 * @param opening seconds from the start of the load that count as the opening of a cold trial; null for any other
 */
export function watchModule(opening: number | null, targets: Readonly<Record<string, string>>): string {
  const cold = opening !== null;
  const known = Object.values(targets).flatMap((url) => /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? []);
  return [
    `import http from "k6/http";`,
    ...(cold ? coldLines(opening) : []),
    `const now = Date.now;`,
    `let usual = ${FAST}, first = true, told = 0, top = 0;`,
    `const origins = {}, targets = ${JSON.stringify(known)};`,
    `let origin = "\\n", left = ${MOST_ORIGINS};`,
    `function asks(url) {`,
    `  const text = typeof url === "string" ? url : url?.url;`,
    `  if (typeof text !== "string" || (text.startsWith(origin) && "/?#".includes(text.charAt(origin.length)))) return;`,
    `  const found = /^\\w+:\\/\\/[^/?#]*/.exec(text)?.[0];`,
    `  if (found === undefined) return;`,
    `  origin = found;`,
    `  if (origins[found] || (!targets.includes(found) && left-- <= 0)) return;`,
    `  origins[found] = true;`,
    `  console.log("${WATCHED.asked} " + JSON.stringify([found.replace(/\\/\\/.*@/, "//")]));`,
    `}`,
    `function seen(began, ms, status, url, params) {`,
    ...(cold ? ["  chilly(began, ms);"] : []),
    `  if (ms >= ${FLOOR} && ms > 4 * usual && (told < 10 || ms > top)) {`,
    `    told++;`,
    `    top = Math.max(top, ms);`,
    `    const name = params?.tags?.name ?? url?.name ?? null;`,
    `    const what = [began, ms, status, name === null ? null : String(name).slice(0, 200), first];`,
    `    console.log("${WATCHED.slow} " + JSON.stringify(what));`,
    `  }`,
    `  first = false;`,
    `  usual = Math.max(${FAST}, ms > usual ? 1.5 * usual : 0.7 * usual);`,
    `}`,
    ...Object.entries(SIGNATURES).flatMap(([given, names]) => [
      `for (const name of ${JSON.stringify(names)}) {`,
      `  const call = http[name];`,
      `  http[name] = (${given}) => {`,
      `    asks(url);`,
      `    const began = now();`,
      `    let answer;`,
      `    try {`,
      `      answer = call(${given});`,
      `    } catch (error) {`,
      `      seen(began, now() - began, 0, url, params);`,
      `      throw error;`,
      `    }`,
      `    const ms = now() - began;`,
      `    ${cold ? "" : `if (ms > ${FAST} || first || usual > ${FAST}) `}seen(began, ms, answer?.status ?? 0, url, params);`,
      `    return answer;`,
      `  };`,
      `}`,
    ]),
    `const later = http.asyncRequest;`,
    `http.asyncRequest = async (method, url, body, params) => {`,
    `  asks(url);`,
    `  const began = now();`,
    `  let status = 0;`,
    `  try {`,
    `    const answer = await later(method, url, body, params);`,
    `    status = answer.status;`,
    `    return answer;`,
    `  } finally {`,
    `    seen(began, now() - began, status, url, params);`,
    `  }`,
    `};`,
    `const { batch } = http;`,
    `http.batch = (requests) => {`,
    `  for (const one of Object.values(requests ?? {})) asks(Array.isArray(one) ? one[1] : (one?.url ?? one));`,
    `  return batch(requests);`,
    `};`,
    ``,
  ].join("\n");
}

/** Of a cold trial only: what tells its opening from the rest, and its first request. */
const coldLines = (opening: number) => [
  `import exec from "k6/execution";`,
  `import { Trend } from "k6/metrics";`,
  `const opening = new Trend("${COLD.opening}", true);`,
  `const steady = new Trend("${COLD.steady}", true);`,
  `let start;`,
  `function chilly(began, ms) {`,
  `  start ??= began - exec.instance.currentTestRunDuration;`,
  `  (began - start < ${Math.round(opening * 1000)} ? opening : steady).add(ms);`,
  `  if (first) console.log("${WATCHED.first} " + JSON.stringify([began, ms]));`,
  `}`,
];
