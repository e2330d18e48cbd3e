import { z } from "zod";
import { Duration } from "./quantity.ts";

/** Names that end up in file names, environment variables and tables. */
export const Name = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'a name of letters, digits, "_", "." and "-", such as "recommend"');
const EnvName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'an environment variable name such as "PORT"');
/** A value of an environment variable or a label, as text. */
const Text = z
  .union([z.string(), z.number(), z.boolean()], "a text, a number, true or false")
  .transform(String);
export const Env = z.record(EnvName, Text);
export const Argv = z
  .array(z.string())
  .min(1)
  .meta({ description: "a program and its arguments; no shell reads it" });
export const Path = z.string().min(1);
const Port = z.number().int().min(1).max(65_535);
export const HttpPath = z.string().startsWith("/", 'a path such as "/health"');

/** Readiness of a service: an HTTP status below 400, an accepted TCP connection, or (without a port) immediately. */
export const Ready = z.strictObject({
  http: HttpPath.optional().meta({
    description:
      "path that is requested until the status is below 400; without it, an accepted TCP connection counts",
  }),
  port: Port.optional().meta({ description: "one of the service's ports; the first one by default" }),
  within: Duration.default(60).meta({ description: "time limit" }),
});
export type Ready = z.infer<typeof Ready>;

/** One plain local process. */
export const ProcessService = z.strictObject({
  run: Argv,
  cwd: Path.default(".").meta({ description: "working directory, relative to the checkout" }),
  env: Env.default({}).meta({
    description:
      "variables in addition to the allow-listed environment; a service and port in dollar braces, such as `worker:9000`, is replaced by the service's address, and `worker:9000.hostname` and `worker:9000.port` by each part of it",
  }),
  ports: z
    .record(
      z
        .string()
        .regex(/^[1-9]\d{0,4}$/, "a port number from 1 to 65535")
        .refine((port) => Number(port) <= 65_535, "a port number from 1 to 65535"),
      z.union(
        [
          EnvName.transform((env): { env?: string | undefined; fixed?: number | undefined } => ({ env })),
          z
            .strictObject({
              env: EnvName.optional().meta({ description: "the variable that gives the process its port" }),
              fixed: Port.optional().meta({
                description:
                  "a fixed port instead of a free one; without `env`, the port that the program always listens on",
              }),
            })
            .refine(({ env, fixed }) => env !== undefined || fixed !== undefined, {
              message: "the variable that gives the process its port, or a fixed port",
            }),
        ],
        "an environment variable's name such as PORT, { env: PORT, fixed: 8080 }, or { fixed: 8080 }",
      ),
    )
    .default({})
    .meta({
      description:
        "logical port → the environment variable that gives the process a free port to listen on; `fixed` sets the port",
    }),
  ready: Ready.prefault({}).meta({ description: "when the service counts as ready" }),
});
export type ProcessService = z.infer<typeof ProcessService>;

const Header = z.union(
  [
    z.string(),
    z
      .strictObject({
        env: EnvName.meta({ description: "the variable that holds the value" }),
        prefix: z
          .string()
          .default("")
          .meta({ description: 'text before the value, such as "Bearer "', examples: ["Bearer "] }),
      })
      .meta({ description: "read from an environment variable, and never printed" }),
  ],
  'a text, or { env: API_TOKEN, prefix: "Bearer " }',
);

const ExternalEndpoints = z.record(
  Name,
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'an address such as "https://staging.example.com"' })
      .meta({ description: "base address; the scripts add their paths to it" }),
    headers: z.record(z.string(), Header).default({}).meta({ description: "sent with every request" }),
  }),
);

/** A system that is already deployed. */
export const ExternalStack = z.strictObject({
  endpoints: ExternalEndpoints.meta({ description: "addresses to load, by name" }),
  base: z
    .strictObject({
      endpoints: ExternalEndpoints.meta({ description: "the same endpoints, where base is deployed" }),
    })
    .optional()
    .meta({ description: "where the base of a change is deployed, for a paired measurement" }),
  ready: z
    .strictObject({
      http: HttpPath.meta({ description: "path that is requested until the status is below 400" }),
      within: Duration.default(60).meta({ description: "time limit" }),
    })
    .optional()
    .meta({ description: "check that the system is up, before any load" }),
  labels: z.record(Name, Text).default({}).meta({
    description:
      "recorded with the run: image tag, instance size, minimum and maximum instances, warm-up, client time-out …",
  }),
});
export type ExternalStack = z.infer<typeof ExternalStack>;

/**
 * Permissions of Compose files, by name. `src/stack/compose/permissions.ts` defines the keys and values that need one;
 * all others need none.
 */
export const ALLOWANCES = [
  "privileged",
  "capabilities",
  "devices",
  "unconfined",
  "engine-socket",
  "host-files",
  "host-network",
  "host-processes",
  "host-programs",
  "external",
  "checkout-writes",
  "drivers",
  "kernel",
  "network-settings",
  "unchecked",
] as const;
export const ComposeAllowance = z.enum(ALLOWANCES);
export type ComposeAllowance = z.infer<typeof ComposeAllowance>;

/** Commands that run in a tree before its services are started. */
const Build = {
  build: z.array(Argv).default([]).meta({
    description:
      "build commands, run in order, once per run, at the top of the checkout; in a paired run also in base's tree",
  }),
  build_within: Duration.default(600).meta({ description: "time limit of each build command" }),
};

/** A project of Docker Compose. */
export const ComposeStack = z.strictObject({
  files: z
    .array(Path)
    .min(1, "at least one file")
    .meta({ description: "Compose files, relative to the checkout; later ones override earlier ones" }),
  ...Build,
  services: z.array(Name).default([]).meta({ description: "services to start, with those they depend on" }),
  profiles: z.array(Name).default([]).meta({ description: "profiles to start, or COMPOSE_PROFILES of .env" }),
  env: Env.default({}).meta({
    description: "variables that the Compose files may use; they see nothing else of the environment",
  }),
  wait: Duration.default(120).meta({ description: "time limit until everything is up and ready" }),
  ready: z
    .record(
      Name,
      z.strictObject({
        http: HttpPath.optional().meta({
          description: "path that is requested until the status is below 400",
        }),
        port: Port.optional().meta({
          description: "one of the service's ports; that of its endpoint by default",
        }),
      }),
    )
    .default({})
    .meta({
      description:
        "readiness by service: a path that is requested from outside until the status is below 400, or a port that accepts connections; endpoints are always waited for",
    }),
  generator_image: z.string().min(1).optional().meta({
    description:
      "image of the generator's container for workloads `in: network` or `in: <service>`, by default that of the service; the generator must be installed in it, k6 is mounted",
  }),
  generator_cpus: z.number().int().min(1).max(64).optional().meta({
    description:
      "number of cores reserved for the generator; the services use all others; on machines with fewer than four cores all are shared",
  }),
  reset: z.enum(["none", "seed", "volumes"]).default("none").meta({
    description:
      "reset between trials: `seed` runs the seed again, `volumes` recreates containers and volumes and seeds them",
  }),
  allow: z.array(ComposeAllowance).default([]).meta({
    description:
      "permissions that the Compose files need, by name (action/trust.md lists them); on a runner only those of the base branch count",
  }),
});
export type ComposeStack = z.infer<typeof ComposeStack>;

export const Seed = z
  .strictObject({
    run: Argv.optional().meta({
      description:
        "command on this machine, run once the stack is ready; any exit code other than 0 stops the run; it gets the allow-listed environment, the address of each endpoint (STEELYARD_TARGET_API) and `seed.env`, and no variable of a service",
    }),
    service: Name.optional().meta({
      description: "on Compose, instead of `run`: a service of the project that runs once",
    }),
    command: Argv.optional().meta({ description: "replaces that service's command" }),
    env: Env.default({}).meta({ description: "additional environment variables" }),
    within: Duration.default(120).meta({ description: "time limit" }),
  })
  .refine(({ run, service }) => run !== undefined || service !== undefined, {
    message: "a mapping with `run` (a command on this machine) or `service` (of Compose)",
  });
export type Seed = z.infer<typeof Seed>;
/** A seed that is a command on this machine. */
export type SeedCommand = Seed & { readonly run: readonly string[] };

/**
 * `${worker:9000}`: the address of a port of a service of the process stack; `${worker:9000.hostname}` and `.port`: each of the
 * two, and `.host`: both. Other texts in dollar braces are not replaced.
 */
export const REFERENCE = /\$\{([A-Za-z0-9][A-Za-z0-9_.-]*):(\d{1,5})(?:\.(host|hostname|port))?\}/g;

/** The address of a database, or the variable that holds it. */
const DatabaseAddress = z.union(
  [
    z
      .string()
      .regex(
        /^(?:postgres|postgis|postgresql|postgresql\+\w+|mysql2?|mysql\+\w+|mariadb|mariadb\+\w+|rediss?|mongodb(?:\+srv)?):\/\/./,
        'an address such as "postgres://shop@127.0.0.1/shop"',
      ),
    z.strictObject({
      env: EnvName.meta({ description: "the variable that holds the address, which is never printed" }),
    }),
  ],
  'an address such as "postgres://shop@127.0.0.1/shop", or { env: DATABASE_URL }',
);

/** Whether base and head of a paired run use the same database: its address names no service of theirs. */
export const isShared = (address: Scrape["database"]): boolean =>
  typeof address !== "string" || address.search(REFERENCE) < 0;

/** Figures that a service publishes: a page in Prometheus' text format or OpenMetrics, or a database's statistics. */
export const Scrape = z.strictObject({
  endpoint: Name.optional().meta({ description: "the endpoint of the page" }),
  postgres: z
    .strictObject({
      service: Name.meta({ description: "the service that PostgreSQL runs in, on Compose" }),
      user: z.string().min(1).optional().meta({ description: "its POSTGRES_USER by default" }),
      database: z.string().min(1).optional().meta({ description: "its POSTGRES_DB by default" }),
    })
    .optional()
    .meta({
      description:
        "instead of a page: statements and rows per request, counted by pg_stat_statements, which the server must preload",
    }),
  database: DatabaseAddress.optional().meta({
    description:
      "instead of a page: the address of a PostgreSQL, MySQL, MariaDB or Redis, whose own client on this machine counts its statements; `db:5432` in dollar braces is replaced by the address of that service and port; on a runner only the base branch can add one",
  }),
  path: HttpPath.default("/metrics").meta({ description: "the path of the page" }),
  include: z
    .array(
      z.string().regex(/^[A-Za-z_:*][A-Za-z0-9_:*]*$/, 'a metric such as "http_requests_total" or "http_*"'),
    )
    .min(1)
    .optional()
    .meta({ description: "metrics to keep, with * as a wildcard; all by default" }),
  split: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/, 'a label such as "error_type"'))
    .default([])
    .meta({ description: "labels whose values become sub-metrics, such as error_type" }),
});
export type Scrape = z.infer<typeof Scrape>;

export const Stack = z
  .strictObject({
    process: z
      .strictObject({
        ...Build,
        keep_build: z.boolean().default(true).meta({
          description:
            "whether base's build is kept for a day and used again outside of CI; false where `build` changes anything outside of the checkout, such as a database",
        }),
        services: z.record(Name, ProcessService).meta({ description: "by name" }),
      })
      .optional()
      .meta({ description: "plain local processes, started before the run and stopped after it" }),
    compose: ComposeStack.optional().meta({
      description: "a project of Docker Compose, started before the run and removed after it",
    }),
    external: ExternalStack.optional().meta({
      description: "a deployed system, which is loaded but never started",
    }),
    seed: Seed.optional().meta({ description: "fills the stack with data before any load" }),
    endpoints: z
      .record(
        Name,
        z.strictObject({
          service: Name.meta({ description: "a service of `process.services` or of the Compose files" }),
          port: Port.meta({ description: "one of that service's ports" }),
        }),
      )
      .default({})
      .meta({
        description:
          "addresses to load: the script reads that of endpoint `api` from the environment variable STEELYARD_TARGET_API",
      }),
    metrics: z.record(Name, Scrape).default({}).meta({
      description:
        "metrics pages of services, read before and after each trial; page `gateway` gives metrics such as `gateway:requests_total`",
    }),
  })
  .refine(({ process, compose, external }) => process || compose || external, {
    message: "a mapping with `process` (local commands), `compose` (Docker Compose) or `external` (a URL)",
  });
export type Stack = z.infer<typeof Stack>;
/** The kinds of stack; of several in a config, the first in this order is measured. */
export const STACK_KINDS = ["process", "compose", "external"] as const;
export type StackKind = (typeof STACK_KINDS)[number];
