import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import type { ChangeRequest, CustomFunction } from './schema.ts';

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** The fields of a new function. */
type NewCustomFunction = Omit<CustomFunction, 'id' | 'query_params' | 'created_at' | 'updated_at'> &
	Partial<Pick<CustomFunction, 'id' | 'query_params' | 'created_at'>>;

/**
 * The functions that agents call over HTTP (section 2, custom function). Methods that change something are to
 * be called within a transaction.
 */
export class CustomFunctions extends Records<CustomFunction, 'clock' | 'ids'> {
	/**
	 * @throws {ServiceError} 400 when its name is not snake_case, 409 when the agent already has a function of
	 * that name (section 7)
	 */
	create(fresh: NewCustomFunction): CustomFunction {
		const { id = this.app.ids.uuid('custom-function'), created_at = this.app.clock.stamp() } = fresh;
		const made = { query_params: [], ...fresh, id, created_at, updated_at: created_at };
		this.#requireName(made);
		return this.add(made);
	}

	/**
	 * @throws {ServiceError} 404 when there is no such function, 400 and 409 as for {@link create} (section 7)
	 */
	edit(id: string, changes: ChangeRequest): CustomFunction {
		const present = this.require(id);
		if (Object.keys(changes).length === 0) return present;
		this.#requireName({ ...present, ...changes });
		return this.change(id, { ...changes, updated_at: this.app.clock.stamp() });
	}

	/** Checks the form of a name and that no other function of the agent, active or not, has it. */
	#requireName({ id, agent_id: agent, name }: CustomFunction): void {
		if (!SNAKE_CASE.test(name)) throw plainError(400, 'Function name must be snake_case');
		if (this.listBy('agent_id', agent).some((other) => other.name === name && other.id !== id)) {
			throw plainError(409, 'A function with this name already exists for this agent');
		}
	}
}
