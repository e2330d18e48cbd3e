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

/** When a service counts as ready: an HTTP answer below 400, a TCP accept, or (without a port) at once. */
export const Ready = z.strictObject({
  http: HttpPath.optional().meta({
    description: "asked until it answers below 400; without it, a connection that is accepted will do",
  }),
  port: Port.optional().meta({ description: "which of the service's ports; its first one by default" }),
  within: Duration.default(60).meta({ description: "how long it may take" }),
});
export type Ready = z.infer<typeof Ready>;

/** One plain local process. */
export const ProcessService = z.strictObject({
  run: Argv,
  cwd: Path.default(".").meta({ description: "relative to the checkout" }),
  env: Env.default({}).meta({
    description:
      "added to the allow-listed environment; a service and port such as `worker:9000` in dollar braces become the address of a service",
  }),
  ports: z
    .record(
      z
        .string()
        .regex(/^[1-9]\d{0,4}$/, "a port number from 1 to 65535")
        .refine((port) => Number(port) <= 65_535, "a port number from 1 to 65535"),
      z.union(
        [
          EnvName.transform((env): { env: string; fixed?: number | undefined } => ({ env })),
          z.strictObject({
            env: EnvName.meta({ description: "the variable that tells the process where to listen" }),
            fixed: Port.optional().meta({ description: "listen here and nowhere else" }),
          }),
        ],
        "an environment variable's name such as PORT, or { env: PORT, fixed: 8080 }",
      ),
    )
    .default({})
    .meta({
      description:
        "logical port → the environment variable that tells the process which free port to listen on; `fixed` forces one",
    }),
  ready: Ready.prefault({}).meta({ description: "when it counts as ready" }),
});
export type ProcessService = z.infer<typeof ProcessService>;

const Header = z.union(
  [
    z.string(),
    z
      .strictObject({
        env: EnvName.meta({ description: "the variable that holds the value" }),
        prefix: z.string().default("").meta({ description: 'what goes before it, such as "Bearer "' }),
      })
      .meta({ description: "taken from an environment variable, and never printed" }),
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
  endpoints: ExternalEndpoints.meta({ description: "what is loaded, by name" }),
  base: z
    .strictObject({
      endpoints: ExternalEndpoints.meta({ description: "the same endpoints, where base is deployed" }),
    })
    .optional()
    .meta({ description: "where the base of a change is deployed, to be measured beside it" }),
  ready: z
    .strictObject({
      http: HttpPath.meta({ description: "asked until it answers below 400" }),
      within: Duration.default(60).meta({ description: "how long it may take" }),
    })
    .optional()
    .meta({ description: "how to tell that the system is up, before any load" }),
  labels: z.record(Name, Text).default({}).meta({
    description:
      "recorded with the run: image tag, instance size, minimum and maximum instances, warm-up, client time-out …",
  }),
});
export type ExternalStack = z.infer<typeof ExternalStack>;

/**
 * Permissions of Compose files, by name. `src/stack/compose/permissions.ts` says which keys and values need which;
 * what is in no permission needs none.
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

/** What is run in a tree before its services are started. */
const Build = {
  build: z.array(Argv).default([]).meta({
    description:
      "commands that build what is measured, in order, once a run, at the top of the checkout; in base's tree too where it is measured beside head",
  }),
  build_within: Duration.default(600).meta({ description: "how long each of them may take" }),
};

/** A project of Docker Compose. */
export const ComposeStack = z.strictObject({
  files: z
    .array(Path)
    .min(1, "at least one file")
    .meta({ description: "Compose files, relative to the checkout; later ones override earlier ones" }),
  ...Build,
  profiles: z.array(Name).default([]).meta({ description: "profiles of the Compose files that are started" }),
  env: Env.default({}).meta({
    description: "variables that the Compose files may name; nothing else of the environment reaches them",
  }),
  wait: Duration.default(120).meta({ description: "how long it may take until everything is up and ready" }),
  ready: z
    .record(
      Name,
      z.strictObject({
        http: HttpPath.optional().meta({ description: "asked until it answers below 400" }),
        port: Port.optional().meta({
          description: "which of the service's ports; its endpoint's by default",
        }),
      }),
    )
    .default({})
    .meta({
      description:
        "by service: a path that is asked from outside until it answers below 400, or a port that takes connections; endpoints are waited for anyway",
    }),
  generator_image: z.string().min(1).optional().meta({
    description:
      "image in which workloads `in: network` or `in: <service>` run their generator, by default that of the service; the generator has to be in it, but k6 is brought along",
  }),
  generator_cpus: z.number().int().min(1).max(64).optional().meta({
    description:
      "cores that only the generator may use, all others being the services'; on machines of fewer than four cores they are shared",
  }),
  reset: z.enum(["none", "seed", "volumes"]).default("none").meta({
    description:
      "what is done between trials: the seed runs again, or containers and volumes are made anew and seeded",
  }),
  allow: z.array(ComposeAllowance).default([]).meta({
    description:
      "permissions of the Compose files, by name (action/runner.md lists them); on a runner they count only if the base branch names them",
  }),
});
export type ComposeStack = z.infer<typeof ComposeStack>;

export const Seed = z
  .strictObject({
    run: Argv.optional().meta({
      description: "run on this machine once the stack is ready; any exit code but 0 stops the run",
    }),
    service: Name.optional().meta({
      description: "on Compose: a service of the project that is run once, instead of `run`",
    }),
    command: Argv.optional().meta({ description: "instead of that service's own command" }),
    env: Env.default({}).meta({ description: "added to its environment" }),
    within: Duration.default(120).meta({ description: "how long it may take" }),
  })
  .refine(({ run, service }) => run !== undefined || service !== undefined, {
    message: "a mapping with `run` (a command on this machine) or `service` (of Compose)",
  });
export type Seed = z.infer<typeof Seed>;
/** A seed that is a command on this machine. */
export type SeedCommand = Seed & { readonly run: readonly string[] };

/** Figures that a service publishes itself: a page in Prometheus' text format or OpenMetrics, or PostgreSQL's own. */
export const Scrape = z.strictObject({
  endpoint: Name.optional().meta({ description: "where the page is" }),
  postgres: z
    .strictObject({
      service: Name.meta({ description: "the service that PostgreSQL runs in, on Compose" }),
      user: z.string().min(1).optional().meta({ description: "its POSTGRES_USER by default" }),
      database: z.string().min(1).optional().meta({ description: "its POSTGRES_DB by default" }),
    })
    .optional()
    .meta({
      description:
        "instead of a page: statements and rows a request, counted by pg_stat_statements, which the server has to preload",
    }),
  path: HttpPath.default("/metrics").meta({ description: "the path of the page" }),
  include: z
    .array(
      z.string().regex(/^[A-Za-z_:*][A-Za-z0-9_:*]*$/, 'a metric such as "http_requests_total" or "http_*"'),
    )
    .min(1)
    .optional()
    .meta({ description: "metrics that are wanted, with * for any letters; all by default" }),
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
        services: z.record(Name, ProcessService).meta({ description: "by name" }),
      })
      .optional()
      .meta({ description: "plain local processes, started for the run and ended after it" }),
    compose: ComposeStack.optional().meta({
      description: "a project of Docker Compose, started for the run and removed after it",
    }),
    external: ExternalStack.optional().meta({
      description: "a system that is already deployed; it is loaded, never started",
    }),
    seed: Seed.optional().meta({ description: "fills the stack with data before any load" }),
    endpoints: z
      .record(
        Name,
        z.strictObject({
          service: Name.meta({ description: "one of `process.services`, or a service of the Compose files" }),
          port: Port.meta({ description: "one of that service's ports" }),
        }),
      )
      .default({})
      .meta({
        description:
          "what is loaded: endpoint `api` reaches the script as the environment variable STEELYARD_TARGET_API",
      }),
    metrics: z.record(Name, Scrape).default({}).meta({
      description:
        "pages of figures that services publish, read before and after each trial: metrics called `gateway:requests_total`",
    }),
  })
  .refine(({ process, compose, external }) => process || compose || external, {
    message: "a mapping with `process` (local commands), `compose` (Docker Compose) or `external` (a URL)",
  });
export type Stack = z.infer<typeof Stack>;
/** The kinds of stack; where a config has several, the first of them that it has is the one that is measured. */
export const STACK_KINDS = ["process", "compose", "external"] as const;
export type StackKind = (typeof STACK_KINDS)[number];
