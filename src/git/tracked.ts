import { Interrupted } from "../base/errors.ts";
import { type Checkout, gitOutput } from "./git.ts";

/** A folder may have a name that git would take for a pattern. */
const LITERAL = { GIT_LITERAL_PATHSPECS: "1" };

/**
 * Paths of the files in a folder that git tracks, by its index; the folder itself may be unreadable. Null where git does not
 * tell: outside of a repository, or where it is missing. They are relative to git's working directory.
 *
 * @param folder an absolute path
 * @throws Interrupted
 */
export async function trackedIn(checkout: Checkout, folder: string): Promise<readonly string[] | null> {
  const listing = gitOutput({ ...checkout, extra: LITERAL }, "ls-files", "-z", "--", folder);
  const listed = await listing.catch((error: unknown) => {
    if (error instanceof Interrupted) throw error;
    return null;
  });
  return listed?.split("\0").filter((one) => one !== "") ?? null;
}
