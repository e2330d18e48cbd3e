import { z } from "zod";
import { RETRIEVAL, type Retrieval, retrieval } from "../retrieve/settings.ts";
import { type Faults, faults } from "./faults.ts";
import type { Rate } from "./limiter.ts";
import { ALGORITHMS, type Algorithm } from "./recommend.ts";

/** All settings of the gateway. */
export interface Settings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly algorithm: Algorithm;
  /** Answer from the published manifest rather than from the events. */
  readonly artifact: boolean;
  /** Limit over all tenants; null for none. */
  readonly limit: Rate | null;
  readonly tenantLimit: Rate | null;
  /** Value of `x-bench-bypass` that bypasses both limits; null without a bypass. */
  readonly bypass: string | null;
  /** Bearer token required for notifications and streams; null where none is. */
  readonly notifyToken: string | null;
  /** Capacity for notifications; null without a limit. */
  readonly notifyLimit: Rate | null;
  readonly retrieve: Retrieval;
  readonly faults: Faults;
  readonly faultSeed: number;
  readonly log: boolean;
  /** `host:port` of the search service; null where there is none. */
  readonly search: string | null;
  /** PostgreSQL and Redis; null keeps everything in this process. */
  readonly servers: { readonly database: string; readonly redis: string } | null;
}

const want = (what: string) => ({ error: `wanted ${what}` });
const whole = (most: number, what: string) =>
  z
    .string()
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) <= most, want(what))
    .transform(Number);
const flag = z.enum(["on", "off"], want("on or off")).transform((word) => word === "on");
const rate = z
  .string()
  .regex(/^(off|[1-9]\d{0,5}\/[1-9]\d{0,5})$/, want('burst/per second such as "30/15", or off'))
  .transform((text): Rate | null => {
    const [burst, perSecond] = text.split("/").map(Number);
    return burst === undefined || perSecond === undefined ? null : { burst, perSecond };
  });
const faultList = z.string().transform((text, context) => {
  try {
    return faults(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});

const Environment = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: whole(65_535, "a port from 0 (any free one) to 65535").default(8080),
    ALGO: z.enum(ALGORITHMS, want(`one of ${ALGORITHMS.join(", ")}`)).default("popularity"),
    ARTIFACT: flag.default(false),
    LIMIT: rate.default({ burst: 30, perSecond: 15 }),
    TENANT_LIMIT: rate.default(null),
    BENCH_BYPASS: z.string().optional(),
    NOTIFY_TOKEN: z.string().optional(),
    NOTIFY_LIMIT: rate.default(null),
    ...RETRIEVAL,
    FAULTS: faultList.default({}),
    FAULT_SEED: whole(2 ** 32 - 1, "a whole number below 2^32").default(1),
    LOG: flag.default(false),
    NODE_ENV: z.string().optional(),
    SEARCH_ADDRESS: z
      .string()
      .regex(/^[^\s/:]+:\d{1,5}$/, want("host:port"))
      .optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, ...want("postgres://user:password@host/name") })
      .optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/, ...want("redis://host:6379") }).optional(),
  })
  .superRefine((env, context) => {
    for (const [name, other] of [
      ["DATABASE_URL", "REDIS_URL"] as const,
      ["REDIS_URL", "DATABASE_URL"] as const,
    ]) {
      if (env[name] !== undefined || env[other] === undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: `wanted along with ${other}` });
    }
    if (env.NODE_ENV !== "production") return;
    for (const name of ["BENCH_BYPASS", "FAULTS"] as const) {
      const value = env[name];
      if (value === undefined || (typeof value === "object" && Object.keys(value).length === 0)) continue;
      context.addIssue({ code: "custom", path: [name], message: "never with NODE_ENV=production" });
    }
  });

/**
 * Settings from environment variables. An empty variable counts as unset, as Compose's `${NAME:-}` leaves it.
 *
 * @throws Error that names every wrong variable and its allowed values
 */
export function settings(env: Readonly<Record<string, string | undefined>>): Settings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = Environment.safeParse(set);
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  }
  const { data } = read;
  return {
    host: data.HOST,
    port: data.PORT,
    algorithm: data.ALGO,
    artifact: data.ARTIFACT,
    limit: data.LIMIT,
    tenantLimit: data.TENANT_LIMIT,
    bypass: data.BENCH_BYPASS ?? null,
    notifyToken: data.NOTIFY_TOKEN ?? null,
    notifyLimit: data.NOTIFY_LIMIT,
    retrieve: retrieval(data),
    faults: data.FAULTS,
    faultSeed: data.FAULT_SEED,
    log: data.LOG,
    search: data.SEARCH_ADDRESS ?? null,
    servers:
      data.DATABASE_URL === undefined || data.REDIS_URL === undefined
        ? null
        : { database: data.DATABASE_URL, redis: data.REDIS_URL },
  };
}
