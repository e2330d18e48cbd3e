import type { z } from "zod";
import { number } from "../base/text.ts";
import type { Axis } from "./axis.ts";
import type { Mapping } from "./mapping.ts";
import type { Metric } from "./metric.ts";
import type { Unit } from "./quantity.ts";

/** A metric that a generator always reports under this name. */
export interface KnownMetric {
  readonly kind: Metric["kind"];
  readonly unit: Unit;
}

/** The default of a variable with an address. */
export interface DefaultUrl {
  readonly isSocket: boolean;
  /** Null where it has none of its own. */
  readonly port: number | null;
  /** "" without one. */
  readonly path: string;
}

/** A load script that was found in a repository. */
export interface FoundScript {
  /** Whether it reads the service's address from a variable of ours. */
  readonly ready: boolean;
  /** Variables from which it takes an address today: "BASE_URL". */
  readonly variables: readonly string[];
  /** Variables whose default is a URL, with that. */
  readonly defaults?: Readonly<Record<string, DefaultUrl>>;
  /** The addresses that it names, by host and port: "localhost:8080" of "http://localhost:8080/items". */
  readonly addresses?: readonly string[];
  /** The public hosts of other URLs in it: "commons.wikimedia.org". */
  readonly sites?: readonly string[];
  /** Whether it pauses between requests. */
  readonly pauses: boolean;
  /** Seconds that its stages take, where its text says so. */
  readonly course?: number;
  /** Why it should not be chosen unseen, as part of a sentence: "drives a browser"; null for an ordinary one. */
  readonly special: string | null;
  /** Its gate, where it speaks another protocol than HTTP: it is chosen where no other script is. */
  readonly gate?: readonly string[];
  /** A guess of its line that a person must check, as a sentence. */
  readonly doubt?: string;
  /** Its line of a first config, where its text says how it loads; the finder's otherwise. */
  readonly line?: string;
}

/** How scripts of a program are found in a repository. */
export interface ScriptFinder {
  /** Endings of script files: `/\.lua$/`. */
  readonly files: RegExp;
  /** An import of the generator's own modules, where scripts have any. */
  readonly module?: RegExp;
  /**
   * @param through whether a module of the script imports the generator in its place
   * @param modules the texts of the checkout's modules that it imports, directly or through others
   */
  find(text: string, through: boolean, modules: () => readonly string[]): FoundScript | null;
  /** The line of a first config, below the workload's name; `path` is a plain text for programs, a YAML scalar else. */
  line(path: string): string;
  /** Its gate in a first config; the generator's default where absent. */
  readonly gate?: readonly string[];
}

/** A contradiction in a generator's settings; `at` is the path below its key. */
export interface SettingsProblem {
  readonly at: readonly string[];
  readonly what: string;
  readonly remedy: string;
}

/**
 * The description of a generator, without effects: config, comparison and reports read it and need no generator's name.
 * The program itself is a `Program` (`src/load/program.ts`).
 *
 * Methods get the settings of a workload as `schema` returned them.
 */
export interface GeneratorKind<S extends z.ZodType = z.ZodType> {
  /** The settings under the generator's key in a workload, with a description. */
  readonly schema: S;
  /** What its key names, for messages: "a script". */
  readonly names: string;
  /** The generator at the start of a sentence: "A command". */
  readonly subject: string;
  /** Metrics that it reports, by name; empty where only the user knows them. The gate then has no default. */
  readonly metrics: Readonly<Record<string, KnownMetric>>;
  /** Percentiles of http_req_duration that it measures, for one that does not measure the whole grid. */
  readonly percentiles?: readonly number[];
  /** Whether it can run in a container on the network of a Compose stack. */
  readonly placeable: boolean;
  /** Whether it counts the iterations that an open model should have started and could not. */
  readonly countsDropped: boolean;
  /** Where it counts answers with a status of 400 and above: in the status codes, in a selector, or nowhere. */
  readonly bad: "statuses" | { readonly selector: string } | null;
  /** Whether headers of an endpoint are arguments of its program, which every user of the machine can read. */
  readonly exposesHeaders: boolean;
  /** Whether scripts read a level from a variable: under its default name, only under a named one, or never. */
  readonly levelVariable: "default" | "named" | "none";
  /** The settings at a level, for each axis that is a setting. */
  readonly levels: Partial<Readonly<Record<Axis, SetLevel<S>>>>;
  /** Files of the checkout that the load begins with, each with its path below the generator's key. */
  scripts(settings: z.output<S>): readonly { readonly at: readonly string[]; readonly file: string }[];
  /** Settings by which the checkout runs commands on the measuring machine, each as its path below the key. */
  hostCommands(settings: z.output<S>): readonly (readonly string[])[];
  /** For records: the script, path or program that loads. */
  label(settings: z.output<S>): string;
  /** For records: connections kept open, with threads; absent where a script decides. */
  connections?(settings: z.output<S>): string;
  /** The one endpoint that it loads, null for the only one there is; absent where a script chooses its targets. */
  endpoint?(settings: z.output<S>): string | null;
  /** Contradictions that the schema cannot see. */
  problems?(settings: z.output<S>): readonly SettingsProblem[];
  /** The user's mapping of printed figures to metrics, with its path below the key. */
  mapping?(settings: z.output<S>): { readonly at: readonly string[]; readonly mapping: Mapping } | undefined;
  /** Which way a printed metric is better, where the settings decide. `printed` is the direction in the output. */
  direction?(settings: z.output<S>, metric: string, printed: Direction): Direction | undefined;
  /** How `steelyard init` finds scripts of it, or of several programs; absent where it has none. */
  readonly init?: ScriptFinder | readonly ScriptFinder[];
}

type SetLevel<S extends z.ZodType> = { set(settings: z.output<S>, level: number): z.output<S> }["set"];
type Direction = "lower" | "higher";

/** Returns the description with the type of its schema kept. */
export const generatorKind = <S extends z.ZodType>(kind: GeneratorKind<S>): GeneratorKind<S> => kind;

/** Metrics of one kind and unit, from names between spaces. */
export const metricsOf = (
  kind: KnownMetric["kind"],
  unit: Unit,
  names: string,
): Record<string, KnownMetric> => Object.fromEntries(names.split(" ").map((name) => [name, { kind, unit }]));

/** Metrics of a generator that only counts and times HTTP requests. */
export const REQUEST_METRICS: Readonly<Record<string, KnownMetric>> = {
  ...metricsOf("trend", "s", "http_req_duration"),
  ...metricsOf("share", "ratio", "http_req_failed"),
  ...metricsOf("counter", "1", "http_reqs"),
  ...metricsOf("counter", "B", "data_received"),
};

/** The settings of a generator that divides its connections among threads. */
interface Threaded {
  readonly connections: number;
  readonly threads: number;
}

/** The settings with another number of connections, and no more threads than that. */
export const withConnections = <S extends Threaded>(settings: S, connections: number): S => ({
  ...settings,
  connections,
  threads: Math.min(settings.threads, connections),
});

/** "2 × 1,000": threads and connections, for records. */
export const connectionsText = ({ threads, connections }: Threaded): string =>
  `${threads} × ${number(connections)}`;

/** A thread needs a connection of its own. */
export const threadProblems = (subject: string, { threads, connections }: Threaded): SettingsProblem[] =>
  threads <= connections
    ? []
    : [
        {
          at: ["threads"],
          what: `${subject} has ${threads} threads for ${connections} connections.`,
          remedy: "use at least one connection a thread",
        },
      ];
