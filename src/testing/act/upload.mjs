// Stands in for actions/upload-artifact.
import { cpSync } from "node:fs";

cpSync(process.env.INPUT_PATH, process.env.ARTIFACT);
