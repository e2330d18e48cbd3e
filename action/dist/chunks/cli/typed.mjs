import { sinkLike } from "../base.mjs";

// src/cli/typed.ts
function typedThroughNpx(world, repository, verbs) {
	const command = new RegExp(`(^|[\\s\`"'(:])steelyard (?=(?:${verbs.join("|")}|--\\w+)(?![\\w-]))`, "gm");
	const translated = (sink) => sinkLike(sink, { write: (text) => sink.write(text.replace(command, `$1npx --yes github:${repository} `)) });
	return {
		...world,
		err: translated(world.err),
		...!world.argv.includes("--json") && { out: translated(world.out) }
	};
}

export { typedThroughNpx };