/** The variable's value; without it, or with an empty one, the fallback. */
export function text(name: string, fallback: string): string {
  return __ENV[name] || fallback;
}

/** A whole number above zero. */
export function whole(name: string, fallback: number): number {
  const value = Number(text(name, String(fallback)));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} is ${__ENV[name]}: a whole number above 0 is wanted`);
  return value;
}

/** Share of a record's lengths and counts, 1 for all of it. */
const SCALE = Number(text("SCALE", "1"));
/** A count or a number of seconds of a record, scaled, and at least 1. */
export const scaled = (whole: number) => Math.max(1, Math.round(whole * SCALE));
