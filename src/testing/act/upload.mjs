// Stands in for actions/upload-artifact: a file by the artifact's name.
import { cpSync } from "node:fs";
import { join } from "node:path";

cpSync(process.env.INPUT_PATH, join(process.env.ARTIFACTS, process.env.INPUT_NAME));
