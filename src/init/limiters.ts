import { locationOf } from "../base/text.ts";
import type { Candidate } from "./candidate.ts";
import type { Match, Tree } from "./tree.ts";
import { RAISED } from "./variables.ts";

/** A limiter of requests: how code switches it on, in a file that imports it where the words alone do not tell. */
interface Limiter {
  readonly name: string;
  readonly imported?: RegExp;
  readonly use: RegExp;
  /** The files that switch it on, where those are no code. */
  readonly files?: RegExp;
}

const LIMITERS: readonly Limiter[] = [
  { name: "@nestjs/throttler", use: /\bThrottlerModule\.forRoot(?:Async)?\(/g },
  {
    name: "express-rate-limit",
    imported: /["']express-rate-limit["']/,
    use: /(?<!function )\b\w{0,20}[rR]ate_?[lL]imit\w{0,20}\(\s{0,20}\{/g,
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
  { name: "rack-attack", imported: /\bRack::Attack\b/, use: /^[ \t]{0,40}(?:Rack::Attack\.)?throttle\(/gm },
  { name: "Bucket4j", imported: /\bbucket4j\b/, use: /\bBandwidth\.(?:classic|simple|builder)\(/g },
  { name: "Resilience4j", imported: /\bresilience4j\b/, use: /@RateLimiter\(/g },
  { name: "Ktor's RateLimit", imported: /\bplugins\.ratelimit\b/, use: /\b(?:rateLimit|rateLimiter)\(/g },
  {
    name: "Spring Cloud Gateway",
    files: /(?:^|\/)application(?:-[\w-]+)?\.ya?ml$/,
    use: /^[ \t-]{0,40}(?:name:[ \t]{0,9})?RequestRateLimiter\b/gm,
  },
];

/**
 * A sentence about a limiter of requests that code switches on: a load has more requests. None where a variable raises the
 * limit.
 */
export function limited(tree: Tree, code: readonly string[], chosen: Candidate): string[] {
  const { plan } = chosen;
  if (JSON.stringify([plan.env, plan.build]).includes(RAISED)) return [];
  for (const { name, imported, use, files: others } of LIMITERS) {
    const all = others === undefined ? code : tree.sources(chosen.code.folder, others);
    const files = imported === undefined ? all : all.filter((file) => imported.test(tree.text(file)));
    const found = tree.all(files, use).find((one) => !isComment(tree, one) && !isOff(tree, one));
    if (found === undefined) continue;
    return [
      `${name} may refuse requests of a load with 429 (${locationOf(found)}): raise its limit for measurements, for example with a variable.`,
    ];
  }
  return [];
}

/** Whether a limiter is for single routes that ask for it. */
const isOff = (tree: Tree, { file }: Match): boolean =>
  /\bglobal\s{0,9}:\s{0,9}false\b/.test(tree.text(file));

export const isComment = (tree: Tree, { file, line }: Match): boolean =>
  /^\s*(?:\/\/|\/?\*|#)/.test(tree.text(file).split("\n")[line! - 1] ?? "");
