import type { FoundScript, ScriptFinder } from "../../model/generator.ts";
import { TOLD } from "../commandline.ts";

/** Why a script cannot load the stack: its address is fixed, as that of most is. */
const FIXED_PLAN = "it does not read the property `steelyard_url`";
const FIXED_SIMULATION = "its address is fixed: let it read the property `baseUrl`";
const DURATIONS = ["http_req_duration.p50", "cpu_per_request"];

/** The line of a first config: the script's own program, started by a shell, which knows our variables. */
const lineOf = (shell: string, rest: string) =>
  `command: { run: ["sh", "-c", ${JSON.stringify(shell)}], ${rest} }`;

const locust: ScriptFinder = {
  files: /\.py$/,
  find: (text) =>
    /^\s*(?:from|import)\s+locust\b/m.test(text) && /\b(?:Fast)?HttpUser\b/.test(text) ? TOLD : null,
  line: (path) =>
    lineOf(
      `exec locust --headless --skip-log --json --exit-code-on-error 0 -f ${path} -H "$STEELYARD_TARGET_API" -u 4 -r 4 -t "\${STEELYARD_DURATION%.*}s"`,
      "format: locust",
    ),
  gate: DURATIONS,
};

const jmeter: ScriptFinder = {
  files: /\.jmx$/,
  find: (text) =>
    /<jmeterTestPlan\b/.test(text)
      ? { ...TOLD, special: /__P\(\s*steelyard_/.test(text) ? null : FIXED_PLAN }
      : null,
  line: (path) =>
    lineOf(
      `exec jmeter -n -t ${path} -l "$STEELYARD_OUTPUT" -Jsteelyard_url="$STEELYARD_TARGET_API"`,
      "output: file, format: jmeter",
    ),
  gate: DURATIONS,
};

const artillery: ScriptFinder = {
  files: /\.ya?ml$/,
  find: (text) =>
    /^config:/m.test(text) && /^scenarios:/m.test(text) && /^\s+phases:/m.test(text) ? TOLD : null,
  line: (path) =>
    lineOf(
      `exec npx --no-install artillery run --quiet --target "$STEELYARD_TARGET_API" --output "$STEELYARD_OUTPUT" ${path}`,
      'output: file, format: { json: { requests: "/aggregate/counters/http.requests", metrics: { http_p50: { at: "/aggregate/summaries/http.response_time/median", unit: ms, better: lower } } } }',
    ),
  gate: ["http_p50", "cpu_per_request"],
};

/** Gatling writes its report below a folder with the time in its name, and no setting of all versions moves that. */
const REPORT = "ls -t target/gatling/*/js/stats.js* build/reports/gatling/*/js/stats.js* | head -n 1";

/** Gatling's simulations, by Maven or by Gradle, which has a folder of its own for them. */
const gatling = (files: RegExp, start: (simulation: string, address: string) => string): ScriptFinder => ({
  files,
  find: (text): FoundScript | null => {
    const name = /\bclass\s+(\w+)[^{]*(?:\bextends\s+|:\s*)Simulation\b/.exec(text)?.[1];
    if (name === undefined || !/\bio\.gatling\b/.test(text)) return null;
    const home = /^package\s+([\w.]+)/m.exec(text)?.[1];
    const property = /\bgetProperty\(\s*"(\w*(?:[uU]rl|URL|[hH]ost|HOST)\w*)"/.exec(text)?.[1];
    const variable = /\b(?:getenv|sys\.env(?:\.getOrElse)?)\(\s*"(\w*(?:URL|HOST)\w*)"/.exec(text)?.[1];
    const address = '"$STEELYARD_TARGET_API"';
    const [before, option] =
      property === undefined && variable !== undefined
        ? [`export ${variable}=${address}; `, ""]
        : ["", ` -D${property ?? "baseUrl"}=${address}`];
    const run = start(home === undefined ? name : `${home}.${name}`, option);
    return {
      ...TOLD,
      special: property === undefined && variable === undefined ? FIXED_SIMULATION : null,
      line: lineOf(
        `${before}${run} >&2 && cp "$(${REPORT})" "$STEELYARD_OUTPUT"`,
        "output: file, format: gatling",
      ),
    };
  },
  line: () => "", // each simulation has its own
  gate: ["http_p50", "cpu_per_request"],
});

/** How scripts of generators without a driver of ours are found, and run as commands. */
export const FINDERS: readonly ScriptFinder[] = [
  locust,
  jmeter,
  artillery,
  gatling(
    /(?<=\bsrc\/gatling\/.*)\.(?:scala|java|kt)$/,
    (simulation, address) => `sh ./gradlew -q gatlingRun --simulation ${simulation}${address}`,
  ),
  gatling(
    /\.(?:scala|java|kt)$/,
    (simulation, address) =>
      `M=./mvnw; test -x $M || M=mvn; $M -B -q gatling:test -Dgatling.simulationClass=${simulation}${address}`,
  ),
];
