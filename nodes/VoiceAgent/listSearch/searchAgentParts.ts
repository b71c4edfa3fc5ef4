import type { ILoadOptionsFunctions, INodeListSearchResult, IDataObject } from 'n8n-workflow';

import type { Ask } from '../../shared/client/ask';
import { post } from '../../shared/client/serviceRequest';
import { compareNames, readValue, searchList, type Search } from '../../shared/listSearch/listSearch';
import { listAgents } from '../../shared/listSearch/searchAgents';
import { isRecord } from '../../shared/text/json';
import { ServiceError } from '../../shared/client/errors';
import { readRecord } from '../../shared/client/record';

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
	let agents: ReturnType<typeof listAgents> | undefined;
	return await searchList(context, search, {
		async readEntries(offset, ask) {
			agents ??= listAgents(ask);
			const listed = await agents;
			const next = offset + AGENTS_PER_PAGE;
			const parts = await Promise.all(
				listed.slice(offset, next).map(async ({ id, name }) =>
					(await readParts(ask, id, field))
						.flatMap((part) => {
							const value = readValue(part.id);
							return value === undefined
								? []
								: [{ name: `${String(getName(part) || value)} (${name})`, value }];
						})
						.sort((a, b) => compareNames(a.name, b.name)),
				),
			);
			return { entries: parts.flat(), ...(next < listed.length && { next }) };
		},
		describeSearched: (count) => `first ${count} agents`,
	});
}

/**
 * Returns the functions or knowledge sources of an agent; none if it
 * was deleted after the agents were listed.
 */
async function readParts(ask: Ask, id: string, field: string): Promise<IDataObject[]> {
	const answer = await ask(post('get-agent', { agent_id: id })).catch(emptyIfDeleted);
	const agent = readRecord(answer.body, { wrapper: 'agent' });
	const parts = agent.ok ? agent.body[field] : undefined;
	return Array.isArray(parts) ? (parts.filter(isRecord) as IDataObject[]) : [];
}

function emptyIfDeleted(error: unknown): { body: IDataObject } {
	if (error instanceof ServiceError && error.report.statusCode === 404) return { body: {} };
	throw error;
}
