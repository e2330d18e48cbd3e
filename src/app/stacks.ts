import { join } from "node:path";
import { userError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import type { Config, StackKind } from "../model/config.ts";
import type { Stacks } from "../model/ports.ts";
import { externalStacks, secretsOf } from "../stack/external.ts";
import { processStacks } from "../stack/process.ts";
import { ledger } from "./down.ts";

export interface StackDeps {
  readonly world: World;
  readonly out: string;
  readonly log: Log;
  readonly redact: Redact;
  /** Folder of the logs; `logs` in the output folder by default. */
  readonly logs?: string;
}

/** Every secret that the config takes from the environment. */
export function secretsIn(config: Config, env: World["env"]): string[] {
  return config.stack.external ? secretsOf(config.stack.external, env) : [];
}

/**
 * The stack of the config: the kind that was asked for, else the only one, else the one on this machine.
 *
 * @throws SteelyardError (user) when the kind asked for is not in the config
 */
export function stacksOf(config: Config, wanted: StackKind | undefined, deps: StackDeps): Stacks {
  const { process, external, endpoints, seed } = config.stack;
  const kind = wanted ?? (process ? "process" : "external");
  const common = { seed, cwd: deps.world.cwd, env: deps.world.env, log: deps.log, redact: deps.redact };
  if (kind === "process" && process) {
    return processStacks({
      ...common,
      services: process.services,
      build: process.build,
      buildWithin: process.build_within,
      endpoints,
      logs: deps.logs ?? join(deps.out, "logs"),
      ledger: ledger(deps.out),
    });
  }
  if (kind === "external" && external) return externalStacks({ ...common, external });
  throw userError(`The config has no ${kind} stack.`, {
    where: "--stack",
    remedy: `declare stack.${kind}, or use --stack ${process ? "process" : "external"}`,
  });
}
