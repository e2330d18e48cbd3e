import { createHash } from "node:crypto";

// src/commands/digest.ts
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

export { sha256 };