import type { Plan } from "./shape.ts";

/** What the watch prints, followed by JSON: a request that may be slow, and the first one of a VU of a cold trial. */
export const WATCHED = { slow: "steelyard:slow", first: "steelyard:first" } as const;

/** Metrics of a cold trial: latencies of its opening, and of all that came after it. */
export const COLD = { opening: "cold_opening", steady: "cold_steady" } as const;

/** Seconds of load that are the opening of a cold trial: a third of one that is too short for ten and as many after. */
export const opening = ({ seconds }: Pick<Plan, "seconds">) => Math.min(10, (seconds ?? 30) / 3);

/** Milliseconds below which no request is slow, whatever is usual. */
const FLOOR = 250;

/**
 * A module that k6 loads before the user's: it puts itself before k6's functions for requests, which it can because
 * all importers share one object of them, and tells of those that take far longer than is usual with this VU.
 *
 * What is usual is a running median (up by half for each slower request, down by three tenths for each faster one), so
 * that a slow request does not hide the next. A VU tells of ten, and then only of those that are slower than all it has
 * told of: few lines, whatever happens. Of each request that is not told of, this costs two looks at the clock.
 *
 * @param opening seconds from the start of the load that count as the opening of a cold trial; null for any other
 */
export function watchModule(opening: number | null): string {
  const cold = opening !== null;
  return [
    `import http from "k6/http";`,
    ...(cold ? [`import exec from "k6/execution";`, `import { Trend } from "k6/metrics";`] : []),
    ...(cold ? COLD_METRICS : []),
    `let usual = 25, count = 0, told = 0, top = 0;`,
    `function seen(began, status, url, params) {`,
    `  const ms = Date.now() - began;`,
    `  count++;`,
    ...(cold ? coldLines(opening) : []),
    `  if (ms >= ${FLOOR} && ms > 4 * usual && (told < 10 || ms > top)) {`,
    `    told++;`,
    `    top = Math.max(top, ms);`,
    `    const name = params?.tags?.name ?? url?.name ?? null;`,
    `    const what = [began, ms, status, name === null ? null : String(name).slice(0, 200), count === 1];`,
    `    console.log("${WATCHED.slow} " + JSON.stringify(what));`,
    `  }`,
    `  usual = Math.max(1, ms > usual ? 1.5 * usual : 0.7 * usual);`,
    `}`,
    `function watched(call, at) {`,
    `  return (...given) => {`,
    `    const began = Date.now();`,
    `    let status = 0;`,
    `    try {`,
    `      const answer = call(...given);`,
    `      status = answer.status;`,
    `      return answer;`,
    `    } finally {`,
    `      seen(began, status, given[at.url], given[at.params]);`,
    `    }`,
    `  };`,
    `}`,
    `for (const name of ["get", "head"]) http[name] = watched(http[name], { url: 0, params: 1 });`,
    `for (const name of ["post", "put", "patch", "del", "options"]) {`,
    `  http[name] = watched(http[name], { url: 0, params: 2 });`,
    `}`,
    `http.request = watched(http.request, { url: 1, params: 3 });`,
    `const later = http.asyncRequest;`,
    `http.asyncRequest = async (...given) => {`,
    `  const began = Date.now();`,
    `  let status = 0;`,
    `  try {`,
    `    const answer = await later(...given);`,
    `    status = answer.status;`,
    `    return answer;`,
    `  } finally {`,
    `    seen(began, status, given[1], given[3]);`,
    `  }`,
    `};`,
    ``,
  ].join("\n");
}

/** Of a cold trial only: what tells its opening from the rest. */
const COLD_METRICS = [
  `const opening = new Trend("${COLD.opening}", true);`,
  `const steady = new Trend("${COLD.steady}", true);`,
  `let start;`,
];

const coldLines = (opening: number) => [
  `  start ??= began - exec.instance.currentTestRunDuration;`,
  `  (began - start < ${Math.round(opening * 1000)} ? opening : steady).add(ms);`,
  `  if (count === 1) console.log("${WATCHED.first} " + JSON.stringify([began, ms]));`,
];
