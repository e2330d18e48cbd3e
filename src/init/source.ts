/** The source of steelyard's actions: a repository and a trusted ref of it. */
export interface Source {
  readonly repository: string;
  readonly ref: string;
}

/** Placeholder where the source of steelyard's actions is not known yet. */
export const NOWHERE: Source = { repository: "OWNER/REPO", ref: "v1" };

/** "octo/steelyard@v1" or "octo/steelyard@<sha>"; undefined for anything else. */
export const sourceOf = (text: string): Source | undefined =>
  sourceIn(/^([\w.-]{1,100}\/[\w.-]{1,100})@([\w./-]{1,200})$/.exec(text));

/**
 * The source in the address that npm installed a package from, as its lock file has it:
 * "git+ssh://git@github.com/octo/steelyard.git#<sha>"; undefined for any other place.
 */
export const installedSource = (resolved: string): Source | undefined =>
  sourceIn(/github\.com[:/]([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?#([0-9a-f]{40})$/.exec(resolved));

const sourceIn = (found: RegExpExecArray | null): Source | undefined =>
  found === null ? undefined : { repository: found[1]!, ref: found[2]! };
