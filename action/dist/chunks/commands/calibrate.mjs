import { calibrate, itself, twice } from "./calibrate2.mjs";

export { calibrate };