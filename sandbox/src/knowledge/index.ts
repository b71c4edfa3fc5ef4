import { Type } from 'typebox';
import { Records, recordTable } from '../database/records.ts';
import { endpoint, list } from '../http/endpoint.ts';
import { definePart } from '../plugin.ts';
import { KeptSource } from './schema.ts';
import { seedKnowledge } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The knowledge sources of agents. */
		knowledge: Records<KeptSource>;
	}
}

/** Sections 2 and 4, knowledge base. */
export default definePart({
	name: 'knowledge',
	tag: 'Knowledge base',
	dependencies: ['agents'],
	tables: recordTable('knowledge_sources', 'agent_id'),
	provide: (app) => ({ knowledge: new Records<KeptSource>(app, 'knowledge_sources', 'Knowledge source') }),
	seed: seedKnowledge,
	functions: endpoint('POST /delete-knowledge-source', {
		summary: 'Delete a knowledge source and all its chunks permanently',
		config: { notFoundCode: 'source_not_found' },
		body: Type.Object({ source_id: Type.String() }),
		answer: Type.Object({ success: Type.Boolean(), chunks_deleted: Type.Integer() }),
		write: ({ body }, { knowledge }) => ({
			success: true,
			chunks_deleted: knowledge.remove(body.source_id).chunk_count,
		}),
	}),
	control: list('knowledge-sources', KeptSource, ({ knowledge }) => knowledge.list()),
});
