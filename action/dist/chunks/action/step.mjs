import { logTo, redactor } from "../base.mjs";
import { clientOf, contextOf, restForge } from "../github.mjs";
import { explained, inputsOf, payload, reportFailure } from "./runner.mjs";

// src/action/step.ts
async function connect(schema, { world, runner, pace }) {
	const inputs = inputsOf(schema, world.env);
	const { token } = inputs;
	runner.mask(token);
	const log = logTo(world.err, redactor([token]));
	const event = await payload(world);
	const context = contextOf(world.env, event);
	const client = clientOf({
		token,
		api: context.api,
		log,
		...pace && { pace }
	});
	return {
		inputs,
		log,
		event,
		context,
		client,
		forge: restForge(client, context.repository)
	};
}
async function step(schema, place, { title, remedy }, act) {
	try {
		return await act(await connect(schema, place));
	} catch (error) {
		return reportFailure(explained(error, remedy), title, place.runner);
	}
}

export { connect, step };