import { userError } from "../base/errors.ts";
import { EXIT } from "../base/exit.ts";
import { COMMON } from "./flags.ts";
import type { Flag } from "./options.ts";
import type { Verb } from "./verb.ts";

/** Shells that completions are written for. */
const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** The verb that prints completions of `verbs` and of itself. */
export function completionOf(verbs: readonly Verb[]): Verb {
  const verb: Verb = {
    name: "completion",
    summary: "print completions of verbs and options for a shell",
    takes: "bash|zsh|fish",
    arity: [1, 1],
    about: "The shell reads them when it starts: add the line of the example to its file of settings.",
    flags: COMMON,
    examples: [
      ["source <(steelyard completion bash)", "in ~/.bashrc"],
      ["source <(steelyard completion zsh)", "in ~/.zshrc, after compinit"],
      ["steelyard completion fish | source", "in ~/.config/fish/config.fish"],
    ],
    async run(world, given) {
      const [name = ""] = given.positionals;
      const shell = SHELLS.find((one) => one === name);
      if (shell === undefined)
        throw userError(`There are no completions for "${name.slice(0, 80)}".`, {
          where: "the command line",
          remedy: `one of: ${SHELLS.join(", ")}`,
        });
      const script = SCRIPTS[shell]([...verbs, verb]);
      world.out.write(script);
      return { exit: EXIT.ok, json: { shell, script } };
    },
  };
  return verb;
}

const SCRIPTS: Readonly<Record<Shell, (verbs: readonly Verb[]) => string>> = { bash, zsh, fish };

const option = ({ name }: Flag) => `--${name}`;
const names = (verbs: readonly Verb[]) => [...verbs.map(({ name }) => name), "help"].join(" ");

function bash(verbs: readonly Verb[]): string {
  const cases = verbs.map(
    ({ name, flags }) => `    ${name}) words="${[...flags.map(option), "--help"].join(" ")}" ;;`,
  );
  return `_steelyard() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "${names(verbs)}" -- "$cur")
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) words="${names(verbs)}" ;;
${cases.join("\n")}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _steelyard steelyard
`;
}

function zsh(verbs: readonly Verb[]): string {
  const text = (plain: string) => plain.replaceAll("'", "'\\''");
  const inside = (plain: string) => text(plain.replace(/[[\]:\\]/g, "\\$&"));
  const all = verbs.map(({ name, summary }) => `    '${name}:${inside(summary)}'`);
  const cases = verbs.map(({ name, flags }) => {
    const specs = flags.map((flag) => {
      const value = flag.value === undefined ? "" : `:${inside(flag.value)}:_files`;
      return `'${flag.many ? "*" : ""}${option(flag)}[${inside(flag.help)}]${value}'`;
    });
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(" ")} ;;`;
  });
  return `_steelyard() {
  local -a verbs
  verbs=(
${all.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$verb" in
    help) _describe verb verbs ;;
${cases.join("\n")}
  esac
}
compdef _steelyard steelyard
`;
}

function fish(verbs: readonly Verb[]): string {
  const text = (plain: string) => plain.replace(/['\\]/g, "\\$&");
  const first = verbs.map(
    ({ name, summary }) =>
      `complete -c steelyard -f -n __fish_use_subcommand -a ${name} -d '${text(summary)}'`,
  );
  const rest = verbs.flatMap(({ name, flags }) =>
    flags.map((flag) => {
      const value = flag.value === undefined ? "" : " -r";
      return `complete -c steelyard -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${value} -d '${text(flag.help)}'`;
    }),
  );
  return [...first, ...rest, ""].join("\n");
}
