import { parseArgs } from "node:util";
import { errorFacts, exitOf, explain, userError } from "../base/errors.ts";
import { EXIT } from "../base/exit.ts";
import { visible } from "../base/log.ts";
import { VERSION } from "../base/version.ts";
import { type Sink, sinkLike, type World } from "../base/world.ts";
import { COMMON } from "./flags.ts";
import { helpOf, overview } from "./help.ts";
import { Given } from "./options.ts";
import type { Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

/** Runs one command line and returns its exit code; never throws. */
export async function cli(asked: World): Promise<number> {
  const world = await asTyped(asked);
  try {
    return await dispatch(world);
  } catch (error) {
    const exit = exitOf(error);
    if (world.argv.includes("--json")) world.out.write(asJson({ error: errorFacts(error), exit }));
    world.err.write(`${visible(explain(error))}\n`);
    return exit;
  }
}

/** npx installs into a folder of npm's, and says in the environment that it started this. */
async function asTyped(world: World): Promise<World> {
  if (world.env.npm_command !== "exec" || !import.meta.url.includes("/node_modules/")) return world;
  const { sourceInstalled } = await import("../commands/setup/source.ts");
  const source = await sourceInstalled().catch(() => undefined); // only the wording depends on it
  if (source === undefined) return world;
  const { typedThroughNpx } = await import("./typed.ts");
  return typedThroughNpx(
    world,
    source.repository,
    VERBS.map(({ name }) => name),
  );
}

async function dispatch(world: World): Promise<number> {
  const [name, ...rest] = verbFirst(world.argv);
  if (name === "--version") {
    world.out.write(`${VERSION}\n`);
    return EXIT.ok;
  }
  if (name === undefined) {
    world.out.write(overview(VERBS));
    return EXIT.user;
  }
  if (isCommon(name)) {
    throw userError("A verb is missing.", {
      where: "the command line",
      remedy: "steelyard --help lists them",
    });
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const about = rest.find((word) => !isCommon(word));
    world.out.write(about === undefined ? overview(VERBS) : helpOf(await verbOf(about)));
    return EXIT.ok;
  }
  const verb = await verbOf(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    world.out.write(helpOf(verb));
    return EXIT.ok;
  }
  return answered(verb, world, await parsed(verb, rest));
}

const isCommon = (word: string) => COMMON.some(({ name }) => word === `--${name}`);

/** Options that every verb has may also stand before it: "steelyard --json check". */
function verbFirst(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => !isCommon(word));
  return at === -1 ? [...argv] : [...argv.slice(at), ...argv.slice(0, at)];
}

/** Runs a verb in the manner that its caller asked for. */
export async function answered(verb: Verb, world: World, given: Given): Promise<number> {
  const err = sinkLike(world.err, { isQuiet: given.given("quiet") });
  if (!given.given("json")) return (await verb.run({ ...world, err }, given)).exit;
  // Nothing but the value is printed, and nobody is asked.
  const answer = await verb.run({ ...world, err, out: NOWHERE, ask: undefined }, given);
  world.out.write(asJson(answer.json));
  return answer.exit;
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const NOWHERE: Sink = { write() {}, isTerminal: false, columns: 80 };

async function verbOf(name: string): Promise<Verb> {
  const verb = VERBS.find((one) => one.name === name);
  if (verb) return verb;
  const isOption = name.startsWith("-");
  const options = ["help", "version", ...COMMON.map((flag) => flag.name)].map((option) => `--${option}`);
  const names = isOption ? options : VERBS.map((one) => one.name);
  const { choice } = await import("../base/nearest.ts"); // a mistake alone loads it
  throw userError(`There is no ${isOption ? "option" : "verb"} "${name.slice(0, 80)}".`, {
    where: "the command line",
    remedy: choice(name, names),
  });
}

/** Options that may stand without their value get an empty one, so that the next word is not taken for it. */
function spelledOut(verb: Verb, args: readonly string[]): string[] {
  const bare = new Set(verb.flags.flatMap(({ name, bare }) => (bare ? [`--${name}`] : [])));
  return args.map((arg, at) => {
    const next = args[at + 1];
    return bare.has(arg) && (next === undefined || next.startsWith("-")) ? `${arg}=` : arg;
  });
}

async function parsed(verb: Verb, args: readonly string[]): Promise<Given> {
  const remedy = `steelyard ${verb.name} --help`;
  const options = Object.fromEntries(
    verb.flags.map((flag) => [
      flag.name,
      {
        type: flag.value === undefined ? ("boolean" as const) : ("string" as const),
        multiple: flag.many ?? false,
        ...(flag.fallback === undefined ? {} : { default: flag.fallback }),
      },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: spelledOut(verb, args),
      options,
      allowPositionals: true,
      strict: true,
    });
    const [fewest, most] = verb.arity;
    if (positionals.length < fewest || positionals.length > most) {
      const wanted = verb.takes === "" ? "nothing" : verb.takes;
      throw userError(`"${verb.name}" takes ${wanted} and got: ${positionals.join(" ") || "nothing"}.`, {
        remedy,
      });
    }
    return new Given(values, positionals);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (!code.startsWith("ERR_PARSE_ARGS")) throw error;
    const [what = ""] = (error as Error).message.split(". ");
    const [, typed] = /Unknown option '--([^']+)'/.exec(what) ?? [];
    const names = verb.flags.map(({ name }) => name);
    const { nearest } = await import("../base/nearest.ts");
    const near = typed === undefined ? undefined : nearest(typed, names);
    throw userError(`${what.replace(/\.$/, "")}.`, {
      where: "the command line",
      remedy: near === undefined ? remedy : `did you mean --${near}? ${remedy}`,
    });
  }
}
