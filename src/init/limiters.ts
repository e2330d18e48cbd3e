import { locationOf } from "../base/text.ts";
import type { Candidate } from "./candidate.ts";
import type { Match, Tree } from "./tree.ts";
import { isLimit } from "./variables.ts";

/** A limiter of requests: how code switches it on, in a file that imports it where the words alone do not tell. */
interface Limiter {
  readonly name: string;
  readonly imported?: RegExp;
  readonly use: RegExp;
}

const LIMITERS: readonly Limiter[] = [
  { name: "@nestjs/throttler", use: /\bThrottlerModule\.forRoot(?:Async)?\(/g },
  {
    name: "express-rate-limit",
    imported: /["']express-rate-limit["']/,
    use: /(?<!function )\b\w*[rR]ate_?[lL]imit\w*\(\s*\{/g,
  },
  { name: "@fastify/rate-limit", use: /\b(?:from|require\(|import\()\s*["']@fastify\/rate-limit["']/g },
  {
    name: "flask-limiter",
    imported: /\bflask_limiter\b/,
    use: /\bdefault_limits\s*=|\.limit\(\s*["']\s*\d/g,
  },
  { name: "slowapi", imported: /\bslowapi\b/, use: /\bdefault_limits\s*=|\.limit\(\s*["']\s*\d/g },
  { name: "django-ratelimit", imported: /\b(?:django_)?ratelimit\.decorators\b/, use: /@ratelimit\(/g },
  { name: "Django REST framework", use: /\bDEFAULT_THROTTLE_RATES\b["']?\s*[:=]\s*\{\s*["']/g },
  { name: "rack-attack", imported: /\bRack::Attack\b/, use: /^\s*(?:Rack::Attack\.)?throttle\(/gm },
];

/**
 * A sentence about a limiter of requests that code switches on: a load has more requests, and those fail. None where a
 * variable of the config raises the limit.
 */
export function limited(tree: Tree, code: readonly string[], { plan }: Candidate): string[] {
  if (Object.keys(plan.env).some(isLimit)) return [];
  for (const { name, imported, use } of LIMITERS) {
    const files = imported === undefined ? code : code.filter((file) => imported.test(tree.text(file)));
    const found = tree.all(files, use).find((one) => !isComment(tree, one));
    if (found === undefined) continue;
    return [
      `${name} limits requests (${locationOf(found)}): a load has more of them, and these fail (429). Raise the limit for measurements, by a variable, say.`,
    ];
  }
  return [];
}

const isComment = (tree: Tree, { file, line }: Match): boolean =>
  /^\s*(?:\/\/|\/?\*|#)/.test(tree.text(file).split("\n")[line! - 1] ?? "");
