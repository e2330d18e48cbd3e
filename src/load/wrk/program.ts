import type { Program } from "../program.ts";
import { WrkGenerator } from "./generator.ts";
import { obtainWrk } from "./obtain.ts";

export const wrkProgram: Program = {
  open: async ({ signal, ...place }) =>
    new WrkGenerator({ ...(await obtainWrk(place.env, signal)), ...place }),
  look: { find: ({ env, signal }) => obtainWrk(env, signal) },
};
