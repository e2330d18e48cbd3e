import type { Program } from "../program.ts";
import { ohaGenerator } from "./generator.ts";
import { obtainOha } from "./obtain.ts";

export const ohaProgram: Program = {
  open: async ({ signal, ...place }) => ohaGenerator({ ...(await obtainOha(place.env, signal)), ...place }),
  look: { find: ({ env, signal }) => obtainOha(env, signal) },
};
