/**
 * The axes of levels, with the variable that gives a script its level. `rate`: arrivals a second of an open model;
 * `vus` and `connections`: users of a closed one.
 */
export const AXES = { rate: "RATE", vus: "VUS", connections: "CONNECTIONS" } as const;
export type Axis = keyof typeof AXES;
