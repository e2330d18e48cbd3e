import { counted } from "../base/text.ts";
import { format } from "../model/figure.ts";
import { itemName } from "../model/item.ts";
import type { Commits, Neighbour, Regression } from "../model/regression.ts";
import { fragment, OVERVIEW } from "../model/view.ts";
import type { Waiver } from "../model/waiver.ts";
import { ABSENT, codeSpan, markdownLink, markdownTable, markdownText, plainText } from "./escape.ts";
import { probability, signed, whole } from "./figures.ts";
import { short } from "./naming.ts";
import { shell } from "./shell.ts";

/** The state of an issue: `live` while it is open, else the reason for which it was closed. */
export const ISSUE_FATES = ["live", "gone", "undone", "waived", "duplicate"] as const;
export type IssueFate = (typeof ISSUE_FATES)[number];

/** The contents of the first, hidden line of an issue. */
export interface RegressionMark {
  /** Digest of runner class, workload, variant and metric. */
  readonly series: string;
  /** Time of the first run of the new level, unix seconds. */
  readonly at: number;
  /** Levels and p at the time of writing. */
  readonly evidence: string;
  readonly fate: IssueFate;
}

const MARK = /^<!-- steelyard:change:([0-9a-f]{16}):(\d{1,12}):([\d.e+~-]{1,80}):([a-z]+) -->$/;

/** The hidden first line of an issue. */
export const markLine = ({ series, at, evidence, fate }: RegressionMark) =>
  `<!-- steelyard:change:${series}:${at}:${evidence}:${fate} -->`;

/** The mark of a text; undefined where its first line is not one. */
export function markOf(body: string): RegressionMark | undefined {
  const [, series, at, evidence, word] = MARK.exec(body.split(/\r?\n/, 1)[0]!) ?? [];
  const fate = ISSUE_FATES.find((one) => one === word);
  if (series === undefined || evidence === undefined || fate === undefined) return undefined;
  return { series, at: Number(at), evidence, fate };
}

/** Replaces the mark of a text. */
export const remarked = (body: string, mark: RegressionMark) =>
  `${markLine(mark)}\n${body.split(/\r?\n/).slice(1).join("\n")}`;

/** Lower limit of p: it falls with every run at the new level, which is not news. */
const LEAST_P = 1e-4;

/** Fields whose change updates the issue: levels to three digits, p to one. */
export const evidenceOf = ({ before, after, p }: Regression) =>
  [before.toPrecision(3), after.toPrecision(3), Math.max(p, LEAST_P).toPrecision(1)].join("~");

/** The contents of an issue, in addition to the regression itself. */
export interface RegressionText {
  readonly regression: Regression;
  readonly mark: RegressionMark;
  /** Null where the forge does not know one of the two commits. */
  readonly commits: Commits | null;
  /** Address of the repository. */
  readonly repository: string;
  /** Address of the trend page, where known. */
  readonly site?: string | undefined;
}

/** Most commits listed, and the longest title. */
const MOST = 20;
const TITLE = 200;

/** "browse/popularity: http_req_duration.p50 is worse since 3f9c2e71a"; constant while the place is. */
export function regressionTitle({ workload, variant, metric, bad }: Regression): string {
  const since = bad.sha === null ? day(bad) : short(bad.sha);
  return plainText(
    `${plainText(itemName({ workload, variant }), 80)}: ${plainText(metric, 80)} is worse since ${since}`,
    TITLE,
  );
}

/** The text of the issue, as Markdown after its mark: the change, its commits, and how to find the culprit. */
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
  return `The level of ${codeSpan(metric)} of ${codeSpan(itemName({ workload, variant }))} on ${codeSpan(runnerClass)} went ${way} (worse) between two runs of the default branch.`;
}

function evidence({ before, after, unit, p, n }: Regression): string {
  const change = before > 0 ? signed(after / before - 1) : ABSENT;
  return markdownTable(
    ["Level before:", "Level after:", "Change:", "p:"],
    [[level(before, unit, n[0]), level(after, unit, n[1]), change, probability(p)]],
  );
}

const level = (value: number, unit: Regression["unit"], n: number) =>
  `${format(value, unit).replace(/^-/, "−")} (${counted(n, "run")})`;

function commitsText({ regression: { good, bad }, commits, repository }: RegressionText): string {
  if (good.sha === null || bad.sha === null)
    return `The change lies between a run of ${day(good)} and one of ${day(bad)}. Their commits are unknown.`;
  const of = ({ sha, subject }: { sha: string; subject?: string }) => {
    const name = markdownLink(codeSpan(short(sha)), `${repository}/commit/${sha}`);
    return subject === undefined ? name : `${name} ${codeSpan(subject)}`;
  };
  if (good.sha === bad.sha)
    return `Both runs measured ${of({ sha: bad.sha })}, so the program did not change. The machine did, or a system that the program uses.`;
  const all = markdownLink("all changes between them", `${repository}/compare/${good.sha}...${bad.sha}`);
  const first = `The change lies between ${of({ sha: good.sha })} (${day(good)}) and ${of({ sha: bad.sha })} (${day(bad)}); ${all}.`;
  if (commits === null) return first;
  if (!commits.straight)
    return `${first} The first is not an ancestor of the second, because runs are in order of measurement.`;
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
  return `This command finds the commit. It measures each candidate side by side with a good one:\n\n\`\`\`sh\n${shell(argv)}\n\`\`\``;
}

/** The chart with the two commits. */
function chart({ regression, site }: RegressionText): string {
  if (site === undefined) return "";
  const { runnerClass, workload, metric, good, bad } = regression;
  const view = { ...OVERVIEW, chart: { runnerClass, workload, metric }, a: brief(good), b: brief(bad) };
  return markdownLink("The chart", `${site.replace(/\/?$/, "/")}#${fragment(view)}`);
}

const brief = ({ sha }: Neighbour) => (sha === null ? null : short(sha));

const run = (label: string, { link: address }: Neighbour) =>
  address === null ? "" : markdownLink(label, address);

const day = ({ at }: Neighbour) => new Date(at * 1000).toISOString().slice(0, 10);

const NOTES = `p is the probability of a change as clear as this in a series that never changed. This text is updated when the levels, p or the place change. The issue is closed when later runs no longer show the change, when it is undone, and when a waiver on the default branch accepts it. An issue that a person closes stays closed.`;

/** The comment that closes an issue. */
export function closing(
  why: Exclude<IssueFate, "live">,
  about: { waiver?: Waiver; first?: number } = {},
): string {
  const { waiver, first } = about;
  switch (why) {
    case "gone":
      return "The history no longer shows this change: later runs do not confirm it, or the metric is not gated any more.";
    case "undone":
      return "Undone: a later level is as good as the one before the change.";
    case "waived":
      return waiver === undefined
        ? "Accepted by a waiver."
        : `Accepted by a waiver until ${waiver.expires}: ${markdownText(waiver.because)}`;
    case "duplicate":
      return `Duplicate of #${first}.`;
  }
}
