import type { Program } from "../program.ts";
import { commandGenerator } from "./generator.ts";

export const commandProgram: Program = { open: async (place) => commandGenerator(place), look: null };
