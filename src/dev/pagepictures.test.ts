import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./command.ts";
import { DRAWN, digests, PICTURES } from "./pagepictures.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("the pictures of pages are drawn from the pages as they are now", () => {
  expect(JSON.parse(read(DRAWN)), "fix: npm run bundle && npm run pictures").toEqual(digests());
});

test.each(PICTURES)("$image is small, and shown by $document", ({ image, document }) => {
  expect(statSync(join(ROOT, image)).size).toBeLessThan(150_000);
  const shown = [...read(document).matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, source]) =>
    join(dirname(document), source!),
  );
  expect(shown).toContain(image);
});
