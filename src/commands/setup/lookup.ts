import { userError } from "../../base/errors.ts";
import { EXIT_MEANINGS } from "../../base/exit.ts";
import { nearest } from "../../base/nearest.ts";
import { own } from "../../base/own.ts";
import { configKeys, type Key, KNOWN_SINCE, keysNamed } from "../../config/keys.ts";
import { knownMetrics, metricNamed } from "../../config/meanings.ts";
import { FATES, VERDICTS, type Verdict } from "../../model/verdict.ts";
import { TERMS } from "../../report/terms.ts";
import { FILE_MEANINGS, FILES } from "../paths.ts";
import { VARIABLES, variableNamed } from "./variables.ts";

/** Keys that are printed at once: a name such as `env` is that of many. */
const MOST = 8;

/** An explanation, for a person and for a program. */
export interface Explained {
  readonly text: string;
  readonly json: object;
}

/**
 * Explains a key of the config, a verdict, an exit code, a result file, a metric, a variable or a word of the report.
 *
 * @throws SteelyardError (user) for anything else, with the names that are closest
 */
export function explainTerm(term: string): Explained {
  const found =
    ofVerdict(term) ??
    ofExit(term) ??
    ofFile(term) ??
    ofKeys(term) ??
    ofMetric(term) ??
    ofVariable(term) ??
    ofTerm(term);
  if (found === undefined) throw unknown(term);
  return found;
}

function ofVerdict(term: string): Explained | undefined {
  const verdict = VERDICTS.find((one) => one === term);
  return verdict && { text: verdictText(verdict), json: { verdict, ...FATES[verdict] } };
}

function ofExit(term: string): Explained | undefined {
  const code = /^(?:exit (?:code )?)?(\d{1,3})$/.exec(term)?.[1];
  const meaning = code === undefined ? undefined : own(EXIT_MEANINGS as Record<string, string>, code);
  return meaning === undefined
    ? undefined
    : { text: `exit code ${code}: ${meaning}\n`, json: { exit: Number(code), meaning } };
}

function ofFile(term: string): Explained | undefined {
  const file = (Object.keys(FILES) as (keyof typeof FILES)[]).find((name) => FILES[name] === term);
  if (file === undefined) return undefined;
  const [name, meaning] = [FILES[file], FILE_MEANINGS[file]];
  return { text: `${name}: ${meaning}\n`, json: { file: name, meaning } };
}

function ofKeys(term: string): Explained | undefined {
  const all = configKeys();
  const found = keysNamed(term, all);
  if (found.length === 0) return undefined;
  const more = found.length - MOST;
  const rest = more > 0 ? `and ${more} more: name more of the path\n` : "";
  return {
    text:
      found
        .slice(0, MOST)
        .map((key) => keyText(key, all))
        .join("\n") + (rest && `\n${rest}`),
    json: { keys: found.map((key) => ({ ...key, since: KNOWN_SINCE })) },
  };
}

function ofMetric(term: string): Explained | undefined {
  const found = metricNamed(term);
  if (found === undefined) return undefined;
  const { metric, meaning, unit, better, statistics } = found;
  const lines = [
    `${metric}: ${meaning}`,
    `  unit        ${unit}`,
    `  better      ${better}`,
    `  statistics  ${statistics}`,
  ];
  return { text: `${lines.join("\n")}\n`, json: found };
}

function ofVariable(term: string): Explained | undefined {
  const found = variableNamed(term);
  return found && { text: `${found.variable}: ${found.meaning}\n  read by  ${found.by}\n`, json: found };
}

function ofTerm(term: string): Explained | undefined {
  const wanted = term.toLowerCase();
  const word = Object.keys(TERMS).find((one) => {
    const name = one.toLowerCase();
    return name === wanted || name.startsWith(`${wanted} [`);
  });
  return word === undefined
    ? undefined
    : { text: `${word}: ${TERMS[word]}\n`, json: { term: word, meaning: TERMS[word] } };
}

function verdictText(verdict: Verdict): string {
  const { symbol, meaning, conclusion, exit, fails } = FATES[verdict];
  const code = fails || exit === 0 ? String(exit) : `0; ${exit} where \`policy.fail_on.add\` names it`;
  return `${symbol} ${verdict}: ${meaning}\n  check      ${conclusion}\n  exit code  ${code}\n`;
}

/** The key that a group, each group by name, or each of a list takes. */
const BELOW = /^(?:\.NAME|\[\])?\.(?!NAME$)(\w+)$/;

function keyText({ key, type, usual, required, example, about }: Key, all: readonly Key[]): string {
  const below = all.flatMap((one) =>
    one.key.startsWith(key) ? (BELOW.exec(one.key.slice(key.length))?.[1] ?? []) : [],
  );
  const lines: (readonly [string, string | null])[] = [
    ["takes", `${type.replaceAll("`", "")}${below.length === 0 ? "" : `: ${below.join(", ")}`}`],
    [required ? "required" : "default", required ? "yes" : usual],
    ["example", example && `${key.split(".").at(-1)}: ${example}`],
    ["since", KNOWN_SINCE],
  ];
  const shown = lines.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(8)}  ${value}`]));
  return [`${key}: ${about}`, ...shown, ""].join("\n");
}

function unknown(term: string) {
  const names = [
    ...VERDICTS,
    ...Object.values(FILES),
    ...configKeys().flatMap(({ key }) => [key, key.split(".").at(-1)!]),
    ...knownMetrics().map(({ metric }) => metric),
    ...VARIABLES.map(({ variable }) => variable),
    ...Object.keys(TERMS),
  ];
  const near = nearest(term, names);
  return userError(
    `Nothing is called "${term.slice(0, 80)}": no key, verdict, metric, exit code, file or word of a report.`,
    {
      where: "steelyard explain",
      remedy:
        near !== undefined
          ? `did you mean ${near}?`
          : "name one, such as policy.band, measure.pairs, inconclusive, cpu_per_request or run.json",
    },
  );
}
