import { isExpected, type SteelyardError } from "../../base/errors.ts";
import type { Context } from "../../github/context.ts";
import type { CheckRun } from "../../github/forge.ts";
import { codeSpan } from "../../report/escape.ts";
import { Overdue } from "./judging.ts";

const TITLE = "There are no figures to judge";
const BUG: Pick<SteelyardError, "message" | "where" | "remedy"> = {
  message: "Steelyard failed while it judged: this is a bug in steelyard.",
  where: "the log of the report job",
  remedy: "open an issue with the error from the log",
};

/** The check of a run that has no figures to judge. */
export function refusedCheck(
  error: unknown,
  sha: string,
  { runUrl }: Context,
  { name }: { readonly name: string },
): CheckRun {
  const known = isExpected(error);
  const { message, where, remedy } = known ? error : BUG;
  const lines = [message, where, remedy].flatMap((part) =>
    part === undefined ? [] : [codeSpan(part, 2_000)],
  );
  return {
    name,
    sha,
    conclusion: "failure",
    title: error instanceof Overdue ? error.message : TITLE,
    details: runUrl,
    summary: lines.join("\n\n"),
    annotations: [],
    compared: false,
  };
}
