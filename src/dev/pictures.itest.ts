import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Browser } from "../testing/browser.ts";
import { ROOT } from "./command.ts";

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
