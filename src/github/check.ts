import type { Delivery } from "../model/delivery.ts";
import { type CheckRun, type Forge, ForgeError } from "./forge.ts";
import { refusal } from "./refusal.ts";

/** `auto` creates a check run, or a commit status on a forge without checks. */
export const CHECK_MODES = ["auto", "check", "status", "off"] as const;
export type CheckMode = (typeof CHECK_MODES)[number];

/** Whether a check run is created, where the forge has those. */
export const hasChecks = (mode: CheckMode): boolean => mode === "auto" || mode === "check";

/** GitHub rejects a longer description. */
const DESCRIPTION_LENGTH = 140;

/** Puts the conclusion on the measured commit. */
export async function postCheck(forge: Forge, check: CheckRun, mode: CheckMode): Promise<Delivery> {
  if (mode === "off") return { outcome: "left", place: "check", reason: "the check is off" };
  if (mode !== "status") {
    try {
      const url = await createCheck(forge, check);
      if (url !== null) return { outcome: "created", place: "check", url };
      if (mode === "check") return { outcome: "refused", place: "check", reason: "this forge has no checks" };
    } catch (error) {
      return refusal("check", error, "checks: write");
    }
  }
  try {
    return { outcome: "created", place: "status", url: await createStatus(forge, check) };
  } catch (error) {
    return refusal("status", error, "statuses: write");
  }
}

/**
 * Creates the status. Where nothing was compared it is a warning, on a forge that has those; elsewhere a success whose
 * first words say so, since a status has no neutral state.
 */
async function createStatus(forge: Forge, { sha, name, conclusion, title, details, compared }: CheckRun) {
  const lacking = conclusion === "neutral" && !compared;
  const text = lacking ? `Not compared: ${title}` : title;
  const description = text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH - 1)}…` : text;
  const status = { sha, context: name, description, details };
  if (lacking) {
    try {
      return await forge.addStatus({ ...status, state: "warning" });
    } catch (error) {
      if (!(error instanceof ForgeError) || ![400, 422].includes(error.status)) throw error;
    }
  }
  return forge.addStatus({ ...status, state: STATES[conclusion] });
}

/** One that waits for a person is pending. */
const STATES = {
  success: "success",
  neutral: "success",
  failure: "failure",
  action_required: "pending",
} as const;

/** Creates the check; without its annotations if the forge rejects one of them. */
async function createCheck(forge: Forge, check: CheckRun): Promise<string | null> {
  try {
    return await forge.addCheck(check);
  } catch (error) {
    if (!(error instanceof ForgeError) || error.status !== 422 || check.annotations.length === 0) throw error;
    return forge.addCheck({ ...check, annotations: [] });
  }
}
