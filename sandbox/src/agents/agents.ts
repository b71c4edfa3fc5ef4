import { Records } from '../database/records.ts';
import type { Agent } from './schema.ts';

/** The account's agents: those of the seed and those that the control API has created. */
export class Agents extends Records<Agent> {
	/**
	 * @param agent an id or a name
	 * @throws {ServiceError} 404
	 */
	requireNamed(agent: string): Agent {
		return this.find(agent) ?? this.listBy('name', agent)[0] ?? this.require(agent);
	}
}
