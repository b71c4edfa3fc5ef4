import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Send } from '../service/send';
import { post } from '../service/serviceRequest';
import { readRecords } from '../service/response';
import { AGENT_LIST_FIELDS } from '../service/undocumentedNames';
import { compareNames, readValue, searchList } from './listSearch';

/** An agent in a list. */
interface ListedAgent {
	id: string;
	/** The name, followed by the ID if several agents have the same name. */
	name: string;
}

/**
 * Returns the agents of the account (list-agents) in the order of their names. An agent without an ID is left out.
 */
export async function listAgents(send: Send): Promise<ListedAgent[]> {
	const { body: listed } = await send(post('list-agents', {}), (body) =>
		readRecords(body, AGENT_LIST_FIELDS),
	);
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
			async *readEntries(_, send) {
				yield { entries: (await listAgents(send)).map(({ id, name }) => ({ name, value: id })) };
			},
			describeSearched: (count) => `first ${count} agents`,
		},
	);
}
