import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  type Page,
  chromium as playwright,
} from "playwright-core";
import { browser } from "../dev/tools.ts";

/** Arguments that keep Chromium to itself: no window, no network of its own, no sandbox as root has none. */
const ALONE = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page that is looked at, and everything it did that it should not. */
export interface Watched {
  readonly page: Page;
  /** Console messages that are errors or warnings, uncaught errors, dialogs. */
  readonly complaints: string[];
  /** Addresses that were asked for. */
  readonly asked: string[];
}

/** One Chromium for all tests of a file. */
let chromium: Promise<Chromium> | undefined;

function launch(): Promise<Chromium> {
  const program = browser();
  if (program === undefined) throw new Error("there is no Chromium here: apt install chromium");
  const executablePath = program.startsWith("/")
    ? program
    : execFileSync("which", [program], { encoding: "utf8" }).trim();
  return playwright.launch({ executablePath, headless: true, args: ALONE });
}

/** A session of Chromium that shares nothing with other sessions, forgotten when disposed of. */
export class Browser implements AsyncDisposable {
  private readonly context: BrowserContext;

  private constructor(context: BrowserContext) {
    this.context = context;
  }

  static async start(options: BrowserContextOptions = {}): Promise<Browser> {
    chromium ??= launch();
    return new Browser(await (await chromium).newContext(options));
  }

  /** Ends Chromium itself. */
  static async end(): Promise<void> {
    await (await chromium)?.close();
    chromium = undefined;
  }

  async open(address: string): Promise<Watched> {
    const page = await this.context.newPage();
    const watched: Watched = { page, complaints: [], asked: [] };
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) watched.complaints.push(message.text());
    });
    page.on("pageerror", (error) => watched.complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      watched.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => watched.asked.push(request.url()));
    await page.goto(address);
    return watched;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.context.close();
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings of an accessibility audit, one line each. */
export async function audit(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
    );
  });
}
