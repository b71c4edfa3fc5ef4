import type { ILoadOptionsFunctions, INodeListSearchResult, IDataObject } from 'n8n-workflow';

import type { Send } from '../../service/send';
import { post } from '../../service/serviceRequest';
import { compareNames, readValue, searchList, type Search } from '../../listSearch/listSearch';
import { listAgents } from '../../listSearch/searchAgents';
import { isRecord } from '../../text/json';
import { isNotFound } from '../../service/errors';
import { readRecord } from '../../service/response';

/**
 * The number of agents to request at a time: functions and sources come
 * from get-agent only, one agent at a time.
 */
const AGENTS_PER_PAGE = 10;

/** Lists the custom functions of all agents, each with the name of its agent. */
export async function searchFunctions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchParts(this, { filter, paginationToken }, 'custom_functions', ({ name }) => name);
}

/** Lists the knowledge sources of all agents, each with the name of its agent. */
export async function searchKnowledgeSources(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchParts(
		this,
		{ filter, paginationToken },
		'knowledge_sources',
		({ title, url }) => title || url,
	);
}

async function searchParts(
	context: ILoadOptionsFunctions,
	search: Search,
	field: 'custom_functions' | 'knowledge_sources',
	getName: (part: IDataObject) => unknown,
): Promise<INodeListSearchResult> {
	return await searchList(context, search, {
		async *readEntries(start, send) {
			const agents = await listAgents(send);
			for (let offset = start; ; offset += AGENTS_PER_PAGE) {
				const next = offset + AGENTS_PER_PAGE;
				const parts = await Promise.all(
					agents.slice(offset, next).map(async ({ id, name }) =>
						(await readParts(send, id, field))
							.flatMap((part) => {
								const value = readValue(part.id);
								return value === undefined
									? []
									: [{ name: `${String(getName(part) || value)} (${name})`, value }];
							})
							.sort((a, b) => compareNames(a.name, b.name)),
					),
				);
				const isLast = next >= agents.length;
				yield { entries: parts.flat(), ...(!isLast && { next }) };
				if (isLast) return;
			}
		},
		describeSearched: (count) => `first ${count} agents`,
	});
}

/**
 * Returns the functions or knowledge sources of an agent; none if it
 * was deleted after the agents were listed.
 */
async function readParts(send: Send, id: string, field: string): Promise<IDataObject[]> {
	const response = await send(post('get-agent', { agent_id: id })).catch(returnEmptyIfDeleted);
	const agent = readRecord(response.body, { wrapper: 'agent' });
	const parts = agent.ok ? agent.body[field] : undefined;
	return Array.isArray(parts) ? (parts.filter(isRecord) as IDataObject[]) : [];
}

function returnEmptyIfDeleted(error: unknown): { body: IDataObject } {
	if (isNotFound(error)) return { body: {} };
	throw error;
}
