import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageOf } from "../base/page.ts";
import { runGit } from "../testing/git.ts";
import { chartsIn } from "../testing/publishing.ts";
import { ROOT, say } from "./command.ts";

// `npm run pictures` draws the pages as the documents show them, from the data of real runs; with `--measure` it makes
// that data anew, on this machine, in about eight minutes.

interface Picture {
  /** The document that shows it. */
  readonly document: string;
  /** A built page in `action/dist`. */
  readonly template: string;
  /** Data of real runs. */
  readonly data: string;
  readonly image: string;
  /** Where the page is looked at: its size in pixels, and the fragment of its address. */
  readonly width: number;
  readonly height: number;
  readonly fragment: string;
}

export const PICTURES: readonly Picture[] = [
  {
    document: "src/trend/README.md",
    template: "page.html",
    data: ".github/examples/trend.json",
    image: ".github/images/trend.png",
    width: 900,
    height: 620,
    fragment: "#workload=recommend&metric=cpu_per_request",
  },
  {
    document: "src/explain/README.md",
    template: "why.html",
    data: ".github/examples/why.json",
    image: ".github/images/why.png",
    width: 900,
    height: 760,
    fragment: "",
  },
];
/** Which page each image was drawn from, as digests: an image that is out of date is found without a browser. */
export const DRAWN = ".github/images/drawn.json";

export const digests = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PICTURES.map((one) => [one.image, createHash("sha256").update(pageWith(one)).digest("hex").slice(0, 16)]),
  );

/** A page with its data, as a reader gets it. */
const pageWith = ({ template, data }: Picture) =>
  pageOf(read(`action/dist/${template}`), JSON.parse(read(data)));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The data of a page that was written by a run. */
function dataIn(path: string): string {
  const data = chartsIn(readFileSync(path, "utf8"));
  if (data === null) throw new Error(`no data in ${path}`);
  return `${JSON.stringify(data)}\n`;
}

/** Commits of the trend, and the one at which an endpoint gets slower. */
const [COMMITS, SLOWER] = [16, 11];
const AT = "compose/gateway/sources.ts";
const FAST = "of events) counts";
const SLOW = "of events.map((event) => JSON.parse(JSON.stringify(event)))) counts";

/** A clone of this checkout in which a person works. */
class Clone implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-pictures-"));

  constructor() {
    this.git("clone", "-q", ROOT, ".");
    this.git("switch", "-q", "-C", "main");
  }

  git(...args: string[]): void {
    runGit({ cwd: this.folder }, ...args);
  }

  /** Exit code of the command line. */
  steelyard(...args: string[]): number | null {
    const argv = [join(ROOT, "action/dist/cli.mjs"), ...args];
    return spawnSync(process.execPath, argv, { cwd: this.folder, stdio: "inherit" }).status;
  }

  path(...names: string[]): string {
    return join(this.folder, ".steelyard", ...names);
  }

  /** Edits the gateway so that it copies what it counts. */
  slow(): void {
    const file = join(this.folder, AT);
    const text = readFileSync(file, "utf8");
    if (!text.includes(FAST)) throw new Error(`${AT} has no "${FAST}"`);
    writeFileSync(file, text.replace(FAST, SLOW));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const ALONE = ["--profile", "demo", "--stack", "process", "--no-base"];

/** The page after a run of each commit of a short history. */
function measureTrend(): string {
  using clone = new Clone();
  // This machine has no stored sessions: the runs are points of a history, and have no verdict.
  const page = ["--out", clone.path("site"), "--title", "Performance trends", "--baselines", clone.path()];
  for (let commit = 1; commit <= COMMITS; commit++) {
    if (commit === SLOWER) clone.slow();
    else appendFileSync(join(clone.folder, "README.md"), `\n${commit}\n`);
    clone.git("commit", "-qam", commit === SLOWER ? "Count copies of the events" : `Change ${commit}`);
    clone.steelyard("measure", ...ALONE, "--out", clone.path(String(commit)));
    clone.steelyard("site", clone.path(String(commit), "run.json"), ...page);
  }
  return dataIn(clone.path("site", "index.html"));
}

/** The page that explains a verdict on the slower commit. */
function measureWhy(): string {
  using clone = new Clone();
  clone.git("switch", "-q", "-c", "change");
  clone.slow();
  clone.git("commit", "-qam", "Count copies of the events");
  clone.steelyard("check", "--base", "main", "--stack", "process", "--only", "recommend");
  return dataIn(clone.path("why.html"));
}

async function draw(): Promise<void> {
  const { Browser } = await import("../testing/browser.ts");
  const folder = mkdtempSync(join(tmpdir(), "steelyard-pictures-"));
  try {
    for (const one of PICTURES) {
      const { image, width, height, fragment } = one;
      const file = join(folder, one.template);
      writeFileSync(file, pageWith(one));
      await using browser = await Browser.start({ viewport: { width, height }, colorScheme: "light" });
      const { page, complaints } = await browser.open(`${pathToFileURL(file)}${fragment}`);
      if (complaints.length > 0) throw new Error(`${one.template}: ${complaints.join("\n")}`);
      await page.waitForTimeout(500); // for its charts, which are drawn in a frame of their own
      writeFileSync(join(ROOT, image), await page.screenshot());
      say(`${image}: ${width} × ${height}`);
    }
    writeFileSync(join(ROOT, DRAWN), `${JSON.stringify(digests(), null, 2)}\n`);
    await Browser.end();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [trend, why] = PICTURES as [Picture, Picture];
  if (process.argv.includes("--measure")) {
    writeFileSync(join(ROOT, trend.data), measureTrend());
    writeFileSync(join(ROOT, why.data), measureWhy());
  }
  await draw();
}
