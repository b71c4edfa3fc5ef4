import { compareNames, readValue, type Ask } from '../../shared/listSearch/listSearch';
import { getRecords } from '../../shared/client/recordsIn';
import { AGENT_LIST_FIELDS } from '../../shared/wire/undocumentedNames';

/** An agent as lists show it. */
export interface ListedAgent {
	id: string;
	/** With the ID behind it where several agents have the same name. */
	name: string;
}

/** The agents of the account by name (list-agents, interface section 4); one without an ID cannot be chosen and is left out. */
export async function listAgents(ask: Ask): Promise<ListedAgent[]> {
	const agents = getRecords(await ask('list-agents', {}), AGENT_LIST_FIELDS).flatMap((agent) => {
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
