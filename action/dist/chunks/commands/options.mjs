import "../base.mjs";

// src/commands/options.ts
const SCALES = {
	least: .01,
	most: 1
};
const BASELINES = "baselines";
const ALLOWANCES = [
	"dirty",
	"failed",
	"invalid",
	"missing",
	"regressed",
	"budget",
	"expectation"
];

export { ALLOWANCES, BASELINES, SCALES };