import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stream } from "../base/random.ts";
import { page as build } from "../dev/page.ts";
import { chromium } from "../dev/tools.ts";
import type { Charts, Series } from "../model/chart.ts";
import { Browser, type Watched } from "../testing/browser.ts";
import { sha } from "../testing/histories.ts";
import { pageOf } from "../trend/page.ts";

// How long a large history takes to be drawn, and a frame while it is zoomed: 20 variants of 10,000 points in one chart.
// Printed as measured on this machine, beside what is aimed at; nothing here fails.
const POINTS = 10_000;
const VARIANTS = 20;
const AIM = { first: 500, frame: 50 };
const ROUNDS = 5;

/** As the builder would make it, but for the search for changes, which is not the page's work. */
function large(): Charts {
  const next = stream(3);
  const from = Date.UTC(2020, 0, 1) / 1000;
  const runs = Array.from({ length: POINTS }, (_, i) => ({
    at: from + i * 18_000,
    sha: sha(i),
    subject: `Change number ${i} of the made-up shop`,
    author: "Ada Lovelace",
    verdict: "unchanged" as const,
    mde: 0.05,
    release: i % 800 === 400 ? `v${i / 400}` : null,
    link: null,
    source: "steelyard" as const,
  }));
  const series = Array.from({ length: VARIANTS }, (_, v): Series => {
    const values = runs.map((_, i) =>
      Number(((v + 3) * (1 + 0.05 * next() + (i > 6_000 ? 0.1 : 0))).toPrecision(5)),
    );
    const ends = (factor: number) => values.map((value) => Number((value * factor).toPrecision(5)));
    return {
      runnerClass: "bench-8c",
      workload: "browse",
      variant: `variant-${v}`,
      metric: "http_req_duration.p50",
      unit: "s",
      better: "lower",
      gate: true,
      runs: runs.map((_, i) => i),
      values,
      low: ends(0.98),
      high: ends(1.02),
      n: values.map(() => 10),
      verdicts: values.map(() => 0),
      budgets: [],
      breaks: [],
      levels: [
        { from: 0, to: 6_000, center: v + 3, band: [v + 2.9, v + 3.1] },
        { from: 6_000, to: POINTS, center: (v + 3) * 1.1, band: [(v + 3) * 1.08, (v + 3) * 1.12] },
      ],
      changes: [{ at: 6_000, before: v + 3, after: (v + 3) * 1.1, worse: true, p: 1e-9 }],
    };
  });
  return {
    title: "shop",
    repository: null,
    generated: new Date(from * 1000).toISOString(),
    steelyard: "bench",
    runs,
    series,
  };
}

chromium();
const folder = mkdtempSync(join(tmpdir(), "steelyard-bench-"));
try {
  const template = await build();
  const html = pageOf(template, large());
  const path = join(folder, "index.html");
  writeFileSync(path, html);
  const kilo = (text: string) => `${Math.round(Buffer.byteLength(text) / 1000)} kB`;
  process.stdout.write(`page ${kilo(template)}, with ${POINTS} points of ${VARIANTS} series ${kilo(html)}\n`);
  const firsts: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using browser = await Browser.start({ viewport: { width: 1280, height: 900 } });
    const { page } = await browser.open(
      `${pathToFileURL(path).href}#workload=browse&metric=http_req_duration.p50`,
    );
    await page.locator("canvas").waitFor();
    firsts.push(await page.evaluate<number>("performance.getEntriesByName('drawn')[0].startTime"));
    const box = (await page.locator(".u-over").boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.6, box.y + 100);
    frames.push(...(await zoomed(page)));
  }
  const at = (values: number[], q: number) =>
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))]!;
  const line = (what: string, value: number, aim: number) =>
    process.stdout.write(
      `${what}: ${value.toFixed(0)} ms, ${(value / aim).toFixed(2)} of the ${aim} ms aimed at\n`,
    );
  line("first drawing, median of 5 starts", at(firsts, 0.5), AIM.first);
  line(`a frame while zooming, p95 of ${frames.length}`, at(frames, 0.95), AIM.frame);
  line("a frame while zooming, median", at(frames, 0.5), AIM.frame);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from one frame to the next while the wheel zooms in and out again, a step a frame. */
function zoomed(page: Watched["page"]): Promise<number[]> {
  return page.evaluate(`(async () => {
    const over = document.querySelector(".u-over");
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const times = [];
    let before = await frame();
    for (let step = 0; step < 40; step++) {
      const { left, top, width } = over.getBoundingClientRect();
      const deltaY = step < 20 ? -100 : 100;
      const at = { clientX: left + width * 0.6, clientY: top + 100 };
      over.dispatchEvent(new WheelEvent("wheel", { deltaY, ctrlKey: true, ...at, bubbles: true, cancelable: true }));
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  })()`);
}
