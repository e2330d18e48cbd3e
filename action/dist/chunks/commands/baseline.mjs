import { addBaseline, doubts, obstaclesIn } from "./baseline2.mjs";

export { addBaseline };