import type { Evidence, Tree } from "./tree.ts";

/** How a service's port is given to it. */
export interface GivenPort {
  readonly port: number;
  /** The variable that it reads its port from; null where it always listens on this one. */
  readonly env: string | null;
}

/** A service that is a process of this machine. Its commands run in `folder`, those of `build` at the top. */
export interface ProcessPlan {
  readonly kind: "process";
  readonly service: string;
  readonly folder: string;
  readonly build: readonly (readonly string[])[];
  /** Whether the build also changes a database, which a kept build of base would not do. */
  readonly migrates: boolean;
  readonly run: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Comments above the command: settings of production, and settings that steady the measurement. */
  readonly hints: readonly string[];
  readonly given: GivenPort;
  readonly health: string | null;
  /** A command that fills the database, at the top. */
  readonly seed: { readonly run: readonly string[]; readonly env: Readonly<Record<string, string>> } | null;
}

/** A service of a Compose project that is not the loaded one, and a port of it. */
export interface OtherService {
  readonly service: string;
  readonly port: number;
  /** The same port, as it is published today. */
  readonly outside: number;
}

/** A service of a Compose project. */
export interface ComposePlan {
  readonly kind: "compose";
  readonly service: string;
  readonly files: readonly string[];
  /** The services that are started, with those that they depend on; none for all. */
  readonly services: readonly string[];
  /** Services that are not started, because they load, test or show the others. */
  readonly leftOut: readonly string[];
  readonly profiles: readonly string[];
  readonly build: readonly (readonly string[])[];
  readonly env: Readonly<Record<string, string>>;
  /** Rights that the files need (`stack.compose.allow`). */
  readonly allow: readonly string[];
  readonly port: number;
  /** The other services of the stack, with each port that they publish. */
  readonly others: readonly OtherService[];
  /** Ports of the machine that the files themselves name, by `service:port`: a measurement knows services by those. */
  readonly published: Readonly<Record<string, readonly number[]>>;
  readonly health: string | null;
  readonly seed: { readonly service: string; readonly command: readonly string[] | null } | null;
  /** A Compose file that has to be written: it builds the image from the checkout, or replaces keys. */
  readonly written: { readonly path: string; readonly text: string } | null;
}

/** One way to start a service of the repository. */
export interface Candidate {
  /** For people: "npm run start:prod in server/". */
  readonly title: string;
  readonly plan: ProcessPlan | ComposePlan;
  /** The port at which people and scripts reach it today; null where only a variable tells. */
  readonly reached: number | null;
  /** Whether no port was found in its code or files: that of its plan is a guess. */
  readonly isPortGuessed: boolean;
  /** Higher is more certain; about 1 for a project that says everything, and below 0.3 for a mere guess. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** Files and variables without which it does not start, and that nothing in the checkout has. */
  readonly lacks?: readonly string[];
  /** Points that a person must check, one sentence each. */
  readonly checks: readonly string[];
  /** A line of its code that asks other servers; known of the chosen one. */
  readonly client?: Evidence | null;
  /** Folder and endings of its source, for its routes; and folders in it that are other programs. */
  readonly code: { readonly folder: string; readonly ending: RegExp; readonly except?: readonly string[] };
}

/** A kind of project that `init` knows. */
export interface ProjectKind {
  /** Files that it has to read, besides the code. */
  readonly files: RegExp;
  /** Endings of its code. */
  readonly code: RegExp;
  /** @param asked the ports that the load scripts ask */
  candidates(tree: Tree, asked: ReadonlySet<number>): Candidate[];
}
