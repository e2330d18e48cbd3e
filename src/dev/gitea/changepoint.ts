import { writeEntry } from "../../store/history.ts";
import { anEntry } from "../../testing/histories.ts";
import type { Shop } from "./shop.ts";

const DAY = 86_400_000;
const NOISE = [0, 0.006, -0.004, 0.009, -0.008, 0.003, -0.002, 0.007, -0.006, 0.001];
const RUNS = 20;
/** The first run that is slower. */
const SLOWER = 10;

const WORKFLOW = `name: track
on: { workflow_dispatch: { inputs: { why: { type: string } } } }
permissions: {}
jobs:
  report:
    runs-on: [self-hosted, report]
    permissions: { contents: read, issues: write }
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1
        with: { ref: history, persist-credentials: false }
      - uses: octo/steelyard/action/track@main
`;

/**
 * Adds commits to main, and a workflow that keeps issues about change points. In the history of a new branch one of the
 * commits made a workload a fifth slower; it is returned.
 */
export async function makeChangePoint(shop: Shop, forge: string): Promise<string> {
  shop.git("switch", "-q", "main");
  shop.commit({ [`.${forge}/workflows/track.yml`]: WORKFLOW }, "Keep issues");
  const commits: string[] = [];
  for (let n = 0; n < RUNS; n++) {
    shop.git("commit", "-q", "--allow-empty", "-m", `Change ${n}`);
    commits.push(shop.git("rev-parse", "HEAD"));
  }
  shop.push("main");
  shop.git("switch", "-q", "--orphan", "history");
  const now = Date.now();
  for (const [n, commit] of commits.entries()) {
    const value = (n < SLOWER ? 0.01 : 0.012) * (1 + NOISE[n % NOISE.length]!);
    const at = new Date(now - (RUNS - n) * DAY).toISOString();
    const results = { browse: { "http_req_duration.p50": value } };
    await writeEntry(`${shop.folder}/steelyard`, anEntry({ run: `run-${n}`, at, commit, results }));
  }
  shop.commit({}, "A history");
  shop.push("history");
  shop.git("switch", "-q", "main");
  return commits[SLOWER]!;
}
