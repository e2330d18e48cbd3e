import type { Candidate, ProjectKind } from "../candidate.ts";
import { codeIn, dockerfilesIn, dockerHealth, dockerPort } from "../code.ts";
import { BUILT_FILE, healthOf } from "../compose.ts";
import { buildContext, buildLine, uncopied } from "../copies.ts";
import { healthIn } from "../routes/route.ts";
import { routesIn } from "../routes/routes.ts";
import { folderOf, type Tree } from "../tree.ts";
import { databaseDoubt } from "./shared.ts";

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|ex|exs|scala|clj)$/;

/** A Dockerfile alone: the way to start a project of a language that no other kind knows. */
export const DOCKERFILE: ProjectKind = {
  files: /(?:^|\/)(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?$/,
  code: CODE,
  candidates: (tree) =>
    dockerfilesIn(tree)
      .slice(0, 3)
      .flatMap((file) => ofFile(tree, file) ?? []),
};

function ofFile(tree: Tree, file: string): Candidate | null {
  const found = dockerPort(tree, file);
  if (found === null) return null;
  const check = healthOf(dockerHealth(tree, file));
  // A folder with nothing but the Dockerfile builds what the top has.
  const own = folderOf(file);
  const code = { folder: tree.sources(own, CODE).length > 0 ? own : ".", ending: CODE };
  const files = codeIn(tree, code);
  const routes = healthIn(routesIn(tree, files));
  const database = databaseDoubt(tree, { folder: code.folder, files });
  const absent = uncopied(tree, file, buildContext(tree, file));
  const text = [
    `# Starts ${file} for measurements. Written by \`steelyard init\`.`,
    "services:",
    "  app:",
    `    build: ${buildLine(tree, file, folderOf(BUILT_FILE))}`,
    `    ports: ["${found.port}"]`,
    "",
  ].join("\n");
  return {
    title: file,
    plan: {
      kind: "compose",
      service: "app",
      files: [BUILT_FILE],
      services: [],
      leftOut: [],
      profiles: [],
      build: [],
      env: {},
      allow: [],
      port: found.port,
      others: [],
      published: {},
      health: check.path ?? routes?.path ?? null,
      seed: null,
      written: { path: BUILT_FILE, text },
    },
    reached: found.port,
    isPortGuessed: false,
    confidence: 0.5 - (database === null ? 0 : 0.15) - (absent.length === 0 ? 0 : 0.25),
    lacks: absent,
    evidence: [found],
    checks: [
      `the image of ${file} is started alone: add the database and variables that it needs to ${BUILT_FILE}.`,
      ...absent.map((path) => `${file} copies ${path}, which is not in the checkout.`),
    ],
    code,
  };
}
