import type { Commits, Issue, IssueEdit, Issues, Regression } from "../model/regression.ts";
import { sha } from "./histories.ts";

export const BOT = { login: "shop[bot]", bot: true } as const;

/** The issues of a repository, in memory. */
export class IssueList implements Issues {
  readonly all: (Issue & { title: string; remarks: string[] })[] = [];
  commits: Commits | null = { list: [], total: 0, straight: true };
  /** Write operations in order: "open", "edit 1", "remark 1". */
  readonly writes: string[] = [];
  /** Runs before an issue is opened: somebody else, who is faster. */
  meanwhile: () => void = () => {};

  async self() {
    return null;
  }
  async issues() {
    return this.all.map((one) => ({ ...one }));
  }
  async open(title: string, body: string) {
    this.meanwhile();
    this.writes.push("open");
    return this.add(title, body);
  }
  add(title: string, body: string) {
    const number = this.all.length + 1;
    const url = `https://github.test/octo/shop/issues/${number}`;
    const issue = { number, url, title, body, open: true, author: BOT, remarks: [] };
    this.all.push(issue);
    return { ...issue };
  }
  async edit(number: number, { state, ...text }: IssueEdit) {
    const issue = this.all[number - 1];
    if (issue === undefined) return null;
    this.writes.push(`edit ${number}`);
    Object.assign(issue, text, state === undefined ? {} : { open: state === "open" });
    return { ...issue };
  }
  async remark(number: number, text: string) {
    this.writes.push(`remark ${number}`);
    this.all[number - 1]!.remarks.push(text);
  }
  async between() {
    return this.commits;
  }
  /** Opens or closes one by hand. */
  byHand(number: number, open: boolean): void {
    Object.assign(this.all[number - 1]!, { open });
  }
}

/** Noon of the n-th day of November 2026, unix seconds. */
export const noon = (day: number): number => Date.UTC(2026, 10, day, 12) / 1000;

/** A change of the median from 12 to 15 ms between the runs of the 10th and the 11th, one run a day. */
export function aRegression(more: Partial<Regression> = {}): Regression {
  const at = more.at ?? 9;
  const neighbour = (point: number) => ({
    sha: sha(point),
    at: noon(point + 1),
    link: `https://github.test/octo/shop/actions/runs/${point}`,
  });
  return {
    runnerClass: "bench-8c",
    workload: "browse",
    variant: null,
    metric: "http_req_duration.p50",
    unit: "s",
    better: "lower",
    before: 0.012,
    after: 0.015,
    p: 0.0002,
    n: [10, 8],
    undone: false,
    good: neighbour(at - 1),
    bad: neighbour(at),
    at,
    times: Array.from({ length: 20 }, (_, point) => noon(point + 1)),
    ...more,
  };
}
