/** An endpoint's name as part of a variable: capitals, and "_" for all but letters and digits (my-api.v2 → MY_API_V2). */
const shouted = (endpoint: string) => endpoint.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** The environment variable in which scripts and seeds find an endpoint's address. */
export const targetVariable = (endpoint: string) => `STEELYARD_TARGET_${shouted(endpoint)}`;

/** The environment variable with an endpoint's headers as JSON; set only where the endpoint has any. */
export const headersVariable = (endpoint: string) => `STEELYARD_HEADERS_${shouted(endpoint)}`;

/** The parts of an endpoint's address that a workload's variable may ask for: `${api.host}`. */
export const ADDRESS_PARTS = ["host", "hostname", "port"] as const;
