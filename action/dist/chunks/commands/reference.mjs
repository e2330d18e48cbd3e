import { explain, isExpected, userError } from "../base.mjs";
import { lastRelease, mergeBase } from "../git.mjs";

// src/commands/measure/reference.ts
const ALONE = {
	kind: "alone",
	fallback: null
};
async function referenceOf(world, options, config, commit, log) {
	const { reference, release } = config.policy;
	const typed = typeof options.base === "string" || options.release === true;
	const asked = typed || reference === "base" && options.base !== false;
	const automatic = reference === "auto" && options.base === void 0 && inCI(world.env);
	if (!asked && !automatic) return ALONE;
	try {
		const ref = options.release ? await lastRelease(world, release) : options.base || options.branch;
		const found = await mergeBase(world, ref);
		const base = options.release ? {
			...found,
			release: true
		} : found;
		if (!base.same) return {
			kind: "base",
			base,
			screen: !asked && options.shard === void 0
		};
		if (asked && commit?.dirty) return {
			kind: "base",
			base,
			screen: false
		};
		if (typed) throw userError("The base is the checked-out commit itself, and nothing in the checkout differs from it.", {
			where: `--base ${base.ref.slice(0, 200)}`,
			remedy: "check out the change, or name an earlier commit; `steelyard calibrate` pairs a commit with itself"
		});
		if (asked) log.info(`this commit is its own merge-base with ${base.ref}: head is measured alone`);
		return ALONE;
	} catch (error) {
		if (asked || !isExpected(error)) throw error;
		log.warn(`base is not measured: ${explain(error)}`);
		return {
			kind: "alone",
			fallback: error.message.replace(/\.$/, "")
		};
	}
}
const inCI = ({ CI }) => CI !== void 0 && ![
	"",
	"0",
	"false"
].includes(CI);

export { referenceOf };