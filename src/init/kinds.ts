import { COMPOSE } from "./projects/compose.ts";
import { DOCKERFILE } from "./projects/dockerfile.ts";
import { GO } from "./projects/go.ts";
import { JAVA } from "./projects/java.ts";
import { NODE } from "./projects/node.ts";
import { PHP } from "./projects/php.ts";
import { PYTHON } from "./projects/python.ts";
import { RUBY } from "./projects/ruby.ts";
import { RUST } from "./projects/rust.ts";

/** The registry of projects that `init` knows: the place to add one. */
export const PROJECTS = { COMPOSE, NODE, PYTHON, GO, JAVA, RUST, RUBY, PHP, DOCKERFILE } as const;
