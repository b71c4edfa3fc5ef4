import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { toKnowledgeSourceRecord } from './record.ts';
import { KnowledgeSourceRecord } from './schema.ts';

const ListedSource = Type.Object({ ...KnowledgeSourceRecord.properties, agent_id: Type.String() });

/** Lists knowledge sources, which no endpoint of the interface does. */
export const knowledgeControl: Routes = (app) => {
	const { knowledge } = app;
	app.get(
		'/knowledge-sources',
		{ schema: { response: { 200: Type.Object({ knowledge_sources: Type.Array(ListedSource) }) } } },
		() => ({
			knowledge_sources: knowledge
				.list()
				.map((source) => ({ ...toKnowledgeSourceRecord(source), agent_id: source.agentId })),
		}),
	);
};
