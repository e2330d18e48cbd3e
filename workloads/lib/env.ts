/** The variable's value; without it, or with an empty one, the fallback. */
export function text(name: string, fallback: string): string {
  return __ENV[name] || fallback;
}

/** Share of the lengths and counts of a record that is wanted, 1 for all of it. */
const SCALE = Number(text("SCALE", "1"));
/** A count or a number of seconds of the record, scaled, and at least `least`. */
export const scaled = (whole: number, least = 1) => Math.max(least, Math.round(whole * SCALE));

/** A whole number above zero. */
export function whole(name: string, fallback: number): number {
  const value = Number(text(name, String(fallback)));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} is ${__ENV[name]}: a whole number above 0 is wanted`);
  return value;
}
