import type { Comparison } from "../model/comparison.ts";
import { comparison, tested } from "./comparisons.ts";
import { sha } from "./histories.ts";

/** The n-th run of main: a comparison file's content. */
export const runOfMain = (n: number, more: Partial<Comparison> = {}): string =>
  JSON.stringify(
    comparison([tested("unchanged", 0.01, 0.01 + n * 1e-5)], {
      run: `run-${n}`,
      at: new Date(Date.now() - (100 - n) * 3_600_000).toISOString(),
      commit: { sha: sha(n), subject: `Change ${n}`, dirty: false },
      ...more,
    }),
  );

/** github-action-benchmark's data.js, with a suite of three commits. */
export const dataJs = (suite = "Parser"): string => {
  const items = [1, 2, 3].map((n) => ({
    commit: {
      author: { name: "Ada", username: "ada", email: "ada@example.com" },
      id: sha(500 + n),
      message: `Parser ${n}`,
      timestamp: `2026-11-0${n}T10:00:00+01:00`,
      url: `https://github.com/example/shop/commit/${sha(500 + n)}`,
    },
    date: Date.UTC(2026, 10, n),
    tool: "cargo",
    benches: [{ name: "parse", value: 1500 + n, range: "± 30", unit: "ns/iter" }],
  }));
  const data = { lastUpdate: 1, repoUrl: "https://github.com/example/shop", entries: { [suite]: items } };
  return `window.BENCHMARK_DATA = ${JSON.stringify(data, null, 2)}`;
};

/** The data in a page that was built. */
export function chartsIn(html: string) {
  const [, block] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(block ?? "null");
}
