import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { searchList } from '../../shared/methods/listSearch';
import { recordsIn } from '../../shared/service/recordsIn';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';

/** The agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, { filter }, async (_, ask) => {
		const entries = recordsIn(await ask('list-agents', {}), AGENT_LIST_FIELDS)
			.map((agent) => ({ name: String(agent.name ?? agent.id), value: String(agent.id) }))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { entries };
	});
}
