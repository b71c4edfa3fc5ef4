import { Type } from 'typebox';
import { AnyError, structuredError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';

/** Section 4, knowledge base. */
export const knowledgeFunctions: Routes = (app) => {
	const { database, knowledge } = app;
	app.post(
		'/delete-knowledge-source',
		{
			schema: {
				tags: ['Knowledge base'],
				summary: 'Delete a knowledge source and all its chunks permanently',
				body: Type.Object({ source_id: Type.String() }),
				response: {
					200: Type.Object({ success: Type.Boolean(), chunks_deleted: Type.Integer() }),
					'4xx': AnyError,
				},
			},
		},
		async (request) => {
			const { source_id: id } = request.body;
			const deleted = await database.write(() => {
				const source = knowledge.find(id);
				if (source === undefined) {
					throw structuredError(404, 'source_not_found', 'Knowledge source not found');
				}
				knowledge.remove(id);
				return source.chunk_count;
			});
			return { success: true, chunks_deleted: deleted };
		},
	);
};
