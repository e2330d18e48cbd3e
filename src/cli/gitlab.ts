import { userError } from "../base/errors.ts";
import { BASELINES, CONFIG, MEASURING, OUT } from "./flags.ts";
import type { Verb } from "./verb.ts";

export const GITLAB: Verb = {
  name: "gitlab",
  summary: "measure and report a merge request, in jobs of GitLab",
  takes: "measure|report",
  arity: [1, 1],
  about:
    "`measure` loads base and head of the job's merge request by base's rules, and writes run.json. It refuses to\n" +
    "run where it finds STEELYARD_GITLAB_TOKEN. `report` takes that run from the job's artifacts, judges it, keeps\n" +
    "one note on the merge request and writes junit.xml, all over the API. Its exit code is the verdict's, or 5\n" +
    "where nothing could be compared, for `allow_failure`. `steelyard init --forge gitlab` writes both jobs.",
  flags: [
    CONFIG,
    OUT,
    BASELINES,
    ...MEASURING.filter(({ name }) => name === "no-wait"),
    { name: "job", value: "NAME", help: "report: the job that measured", fallback: "steelyard:measure" },
    { name: "name", value: "NAME", help: "report: distinguishes several notes", fallback: "steelyard" },
    {
      name: "comment",
      value: "MODE",
      help: "report: update, relevant, on-change, new or off",
      fallback: "update",
    },
    { name: "trend", value: "URL", help: "report: the trend page, which the note links to" },
  ],
  examples: [
    ["steelyard gitlab measure --out steelyard-run", "in a job on the measuring machine"],
    ["steelyard gitlab report --out steelyard-report", "in a job elsewhere, with the token"],
  ],
  async run(world, given) {
    const { COMMENT_MODES, measureMergeRequest, reportMergeRequest } = await import(
      "../commands/pull/gitlab.ts"
    );
    const [task = ""] = given.positionals;
    const [config, baselines, out] = [given.sure("config"), given.sure("baselines"), given.sure("out")];
    const places = { config, baselines, out };
    if (task === "measure") {
      return await measureMergeRequest(world, { ...places, wait: !given.given("no-wait") });
    }
    if (task !== "report") {
      throw userError(`"gitlab" cannot "${task.slice(0, 80)}".`, {
        where: "the command line",
        remedy: "give measure or report",
      });
    }
    return await reportMergeRequest(world, {
      ...places,
      job: given.sure("job"),
      name: given.sure("name"),
      trend: given.text("trend"),
      comment: given.oneOf("comment", COMMENT_MODES) ?? "update",
    });
  },
};
