import type { Candidate, ProjectKind } from "../candidate.ts";
import { join, type Tree } from "../tree.ts";
import { committed } from "../variables.ts";
import { inFolder, inFoldersWith, nameOf, processCandidate } from "./shared.ts";

const CODE = /\.php$/;

export const PHP: ProjectKind = {
  files: /(?:^|\/)(?:composer\.(?:json|lock)|artisan|\.env\.docker[\w.-]*)$/,
  code: CODE,
  candidates: inFoldersWith(/^composer\.json$/, inProject),
};

function inProject(tree: Tree, folder: string): Candidate | null {
  const manifest = join(folder, "composer.json");
  const isLaravel = tree.has(join(folder, "artisan"));
  const root = ["public/index.php", "web/index.php", "index.php"].find((path) =>
    tree.has(join(folder, path)),
  );
  if (root === undefined) return null;
  const address = `\${${nameOf(folder)}:8000}`;
  const public_ = root.split("/").slice(0, -1).join("/") || ".";
  const isDevelopment =
    /"symfony\/framework-bundle"/.test(tree.text(manifest)) && committed(tree, folder).APP_ENV === "dev";
  return processCandidate(tree, {
    title: isLaravel ? "php artisan serve" : `PHP's own server in ${public_}`,
    folder,
    build: [
      inFolder(folder, ["composer", "install", "--no-interaction", "--quiet"]),
      ...(isLaravel
        ? [
            inFolder(folder, ["php", "artisan", "key:generate", "--force"]),
            inFolder(folder, ["php", "artisan", "migrate", "--force"]),
          ]
        : []),
    ],
    migrates: isLaravel,
    run: ["php", "-S", address, "-t", public_, ...(isLaravel ? [root] : [])],
    given: { port: 8000, env: "PORT" },
    usual: 8000,
    health: /health:\s*['"]\/up/.test(tree.text(join(folder, "bootstrap/app.php"))) ? "/up" : undefined,
    seed:
      isLaravel && tree.has(join(folder, "database/seeders/DatabaseSeeder.php"))
        ? inFolder(folder, ["php", "artisan", "db:seed", "--force"])
        : null,
    confidence: 0.6,
    evidence: [{ file: manifest, line: null }],
    checks: [
      "PHP's own server answers one request at a time; production has another one.",
      ...(isDevelopment
        ? [
            "it starts in the environment `dev` of Symfony; production needs APP_ENV=prod, APP_SECRET and its assets.",
          ]
        : []),
    ],
    ending: CODE,
    readsDotenv: isLaravel,
  });
}
