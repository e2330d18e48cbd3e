import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Workload } from "../../../model/config.ts";
import { loadOf, settingsOf } from "../../../model/load.ts";
import { SIDES } from "../../../model/schedule.ts";
import type { Scratch } from "../../scratch.ts";
import { mentionedVariables, readingEnv } from "../../script.ts";
import { scriptEnv } from "../argv.ts";
import { type Copy, copyScript, opensFiles } from "../copies.ts";
import type { K6Options } from "../generator.ts";
import { scriptOf, segmentsOf } from "../kind.ts";
import type { Shims } from "../shims.ts";
import { type Attempted, attempt, PAUSE } from "./attempt.ts";
import { type Read, readLoad } from "./read.ts";
import type { Way } from "./script.ts";

/** How the iterations of a script get their sides, or in words why they cannot. */
export type Suited =
  | ({ readonly way: Way["kind"]; readonly why: null } & Pick<Attempted, "moved" | "iteration">)
  | { readonly way: null; readonly why: string };

/** Numbers of iterations that a script reads from `k6/execution`; they are those of its turns in a copy only. */
const NUMBERS = /\biterationIn(?:Test|Instance|Scenario)\b/;

const readsNumbers = ({ files }: Read): boolean =>
  files.some(({ content }) => NUMBERS.test(content.toString("latin1")));

/** Why a load can have one target at a time only, whatever its script does; null where the script decides. */
export function wholeTrials(workload: Workload): string | null {
  const { kind } = loadOf(workload);
  if (kind !== "k6") return `a load by ${kind} has one target`;
  const count = segmentsOf(settingsOf("k6", workload));
  return count > 1 ? `${count} k6 processes share its load` : null;
}

/** Facts of scripts, each found once for each environment. */
export class Scripts {
  private readonly k6: K6Options;
  private readonly reads = new Map<string, Read>();
  private readonly suits = new Map<string, Suited>();

  constructor(k6: K6Options) {
    this.k6 = k6;
  }

  path(workload: Workload): string {
    return resolve(this.k6.cwd, scriptOf(settingsOf("k6", workload)));
  }

  /** @throws SteelyardError (user) when k6 cannot run the script */
  async read(
    workload: Workload,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Read> {
    const script = this.path(workload);
    const key = JSON.stringify([script, env]);
    const before = this.reads.get(key);
    if (before) return before;
    const read = await readLoad(this.k6, script, env, scratch, signal);
    this.reads.set(key, read);
    return read;
  }

  /**
   * @param env of the workload and its variant
   * @throws SteelyardError (user) when k6 cannot run the script
   */
  async suited(
    workload: Workload,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Suited & { readonly read: Read }> {
    const script = this.path(workload);
    const key = JSON.stringify([script, env]);
    const own = scriptEnv({ env, targets: {}, headers: {}, seed: 0 });
    const read = await this.read(workload, readingEnv(script, own), scratch, signal);
    const result = this.suits.get(key) ?? (await this.tried(read, own, scratch, signal));
    this.suits.set(key, result);
    return { ...result, read };
  }

  /** The script as its sides run it. @param folder of the copies, where there are to be some */
  way(
    kind: Way["kind"],
    reads: Readonly<Record<"base" | "head", Read>>,
    folder: string,
    more: Pick<Shims, "pause" | "pace"> = {},
  ): { readonly way: Way; original(text: string): string } {
    if (kind === "module") {
      const { url, original } = this.shared(reads.base, folder, more);
      return { way: { kind, script: url }, original };
    }
    const copies = SIDES.map((side): Copy => {
      const { script, options } = reads[side];
      const cookies = options.noCookiesReset === true;
      const addresses = Object.keys(this.k6.literals).length > 0;
      const wanted = { side, addresses, cookies, turns: true, ...more };
      return copyScript(reads[side], script, join(folder, side), wanted);
    });
    const [base, head] = copies as [Copy, Copy];
    return {
      way: { kind, scripts: { base: base.url, head: head.url } },
      original: (text) => head.original(base.original(text)),
    };
  }

  /** The script that has both sides in each iteration: itself, or a copy where modules of k6's are to be replaced. */
  private shared(read: Read, folder: string, more: Pick<Shims, "pause" | "pace">): Copy {
    if (Object.keys(more).length === 0 && !readsNumbers(read) && !opensFiles(read))
      return { url: pathToFileURL(read.script).href, original: (text) => text };
    const wanted = { side: null, addresses: false, cookies: false, turns: true, ...more };
    return copyScript(read, read.script, folder, wanted);
  }

  private async tried(
    read: Read,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Suited> {
    const trying = {
      read,
      mentioned: mentionedVariables(read.script),
      env,
      literals: Object.keys(this.k6.literals),
    };
    const reads = { base: read, head: read };
    const attempted = async (kind: Way["kind"]) => {
      const { way, original } = this.way(kind, reads, join(scratch.path, `attempt-${kind}`), {
        pause: PAUSE,
      });
      const found = await attempt(this.k6, way, trying, scratch, signal);
      return { ...found, why: found.why === null ? null : original(found.why) };
    };
    const kinds: readonly Way["kind"][] = read.module ? ["module", "copies"] : ["copies"];
    let why = "";
    for (const way of kinds) {
      const found = await attempted(way);
      if (found.why === null) return { ...found, way, why: null };
      why = found.why;
    }
    return { way: null, why };
  }
}
