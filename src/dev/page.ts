import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { SLOT } from "../base/page.ts";
import { ROOT, say } from "./command.ts";

// Builds the pages: each is one file with its script and style and a place for the data, which loads nothing else. Its
// content security policy allows script and style only by their hashes.
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M1 12 5 7l3 2 6-6' fill='none' stroke='#2f6fdb' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'/></svg>";

/** The pages: the folder below `src/site` that a page's script and style are in, and its words without a script. */
export const PAGES = {
  trend: {
    file: "page.html",
    title: "Performance trends",
    styles: ["node_modules/uplot/dist/uPlot.min.css", "src/site/common.css", "src/site/trend/trend.css"],
    without:
      "The charts are drawn by a script in this page. The figures are in the folder <code>runs</code> next to it: one JSON file a run.",
  },
  why: {
    file: "why.html",
    title: "Why",
    styles: ["src/site/common.css", "src/site/why/why.css"],
    without:
      "The graphs are drawn by a script in this page. The figures are in <code>run.json</code> and <code>comparison.json</code> next to it.",
  },
} as const;

/** A page without data. */
export async function page(name: keyof typeof PAGES): Promise<string> {
  const { title, styles, without } = PAGES[name];
  const style = styles
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
    .join("\n")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
  const script = await bundled(`src/site/${name}/main.ts`);
  if (/<\/?(script|style)|<!--/i.test(script + style)) throw new Error("the bundle would end its own block");
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="steelyard">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript><p>${without}</p></noscript>
<script type="application/json" id="data">${SLOT}</script>
<script>${script}</script>
</body>
</html>
`;
}

async function bundled(script: string): Promise<string> {
  const build = await rolldown({
    input: join(ROOT, script),
    platform: "browser",
    transform: { target: "es2022" },
    treeshake: true,
  });
  const { output } = await build.generate({ format: "iife", minify: true });
  return output[0].code.trim();
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

if (import.meta.main) {
  for (const name of ["trend", "why"] as const) {
    const path = `action/dist/${PAGES[name].file}`;
    writeFileSync(join(ROOT, path), await page(name));
    say(`${path} written`);
  }
}
