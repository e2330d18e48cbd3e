import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownName } from "../../exec/owner.ts";
import { OWNER } from "./labels.ts";
import { clearFiles } from "./orphans.ts";

let ledger: string;
beforeEach(() => {
  ledger = mkdtempSync(join(tmpdir(), "steelyard-ledger-"));
});
afterEach(() => rmSync(ledger, { recursive: true, force: true }));

const dead = ownName().replace(/\d+$/, "1"); // the present pid with another start time
const project = (owner: string) => JSON.stringify({ services: { web: { labels: { [OWNER]: owner } } } });

test("removes models and env files whose owner has ended, and incomplete ones", () => {
  const kept = { "steelyard-aa-1.json": project(ownName()), "steelyard-aa-0.env": `# ${ownName()}\nA="1"\n` };
  const files = {
    ...kept,
    "steelyard-bb-1.json": project(dead),
    "steelyard-bb-0.env": `# ${dead}\nA="1"\n`,
    "steelyard-cc-1.json": "{",
    "steelyard-cc-0.env": "# cut",
    "others.env": "# cut",
    "12-34.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(ledger, name), text);
  clearFiles(ledger);
  expect(readdirSync(ledger).sort()).toEqual(
    ["12-34.json", ...Object.keys(kept).sort().reverse(), "others.env"].sort(),
  );
  clearFiles(join(ledger, "none"));
});
