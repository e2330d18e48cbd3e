import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./command.ts";
import { bundledPackages } from "./packages.ts";

// Writes action/dist/LICENCES.txt. It has the licence texts of all packages that the product imports, directly or not, because
// only these can be in a bundle; and of the bundler, whose helpers are in the chunks.
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Record<string, string>;
}
const manifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Path of a package's dependency: in its own folder or in one above, as Node resolves it. */
function folderOf(name: string, from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return folder;
    if (at === ROOT) throw new Error(`${name} is not installed: npm ci`);
  }
}

const seen = new Map<string, string>();
const visit = (name: string, from: string, deep = true) => {
  const folder = folderOf(name, from);
  const { version, license, dependencies = {} } = manifest(folder);
  const key = `${name} ${version}`;
  if (seen.has(key)) return;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} ships no licence file: find its text before bundling it`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  seen.set(key, `${key} (${license ?? "see below"})\n\n${text}\n`);
  for (const dependency of deep ? Object.keys(dependencies) : []) visit(dependency, folder);
};
for (const name of bundledPackages()) visit(name, ROOT);
visit("rolldown", ROOT, false); // its dependencies only bundle

const rule = `\n${"-".repeat(80)}\n\n`;
const text = [...seen]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, entry]) => entry)
  .join(rule);
writeFileSync(
  join(ROOT, "action/dist/LICENCES.txt"),
  `Packages bundled into the files of this folder, and their licences.\n${rule}${text}`,
);
