import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { searchList, type Search } from '../../shared/methods/listSearch';
import { recordsIn } from '../../shared/service/recordsIn';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';
import { recordIn } from '../execution/output';

/** Only get-agent has these, so that agents are asked for one by one: so many at a time. */
const AGENTS_PER_PAGE = 10;

/** The custom functions of all agents, each with the name of its agent. */
export async function searchFunctions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchParts(this, { filter, paginationToken }, 'custom_functions', ({ name }) => name);
}

/** The knowledge sources of all agents, each with the name of its agent. */
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

const searchParts = async (
	context: ILoadOptionsFunctions,
	search: Search,
	field: 'custom_functions' | 'knowledge_sources',
	nameOf: (part: IDataObject) => unknown,
): Promise<INodeListSearchResult> =>
	await searchList(context, search, async (offset, ask) => {
		const listed = recordsIn(await ask('list-agents', {}), AGENT_LIST_FIELDS);
		const next = offset + AGENTS_PER_PAGE;
		const agents = await Promise.all(
			listed
				.slice(offset, next)
				.map(async ({ id }) => recordIn(await ask('get-agent', { agent_id: id }), 'agent')),
		);
		const entries = agents.flatMap((agent): INodeListSearchItems[] => {
			const parts = agent[field];
			return (Array.isArray(parts) ? parts.filter(isRecord) : []).map((part) => ({
				name: `${String(nameOf(part as IDataObject) || part.id)} (${String(agent.name)})`,
				value: String(part.id),
			}));
		});
		return { entries, ...(next < listed.length && { next }) };
	});
