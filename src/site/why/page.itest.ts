import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Profile } from "pprof-format";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOf } from "../../base/page.ts";
import { stream } from "../../base/random.ts";
import { page as build } from "../../dev/page.ts";
import type { FlameTree, WhyPage } from "../../model/why.ts";
import { audit, Browser } from "../../testing/browser.ts";
import { HOSTILE } from "../../testing/hostile.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-why-page-"));
let template: string;
beforeAll(async () => {
  template = await build("why");
});
afterAll(async () => {
  await Browser.end();
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, data: WhyPage): string {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, pageOf(template, data));
  return pathToFileURL(path).href;
}

/** A service whose `rankItems` takes 40 µs more, most of it in JSON.parse, among other functions. */
function service(name: string, others: number): FlameTree {
  const next = stream(7);
  const frames = [
    { name: "processTicksAndRejections", file: null, line: null },
    { name: "handle", file: "node_modules/express/lib/router/index.js", line: 136 },
    { name: "rankItems", file: "src/rank.js", line: 42 },
    { name: "parse", file: null, line: null },
    { name: "", file: "src/view.js", line: 3 },
    ...Array.from({ length: others }, (_, i) => ({ name: `render${i}`, file: "src/view.js", line: 10 + i })),
  ];
  return {
    service: name,
    source: "node",
    frames,
    nodes: [
      [-1, 0, 4e-6, 4e-6],
      [0, 1, 20e-6, 20e-6],
      [1, 2, 12e-6, 16e-6],
      [2, 3, 1e-6, 37e-6],
      [1, 4, 15e-6, 9e-6],
      ...Array.from({ length: others }, (_, i) => {
        const self = 5e-7 * next();
        return [
          i === 0 ? 4 : Math.floor(5 + next() * i),
          5 + i,
          self,
          self * (0.98 + 0.04 * next()),
        ] as const;
      }),
    ],
  };
}

const DATA: WhyPage = {
  title: "Slower: recommend by 12 %",
  compared: "Commit 1234567, compared with base 7654321, side by side, on bench.",
  steelyard: "0.1.0",
  workloads: [
    {
      name: "recommend",
      summary: "recommend: +41 µs [+36, +46] of CPU a request when loaded again with profilers, in 4 starts",
      lacking: ["db: it is neither Node.js nor Python"],
      causes: [
        "rankItems (src/rank.js:42) of web: +40 µs [+35, +45] of CPU a request (97 %), mostly in parse",
      ],
      services: [service("web", 60), service("worker", 5)],
      statements: [
        {
          service: "db",
          text: "SELECT * FROM items WHERE order_id = $1",
          calls: { base: 1, head: 3 },
          rows: { base: 20, head: 60 },
          seconds: { base: 2e-4, head: 6e-4 },
          locked: { base: 0, head: 3e-4 },
          blocks: { base: 4, head: 410 },
          added: { estimate: 4e-4, interval: [3e-4, 5e-4] },
        },
        {
          service: "db",
          text: "SELECT 1",
          added: null,
          calls: { base: 0.02, head: 0.02 },
          rows: { base: 0.02, head: 0.02 },
          seconds: { base: 1e-6, head: 1e-6 },
        },
        {
          http: true,
          service: "web",
          text: "GET pricing:8080",
          added: null,
          calls: { base: 1, head: 1 },
          rows: { base: 0, head: 0 },
          seconds: { base: 2e-3, head: 5e-3 },
        },
      ],
      waits: [
        {
          service: "web",
          name: "retry",
          place: "src/retry.js:7",
          seconds: { base: 0, head: 3e-3 },
          added: { estimate: 3e-3, interval: [2.9e-3, 3.1e-3] },
        },
      ],
    },
    {
      name: "browse",
      summary: "browse: no difference",
      lacking: [],
      causes: [],
      services: [service("web", 3)],
      statements: [],
      waits: [],
    },
  ],
};
const wide = { viewport: { width: 1280, height: 900 } };
const BOX = ".flame .box";

test("without data the page is below 60 kB", () => {
  expect(Buffer.byteLength(template)).toBeLessThan(60_000);
});

describe("opened from disk", () => {
  test("what was found is said, graph and tables show it, nothing is asked for, no complaint", async () => {
    await using browser = await Browser.start(wide);
    const address = written("one", DATA);
    const { page, complaints, asked } = await browser.open(address);
    expect(await page.locator("h1").textContent()).toBe(DATA.title);
    expect(await page.locator(".newest").textContent()).toContain(
      "rankItems (src/rank.js:42) of web: +40 µs",
    );
    expect(await page.locator(".newest").textContent()).toContain("No profile of db: it is neither");
    expect(await page.locator("section").nth(1).innerText()).toContain("by the profiler of Node.js");
    const label = (name: string) => page.locator(BOX, { hasText: name }).first();
    expect(await label("rankItems").textContent()).toBe("rankItems +40 µs");
    expect(await label("rankItems").getAttribute("class")).toContain("more4");
    expect(await page.locator("section").nth(1).locator("tbody tr").first().innerText()).toMatch(
      /rankItems|handle/,
    );
    const statements = page.locator("section").nth(2).locator("tbody tr");
    for (const at of [2, 3])
      expect(await page.locator("section").nth(at).locator("p").innerText()).toMatch(
        /at the same time all count/,
      );
    expect(await statements.first().innerText()).toContain("1.0 → 3.0");
    expect(await statements.first().innerText()).toContain("+400 µs [+300 µs, +500 µs]");
    expect(await statements.first().innerText()).toContain("0 s → 300 µs");
    expect(await statements.first().innerText()).toContain("4.0 → 410");
    expect(await statements.nth(1).innerText()).toContain("< 0.1");
    const calls = page.locator("section").nth(3);
    expect(await calls.locator("h2").innerText()).toBe("Calls of other services");
    expect(await calls.locator("thead").innerText()).not.toMatch(/Rows|Blocks|locks/);
    expect(await calls.locator("tbody tr").innerText()).toMatch(/GET pricing:8080 web[\s\S]*2 ms → 5 ms/);
    const waits = page.locator("section").nth(4).locator("tbody tr");
    expect(await waits.innerText()).toMatch(
      /retry src\/retry\.js:7 of web\s+0 s → 3 ms\s+\+3 ms \[\+2\.9 ms, \+3\.1 ms\]/,
    );
    expect(complaints).toEqual([]);
    expect(asked).toEqual([address]);
  });

  test("boxes are as wide as their time, in each view", async () => {
    await using browser = await Browser.start(wide);
    const { page } = await browser.open(written("views", DATA));
    const share = async (name: string) => {
      const [box, all] = await Promise.all([
        page.locator(BOX, { hasText: name }).first().boundingBox(),
        page.locator(".flame").boundingBox(),
      ]);
      return box!.width / all!.width;
    };
    const [{ nodes }] = DATA.workloads[0]!.services as [FlameTree];
    const all = (at: 2 | 3) => nodes.reduce((sum, node) => sum + node[at], 0);
    expect(await share("rankItems")).toBeCloseTo(53e-6 / all(3), 2);
    await page.getByRole("button", { name: "Before" }).click();
    expect(await share("rankItems")).toBeCloseTo(13e-6 / all(2), 2);
    await page.getByRole("button", { name: "Difference" }).click();
    expect(await share("rankItems")).toBeGreaterThan(0.9);
    expect(await page.getByRole("button", { name: "Difference" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("with a mouse: a click gives a box the full width; another workload and service are shown", async () => {
    await using browser = await Browser.start(wide);
    const { page, complaints } = await browser.open(written("mouse", DATA));
    const rank = page.locator(BOX, { hasText: "rankItems" }).first();
    await rank.click();
    const [box, all] = await Promise.all([rank.boundingBox(), page.locator(".flame").boundingBox()]);
    expect(box!.width / all!.width).toBeCloseTo(1, 2);
    await page.locator(BOX, { hasText: "parse" }).first().hover();
    expect(await page.locator(".detail").textContent()).toMatch(/^parse: 1 µs before, 37 µs now, \+36 µs/);
    await page.getByRole("button", { name: "worker" }).click();
    expect(await page.locator(BOX).first().textContent()).toContain("worker");
    await page.getByRole("button", { name: "browse" }).click();
    expect(await page.locator(".newest").textContent()).toBe("browse: no difference");
    expect(await page.getByRole("button", { name: "worker" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("with keys alone: into the tree, to the function, its full width, and back", async () => {
    await using browser = await Browser.start(wide);
    const { page } = await browser.open(written("keys", DATA));
    await page.locator(".flame").focus();
    const heard = () => page.locator(".detail").textContent();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
    expect(await heard()).toContain("rankItems");
    const active = () =>
      page.evaluate(() => {
        const tree = document.querySelector(".flame")!;
        return document.getElementById(tree.getAttribute("aria-activedescendant")!)?.textContent;
      });
    expect(await active()).toContain("rankItems");
    await page.keyboard.press("Enter");
    const width = () =>
      page
        .locator(BOX, { hasText: "rankItems" })
        .first()
        .evaluate((box) => box.style.width);
    expect(await width()).toBe("100%");
    await page.keyboard.press("Escape");
    expect(Number.parseFloat(await width())).toBeLessThan(60);
    await page.keyboard.press("ArrowRight");
    expect(await heard()).toContain("(view.js:3) src/view.js:3");
    await page.keyboard.press("Home");
    expect(await heard()).toMatch(/^web: /);
  });

  test("a profile is downloaded for pprof, with both sides", async () => {
    await using browser = await Browser.start(wide);
    const { page, complaints } = await browser.open(written("pprof", DATA));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "pprof" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("web.pb");
    const profile = Profile.decode(readFileSync(await download.path()));
    const text = (at: number | bigint) => profile.stringTable.strings[Number(at)];
    expect(profile.sampleType.map(({ type, unit }) => [text(type), text(unit)])).toEqual([
      ["base", "nanoseconds"],
      ["head", "nanoseconds"],
    ]);
    const nameOf = (location: number | bigint) =>
      text(
        profile.function.find(
          ({ id }) => Number(id) === Number(profile.location[Number(location) - 1]!.line[0]!.functionId),
        )!.name,
      );
    const parse = profile.sample.find(({ locationId }) => nameOf(locationId[0]!) === "parse")!;
    expect(parse.locationId.map(nameOf)).toEqual([
      "parse",
      "rankItems",
      "handle",
      "processTicksAndRejections",
      "web",
    ]);
    expect(parse.value.map(Number)).toEqual([1_000, 37_000]);
    expect(complaints).toEqual([]);
  });

  test("functions are found by name and file, with their share; stacks are downloaded for other tools", async () => {
    await using browser = await Browser.start(wide);
    const { page } = await browser.open(written("find", DATA));
    await page.getByLabel("Find").fill("src/rank");
    expect(await page.locator(".box.found").count()).toBe(1);
    expect(await page.locator(".detail").textContent()).toMatch(/^\d\d\.\d % in functions with "src\/rank"$/);
    expect(await page.getByLabel("Find").evaluate((box) => box === document.activeElement)).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Folded stacks" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("web.folded");
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toContain(
      "web;processTicksAndRejections;handle (node_modules/express/lib/router/index.js:136);rankItems (src/rank.js:42);parse 1000 37000",
    );
  });
});

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each([
    ["wide", wide.viewport],
    ["narrow", { width: 360, height: 740 }],
  ])("%s: everyone can use it, and nothing is cut off sideways", async (_, viewport) => {
    await using browser = await Browser.start({ viewport, colorScheme });
    const { page, complaints } = await browser.open(written("axe", DATA));
    for (const view of ["Now", "Difference"]) {
      await page.getByRole("button", { name: view }).click();
      expect(await audit(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
  });
});

test("a tree of the largest size is drawn", async () => {
  const nodes = Array.from({ length: 4_000 }, (_, i) => [i - 1 - (i % 7), i % 50, 1e-6, 1.1e-6] as const);
  const frames = Array.from({ length: 50 }, (_, i) => ({ name: `f${i}`, file: "src/a.js", line: i + 1 }));
  const large: FlameTree = {
    service: "web",
    source: "node",
    frames,
    nodes: nodes.map(([a, ...rest]) => [Math.max(-1, a), ...rest]),
  };
  await using browser = await Browser.start(wide);
  const { page, complaints } = await browser.open(
    written("large", { ...DATA, workloads: [{ ...DATA.workloads[0]!, services: [large] }] }),
  );
  expect(await page.locator(BOX).count()).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});

test("hostile names are plain text", async () => {
  const hostile = HOSTILE.map((text) => text.slice(0, 200));
  const frames = hostile.map((text) => ({ name: text, file: text, line: 1 }));
  const data: WhyPage = {
    title: hostile[0]!,
    compared: hostile[1]!,
    steelyard: "0.1.0",
    workloads: hostile.map((text) => ({
      name: text,
      summary: text,
      causes: [text],
      lacking: [text],
      services: [
        { service: text, source: text, frames, nodes: frames.map((_, i) => [-1, i, 1e-6, 2e-6] as const) },
      ],
      statements: [
        {
          service: text,
          text,
          added: null,
          calls: { base: 1, head: 1 },
          rows: { base: 1, head: 1 },
          seconds: { base: 1, head: 1 },
        },
      ],
      waits: [{ service: text, name: text, place: text, seconds: { base: 1, head: 1 }, added: null }],
    })),
  };
  await using browser = await Browser.start(wide);
  const address = written("hostile", data);
  const { page, complaints, asked } = await browser.open(address);
  const buttons = page.locator("[aria-label=Workload] button");
  for (let i = 0; i < hostile.length; i++) {
    await buttons.nth(i).click();
    expect(
      await page.evaluate(() => ({
        scripts: document.scripts.length,
        links: document.links.length,
        foreign: document.querySelectorAll(
          "img, iframe, object, embed, form, base, [onerror], [onclick], #app script, #app style",
        ).length,
      })),
    ).toEqual({ scripts: 2, links: 0, foreign: 0 });
  }
  expect(complaints).toEqual([]);
  expect(asked).toEqual([address]);
});
