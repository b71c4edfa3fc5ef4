import { Type, type Static } from 'typebox';
import agentsPart from '../agents/index.ts';
import type { SeedName } from '../config.ts';
import { Records, recordTable } from '../database/records.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import { Timestamp, Defaulted } from '../http/values.ts';
import { type App, definePart } from '../plugin.ts';
import { DAY_MS, isoTime } from '../time.ts';

/** Section 2, knowledge source (in agent). */
export const KnowledgeSource = Type.Object({
	id: Type.String(),
	title: Type.String(),
	url: Type.String(),
	sync_status: Type.String({ description: '`completed`; section 3 shows no other value' }),
	chunk_count: Type.Integer(),
	last_synced_at: Timestamp,
	created_at: Timestamp,
	updated_at: Timestamp,
});

/** A knowledge source as stored. */
const StoredSource = Type.Object({ ...KnowledgeSource.properties, agent_id: Type.String() });
type StoredSource = Static<typeof StoredSource>;

const SOURCES = [
	{ agent: 'booking', title: 'Fittings and repairs', path: 'services', chunks: 3 },
	{ agent: 'texts', title: 'Delivery and returns', path: 'delivery', chunks: 2 },
	{ agent: 'reception', title: 'Opening hours', path: 'hours', chunks: 4 },
	{ agent: 'reception', title: 'Price list', path: 'prices', chunks: 3 },
] as const;

/** The knowledge of the made-up lamp shop's agents. */
function seedKnowledge({ clock, demo, ids, knowledge }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const [index, { agent, title, path, chunks }] of SOURCES.entries()) {
		const createdAt = clock.now() - (SOURCES.length - index) * 10 * DAY_MS;
		const updated = isoTime(createdAt + 2 * DAY_MS);
		knowledge.add({
			id: ids.named(`seed knowledge ${path}`),
			agent_id: demo.agents[agent],
			title,
			url: `https://lamps.example.com/${path}`,
			sync_status: 'completed',
			chunk_count: chunks,
			last_synced_at: updated,
			created_at: isoTime(createdAt),
			updated_at: updated,
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The knowledge sources of agents. */
		knowledge: Records<StoredSource>;
	}
}

/** Adds a source to an agent, which no endpoint of the interface does. */
const addSource = endpoint('POST /knowledge-sources', {
	operationId: 'addKnowledgeSource',
	summary: 'Give an agent a knowledge source',
	body: Type.Object({
		agent_id: StoredSource.properties.agent_id,
		...Type.Pick(KnowledgeSource, ['title', 'url']).properties,
		chunk_count: Defaulted(Type.Integer({ minimum: 0, default: 1 })),
	}),
	status: 201,
	answer: StoredSource,
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
	provide: (app) => ({ knowledge: new Records<StoredSource>(app, 'knowledge_sources', 'Knowledge source') }),
	seed: seedKnowledge,
	functions: endpoint('POST /delete-knowledge-source', {
		operationId: 'deleteKnowledgeSource',
		summary: 'Delete a knowledge source and all its chunks permanently',
		config: { notFoundCode: 'source_not_found' },
		body: Type.Object({ source_id: Type.String() }),
		example: { source_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10' },
		answer: Type.Object({ success: Type.Boolean(), chunks_deleted: Type.Integer() }),
		handle: ({ body }, { knowledge }) => ({
			success: true,
			chunks_deleted: knowledge.remove(body.source_id).chunk_count,
		}),
	}),
	control: [listEndpoint('knowledge-sources', StoredSource, ({ knowledge }) => knowledge.list()), addSource],
});
