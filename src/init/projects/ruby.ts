import type { Candidate, ProjectKind } from "../candidate.ts";
import { join, type Tree } from "../tree.ts";
import { argvOf, inFolder, inFoldersWith, nameOf, processCandidate, procfileWeb } from "./shared.ts";

const CODE = /\.(?:rb|ru)$/;

export const RUBY: ProjectKind = {
  files: /(?:^|\/)(?:Gemfile(?:\.lock)?|config\.ru|Procfile)$/,
  code: CODE,
  candidates: inFoldersWith(/^Gemfile$/, inProject),
};

function inProject(tree: Tree, folder: string): Candidate | null {
  const manifest = join(folder, "Gemfile");
  const isRails = /^\s*gem\s+["']rails["']/m.test(tree.text(manifest));
  if (!isRails && !tree.has(join(folder, "config.ru"))) return null;
  const address = `\${${nameOf(folder)}:3000}`;
  const web = procfileWeb(tree, folder);
  const [host, port] = ["127.0.0.1", "$PORT"];
  const rack = `bundle exec rackup --host ${host} --port ${port}`;
  const run =
    web && /^(?:bundle|bin\/|puma|unicorn)/.test(web.command)
      ? argvOf(web.command)
      : isRails
        ? ["bundle", "exec", "rails", "server", "--binding", "127.0.0.1"]
        : tree.text(manifest).includes("puma")
          ? ["bundle", "exec", "puma", "--bind", `tcp://${address}`]
          : ["sh", "-c", `exec ${rack}`];
  const hasSeed = isRails && tree.has(join(folder, "db/seeds.rb"));
  return processCandidate(tree, {
    title: isRails ? "rails server" : "the Rack application",
    folder,
    build: [
      inFolder(folder, ["bundle", "install", "--quiet"]),
      ...(isRails ? [inFolder(folder, ["bundle", "exec", "rails", "db:prepare"])] : []),
    ],
    migrates: isRails,
    run,
    given: { port: 3000, env: "PORT" },
    usual: 3000,
    health: /rails\/health#show/.test(tree.text(join(folder, "config/routes.rb"))) ? "/up" : undefined,
    seed: hasSeed ? inFolder(folder, ["bundle", "exec", "rails", "db:seed"]) : null,
    confidence: isRails ? 0.7 : 0.65,
    evidence: [web?.at ?? { file: manifest, line: null }],
    checks: isRails
      ? ["it starts in the environment `development`; production needs RAILS_ENV and its keys."]
      : [],
    ending: CODE,
    readsDotenv: /dotenv/.test(tree.text(manifest)),
  });
}
