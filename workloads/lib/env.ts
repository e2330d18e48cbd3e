import exec from "k6/execution";

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

/**
 * A URL of the service under test. Ends the whole run when there is none: only then is it known that load was
 * really wanted, since `k6 inspect` reads scripts without a target.
 */
export function url(path: string): string {
  const target = __ENV.STEELYARD_TARGET_API;
  if (!target)
    exec.test.abort(
      "STEELYARD_TARGET_API is not set: k6 run -e STEELYARD_TARGET_API=http://127.0.0.1:8080 …",
    );
  return `${target}${path}`;
}
