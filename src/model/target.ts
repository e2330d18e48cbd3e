/** An endpoint's name as part of a variable: capitals, and "_" for what is no letter or digit (my-api.v2 → MY_API_V2). */
const shouted = (endpoint: string) => endpoint.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** The environment variable in which scripts and seeds find an endpoint's address. */
export const targetVariable = (endpoint: string) => `STEELYARD_TARGET_${shouted(endpoint)}`;

/** The one in which scripts find the headers that an endpoint wants, as JSON; it is there where it wants any. */
export const headersVariable = (endpoint: string) => `STEELYARD_HEADERS_${shouted(endpoint)}`;
