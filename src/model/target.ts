/**
 * The environment variable in which scripts and seeds find an endpoint's address: `STEELYARD_TARGET_` and the
 * endpoint's name in capitals, whatever is no letter or digit replaced by "_" (my-api.v2 → MY_API_V2).
 */
export function targetVariable(endpoint: string): string {
  return `STEELYARD_TARGET_${endpoint.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}
