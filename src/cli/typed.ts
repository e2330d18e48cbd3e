import type { Sink, World } from "../base/world.ts";

/**
 * The world of somebody who started this through npx and has no `steelyard` to type: commands in what they read begin
 * with what they typed. Values for programs (`--json`) stay as they are.
 *
 * @param repository that npx fetched, "octo/steelyard"
 * @param verbs names of all verbs
 */
export function typedThroughNpx(world: World, repository: string, verbs: readonly string[]): World {
  const command = new RegExp(`(^|[\\s\`"'(:])steelyard (?=(?:${verbs.join("|")}|--\\w+)(?![\\w-]))`, "gm");
  const told = (sink: Sink): Sink => ({
    ...sink,
    write: (text) => sink.write(text.replace(command, `$1npx --yes github:${repository} `)),
  });
  return { ...world, err: told(world.err), ...(!world.argv.includes("--json") && { out: told(world.out) }) };
}
