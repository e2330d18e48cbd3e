import { markdown, medianAndWorst } from "../markdown.ts";
import { grouped } from "../rows.ts";

/** One comparison by one program. */
export interface Compared {
  /** Service, branch, program and repeat. */
  readonly key: string;
  readonly service: string;
  readonly branch: "same" | "slower";
  /** "now", or an earlier commit of this project. */
  readonly program: string;
  readonly verdict: string;
  /** From start to end of the command, by the wall clock. */
  readonly seconds: number;
}

/** Verdicts that leave a question open, or are about something else. */
const OPEN = new Set(["inconclusive", "invalid", "failed"]);

/** A row for each service, branch and program. */
export function earlierTable(all: readonly Compared[]): string {
  const groups = grouped(all, ({ service, branch, program }) => JSON.stringify([service, branch, program]));
  const rows = groups
    .map(([, group]) => group)
    .sort(([a], [b]) => `${a!.service} ${a!.branch}`.localeCompare(`${b!.service} ${b!.branch}`))
    .map((group) => {
      const { service, branch, program } = group[0]!;
      const count = (is: (verdict: string) => boolean) =>
        `${group.filter(({ verdict }) => is(verdict)).length} of ${group.length}`;
      return [
        service,
        branch === "same" ? "unchanged" : "slower",
        program,
        count((verdict) => verdict === "regressed"),
        count((verdict) => OPEN.has(verdict)),
        medianAndWorst(group.map(({ seconds }) => seconds)),
      ];
    });
  return markdown(["service", "code", "by", "regressed", "left open", "seconds: median, worst"], rows);
}
