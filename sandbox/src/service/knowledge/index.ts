import { Type } from 'typebox';
import agentsPart from '../agents/index.ts';
import { Records, recordTable } from '../database/records.ts';
import { endpoint, list } from '../http/endpoint.ts';
import { Defaulted } from '../http/values.ts';
import { definePart } from '../plugin.ts';
import { KeptSource, KnowledgeSource } from './schema.ts';
import { seedKnowledge } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The knowledge sources of agents. */
		knowledge: Records<KeptSource>;
	}
}

/** Adds a source to an agent, which no endpoint of the interface does. */
const addSource = endpoint('POST /knowledge-sources', {
	operationId: 'addKnowledgeSource',
	summary: 'Give an agent a knowledge source',
	body: Type.Object({
		agent_id: KeptSource.properties.agent_id,
		...Type.Pick(KnowledgeSource, ['title', 'url']).properties,
		chunk_count: Defaulted(Type.Integer({ minimum: 0, default: 1 })),
	}),
	status: 201,
	answer: KeptSource,
	handle: ({ body }, { agents, clock, ids, knowledge }) => {
		agents.require(body.agent_id);
		const now = clock.stamp();
		const times = { last_synced_at: now, created_at: now, updated_at: now };
		return knowledge.add({ ...body, ...times, id: ids.uuid('knowledge-source'), sync_status: 'completed' });
	},
});

/** Sections 2 and 4, knowledge base. */
export default definePart({
	tag: 'Knowledge base',
	dependencies: [agentsPart],
	tables: recordTable('knowledge_sources', 'agent_id'),
	provide: (app) => ({ knowledge: new Records<KeptSource>(app, 'knowledge_sources', 'Knowledge source') }),
	seed: seedKnowledge,
	functions: endpoint('POST /delete-knowledge-source', {
		operationId: 'deleteKnowledgeSource',
		summary: 'Delete a knowledge source and all its chunks permanently',
		config: { notFoundCode: 'source_not_found' },
		body: Type.Object({ source_id: Type.String() }),
		answer: Type.Object({ success: Type.Boolean(), chunks_deleted: Type.Integer() }),
		handle: ({ body }, { knowledge }) => ({
			success: true,
			chunks_deleted: knowledge.remove(body.source_id).chunk_count,
		}),
	}),
	control: [list('knowledge-sources', KeptSource, ({ knowledge }) => knowledge.list()), addSource],
});
