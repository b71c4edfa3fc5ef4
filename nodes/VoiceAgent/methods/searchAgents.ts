import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ask, matching } from '../../shared/methods/listRequest';
import { recordsIn } from '../../shared/service/recordsIn';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';

/** The agents of the account (list-agents has no pages, so that all come at once). */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const body = await ask(this, { method: 'POST', path: 'list-agents', body: {} });
	const results = recordsIn(body, AGENT_LIST_FIELDS)
		.map((agent) => ({ name: String(agent.name ?? agent.id), value: String(agent.id) }))
		.filter(matching(filter))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results };
}
