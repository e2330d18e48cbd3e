/**
 * The argv of a program restricted to some cores, along with its children; unchanged without cores.
 *
 * @param cpus such as `0,2`
 */
export const pinned = (argv: readonly string[], cpus: string | undefined): readonly string[] =>
  cpus === undefined ? argv : ["taskset", "-c", cpus, ...argv];
