import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./command.ts";

/** Folders of src whose code is in no bundle. */
const TOOLS = /^(?:testing|bench|dev)[\\/]/;

/**
 * Names of the packages that the product imports, and that its bundles therefore contain. They are development
 * dependencies like all others: an installed steelyard needs none of them.
 */
export function bundledPackages(): string[] {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file) && !TOOLS.test(file),
  );
  const names = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, "src", file), "utf8");
    const imports = text.matchAll(
      /^(?:import|export)\s(?!type\s)[\w\s{},*]*?\sfrom\s+["']([^."'][^"']*)["']/gm,
    );
    return [...imports].map(([, name]) => name!).filter((name) => !/^(?:node:|k6\b|\$)/.test(name));
  });
  return [...new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]))].sort();
}
