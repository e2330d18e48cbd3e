import type { Delivery } from "../model/delivery.ts";
import { ForgeError } from "./forge.ts";

/** Why a delivery failed, for people. Rethrows errors that are not from the forge. */
export function refusal(place: Delivery["place"], error: unknown, permission: string): Delivery {
  if (!(error instanceof ForgeError)) throw error;
  const { status, message } = error;
  const reason =
    status === 403 || status === 401
      ? `the token may not write it (${status}: ${message}); give the job \`permissions: ${permission}\`, and report forks and Dependabot from workflow_run`
      : `${status === 0 ? "no answer" : status}: ${message}`;
  return { outcome: "refused", place, reason: reason.slice(0, 2_000) };
}
