import { resolved } from "../../base/paths.ts";
import { locationOf } from "../../base/text.ts";
import { type Composed, filledIn } from "../compose.ts";
import { copiesIn } from "../copies.ts";
import type { Tree } from "../tree.ts";
import { javaVersion, packaging } from "./java.ts";

/** A build of Java whose result a Dockerfile copies. */
interface Jar {
  readonly argv: readonly string[];
  /** The paths that the Dockerfile copies. */
  readonly paths: readonly string[];
  readonly check: string;
}

/** A path in a folder that Maven or Gradle writes to; its groups are the folder of the project, and `install` for Gradle's `installDist`. */
const MADE = /^(?:(.*)\/)?(?:target|build\/(?:libs|quarkus-app|(install)))\//;
/** Arguments and variables of a Dockerfile with their values. */
const VALUES = /^(?:ARG|ENV)\s+(\w+)[= ]["']?([^"'\s]+)/gm;

/** The builds that services need before their images (`COPY target/*.jar app.jar`), each once. */
export function jarsOf(tree: Tree, services: readonly Composed[]): Jar[] {
  const all = services.flatMap((one) => jarOf(tree, one) ?? []);
  return [...new Map(all.map((jar) => [jar.check, jar])).values()];
}

function jarOf(tree: Tree, { dockerfile, context }: Composed): Jar | null {
  if (dockerfile === null || context === null) return null;
  const text = tree.text(dockerfile);
  const values = Object.fromEntries([...text.matchAll(VALUES)].map(([, name, value]) => [name!, value!]));
  const copied = copiesIn(text, false).flatMap((path) => resolved(context, filledIn(path, values)) ?? []);
  const paths = copied.filter((path) => MADE.test(path) && !tree.lists(path));
  const [, folder = ".", install] = MADE.exec(paths[0] ?? "") ?? [];
  const argv = paths.length === 0 ? null : packaging(tree, folder, install !== undefined);
  if (argv === null) return null;
  const version = javaVersion(tree, folder);
  const needs = version === null ? "" : ` ${version.groups.find(Boolean)} or later (${locationOf(version)})`;
  const check = `${dockerfile} copies what \`${argv.join(" ")}\` makes, which needs Java${needs} on the machine.`;
  return { argv, paths, check };
}
