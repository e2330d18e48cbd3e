import type { Side } from "../../../model/schedule.ts";
import { ITERATION } from "../shims.ts";
import { SHORTCUTS } from "../wrapper.ts";

/** How a script's iterations get their sides. */
export type Way =
  /** The script asks our module, and has both in each iteration. */
  | { readonly kind: "module"; readonly script: string }
  /** Each side has a copy of the script, made under its own variables; each iteration belongs to one of them. */
  | { readonly kind: "copies"; readonly scripts: Readonly<Record<Side, string>> };

/** The tag that tells blocks and sides apart: `b3`, `b3.head`. */
export const TAG = "steelyard_turn";
/** How long the turns of a side took, measured by the module. */
export const TURNS = "steelyard_turn_duration";
/** Turns that were left early, which an exception does. */
export const LEFT = "steelyard_turns_left";
/** The function of the wrapper that every iteration runs. */
export const TURN = "steelyard_iteration";
/** The word that k6 logs when the wrapper ends a run because all is measured. */
export const OVER = "steelyard:over";

/** The variable with each side's variables, and the seed of their order. */
export const SIDES_OF = { module: "STEELYARD_SIDES", copies: "STEELYARD_VARIABLES" } as const;

export interface Wrapping {
  readonly way: Way;
  /** The function of the user's module that makes the load, by scenario. */
  readonly exec: Readonly<Record<string, string>>;
  /** Options that replace the script's own of the same name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Scenarios of an open load. */
  readonly open: readonly string[];
  /** The most iterations that a VU makes, by scenario that has a number of them. */
  readonly bounds: Readonly<Record<string, number>>;
  /** The iterations of all VUs together, by scenario that has a number of them. */
  readonly totals: Readonly<Record<string, number>>;
  /** VUs of all scenarios. */
  readonly vus: number;
  /** Name of the module that logs answers which failed. */
  readonly failing: string;
  /** Name of the module that tells the script how far its pauses are shortened; null where they are not. */
  readonly pace: string | null;
  /** Address of the barrier between two blocks. */
  readonly barrier: string;
  /** File the summary is written to. */
  readonly summary: string;
}

/** The module that sets the variables of a side. */
export const ENTER = "enter.js";

/** Modules that k6 loads before a copy of the script, so that it begins under its side's variables. */
export const entering = (side: Side) => ({
  name: `${side}.js`,
  text: `import { enter } from "./${ENTER}";\nenter("${side}");\n`,
});

/**
 * The text of `enter.js`. Each side has an object of its own as `__ENV`, and its own globals: those that its modules add
 * are put away while the other side runs. A scenario's variables come from the side's own options. They are added to the
 * variables of the start, because k6, too, drops those that init code sets when a VU begins a scenario.
 */
export const enterModule = `export const sides = JSON.parse(__ENV.${SIDES_OF.copies});
const worlds = {}, plain = {}, globals = { base: {}, head: {} }, scenarios = {};
for (const side of ["base", "head"]) {
  plain[side] = { ...__ENV, ...sides[side] };
  for (const [key, value] of Object.entries(sides[side])) if (value === null) delete plain[side][key];
  worlds[side] = { ...plain[side] };
}
const common = new Set([...Object.keys(globalThis), "__ITER"]);
let current, usual = 0;
function putAway() {
  const own = {};
  const keys = Object.keys(globalThis);
  if (keys.length === usual) return own;
  usual = keys.length;
  for (const key of keys) {
    if (common.has(key)) continue;
    own[key] = globalThis[key];
    if (Reflect.deleteProperty(globalThis, key)) usual--;
  }
  return own;
}
export function enter(side, scenario, { options } = {}) {
  if (scenario !== undefined && scenario !== scenarios[side]) {
    scenarios[side] = scenario;
    worlds[side] = { ...plain[side], ...options?.scenarios?.[scenario]?.env };
  }
  if (side !== current) {
    if (current !== undefined) globals[current] = putAway();
    for (const key in globals[side]) Reflect.set(globalThis, key, globals[side][key]);
    current = side;
  }
  __ENV = worlds[side];
}
`;

/** Lines that import a script: `user` by the module, `base` and `head` from copies. `first` is the one whose options count. */
export function imports(way: Way): { readonly lines: string; readonly first: "user" | "base" } {
  if (way.kind === "module") {
    return {
      lines: `import * as user from ${text(way.script)};\nexport * from ${text(way.script)};`,
      first: "user",
    };
  }
  const { base, head } = way.scripts;
  const lines = [
    `import { enter, sides } from "./${ENTER}";`,
    `import "./base.js";`,
    `import * as base from ${text(base)};`,
    `import "./head.js";`,
    `import * as head from ${text(head)};`,
    `const user = { base, head };`,
  ];
  return { lines: lines.join("\n"), first: "base" };
}

/**
 * Functions that run before and after the load, once for each side, and hand each its own data. `before` is code that runs
 * ahead of either one; `side` is the name of its side. An error names the side.
 */
export const setups = (before = "") => `export async function setup() {
  const data = {};
  for (const side of ["base", "head"]) {
    if (!user[side].setup) continue;
    enter(side);
    ${before}
    try {
      data[side] = await user[side].setup();
    } catch (error) {
      throw new Error("setup() of " + side + ": " + (error?.stack || error));
    }
  }
  return data;
}
export async function teardown(data) {
  for (const side of ["base", "head"]) {
    if (!user[side].teardown) continue;
    enter(side);
    ${before}
    await user[side].teardown(data?.[side]);
  }
}`;

/** The side whose setup() failed, as the error of `setups` has it; undefined where none did. */
export const failedSetup = (message: string) =>
  /setup\(\) of (base|head): /.exec(message)?.[1] as Side | undefined;

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
 * With copies, of each two iterations of a VU one is base's and one is head's, in random order (`headFirst` of our
 * module, in the same words). A VU of a closed load goes to the barrier after an even number of them, at least two: with
 * long iterations a block lasts as long as those.
 *
 * Iterations are numbered anew (`__ITER`), of each VU and, with copies, of each side from 0: scripts log in when it is 0.
 * k6 also counts calls of the barrier, and those of the other side. Where the script has a number of iterations, they
 * begin again after it, so that none runs past the script's data. Its `iterationInTest` is dealt out among the VUs: each
 * side has the numbers of all iterations, in the same order.
 */
export function script({
  way,
  exec,
  options,
  open,
  bounds,
  totals,
  vus,
  failing,
  pace,
  barrier,
  summary,
}: Wrapping): string {
  const { lines, first } = imports(way);
  const copies = way.kind === "copies";
  return `import ${text(`./${failing}`)};
${lines}
${IMPORTS.join("\n")}
${pace === null ? "const pace = { slept: 0 };" : `import { pace } from ${text(`./${pace}`)};`}
const { ${SHORTCUTS.join(", ")}, ...kept } = ${first}.options || {};
export const options = Object.assign(kept, ${text(options)});
const exec = ${text(exec)};
const open = ${text(Object.fromEntries(open.map((name) => [name, true])))};
const bounds = ${text(bounds)}, totals = ${text(totals)};
${copies ? `const left = new Counter(${text(LEFT)});` : ""}
let tags, until = 0, block = "", phase = "warmup", side = null, n = 0, begun = -1;
${copies ? "const turns = { base: 0, head: 0 };" : ""}
const busy = { iterations: 0, ms: 0, paused: 0 };
const complete = (name) => ${copies ? "open[name] || (n > begun && (side !== null || n % 2 === 0))" : "true"};

function ask() {
  const { iterationInTest: index, name } = execution.scenario;
  for (;;) {
    const asked = Date.now();
    const query = "?index=" + index + "&done=" + execution.instance.iterationsCompleted +
      "&at=" + asked + "&scenario=" + encodeURIComponent(name) + (open[name] ? "&open" : "") +
      "&iterations=" + busy.iterations + "&busy=" + busy.ms + "&paused=" + busy.paused;
    busy.iterations = busy.ms = busy.paused = 0;
    const answer = http.get(${text(barrier)} + query, {
      responseType: "text", timeout: "3600s", redirects: 0, tags: { name: "steelyard" },
    });
    if (answer.status !== 200) execution.test.abort("steelyard: the barrier is gone");
    const word = JSON.parse(answer.body);
    if (word.over) execution.test.abort(${text(OVER)});
    if (word.wait) { sleep(0.001); continue; }
    if (word.skip) return false;
    ({ block, side, pauses: pace.pauses } = word);
    until = asked + word.ms;
    begun = n;
    phase = block === "warm" ? "warmup" : "measured";
    return true;
  }
}

function headFirst(seed, vu, n) {
  let h = (seed ^ Math.imul(vu, 0x9e3779b1) ^ Math.imul(n >>> 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (((h ^ (h >>> 16)) ^ n) & 1) === 1;
}

function number(n, name) {
  __ITER = n % (bounds[name] ?? Infinity);
  __ENV.STEELYARD_PHASE = phase;
  if (totals[name] !== undefined) __ENV.${ITERATION} = (n * ${vus} + __VU - 1) % totals[name];
}

export function ${TURN}(data) {
  tags ??= execution.vu.metrics.tags;
  const { name } = execution.scenario;
  if (Date.now() >= until && complete(name)) {
    delete tags.${TAG};
    if (!ask() || !open[name]) return;
  }
${pace === null && open.length === 0 ? "  return turn(name, data);" : TIMED}
}

function turn(name, data) {
${copies ? COPIES : MODULE}}
${copies ? setups() : ""}

export function handleSummary(data) {
  return { ${text(summary)}: JSON.stringify({ metrics: data.metrics, checks: data.root_group }) };
}
`;
}

/** Adds up how long iterations take without their pauses, and the milliseconds of these. */
const TIMED = `  const { slept } = pace;
  const began = Date.now() - slept;
  const done = () => {
    busy.iterations++;
    busy.ms += Date.now() - pace.slept - began;
    busy.paused += pace.slept - slept;
  };
  const ending = turn(name, data);
  if (ending && ending.then) return ending.then(done);
  done();`;

const MODULE = `  tags.${TAG} = block;
  number(n++, name);
  return user[exec[name]](data);
`;

const COPIES = `  const first = headFirst(sides.seed, __VU, n++) ? "head" : "base";
  const mine = side ?? first;
  enter(mine, name, user[mine]);
  number(turns[mine]++, name);
  tags.${TAG} = block + "." + mine;
  const broken = (error) => { left.add(1); throw error; };
  try {
    const ending = user[mine][exec[name]](data?.[mine]);
    return ending && ending.then ? ending.then(undefined, broken) : ending;
  } catch (error) {
    broken(error);
  }
`;

/** A value as a JavaScript literal. */
const text = (value: unknown) => JSON.stringify(value);
