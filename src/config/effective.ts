import { own } from "../base/own.ts";
import type { Config, Profile, Stack, Workload } from "../model/config.ts";

/**
 * Keys of a config that define the service. They are code, as a Dockerfile is: head uses its own, and the report names
 * those that differ from base's. Every other key is a rule.
 */
export const SERVICE_KEYS = [
  "stack.process.build",
  "stack.process.services",
  "stack.compose.files",
  "stack.compose.build",
  "stack.compose.services",
  "stack.compose.profiles",
  "stack.compose.env",
] as const;

/**
 * The config that measures a change: base's rules on head's service.
 *
 * Base's config applies even where head edits it. Two parts come from head: the keys that define the service
 * (`SERVICE_KEYS`), and the workloads, variants, profiles, records, endpoints and metrics pages that base lacks. A seed,
 * a kind of stack or the address of a database that only head has takes effect after the merge.
 */
export function effective(base: Config, head: Config): Config {
  return {
    version: base.version,
    stack: effectiveStack(base.stack, head.stack),
    workloads: { ...head.workloads, ...mapped(base.workloads, (of, name) => withVariants(of, head, name)) },
    policy: base.policy,
    profiles: { ...head.profiles, ...mapped(base.profiles, (of, name) => withNew(of, base, head, name)) },
    records: { ...head.records, ...base.records },
    ...(base.site !== undefined && { site: base.site }),
  };
}

function effectiveStack(base: Stack, head: Stack): Stack {
  const { process, compose, external, seed } = base;
  const { files, build, services, profiles, env } = head.compose ?? {};
  return {
    ...(process &&
      head.process && {
        process: { ...process, services: head.process.services, build: head.process.build },
      }),
    ...(compose &&
      head.compose && {
        compose: {
          ...compose,
          files: files!,
          build: build!,
          services: services!,
          profiles: profiles!,
          env: env!,
        },
      }),
    ...(external && { external }),
    ...(seed && { seed }),
    endpoints: { ...head.endpoints, ...base.endpoints },
    metrics: { ...pages(head.metrics), ...base.metrics },
  };
}

/** Without addresses of databases: a client on this machine would connect to whatever the change names. */
const pages = (metrics: Stack["metrics"]): Stack["metrics"] =>
  Object.fromEntries(Object.entries(metrics).filter(([, { database }]) => database === undefined));

/** Base's workload with the variants that only head has, unless base has none at all. */
function withVariants(of: Workload, head: Config, name: string): Workload {
  if (Object.keys(of.variants).length === 0) return of;
  return { ...of, variants: { ...own(head.workloads, name)?.variants, ...of.variants } };
}

/** Base's profile with those workloads of head's profile that only head has. */
function withNew(of: Profile, base: Config, head: Config, name: string): Profile {
  if (of.only === undefined) return of;
  const isNew = (one: string) =>
    own(head.workloads, one) !== undefined && own(base.workloads, one) === undefined;
  return { ...of, only: [...of.only, ...(own(head.profiles, name)?.only ?? []).filter(isNew)] };
}

/**
 * Paths of the service keys whose values differ, such as `stack.process.services.gateway.run`. Services are compared
 * key by key, everything else as a whole.
 */
export function serviceChanges(base: Config, head: Config): string[] {
  return SERVICE_KEYS.flatMap((path) => {
    const [, kind = "", key = ""] = path.split(".");
    const [a, b] = [base, head].map(({ stack }) => (stack as Tree)[kind]?.[key]);
    return key === "services" ? changedBelow(path, a, b, 2) : changedBelow(path, a, b, 0);
  });
}

type Tree = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Paths at which two values differ, down to `depth` levels of mappings. */
function changedBelow(path: string, a: unknown, b: unknown, depth: number): string[] {
  if (same(a, b)) return [];
  if (depth === 0 || !isMapping(a) || !isMapping(b)) return [path];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .sort()
    .flatMap((key) => changedBelow(`${path}.${key}`, own(a, key), own(b, key), depth - 1));
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values of a config are equal, regardless of the order of their keys. */
const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isMapping(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  ) ?? "absent";

const mapped = <T>(
  record: Readonly<Record<string, T>>,
  of: (value: T, key: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value, key)]));
