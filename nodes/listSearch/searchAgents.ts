import type { IDataObject } from 'n8n-workflow';

import { type Send, post } from '../service/request';
import { parseRecords, parseRecord } from '../service/response';
import { AGENT_LIST_FIELDS } from '../service/undocumentedNames';
import { compareNames, toEntryValue, createListSearch } from './listSearch';
import { isNotFound } from '../service/failure';
import { filterRecords } from '../text/json';

/** An agent in a list. */
interface ListedAgent {
	id: string;
	/** The name, followed by the ID if several agents have the same name. */
	name: string;
}

/**
 * Returns the agents of the account (list-agents) in the order of their names. An agent without an ID is left out.
 */
async function fetchAgents(send: Send): Promise<ListedAgent[]> {
	const { body: listed } = await send(post('list-agents', {}), (body) =>
		parseRecords(body, AGENT_LIST_FIELDS),
	);
	const agents = listed.flatMap((agent) => {
		const id = toEntryValue(agent.id);
		return id === undefined ? [] : [{ id, name: toEntryValue(agent.name) ?? id }];
	});
	return agents
		.map(({ id, name }) => ({
			id,
			name: agents.some((other) => other.id !== id && other.name === name) ? `${name}, ${id}` : name,
		}))
		.sort((a, b) => compareNames(a.name, b.name));
}

/** Lists the agents of the account (list-agents has no pages, so that all come at once). */
export const searchAgents = createListSearch(() => ({
	async *fetchEntries(_, send) {
		yield { entries: (await fetchAgents(send)).map(({ id, name }) => ({ name, value: id })) };
	},
	describeSearched,
}));

/** Lists the custom functions of all agents, each with the name of its agent. */
export const searchFunctions = createPartSearch('custom_functions', ({ name }) => name);

/** Lists the knowledge sources of all agents, each with the name of its agent. */
export const searchKnowledgeSources = createPartSearch('knowledge_sources', ({ title, url }) => title || url);

function describeSearched(count: string): string {
	return `first ${count} agents`;
}

function createPartSearch(
	field: 'custom_functions' | 'knowledge_sources',
	getName: (part: IDataObject) => unknown,
) {
	return createListSearch(() => ({
		async *fetchEntries(start, send) {
			const agents = await fetchAgents(send);
			for (let offset = start; ; offset += AGENTS_PER_PAGE) {
				const next = offset + AGENTS_PER_PAGE;
				const parts = await Promise.all(
					agents.slice(offset, next).map(async ({ id, name }) =>
						(await fetchParts(send, id, field))
							.flatMap((part) => {
								const value = toEntryValue(part.id);
								return value === undefined
									? []
									: [{ name: `${toEntryValue(getName(part)) ?? value} (${name})`, value }];
							})
							.sort((a, b) => compareNames(a.name, b.name)),
					),
				);
				const isLast = next >= agents.length;
				yield { entries: parts.flat(), ...(!isLast && { next }) };
				if (isLast) return;
			}
		},
		describeSearched,
	}));
}

/** The number of agents to request at a time: functions and sources come from get-agent, for one agent each. */
const AGENTS_PER_PAGE = 10;

/**
 * Returns the functions or knowledge sources of an agent; none if it
 * was deleted after the agents were listed.
 */
async function fetchParts(send: Send, id: string, field: string): Promise<IDataObject[]> {
	const response = await send(post('get-agent', { agent_id: id })).catch(returnEmptyIfDeleted);
	const agent = parseRecord(response.body, { wrapper: 'agent' });
	const parts = agent.ok ? agent.value[field] : undefined;
	return filterRecords(parts) as IDataObject[];
}

function returnEmptyIfDeleted(error: unknown): { body: IDataObject } {
	if (isNotFound(error)) return { body: {} };
	throw error;
}
