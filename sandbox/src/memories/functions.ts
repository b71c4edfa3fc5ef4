import { Type, type Static } from 'typebox';
import { AnyError, structuredError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import type { MemoryContents } from './memories.ts';
import { contents, MemoryRecord, toMemoryRecord } from './record.ts';

const Contents = Type.Partial(Type.Object(contents));
const UpdateRequest = Type.Object({ memory_id: Type.String(), ...Contents.properties });

const notFound = () => structuredError(404, 'not_found', 'Memory not found');

/** Section 4, memory. */
export const memoryFunctions: Routes = (app) => {
	const { database, memories } = app;
	app.post(
		'/update-memory',
		{
			schema: {
				tags: ['Memory'],
				summary: 'Change what is remembered of a caller; only included fields change',
				body: UpdateRequest,
				response: { 200: MemoryRecord, '4xx': AnyError },
			},
		},
		async ({ body }) => {
			const changed = await database.write(() => memories.change(body.memory_id, toChanges(body)));
			if (changed === undefined) throw notFound();
			return toMemoryRecord(changed);
		},
	);

	app.post(
		'/delete-memory',
		{
			schema: {
				tags: ['Memory'],
				summary: 'Forget a caller for good',
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

function toChanges(body: Static<typeof Contents>): Partial<MemoryContents> {
	return {
		...(body.summary !== undefined && { summary: body.summary }),
		...(body.key_topics !== undefined && { keyTopics: body.key_topics }),
		...(body.preferences !== undefined && { preferences: body.preferences }),
		...(body.relationship_notes !== undefined && { relationshipNotes: body.relationship_notes }),
	};
}
