import { relative } from "node:path";
import { visible } from "../base/log.ts";
import { logEnds } from "../commands/measure/logs.ts";
import type { Runner } from "./runner.ts";

/** Shows the end of what services and generators printed, each in a group of its own. */
export async function showLogs(folder: string, runner: Runner): Promise<void> {
  for (const { path, end } of logEnds(folder)) {
    const text = visible(end).trim();
    if (text === "") continue;
    await runner.group(`The end of ${relative(folder, path)}`, async () => runner.log.write(`${text}\n`));
  }
}
