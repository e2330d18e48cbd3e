import type { Instructions } from "../../exec/instructions.ts";
import type { Attach } from "../../model/ports.ts";
import type { Composed } from "../../model/run.ts";
import type { Docker } from "./cli.ts";
import type { Engine } from "./engine.ts";
import type { Images } from "./images.ts";
import type { ComposeStacksOptions } from "./options.ts";
import type { Projects } from "./projects.ts";

/** The options of one start. */
export interface StartOptions extends ComposeStacksOptions, StartWishes {
  readonly docker: Docker;
  readonly engine: Engine;
  /** Forms the project's name, together with the number of the start. */
  readonly run: string;
  readonly images: Images;
  readonly instructions: Instructions;
  readonly projects: Projects;
  /** The facts about the first start with an environment, which hold for all with the same. */
  readonly described: Map<string, Composed>;
  /** Services that listened on no port at an earlier start. */
  readonly silent: Set<string>;
  /** Modules that each PostgreSQL preloaded at an earlier start, by service; without those that an option names. */
  readonly preloaded: Map<string, string>;
  /** Its number, from 1; 0 where only images are provided. */
  readonly start: number;
}

/** How one start differs from others. */
export interface StartWishes {
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Cores for all services; those of `cores` if undefined. */
  readonly cpus: string | undefined;
  readonly attach: Attach | undefined;
}
