import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { searchList } from '../../shared/listSearch/listSearch';
import { listAgents } from './listAgents';

/** The agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter },
		{
			readPage: async (_, ask) => ({
				entries: (await listAgents(ask)).map(({ id, name }) => ({ name, value: id })),
			}),
			describeSearched: (count) => `first ${count} agents`,
		},
	);
}
