import { fileURLToPath } from "node:url";
import { environmentError } from "../base/errors.ts";
import { readIfThere } from "../store/files.ts";

/** Where the built pages are: above the bundle's chunks, or in the bundle as seen from the sources. */
const PLACES = ["../../", "../../action/dist/"];
const REMEDY = "take it from the same place as this program; in a checkout of steelyard: npm run bundle";

/** A built page without data. @throws SteelyardError (environment) where it is not there */
export async function pageTemplate(file: "page.html" | "why.html"): Promise<string> {
  const paths = PLACES.map((place) => fileURLToPath(new URL(place + file, import.meta.url)));
  for (const path of paths) {
    const text = await readIfThere(path, "page", REMEDY);
    if (text !== undefined) return text;
  }
  throw environmentError("The page is not there.", { where: paths[0]!, remedy: REMEDY });
}
