import { sleep } from "k6";
import { scaled, whole } from "../lib/env.ts";
import { search } from "../lib/search.ts";

const third = `${scaled(60)}s`;

/** 10 → 50 → 100 users over three minutes, each pausing for PAUSE milliseconds between two searches. */
export const options = {
  scenarios: {
    stages: {
      executor: "ramping-vus",
      startVUs: 10,
      gracefulRampDown: "10s",
      gracefulStop: "10s",
      stages: [
        { duration: third, target: 10 },
        { duration: third, target: 50 },
        { duration: third, target: 100 },
      ],
    },
  },
};

export default function (): void {
  search();
  sleep(whole("PAUSE", 1000) / 1000);
}
