import type { Verb } from "./verb.ts";

export const INIT: Verb = {
  name: "init",
  summary: "write a first config and the workflows for this checkout",
  takes: "",
  arity: [0, 0],
  about:
    "Finds how the service is started (Compose files, Dockerfiles, Procfile, and the manifests of Node.js, Python,\n" +
    "Go, Java, Rust, Ruby and PHP), its port and health path, and load scripts. Writes .github/steelyard.yml, a\n" +
    "first script where there is none, and the workflows that measure pull requests and post. Lines that begin with\n" +
    '"# check:" are for a person. Asks in a terminal. Overwrites nothing: done again it does nothing.',
  flags: [
    {
      name: "from",
      value: "OWNER/REPO@REF",
      help: "where the workflows have steelyard from; else where this program is from",
    },
    {
      name: "forge",
      value: "NAME",
      help: "github, ghes (GitHub Enterprise Server), gitea, forgejo or gitlab",
      fallback: "github",
    },
    { name: "stack", value: "KIND", help: "compose or process; else what is most certain" },
    { name: "yes", help: "asks nothing, and measures once at the end" },
  ],
  examples: [
    ["steelyard init", "at the top of a checkout"],
    ["steelyard init --yes --stack process", "without containers, and measure once"],
  ],
  async run(world, given) {
    const { FORGES, initialize } = await import("../commands/setup/init.ts");
    return initialize(world, {
      from: given.text("from"),
      forge: given.oneOf("forge", FORGES) ?? "github",
      wanted: given.oneOf("stack", ["compose", "process"]) ?? "any",
      yes: given.given("yes"),
    });
  },
};
