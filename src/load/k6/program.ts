import { silent } from "../../base/log.ts";
import type { Program } from "../program.ts";
import { K6Generator } from "./generator.ts";
import { obtainK6 } from "./obtain.ts";

export const k6Program: Program = {
  open: async ({ signal, ...place }) =>
    new K6Generator({
      ...(await obtainK6({ env: place.env, log: place.log, signal, checkout: place.cwd })),
      ...place,
    }),
  look: {
    find: ({ env, cwd, signal }) => obtainK6({ env, log: silent, signal, checkout: cwd, lookOnly: true }),
    remedy: "the first measurement fetches the pinned release, or builds it where Go is installed",
  },
};
