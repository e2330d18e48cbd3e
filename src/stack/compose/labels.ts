/** On everything that is made for a stack: the project it belongs to. */
export const PROJECT = "dev.steelyard.project";
/** And the process that made it, as `exec/owner.ts` writes it. */
export const OWNER = "dev.steelyard.owner";

/** What the names of our projects begin with, and so those of the images that are built for one. */
export const PREFIX = "steelyard-";

/** Compose's own. */
export const SERVICE = "com.docker.compose.service";
export const ONE_OFF = "com.docker.compose.oneoff";

/** The query of an API call that finds what carries a label, or a label with a value. */
export const labelled = (label: string, value?: string) =>
  `filters=${encodeURIComponent(JSON.stringify({ label: [value === undefined ? label : `${label}=${value}`] }))}`;
