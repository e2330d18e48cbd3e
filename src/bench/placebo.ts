import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { firstLine } from "../base/text.ts";
import { ROOT, say } from "../dev/command.ts";
import { secondsTaken } from "../model/run.ts";
import { Outcomes } from "./outcomes.ts";
import { dependenceTable } from "./placebo/dependence.ts";
import { frontierTable } from "./placebo/frontier.ts";
import { type Forecast, type Kept, kept } from "./placebo/kept.ts";
import { ServiceLab } from "./placebo/lab.ts";
import { installed, type Service } from "./placebo/service.ts";
import { SERVICES } from "./placebo/services.ts";
import { fivePercentTable, forecastTable, placeboTable, slowerTable } from "./placebo/table.ts";

// Compares unchanged code of services that are not ours, many times, and counts how often it is called regressed. Where a
// service has such a knob, code that does more is compared too, and code that takes 5 % more CPU. It tries forecasts as
// well: where unchanged code stays undecided, 5 % more work is compared for as long as the report says it takes to find
// that. Every comparison is stored with its pairs when it ends, and an interrupted run continues there. `--minutes 60` ends
// it earlier, `--only` selects services, `--repeats N`, `--slower N`, `--five N` and `--forecasts N` say how many of each,
// `--keep` writes what there is into the tree.
const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "30" },
    slower: { type: "string", default: "20" },
    five: { type: "string", default: "20" },
    forecasts: { type: "string", default: "7" },
    minutes: { type: "string", default: "600" },
    only: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});
/** Pairs after which a forecast is made: after more of them, most metrics are settled. */
const FEW_PAIRS = 10;
/** Most pairs of a forecast that is tried. */
const MOST_PAIRS = 200;
/** A forecast, and three tries of it. */
const FORECAST = [["asked", 0], ...[1, 2, 3].map((again) => ["forecast", again] as const)] as const;
/** The code that each is made with. */
const CHANGE = { same: "same", slower: "slower", five: "five", asked: "same", forecast: "five" } as const;
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", "placebo");
const published = join(ROOT, "src/bench/placebo/results.jsonl");
const outcomes = new Outcomes<Kept>(join(folder, "placebo.jsonl"), published);
const { all } = outcomes;

for (const service of SERVICES.filter(({ name }) => values.only?.includes(name) ?? true)) {
  try {
    installed(service, folder);
  } catch (error) {
    say(`${service.name} is left out: ${firstLine((error as Error).message)}`);
  }
}
const most = Math.max(...[values.repeats, values.slower, values.five, values.forecasts].map(Number));
for (let repeat = 1; repeat <= most; repeat++) for (const service of SERVICES) measure(service, repeat);
console.log(
  `\n${[placeboTable, dependenceTable, slowerTable, fivePercentTable, forecastTable, frontierTable].map((table) => table(all)).join("\n\n")}`,
);
if (values.keep) await outcomes.publish(published);

/** One repeat of a service: unchanged code, every second time with something else running; slower code; and a forecast. */
function measure(service: Service, repeat: number): void {
  const installation = join(folder, service.name);
  if (!existsSync(join(installation, ".installed")) || !(values.only?.includes(service.name) ?? true)) return;
  const wanted: (readonly [branch: Kept["branch"], again: number])[] = [
    ...(repeat <= Number(values.repeats) ? [["same", 0] as const] : []),
    ...(repeat <= Number(values.slower) && service.slower ? [["slower", 0] as const] : []),
    ...(repeat <= Number(values.five) && service.fivePercent ? [["five", 0] as const] : []),
    ...(repeat <= Number(values.forecasts) && service.fivePercent ? FORECAST : []),
  ];
  for (const [branch, again] of wanted) {
    const key = `${service.name}/${branch}/${repeat}${again > 0 ? `.${again}` : ""}`;
    if (outcomes.has(key) || performance.now() > until) continue;
    const forecast = branch === "forecast" ? askedFor(service.name, repeat) : undefined;
    if (branch === "forecast" && forecast === undefined) continue;
    const busy = branch === "same" && repeat % 2 === 0;
    const measured = branch === "asked" || branch === "forecast" ? gatedByTime(service) : service;
    using lab = new ServiceLab(measured, installation, (files) => ({
      same: { "NOTES.md": "Nothing changed.\n" },
      ...(service.slower && { slower: service.slower(files) }),
      ...(service.fivePercent && { five: service.fivePercent(files) }),
    }));
    using _beside = busy ? somethingElse() : null;
    const pairs = branch === "asked" ? FEW_PAIRS : forecast?.pairs;
    const more = ["--why", "never", ...(pairs === undefined ? [] : ["--pairs", `${pairs}`])];
    const found = kept(
      { key, service: service.name, branch, busy },
      lab.check(CHANGE[branch], 100 * again + repeat, ...more),
    );
    const one = forecast === undefined ? found : { ...found, forecast };
    outcomes.add(one);
    const { regressed, untold, seconds } = one;
    const left = untold.length > 0 ? ` (${untold.join(", ")} untold)` : "";
    say(
      `${key}${busy ? ", busy" : ""}: ${regressed.join(", ") || "nothing"} regressed${left}, ${secondsTaken(seconds).toFixed(0)} s`,
    );
  }
}

/** What this repeat's comparison of unchanged code said would find 5 %, unless that takes hours. */
function askedFor(service: string, repeat: number): Forecast | undefined {
  const forecast = all.find((one) => one.key === `${service}/asked/${repeat}`)?.forecast;
  return forecast && forecast.pairs <= MOST_PAIRS ? forecast : undefined;
}

/** The same with one gate. With two, the other one finds the change, and a forecast of the first is never tried. */
function gatedByTime(service: Service): Service {
  const workloads = Object.entries(service.workloads).map(([name, of]) => [
    name,
    { ...of, gate: ["http_req_duration.p50"] },
  ]);
  return { ...service, workloads: Object.fromEntries(workloads) };
}

/** Another program that uses a third of one core, in bursts, and ends with this one, even where this one is killed. */
function somethingElse(): Disposable {
  const burn =
    "const of = process.ppid; const t = () => { const end = Date.now() + 100; while (Date.now() < end); if (process.ppid === of) setTimeout(t, 200); }; t();";
  const child = spawn(process.execPath, ["-e", burn], { stdio: "ignore" });
  return { [Symbol.dispose]: () => void child.kill() };
}
