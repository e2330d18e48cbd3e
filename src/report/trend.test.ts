import { expect, test } from "vitest";
import { viewOf } from "../model/view.ts";
import { comparing } from "../testing/comparing.ts";
import { comparison, limited, tested } from "../testing/comparisons.ts";
import { aRun } from "../testing/runs.ts";
import { comment } from "./comment.ts";
import { summary } from "./summary.ts";
import { trendAddress } from "./trend.ts";

const site = "https://example.github.io/shop/steelyard";
const rows = [
  tested("unchanged", 0.01, 0.0101, { workload: "browse" }),
  limited("budget", "fail", "< 250 ms", 0.3),
  tested("regressed", 0.0123, 0.0169, { variant: "co-occurrence", metric: "cpu_per_request" }),
];

test("the comment and the summary lead to the worst gated metric, with head's figure marked", () => {
  const address = trendAddress(comparison(rows, { site }))!;
  const [page, hash] = address.split("#");
  expect(page).toBe(`${site}/`);
  expect(viewOf(`#${hash}`)).toMatchObject({
    chart: { runnerClass: "bench-8c", workload: "recommend", metric: "cpu_per_request" },
    mark: { value: 0.0169, variant: "co-occurrence", label: "head d3b07384d" },
  });
  expect(comment(comparison(rows, { site }))).toContain(`[Trend](${address})`);
  expect(summary(comparison(rows, { site }))).toContain(`[Trend](${address})`);
});

test("without a page in the config there is no link; the caller's link wins", () => {
  expect(comment(comparison(rows))).not.toContain("[Trend]");
  const links = { trend: "https://example.com/other" };
  expect(comment(comparison(rows, { site }), { links })).toContain("[Trend](https://example.com/other)");
});

test("the address comes from the config that judged", () => {
  const run = aRun({ workloads: { shop: { trials: [0.01, 0.011, 0.012] } } });
  const config = { ...run.config.resolved, site };
  expect(comparing(run, [], { config }).site).toBe(site);
  expect(comparing(run)).not.toHaveProperty("site");
});

test("without a figure it leads to the overview, and so does one whose address is too long", () => {
  expect(trendAddress(comparison([], { site }))).toBe(`${site}/`);
  const long = tested("regressed", 1, 2, { metric: `http_req_duration{name:${"ä".repeat(200)}}.p50` });
  expect(trendAddress(comparison([long], { site }))).toBe(`${site}/`);
});
