import { nearest } from "./base.mjs";

export { nearest };