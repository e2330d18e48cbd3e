/** The module that tells the copies of a script how far its pauses are shortened, and adds up what is left of them. */
export const paceModule = "export const pace = { pauses: 1, slept: 0 };\n";
/** The word in the log for a pause of the script that was cut short, followed by its seconds. */
export const PAUSED = "steelyard:paused";

/**
 * Pauses that are shortened. Those of a polling loop stay, because the script waits there for something that the service
 * does. Such a place pauses again in the same iteration, and all that was asked since was asked before that pause too.
 */
export const paced = (pace: string) => `import { sleep as own } from "k6";
import execution from "k6/execution";
import { pace } from ${JSON.stringify(pace)};
import { asked } from "./side.js";
export * from "k6";
const last = {};
const polling = {};
export function sleep(seconds) {
  if (__VU === 0) return own(seconds); // in setup() or teardown(), which are no part of the load
  const place = new Error().stack;
  const iteration = execution.vu.iterationInInstance;
  const before = last[place];
  if (before && before.iteration === iteration && asked.size > 0 && [...asked].every((url) => before.asked.has(url)))
    polling[place] = true;
  last[place] = { iteration, asked: new Set(asked) };
  asked.clear();
  const left = polling[place] ? seconds : seconds * pace.pauses;
  pace.slept += left * 1000;
  own(left);
}
import k6 from "k6";
export default Object.assign({}, k6, { sleep });
`;

/** Most pauses of one place in an iteration of an attempt: no probe answers what a polling loop waits for. */
const ENOUGH = 20;
/** Most of them in a setup, which may make its data one by one. */
const MANY = 500;

export const pauses = (most: number) => `import { sleep as own } from "k6";
import execution from "k6/execution";
export * from "k6";
const times = {};
export function sleep(seconds) {
  const around = __VU === 0; // in setup() or teardown()
  if (!around) console.log("${PAUSED} " + seconds);
  const place = execution.vu.iterationInInstance + new Error().stack;
  times[place] = (times[place] || 0) + 1;
  if (times[place] > (around ? ${MANY} : ${ENOUGH})) throw new Error("it pauses again and again at one place");
  own(Math.min(seconds, ${most}));
}
import k6 from "k6";
export default Object.assign({}, k6, { sleep });
`;
