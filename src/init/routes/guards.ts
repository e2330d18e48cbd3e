import type { Tree } from "../tree.ts";
import { goMount, NEW_ROUTER } from "./mounts/go.ts";
import { enclosing, MOST_ROUTERS, type Place } from "./mounts/mount.ts";

/** The next route of most frameworks. */
export const BORDER = /\.(?:route|get|post|put|patch|delete|all|use|HandleFunc)\(/i;

/** Lines around a route that let in only those with an account, in the frameworks that we know. */
export const GUARD =
  /login_required|permission_required|[aA]uth(?:enticat|oriz|User|Guard|\()|requireAuth|isAuth|[cC]urrent\w*[uU]ser|(?:check|verify|validate|require|ensure)(?:Token|Jwt|JWT)|passport\.|jwt/;

/** Whether a route is only for those with an account, by the lines around it or those of its blueprint. */
export function isGuarded(tree: Tree, files: readonly string[], { file, line, on }: Place): boolean {
  const lines = tree.text(file).split("\n");
  const at = line - 1;
  const isPython = file.endsWith(".py");
  // In Python up to the end of the parameters, past further decorators; elsewhere up to the next route.
  const after = lines.slice(at + 1, at + (isPython ? 9 : 4));
  const border = isPython ? /\)[^)]*:/ : BORDER;
  const found = after.findIndex((text) => border.test(text));
  const end = isPython ? found + 1 : found; // the end of the parameters belongs to them
  const own = [lines[at], ...after.slice(0, found === -1 ? after.length : end)];
  if (GUARD.test(own.join("\n"))) return true;
  if (file.endsWith(".go")) return isInGuardedGroup(tree, files, { file, line, on });
  if (!isPython) return false;
  return tree.first(files, new RegExp(`@${on}\\.before_request\\s*\\n\\s*@\\w+\\.login_required`)) !== null;
}

/** Middleware of Go that lets in only those with an account, where it is not optional. */
const MIDDLEWARE = /^(?!.*(?:optional|\(false\))).*(?:auth|jwt|logged_?in|require\w*user)/i;

/** Whether a router of Go, or one above it, has such middleware: `api.Group("", Auth())`, `r.Use(Auth())`. */
function isInGuardedGroup(tree: Tree, files: readonly string[], place: Place, above = 0): boolean {
  if (above > MOST_ROUTERS) return false;
  const { file, line, on } = place;
  const text = tree.text(file);
  const lines = text.split("\n");
  const around = enclosing(text, line);
  const block = around.find((one) => new RegExp(`\\bfunc\\(${on}\\s`).test(one.text));
  const start = block?.line ?? around.at(-1)?.line ?? 1;
  const depth = lines[line - 1]!.search(/\S|$/);
  // Deeper lines belong to other blocks.
  const before = lines.slice(start, line - 1).filter((one) => one.search(/\S|$/) <= depth);
  const made = before.findLastIndex((one) => new RegExp(`\\b${on}\\s*:?=[^=]`).test(one));
  // Middleware of the application itself may let through what it likes.
  if (made !== -1 && NEW_ROUTER.test(before[made]!)) return false;
  const given = new RegExp(`\\b${on}\\s*:?=.*?\\.(?:Group|With)\\((.*)|\\b${on}\\.Use\\((.*)`);
  const isGuarded = before.slice(Math.max(0, made)).some((one) => {
    const [, group, use] = given.exec(one.replace(/"[^"]*"/g, "")) ?? [];
    return MIDDLEWARE.test(group ?? use ?? "");
  });
  if (isGuarded) return true;
  const outer = block && /(\w+)\.(?:Route|Group)\(/.exec(block.text)?.[1];
  const next = outer ? { file, line: start, on: outer } : (goMount(tree, files, place)?.into ?? null);
  return next !== null && isInGuardedGroup(tree, files, next, above + 1);
}

/** Decorators of Nest that let in only those with an account. */
const NEST_GUARD =
  /@UseGuards\([^)]*(?:auth|jwt|token|session|roles?|permission|log(?:ged)?in)|@(?:Auth|Roles|ApiBearerAuth)\(/i;
const NEST_FOR_ALL =
  /\bAPP_GUARD\s*,\s*useClass:\s*\w*(?:auth|jwt|token)|\buseGlobalGuards\([^;]*(?:auth|jwt|token)/i;
const NEST_OPEN = /@(?:Is)?(?:Public|SkipAuth|NoAuth|AllowAnonymous|Unprotected)\w*\(/i;
const DECLARED = /^\s*(?:(?:export|default|abstract|public|async)\s+)*(?:class\b|\w+\s*[(<])/;

/** The decorators around a line, up to the class or the method that they belong to. */
function decoratorsAround(text: string, line: number): string {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1);
  const start = before.findLastIndex((one) => /^\s*\}?\s*$/.test(one)) + 1;
  const end = lines.findIndex((one, i) => i >= line && DECLARED.test(one));
  return lines.slice(start, end === -1 ? line : end).join("\n");
}

/** Whether an application of Nest lets in only those with an account, where a route does not say otherwise. */
export const isGuardedAsWhole = (tree: Tree, files: readonly string[]): boolean =>
  tree.first(files, NEST_FOR_ALL) !== null;

/**
 * Whether a route of Nest is only for those with an account.
 *
 * @param text of its file
 * @param line of the route; `controller`: of its class's decorator
 * @param asWhole whether the application lets in only those
 */
export function isGuardedByNest(
  text: string,
  { line, controller }: { readonly line: number; readonly controller: number },
  asWhole: boolean,
): boolean {
  const own = decoratorsAround(text, line);
  if (NEST_OPEN.test(own)) return false;
  const ofClass = decoratorsAround(text, controller);
  return NEST_GUARD.test(`${own}\n${ofClass}`) || (asWhole && !NEST_OPEN.test(ofClass));
}
