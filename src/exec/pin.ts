/**
 * A program held to some cores, with all that it starts; unchanged where no cores are given.
 *
 * @param cpus as `0,2`
 */
export const pinned = (argv: readonly string[], cpus: string | undefined): readonly string[] =>
  cpus === undefined ? argv : ["taskset", "-c", cpus, ...argv];
