import { EXIT, Interrupted, explain, interruption } from "../base.mjs";
import { endSoon } from "../exec.mjs";
import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline/promises";

// src/commands/entry.ts
const sink = (stream) => ({
	write: (text) => void stream.write(text),
	isTerminal: stream.isTTY === true,
	get columns() {
		return stream.columns || 80;
	}
});
const asking = ({ input, output, signal, interrupt }) => async (question) => {
	const terminal = createInterface({
		input,
		output
	});
	terminal.on("SIGINT", () => interrupt(new Interrupted("SIGINT")));
	const closed = new Promise((resolve) => terminal.once("close", () => resolve("")));
	try {
		return await Promise.race([terminal.question(question, { signal }), closed]);
	} catch (error) {
		throw signal.aborted ? interruption(signal) : error;
	} finally {
		terminal.close();
	}
};
async function runProgram(program, messages = "stderr") {
	const abort = new AbortController();
	setMaxListeners(0, abort.signal);
	const ended = (why) => {
		endSoon();
		abort.abort(why);
	};
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => ended(new Interrupted(name)));
	process.on("SIGHUP", () => ended(new Interrupted("SIGTERM")));
	for (const stream of [process.stdout, process.stderr]) stream.on("error", (error) => {
		if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
	});
	const bugs = [];
	for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => {
		bugs.push(error);
		ended(new Interrupted("SIGTERM"));
	});
	const { stdin: input, stdout: output } = process;
	const ask = asking({
		input,
		output,
		signal: abort.signal,
		interrupt: ended
	});
	const code = await program({
		argv: process.argv.slice(2),
		env: process.env,
		cwd: process.cwd(),
		out: sink(process.stdout),
		err: sink(process[messages]),
		now: () => /* @__PURE__ */ new Date(),
		random: Math.random,
		signal: abort.signal,
		...input.isTTY && output.isTTY && { ask }
	});
	for (const bug of bugs) process.stderr.write(`${explain(bug)}\n`);
	process.exitCode = bugs.length > 0 ? EXIT.bug : code;
}

export { runProgram };