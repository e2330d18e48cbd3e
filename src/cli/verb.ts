import type { World } from "../base/world.ts";
import type { Answer } from "../commands/answer.ts";
import type { Flag, Given } from "./options.ts";

/**
 * One verb of the command line: its help, its options, and what it does. Each `run` imports what it needs when it is
 * called, so that `--help`, `--version` and a mistake in the arguments load none of it.
 */
export interface Verb {
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** Positional arguments, as help shows them; empty where it takes none. */
  readonly takes: string;
  /** Fewest and most positional arguments. */
  readonly arity: readonly [number, number];
  /** A paragraph or two that teach. */
  readonly about: string;
  readonly flags: readonly Flag[];
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Results go to `world.out`, everything else to `world.err`. */
  run(world: World, given: Given): Promise<Answer>;
}
