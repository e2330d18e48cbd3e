// src/cli/typed.ts
function typedThroughNpx(world, repository, verbs) {
	const command = new RegExp(`(^|[\\s\`"'(:])steelyard (?=(?:${verbs.join("|")}|--\\w+)(?![\\w-]))`, "gm");
	const told = (sink) => ({
		...sink,
		write: (text) => sink.write(text.replace(command, `$1npx --yes github:${repository} `))
	});
	return {
		...world,
		err: told(world.err),
		...!world.argv.includes("--json") && { out: told(world.out) }
	};
}

export { typedThroughNpx };