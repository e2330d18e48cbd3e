import type { Log } from "../../base/log.ts";
import type { Redact } from "../../base/redact.ts";
import type { ComposeStack, Seed, Stack } from "../../model/config.ts";
import type { Builds } from "../build.ts";
import type { Cores } from "../cores.ts";
import type { Guard } from "./project.ts";
import type { SeedFrom } from "./seeding.ts";

/** What stacks of Compose are made with. */
export interface ComposeStacksOptions {
  readonly compose: ComposeStack;
  readonly endpoints: Stack["endpoints"];
  readonly seed: Seed | undefined;
  /** Where the seed comes from; the project itself if undefined. */
  readonly seedFrom?: SeedFrom | undefined;
  /** `stack.metrics` of the config. Those of PostgreSQL are read from inside. */
  readonly metrics?: Stack["metrics"];
  /** The checkout. Paths of the config are relative to it, and the Compose files may mount nothing else. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly guard?: Guard;
  /** Reserved cores of the generator and of the services; shared if null. */
  readonly cores?: Cores | null;
  /** Directory for the containers' last output. */
  readonly logs: string;
  readonly redact?: Redact;
  /** Directory that lists the running processes and the project, so that a sweep can end them. */
  readonly ledger: string;
  /** Builds of the whole measurement; those of this stack alone where absent. */
  readonly builds?: Builds;
  /** Runs each build of images, so that its time is known. */
  readonly building?: <T>(build: () => Promise<T>) => Promise<T>;
  /** Takes what is to be done when no further start will come: the images that were built are removed then. */
  readonly atEnd: (act: () => Promise<unknown>) => void;
}
