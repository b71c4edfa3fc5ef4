import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import type { Agent } from './schema.ts';

/** The account's agents: those of the seed and those that the control API has created. */
export class Agents extends Records<Agent> {
	/**
	 * @param agent an id or a name
	 * @throws {ServiceError} 404 that says which agents there are
	 */
	requireNamed(agent: string): Agent {
		const found = this.find(agent) ?? this.listBy('name', agent)[0];
		if (found !== undefined) return found;
		const names = this.list().map(({ name }) => name);
		throw plainError(
			404,
			`Agent not found. There ${names.length === 0 ? 'is none' : `are: ${names.join(', ')}`}`,
		);
	}
}
