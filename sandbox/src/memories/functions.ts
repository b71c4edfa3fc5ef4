import { Type } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { AnyError, structuredError } from '../http/errors.ts';
import { named } from '../http/validation.ts';
import type { Routes } from '../plugin.ts';
import { contents, Memory } from './schema.ts';

const Contents = Type.Partial(Type.Object(contents));
const UpdateRequest = Type.Object({ memory_id: Type.String(), ...Contents.properties });

const notFound = () => structuredError(404, 'not_found', 'Memory not found');

/** Section 4, memory. */
export const memoryFunctions: Routes = (app) => {
	const { clock, database, memories } = app;
	app.post(
		'/update-memory',
		{
			schema: {
				tags: ['Memory'],
				summary: 'Change what is remembered of a caller; only included fields change',
				body: UpdateRequest,
				response: { 200: Memory, '4xx': AnyError },
			},
		},
		async ({ body }) => {
			const changes = named(Contents, body);
			const updated = Object.keys(changes).length > 0 && { last_updated: isoTime(clock.now()) };
			const changed = await database.write(() => memories.change(body.memory_id, { ...changes, ...updated }));
			if (changed === undefined) throw notFound();
			return changed;
		},
	);

	app.post(
		'/delete-memory',
		{
			schema: {
				tags: ['Memory'],
				summary: 'Forget a caller permanently',
				body: Type.Object({ memory_id: Type.String() }),
				response: { 200: Type.Object({ success: Type.Literal(true) }), '4xx': AnyError },
			},
		},
		async ({ body }) => {
			const removed = await database.write(() => memories.remove(body.memory_id));
			if (!removed) throw notFound();
			return { success: true as const };
		},
	);
};
