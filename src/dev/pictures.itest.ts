import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { Browser } from "../testing/browser.ts";
import { ROOT } from "./command.ts";

afterAll(() => Browser.end());

test("the picture of a terminal is drawn whole, in lines that do not touch", async () => {
  const path = join(ROOT, ".github/images/terminal.svg");
  await using browser = await Browser.start({ viewport: { width: 900, height: 1_000 } });
  const { page, complaints, asked } = await browser.open(pathToFileURL(path).href);
  const ground = (await page.locator("rect").boundingBox())!;
  const texts = await page.locator("text").all();
  expect(texts.length).toBeGreaterThan(20);
  const boxes = await Promise.all(texts.map(async (text) => (await text.boundingBox())!));
  for (const { x, y, width, height } of boxes) {
    expect(x).toBeGreaterThanOrEqual(ground.x);
    expect(x + width).toBeLessThanOrEqual(ground.x + ground.width);
    expect(y + height).toBeLessThanOrEqual(ground.y + ground.height);
  }
  // Two stretches of one line stand beside each other, never on top.
  for (const [i, one] of boxes.entries()) {
    const next = boxes.slice(i + 1).find(({ y }) => Math.abs(y - one.y) < 2);
    if (next) expect(one.x + one.width).toBeLessThanOrEqual(next.x + 1);
  }
  expect([complaints, asked]).toEqual([[], [pathToFileURL(path).href]]);
});

test.each(["light", "dark"])(
  "the %s picture of a comment is drawn whole, and asks for nothing",
  async (theme) => {
    const path = join(ROOT, `.github/images/comment-${theme}.svg`);
    const height = Number(/ height="(\d+)"/.exec(readFileSync(path, "utf8"))?.[1]);
    await using browser = await Browser.start({ viewport: { width: 900, height: 1_000 } });
    const { page, complaints, asked } = await browser.open(pathToFileURL(path).href);
    const laid = (await page.locator(".box").boundingBox())!.height;
    // A height that does not fit is corrected by hand: fonts differ by machine.
    expect(laid, `height="${Math.ceil(laid) + 6}" in ${path}`).toBeLessThanOrEqual(height);
    expect(laid).toBeGreaterThan(height - 60);
    expect([complaints, asked]).toEqual([[], [pathToFileURL(path).href]]);
  },
);
