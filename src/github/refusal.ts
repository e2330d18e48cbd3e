import type { Delivery } from "../model/delivery.ts";
import { ForgeError } from "./forge.ts";

/** Why a delivery failed, for people. Rethrows errors that are not from the forge. */
export function refusal(place: Delivery["place"], error: unknown, permission: string): Delivery {
  if (!(error instanceof ForgeError)) throw error;
  const { status, message, advice } = error;
  const isForbidden = status === 403 || status === 401;
  const usual = isForbidden
    ? `give the job \`permissions: ${permission}\`, and report forks and Dependabot from workflow_run`
    : undefined;
  const what = isForbidden
    ? `the token may not write it (${status}: ${message})`
    : `${status === 0 ? "no answer" : status}: ${message}`;
  const reason = [what, advice ?? usual].filter((part) => part !== undefined).join("; ");
  return { outcome: "refused", place, reason: reason.slice(0, 2_000) };
}
