import type { Log } from "../../base/log.ts";
import { Instructions } from "../../exec/instructions.ts";
import type { Config } from "../../model/config.ts";
import { familyOf } from "../../model/metric.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Logs why the instructions of services are not counted on this machine, where a workload asks for them. */
export async function noteUncounted(
  { workloads }: Pick<Config, "workloads">,
  log: Pick<Log, "info">,
  env: Env,
  refusal: (env: Env) => Promise<string | null> = (own) => new Instructions(own).refusal(),
): Promise<void> {
  if (!Object.values(workloads).some(asksFor)) return;
  const why = await refusal(env);
  if (why !== null) log.info(`instructions are not counted: ${why}`);
}

const asksFor = ({ gate, budgets, expect, metrics }: Config["workloads"][string]): boolean =>
  [...gate, ...[budgets, expect, metrics].flatMap(Object.keys)].some(
    (text) => familyOf(text) === "instructions_per_request",
  );
