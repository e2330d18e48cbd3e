import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NOWHERE } from "../init/source.ts";
import { repositoryOf } from "../init/workflows.ts";
import { ROOT } from "./command.ts";

/** Pages with commands and workflows that name this repository. */
export const NAMING = [
  "README.md",
  "action/README.md",
  "action/gitlab.md",
  "action/runner.md",
  "action/trends.md",
  "compose/laptop/README.md",
  "workloads/README.md",
];

/** A page in which the repository has its name, once package.json has it. */
export const named = (text: string): string => text.replaceAll(NOWHERE.repository, ownRepository());

export const ownRepository = (): string => repositoryIn(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The repository in a package.json, such as "acme/steelyard"; the placeholder until its owner has named it. */
export function repositoryIn(text: string): string {
  const { repository } = JSON.parse(text) as { repository?: string | { readonly url: string } };
  const address = typeof repository === "object" ? repository.url : (repository ?? "");
  return repositoryOf(address.replace(/^github:/, "https://github.com/")) ?? NOWHERE.repository;
}
