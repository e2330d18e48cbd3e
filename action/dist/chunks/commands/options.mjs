import "../base.mjs";

// src/commands/options.ts
const SCALES = {
	least: .01,
	most: 1
};
function shardOf(text) {
	const [index = 0, of = 0] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.slice(1).map(Number) ?? [];
	return index > 0 && index <= of ? {
		index,
		of
	} : void 0;
}
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

export { ALLOWANCES, BASELINES, SCALES, shardOf };