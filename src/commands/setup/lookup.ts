import { userError } from "../../base/errors.ts";
import { EXIT_MEANINGS } from "../../base/exit.ts";
import { nearest } from "../../base/nearest.ts";
import { own } from "../../base/own.ts";
import { configKeys, type Key, keysNamed } from "../../config/keys.ts";
import { FATES, VERDICTS, type Verdict } from "../../model/verdict.ts";
import { FILE_MEANINGS, FILES } from "../paths.ts";

/** Keys that are printed at once: a name such as `env` is that of many. */
const MOST = 8;

/** An explanation, for a person and for a program. */
export interface Explained {
  readonly text: string;
  readonly json: object;
}

/**
 * Explains a key of the config, a verdict, an exit code or a result file.
 *
 * @throws SteelyardError (user) for anything else, with the names that are closest
 */
export function explainTerm(term: string): Explained {
  const verdict = VERDICTS.find((one) => one === term);
  if (verdict !== undefined) return { text: verdictText(verdict), json: { verdict, ...FATES[verdict] } };
  const exit = /^\d{1,3}$/.test(term) ? own(EXIT_MEANINGS as Record<string, string>, term) : undefined;
  if (exit !== undefined)
    return { text: `exit code ${term}: ${exit}\n`, json: { exit: Number(term), meaning: exit } };
  const files = Object.keys(FILES) as (keyof typeof FILES)[];
  const file = files.find((name) => FILES[name] === term);
  if (file !== undefined) {
    const [name, meaning] = [FILES[file], FILE_MEANINGS[file]];
    return { text: `${name}: ${meaning}\n`, json: { file: name, meaning } };
  }
  const keys = configKeys();
  const found = keysNamed(term, keys);
  if (found.length === 0) throw unknown(term, keys);
  const more = found.length - MOST;
  const rest = more > 0 ? `and ${more} more: name more of the path\n` : "";
  return {
    text: found.slice(0, MOST).map(keyText).join("\n") + (rest && `\n${rest}`),
    json: { keys: found },
  };
}

function verdictText(verdict: Verdict): string {
  const { symbol, meaning, conclusion, exit, fails } = FATES[verdict];
  const code = fails || exit === 0 ? String(exit) : `0; ${exit} where \`policy.fail_on.add\` names it`;
  return `${symbol} ${verdict}: ${meaning}\n  check      ${conclusion}\n  exit code  ${code}\n`;
}

function keyText({ key, type, usual, required, example, about }: Key): string {
  const lines: (readonly [string, string | null])[] = [
    ["takes", type.replaceAll("`", "")],
    [required ? "required" : "default", required ? "yes" : usual],
    ["example", example && `${key.split(".").at(-1)}: ${example}`],
  ];
  const shown = lines.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(8)}  ${value}`]));
  return [`${key}: ${about}`, ...shown, ""].join("\n");
}

function unknown(term: string, keys: readonly Key[]) {
  const names = [
    ...VERDICTS,
    ...Object.values(FILES),
    ...keys.flatMap(({ key }) => [key, key.split(".").at(-1)!]),
  ];
  const near = nearest(term, names);
  return userError(`There is no key, verdict, exit code or file "${term.slice(0, 80)}".`, {
    where: "steelyard explain",
    remedy:
      near !== undefined
        ? `did you mean ${near}?`
        : "name one, such as policy.band, measure.pairs, inconclusive or run.json",
  });
}
