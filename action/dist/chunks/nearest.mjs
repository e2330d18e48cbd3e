import { choice, nearest } from "./base.mjs";

export { choice, nearest };