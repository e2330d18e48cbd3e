import { EXIT_MEANINGS } from "../base/exit.ts";
import { VERSION } from "../base/version.ts";
import type { Flag } from "./options.ts";
import type { Verb } from "./verb.ts";

const column = (rows: readonly (readonly [string, string])[], indent = "  ") => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
};

/** What `steelyard --help` prints. */
export function overview(verbs: readonly Verb[]): string {
  return `steelyard ${VERSION}: performance checks that know news from noise

usage: steelyard VERB [options]

${column(verbs.map((verb) => [verb.name, verb.summary] as const))}

  steelyard VERB --help   explains a verb and its options
  steelyard VERB --json   prints its result for a program; --quiet prints nothing else

The first time:
  steelyard init                            writes a config and the workflows, from what is found
  steelyard doctor                          what this machine lacks, and the remedy
  steelyard measure && steelyard baseline   three times: a session each, then commit baselines/
  steelyard check                           from then on
On a branch, with nothing recorded at all:
  steelyard check --base                    the branch against where it left the default branch

${exits()}
`;
}

/** A CI job or a script decides by them. */
const exits = () => `Exit codes:\n${column(Object.entries(EXIT_MEANINGS))}`;

/** What `steelyard VERB --help` prints. */
export function helpOf(verb: Verb): string {
  const usage = ["steelyard", verb.name, verb.takes, "[options]"].filter((part) => part !== "").join(" ");
  const examples = verb.examples.map(([command, meaning]) => [command, meaning && `# ${meaning}`] as const);
  return `usage: ${usage}

${verb.about}

${column(verb.flags.map((flag) => [spelled(flag), described(flag)] as const))}

${verb.examples.length === 1 ? "example:" : "examples:"}
${column(examples)}

${exits()}
`;
}

const spelled = ({ name, value, bare }: Flag) =>
  value === undefined ? `--${name}` : `--${name} ${bare ? `[${value}]` : value}`;
const described = (flag: Flag) =>
  flag.fallback === undefined ? flag.help : `${flag.help} (${flag.fallback} by default)`;
