import { format } from "../model/figure.ts";
import type { Commits, Neighbour, Regression } from "../model/regression.ts";
import { fragment, OVERVIEW } from "../model/view.ts";
import type { Waiver } from "../model/waiver.ts";
import { counted, probability, signed, whole } from "./figures.ts";
import { ABSENT, code, link, plain, prose, table } from "./inert.ts";
import { short, target } from "./naming.ts";
import { shell } from "./shell.ts";

/** Why an issue was closed by us; `live` while there is a reason to have it open. */
export const ISSUE_FATES = ["live", "gone", "undone", "waived", "duplicate"] as const;
export type IssueFate = (typeof ISSUE_FATES)[number];

/** What is known of an issue of ours by its first, hidden line. */
export interface Mark {
  /** Digest of runner class, workload, variant and metric. */
  readonly series: string;
  /** When the first run of the new level was, unix seconds. */
  readonly at: number;
  /** Levels and p as they were when the text was written. */
  readonly evidence: string;
  readonly fate: IssueFate;
}

const MARK = /^<!-- steelyard:change:([0-9a-f]{16}):(\d{1,12}):([\d.e+~-]{1,80}):([a-z]+) -->$/;

/** The hidden line that an issue begins with. */
export const markLine = ({ series, at, evidence, fate }: Mark) =>
  `<!-- steelyard:change:${series}:${at}:${evidence}:${fate} -->`;

/** The mark of a text; undefined where its first line is none. */
export function markOf(body: string): Mark | undefined {
  const [, series, at, evidence, word] = MARK.exec(body.split(/\r?\n/, 1)[0]!) ?? [];
  const fate = ISSUE_FATES.find((one) => one === word);
  if (series === undefined || evidence === undefined || fate === undefined) return undefined;
  return { series, at: Number(at), evidence, fate };
}

/** A text of ours with another fate. */
export const remarked = (body: string, mark: Mark) =>
  `${markLine(mark)}\n${body.split(/\r?\n/).slice(1).join("\n")}`;

/** Below this p is not told apart: it falls with every run that joins the new level, and says no more. */
const LEAST_P = 1e-4;

/** What of a regression is worth new words: levels to three digits, p to one. While it is the same, the text stays. */
export const evidenceOf = ({ before, after, p }: Regression) =>
  [before.toPrecision(3), after.toPrecision(3), Math.max(p, LEAST_P).toPrecision(1)].join("~");

/** What an issue is made from, beside the regression itself. */
export interface RegressionText {
  readonly regression: Regression;
  readonly mark: Mark;
  /** Null where the forge does not know one of the two commits. */
  readonly commits: Commits | null;
  /** Address of the repository. */
  readonly repository: string;
  /** Address of the trend page, where it is known. */
  readonly site?: string | undefined;
}

/** Most commits listed, and the longest title. */
const MOST = 20;
const TITLE = 200;

/** "browse/popularity: http_req_duration.p50 is worse since 3f9c2e71a"; the same as long as the place is. */
export function regressionTitle({ workload, variant, metric, bad }: Regression): string {
  const since = bad.sha === null ? day(bad) : short(bad.sha);
  return plain(
    `${plain(target({ workload, variant }), 80)}: ${plain(metric, 80)} is worse since ${since}`,
    TITLE,
  );
}

/** The text of the issue, as Markdown, its mark first: what changed, between which commits, and how to find the one. */
export function regressionBody(text: RegressionText): string {
  const { regression, mark } = text;
  const parts = [
    opening(regression),
    evidence(regression),
    commitsText(text),
    command(text),
    [chart(text), run("The run before", regression.good), run("The run after", regression.bad)]
      .filter((one) => one !== "")
      .join(" · "),
    NOTES,
  ];
  return `${markLine(mark)}\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function opening({ workload, variant, metric, runnerClass, better }: Regression): string {
  const way = better === "lower" ? "up" : "down";
  return `The level of ${code(metric)} of ${code(target({ workload, variant }))} on ${code(runnerClass)} went ${way}, which is worse, between two runs of the default branch.`;
}

function evidence({ before, after, unit, p, n }: Regression): string {
  const change = before > 0 ? signed(after / before - 1) : ABSENT;
  return table(
    ["Level before:", "Level after:", "Change:", "p:"],
    [[level(before, unit, n[0]), level(after, unit, n[1]), change, probability(p)]],
  );
}

const level = (value: number, unit: Regression["unit"], n: number) =>
  `${format(value, unit).replace(/^-/, "−")} (${counted(n, "run")})`;

function commitsText({ regression: { good, bad }, commits, repository }: RegressionText): string {
  if (good.sha === null || bad.sha === null)
    return `It lies between a run of ${day(good)} and one of ${day(bad)}; of which commits is not known.`;
  const of = ({ sha, subject }: { sha: string; subject?: string }) => {
    const name = link(code(short(sha)), `${repository}/commit/${sha}`);
    return subject === undefined ? name : `${name} ${code(subject)}`;
  };
  if (good.sha === bad.sha)
    return `Both runs are of ${of({ sha: bad.sha })}: what changed is not the program, but the machine or what it talks to.`;
  const all = link("all changes between them", `${repository}/compare/${good.sha}...${bad.sha}`);
  const first = `It lies between ${of({ sha: good.sha })} (${day(good)}) and ${of({ sha: bad.sha })} (${day(bad)}); ${all}.`;
  if (commits === null) return first;
  if (!commits.straight)
    return `${first} The first is no ancestor of the second: runs are in the order in which they were measured.`;
  const list = commits.list.slice(0, MOST).map((commit) => `- ${of(commit)}`);
  const more = commits.total - list.length;
  return `${first}\n\n${[...list, ...(more > 0 ? [`- and ${whole(more)} more`] : [])].join("\n")}`;
}

function command({ regression, commits }: RegressionText): string {
  const { good, bad, workload, variant, metric } = regression;
  if (good.sha === null || bad.sha === null || good.sha === bad.sha || commits?.straight === false) return "";
  const variants = variant === null ? [] : ["--variants", variant];
  const argv = [
    "steelyard",
    "bisect",
    good.sha,
    bad.sha,
    "--only",
    workload,
    ...variants,
    "--metric",
    metric,
  ];
  return `This finds the commit, by measuring it beside a good one:\n\n\`\`\`sh\n${shell(argv)}\n\`\`\``;
}

/** The chart, with the two commits compared. */
function chart({ regression, site }: RegressionText): string {
  if (site === undefined) return "";
  const { runnerClass, workload, metric, good, bad } = regression;
  const view = { ...OVERVIEW, chart: { runnerClass, workload, metric }, a: brief(good), b: brief(bad) };
  return link("The chart", `${site.replace(/\/?$/, "/")}#${fragment(view)}`);
}

const brief = ({ sha }: Neighbour) => (sha === null ? null : short(sha));

const run = (label: string, { link: address }: Neighbour) => (address === null ? "" : link(label, address));

const day = ({ at }: Neighbour) => new Date(at * 1000).toISOString().slice(0, 10);

const NOTES = `p is the chance of a change as clear as this in a series that never changed. This text is written again when levels, p or the place change. The issue is closed when later runs do not bear the change out, when it is undone, and when a waiver on the default branch accepts it. Closed by a person it stays closed.`;

/** The remark with which an issue is closed. */
export function closing(
  why: Exclude<IssueFate, "live">,
  about: { waiver?: Waiver; first?: number } = {},
): string {
  const { waiver, first } = about;
  switch (why) {
    case "gone":
      return "The history shows no such change any more: later runs do not bear it out, or the metric is not gated now.";
    case "undone":
      return "Undone: a later level is as good again as the one before.";
    case "waived":
      return waiver === undefined
        ? "Accepted by a waiver."
        : `Accepted by a waiver until ${waiver.expires}: ${prose(waiver.because)}`;
    case "duplicate":
      return `#${first} is about the same change.`;
  }
}
