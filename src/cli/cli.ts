import { parseArgs } from "node:util";
import { exitOf, explain, userError } from "../base/errors.ts";
import { EXIT } from "../base/exit.ts";
import { visible } from "../base/log.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { helpOf, overview } from "./help.ts";
import { Given } from "./options.ts";
import type { Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

/** Runs one command line and returns its exit code; never throws. */
export async function cli(world: World): Promise<number> {
  try {
    return await dispatch(world);
  } catch (error) {
    world.err.write(`${visible(explain(error))}\n`);
    return exitOf(error);
  }
}

async function dispatch(world: World): Promise<number> {
  const [name, ...rest] = world.argv;
  if (name === "--version") {
    world.out.write(`${VERSION}\n`);
    return EXIT.ok;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    world.out.write(rest[0] === undefined ? overview(VERBS) : helpOf(await verbOf(rest[0])));
    return name === undefined ? EXIT.user : EXIT.ok;
  }
  const verb = await verbOf(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    world.out.write(helpOf(verb));
    return EXIT.ok;
  }
  return verb.run(world, await parsed(verb, rest));
}

async function verbOf(name: string): Promise<Verb> {
  const verb = VERBS.find((one) => one.name === name);
  if (verb) return verb;
  const names = VERBS.map((one) => one.name);
  throw userError(`There is no verb "${name.slice(0, 80)}".`, {
    where: "the command line",
    remedy: (await meant(names, name)) ?? `one of: ${names.join(", ")}; steelyard --help explains them`,
  });
}

/** A question about the name that somebody may have meant; undefined where none is close. */
async function meant(names: readonly string[], typed: string): Promise<string | undefined> {
  const { closest } = await import("../commands/closest.ts"); // a mistake alone loads it
  const found = closest(names, typed.slice(0, 80));
  return found.length === 0 ? undefined : `did you mean ${found.join(" or ")}?`;
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
    const close = typed === undefined ? undefined : await meant(names, typed);
    throw userError(`${what.replace(/\.$/, "")}.`, {
      where: "the command line",
      remedy:
        close === undefined
          ? remedy
          : `${close.replace("mean ", "mean --").replaceAll(" or ", " or --")} ${remedy}`,
    });
  }
}
