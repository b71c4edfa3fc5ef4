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
				summary: 'Delete a knowledge source and all its chunks, for good',
				body: Type.Object({ source_id: Type.String() }),
				response: {
					200: Type.Object({ success: Type.Boolean(), chunks_deleted: Type.Integer() }),
					'4xx': AnyError,
				},
			},
		},
		async (request) => {
			const deleted = await database.write(() => knowledge.remove(request.body.source_id));
			if (deleted === undefined) {
				throw structuredError(404, 'source_not_found', 'Knowledge source not found');
			}
			return { success: true, chunks_deleted: deleted };
		},
	);
};
