import type { ComposePlan } from "../candidate.ts";
import { type Composed, seedIn } from "../compose.ts";
import { folderOf, isBelow, join, type Tree } from "../tree.ts";
import { commandOf } from "./mounted.ts";

/** Starts of a server of Python or Ruby that do nothing before it, with the words in front of each program. */
const SERVER =
  /^((?:uv|poetry|pipenv|bundle) (?:run|exec) )?(?:(?:python3? )?(?:\.\/)?manage\.py runserver|(?:python3? -m )?(?:gunicorn|uvicorn|daphne|hypercorn)\b|(?:\.\/)?(?:bin\/)?(?:rails s(?:erver)?|puma)\b)/;
const MIGRATES = /prestart|migrat|db:(?:prepare|setup|schema:load)/;

/**
 * The step that fills a database before any load: a service with data, or a script of the service itself. Without these, the
 * migrations of Django and Rails, where no service runs them.
 */
export function seedOf(tree: Tree, services: readonly Composed[], composed: Composed): ComposePlan["seed"] {
  const { name, dockerfile } = composed;
  const service = seedIn(services);
  if (service !== null) return { service, command: null };
  const starts = services.map((one) => `${one.name} ${commandOf(tree, one)}`);
  if (starts.some((words) => MIGRATES.test(words))) return null;
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  const script = tree.paths.find(
    (path) => /(?:^|\/)scripts\/prestart\.sh$/.test(path) && isBelow(path, folderOf(dockerfile ?? "")),
  );
  if (/prestart/.test(image)) return null;
  const command = script === undefined ? migration(tree, composed) : ["bash", "scripts/prestart.sh"];
  return command && { service: name, command };
}

/** The migration of a service with Django or Rails, in the folder that its server starts in; null for every other service. */
function migration(tree: Tree, composed: Composed): readonly string[] | null {
  const { service, dockerfile } = composed;
  const found = SERVER.exec(commandOf(tree, composed));
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  // An entrypoint would get the words of the seed as its arguments.
  if (found === null || service.entrypoint != null || /^ENTRYPOINT\b/im.test(image)) return null;
  const [, before = ""] = found;
  const has = (path: string) =>
    [composed.mounted, composed.context].some((folder) => folder !== null && tree.lists(join(folder, path)));
  if (has("manage.py"))
    return [...before.split(" ").slice(0, -1), "python", "manage.py", "migrate", "--noinput"];
  // It also loads db/seeds.rb into a database that it makes.
  return has("config.ru") && has("db/migrate") ? ["bundle", "exec", "rails", "db:prepare"] : null;
}
