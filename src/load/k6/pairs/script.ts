import { SHORTCUTS } from "../wrapper.ts";

/** How a script's iterations get their sides. */
export type Way =
  /** The script asks our module, and has both in each iteration. */
  | "module"
  /** The variables of the target are set before each iteration, to one side's. */
  | "variables";

/** The tag that tells blocks and sides apart: `b3`, `b3.head`. */
export const TAG = "steelyard_turn";
/** How long the turns of a side took, measured by the module. */
export const TURNS = "steelyard_turn_duration";
/** Turns that were left early, which an exception does. */
export const LEFT = "steelyard_turns_left";
/** The function of the wrapper that every iteration runs. */
export const TURN = "steelyard_iteration";
/** The message that ends a run when all is measured. */
export const OVER = "steelyard: all is measured";

export interface Wrapping {
  /** Address of the user's module. */
  readonly script: string;
  /** The function of it that makes the load. */
  readonly exec: string;
  /** Options that replace the script's own of the same name. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly way: Way;
  readonly open: boolean;
  /** Address of the barrier between two blocks. */
  readonly barrier: string;
  /** File the summary is written to. */
  readonly summary: string;
}

const IMPORTS = [
  'import http from "k6/http";',
  'import execution from "k6/execution";',
  'import { sleep } from "k6";',
  'import { Counter } from "k6/metrics";',
];

/**
 * A module that k6 runs in place of the user's, which stays as it is. Each iteration belongs to a block; a VU whose
 * time is up goes to the barrier, where it waits, if its load is a closed one, until the next block begins. Samples
 * carry the block, and the side, as a tag of the VU, so that checks and the script's own metrics have it as well.
 *
 * With `variables`, of each two iterations of a VU one is base's and one is head's, in random order (`headFirst` of
 * our module, in the same words).
 */
export function script({ script, exec, options, way, open, barrier, summary }: Wrapping): string {
  return `import * as user from ${text(script)};
export * from ${text(script)};
${IMPORTS.join("\n")}
const { ${SHORTCUTS.join(", ")}, ...kept } = user.options || {};
export const options = Object.assign(kept, ${text(options)});
const sides = ${way === "variables"} ? JSON.parse(__ENV.STEELYARD_VARIABLES) : null;
const left = sides === null ? null : new Counter(${text(LEFT)});
let tags, until = 0, block = "", side = null, n = 0;

function ask() {
  const { iterationInTest: index } = execution.scenario;
  for (;;) {
    const asked = Date.now();
    const query = "?index=" + index + "&done=" + execution.instance.iterationsCompleted;
    const answer = http.get(${text(barrier)} + query, {
      responseType: "text", timeout: "3600s", redirects: 0, tags: { name: "steelyard" },
    });
    if (answer.status !== 200) execution.test.abort("steelyard: the barrier is gone");
    const word = JSON.parse(answer.body);
    if (word.over) execution.test.abort(${text(OVER)});
    if (word.wait) { sleep(0.001); continue; }
    if (word.skip) return false;
    if (block !== word.block) n = 0;
    ({ block, side } = word);
    until = asked + word.ms;
    __ENV.STEELYARD_PHASE = block === "warm" ? "warmup" : "measured";
    return true;
  }
}

function headFirst(seed, vu, n) {
  let h = (seed ^ Math.imul(vu, 0x9e3779b1) ^ Math.imul(n >>> 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (((h ^ (h >>> 16)) ^ n) & 1) === 1;
}

export function ${TURN}(data) {
  tags ??= execution.vu.metrics.tags;
  if (Date.now() >= until) {
    delete tags.${TAG};
    if (!ask()${open ? "" : " || true"}) return;
  }
  if (sides === null) {
    tags.${TAG} = block;
    return user[${text(exec)}](data);
  }
  const name = side ?? (headFirst(sides.seed, __VU, n++) ? "head" : "base");
  for (const [key, value] of Object.entries(sides[name])) {
    if (value === null) delete __ENV[key];
    else __ENV[key] = value;
  }
  tags.${TAG} = block + "." + name;
  const broken = (error) => { left.add(1); throw error; };
  try {
    const ending = user[${text(exec)}](data);
    return ending && ending.then ? ending.then(undefined, broken) : ending;
  } catch (error) {
    broken(error);
  }
}

export function handleSummary(data) {
  return { ${text(summary)}: JSON.stringify({ metrics: data.metrics, checks: data.root_group }) };
}
`;
}

/** A value as a JavaScript literal. */
const text = (value: unknown) => JSON.stringify(value);
