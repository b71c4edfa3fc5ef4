/** The functions of an agent as the service has them, and calls of them as the agent makes them. */
import { callFunction as callEndpoint } from '../../support/call-service.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';

/** A custom function (interface section 2). */
export interface AgentFunction {
	id: string;
	name: string;
	http_method: string;
	endpoint_url: string;
	headers: Array<{ name: string; value: string }>;
	is_active: boolean;
	[field: string]: unknown;
}

/** The id of the first agent of the sandbox's account. */
export async function firstAgent(sandbox: Sandbox): Promise<string> {
	const { agents } = await sandbox.control('GET', '/agents');
	return agents[0]?.id ?? '';
}

export async function functionsOf(sandbox: Sandbox, agentId: string): Promise<AgentFunction[]> {
	const { body } = await callEndpoint<{ custom_functions: AgentFunction[] }>(sandbox, 'get-agent', {
		agent_id: agentId,
	});
	return body.custom_functions;
}

/** @throws if the agent has no function of this name */
export async function functionNamed(sandbox: Sandbox, agentId: string, name: string): Promise<AgentFunction> {
	const found = (await functionsOf(sandbox, agentId)).find((one) => one.name === name);
	if (!found) throw new Error(`The agent has no function ${name}`);
	return found;
}

/**
 * Calls a function as its record says: the method, the address and the headers as they stand, the arguments
 * at the top of a JSON body.
 */
export async function callFunction(
	{ is_active, http_method: method, endpoint_url: url, headers }: AgentFunction,
	args: object,
): Promise<{ status: number; body: unknown }> {
	if (!is_active) throw new Error('The agent does not call a function that is switched off');
	const response = await fetch(url, {
		method,
		headers: {
			'content-type': 'application/json',
			...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
		},
		body: JSON.stringify(args),
	});
	const text = await response.text();
	return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
