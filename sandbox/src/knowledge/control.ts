import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { KeptSource } from './schema.ts';

/** Lists knowledge sources, which no endpoint of the interface does. */
export const knowledgeControl: Routes = (app) => {
	app.get(
		'/knowledge-sources',
		{ schema: { response: { 200: Type.Object({ knowledge_sources: Type.Array(KeptSource) }) } } },
		() => ({ knowledge_sources: app.knowledge.list() }),
	);
};
