import { type Sink, sinkLike, type World } from "../base/world.ts";

/**
 * The world of somebody who started this through npx. Printed commands begin with `npx`, since there is no `steelyard` to
 * type. Values for programs (`--json`) stay as they are.
 *
 * @param repository that npx fetched, "octo/steelyard"
 * @param verbs names of all verbs
 */
export function typedThroughNpx(world: World, repository: string, verbs: readonly string[]): World {
  const command = new RegExp(`(^|[\\s\`"'(:])steelyard (?=(?:${verbs.join("|")}|--\\w+)(?![\\w-]))`, "gm");
  const translated = (sink: Sink) =>
    sinkLike(sink, {
      write: (text) => sink.write(text.replace(command, `$1npx --yes github:${repository} `)),
    });
  return {
    ...world,
    err: translated(world.err),
    ...(!world.argv.includes("--json") && { out: translated(world.out) }),
  };
}
