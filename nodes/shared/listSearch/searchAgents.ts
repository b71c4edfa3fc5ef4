import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Ask } from '../client/ask';
import { post } from '../client/serviceRequest';
import { readRecords } from '../client/response';
import { AGENT_LIST_FIELDS } from '../wire/undocumentedNames';
import { compareNames, readValue, searchList } from './listSearch';

/** An agent in a list. */
interface ListedAgent {
	id: string;
	/** The name, followed by the ID if several agents have the same name. */
	name: string;
}

/**
 * Returns the agents of the account by name (list-agents, interface
 * section 4). An agent without an ID is left out.
 */
export async function listAgents(ask: Ask): Promise<ListedAgent[]> {
	const { body: listed } = await ask(post('list-agents', {}), (body) => readRecords(body, AGENT_LIST_FIELDS));
	const agents = listed.flatMap((agent) => {
		const id = readValue(agent.id);
		return id === undefined ? [] : [{ id, name: String(agent.name || id) }];
	});
	return agents
		.map(({ id, name }) => ({
			id,
			name: agents.some((other) => other.id !== id && other.name === name) ? `${name}, ${id}` : name,
		}))
		.sort((a, b) => compareNames(a.name, b.name));
}

/** Lists the agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter },
		{
			readEntries: async (_, ask) => ({
				entries: (await listAgents(ask)).map(({ id, name }) => ({ name, value: id })),
			}),
			describeSearched: (count) => `first ${count} agents`,
		},
	);
}
