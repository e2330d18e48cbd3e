/** Label on everything that is made for a stack: the project. */
export const PROJECT = "dev.steelyard.project";
/** Label on the same things: the process that made them, as `exec/owner.ts` writes it. */
export const OWNER = "dev.steelyard.owner";

/** Prefix of Steelyard's project names, and of the images that are built for them. */
export const PREFIX = "steelyard-";

/** Labels of Compose. */
export const SERVICE = "com.docker.compose.service";
export const ONE_OFF = "com.docker.compose.oneoff";

/** The query of an API call that finds the things with a label, or with a label of this value. */
export const labelled = (label: string, value?: string) =>
  `filters=${encodeURIComponent(JSON.stringify({ label: [value === undefined ? label : `${label}=${value}`] }))}`;
