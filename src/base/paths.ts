/** A path from a folder of a checkout ("." for its top), both with "/"; null where it leads out of the checkout. */
export function resolved(folder: string, path: string): string | null {
  const steps: string[] = folder === "." ? [] : folder.split("/");
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join("/") || ".";
}
