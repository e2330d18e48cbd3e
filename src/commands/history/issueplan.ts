import { accepting } from "../../compare/waivers.ts";
import { sha256 } from "../../exec/digest.ts";
import { isOurs } from "../../model/author.ts";
import type { Issue, Regression } from "../../model/regression.ts";
import type { Waiver } from "../../model/waiver.ts";
import { closing, evidenceOf, type IssueFate, markOf, type RegressionMark } from "../../report/regression.ts";

/** The action for one issue. */
export type Step =
  | { readonly kind: "open"; readonly regression: Regression; readonly mark: RegressionMark }
  | {
      readonly kind: "update" | "reopen";
      readonly issue: Issue;
      readonly regression: Regression;
      readonly mark: RegressionMark;
    }
  | {
      readonly kind: "close";
      readonly issue: Issue;
      readonly mark: RegressionMark;
      readonly why: Exclude<IssueFate, "live">;
      readonly remark: string;
    };

/**
 * Points by which later runs may move a change point without its being another: two changes are at least four apart,
 * and an issue belongs to the nearest.
 */
const REACH = 8;

/** The name of a series in its issues. */
export const seriesKey = ({ runnerClass, workload, variant, metric }: Regression): string =>
  sha256(JSON.stringify([runnerClass, workload, variant, metric])).slice(0, 16);

interface Ours {
  readonly issue: Issue;
  readonly mark: RegressionMark;
}

/**
 * Plans the actions, from the history and the existing issues.
 *
 * An issue is matched to a change by its mark: the same series, and the nearest place. An issue that a person closed is
 * never touched again. One that we closed ourselves, which its mark records, is reopened when the reason is gone. One
 * that a person reopened after us is not closed a second time for the same reason.
 *
 * @param issues all open issues and the closed ones that may be about changes since `border`
 * @param border time, ms: no issue is opened for a change before it
 * @param self login that writes; null where we are an app
 */
export function planned(
  regressions: readonly Regression[],
  issues: readonly Issue[],
  waivers: readonly Waiver[],
  { self, now, border }: { readonly self: string | null; readonly now: Date; readonly border: number },
): Step[] {
  const ours = issues.flatMap((issue): Ours[] => {
    const mark = markOf(issue.body);
    return isOurs(issue.author, self) && mark !== undefined && mark.fate !== "duplicate"
      ? [{ issue, mark }]
      : [];
  });
  const nearest = new Map(ours.map((one) => [one, nearestOf(one.mark, regressions)]));
  const lost = ours.filter((one) => nearest.get(one) === undefined);
  const today = now.toISOString().slice(0, 10);
  return [
    ...lost.flatMap((one) => closed(one, "gone", closing("gone"))),
    ...regressions.flatMap((regression): Step[] => {
      const about = ours.filter((one) => nearest.get(one) === regression).sort(byStanding);
      const [first, ...others] = about;
      const waiver = accepting(waivers, regression, today);
      const fate: IssueFate = regression.undone ? "undone" : waiver === undefined ? "live" : "waived";
      const mark: RegressionMark = {
        series: seriesKey(regression),
        at: regression.bad.at,
        evidence: evidenceOf(regression),
        fate: "live",
      };
      const recent = regression.bad.at * 1000 >= border;
      return [
        ...others.flatMap((one) =>
          closed(one, "duplicate", closing("duplicate", { first: first!.issue.number })),
        ),
        ...(fate === "live"
          ? living(first, regression, mark, recent)
          : first === undefined
            ? []
            : closed(first, fate, closing(fate, waiver && { waiver }))),
      ];
    }),
  ];
}

function living(
  first: Ours | undefined,
  regression: Regression,
  mark: RegressionMark,
  recent: boolean,
): Step[] {
  if (first === undefined) return recent ? [{ kind: "open", regression, mark }] : [];
  const { issue, mark: known } = first;
  if (!issue.open) {
    const byUs = known.fate !== "live";
    return byUs && recent ? [{ kind: "reopen", issue, regression, mark }] : [];
  }
  const same = known.at === mark.at && known.evidence === mark.evidence && known.fate === "live";
  return same ? [] : [{ kind: "update", issue, regression, mark }];
}

/** Closes one that is open; once only for each reason. */
function closed({ issue, mark }: Ours, why: Exclude<IssueFate, "live">, remark: string): Step[] {
  if (!issue.open || mark.fate === why) return [];
  return [{ kind: "close", issue, mark: { ...mark, fate: why }, why, remark }];
}

/** Open issues first, then those that a person closed, then those that we closed; the oldest of each. */
function byStanding(a: Ours, b: Ours): number {
  const rank = ({ issue, mark }: Ours) => (issue.open ? 0 : mark.fate === "live" ? 1 : 2);
  return rank(a) - rank(b) || a.issue.number - b.issue.number;
}

/** The regression that a mark is about: of its series the nearest in points, undefined where none is near. */
function nearestOf(
  { series, at }: RegressionMark,
  regressions: readonly Regression[],
): Regression | undefined {
  const away = (one: Regression) => Math.abs(one.times.filter((time) => time < at).length - one.at);
  const near = regressions.filter((one) => seriesKey(one) === series && away(one) <= REACH);
  return near.sort((a, b) => away(a) - away(b))[0];
}
