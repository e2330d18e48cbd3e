import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFile, mentionedVariables } from "./script.ts";

test("our variables are found in a script and what it imports; what is no file has none", () => {
  const root = mkdtempSync(join(tmpdir(), "steelyard-source-"));
  try {
    const script = join(root, "a.ts");
    mkdirSync(join(root, "lib"));
    writeFileSync(
      script,
      `import "./lib"; import "./lib/b.ts"; import x from "./nowhere.ts"; import y from "./a.ts/z.ts"; __ENV.STEELYARD_TARGET_WEB`,
    );
    writeFileSync(join(root, "lib/b.ts"), `import "../a.ts"; __ENV.STEELYARD_HEADERS_API`);
    expect(mentionedVariables(script)).toEqual(["STEELYARD_HEADERS_API", "STEELYARD_TARGET_WEB"]);
    expect(mentionedVariables(root)).toEqual([]);
    expect([script, root, join(script, "z"), join(root, "no")].map(isFile)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
