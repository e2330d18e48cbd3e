import { EXIT } from "../base/exit.ts";
import type { Verb } from "./verb.ts";

export const INIT: Verb = {
  name: "init",
  summary: "write a first config and the workflows for this checkout",
  takes: "",
  arity: [0, 0],
  about:
    "Finds Compose files, what npm starts and load scripts, and writes .github/steelyard.yml with comments\n" +
    "where a person has to look, and the workflows that measure pull requests and post. Overwrites nothing:\n" +
    "done again it does nothing.",
  flags: [
    {
      name: "from",
      value: "OWNER/REPO@REF",
      help: "where the workflows have steelyard from; a commit is safest",
    },
    {
      name: "forge",
      value: "NAME",
      help: "github, ghes (GitHub Enterprise Server), gitea, forgejo or gitlab",
      fallback: "github",
    },
  ],
  examples: [["steelyard init", "at the top of a checkout"]],
  async run(world, given) {
    const { FORGES, initialize } = await import("../commands/setup/init.ts");
    const forge = given.oneOf("forge", FORGES) ?? "github";
    world.out.write(await initialize(world, { from: given.text("from"), forge }));
    return EXIT.ok;
  },
};
