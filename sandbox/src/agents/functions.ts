import { Type } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { AnyError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import type { Agent } from './agents.ts';
import { ListedAgent } from './schema.ts';

/** Section 4, agents: list-agents. */
export const agentFunctions: Routes = (app) => {
	const { agents } = app;

	app.post(
		'/list-agents',
		{
			schema: {
				tags: ['Agents'],
				summary: 'The agents of the account, newest first',
				body: Type.Object({}),
				response: {
					200: Type.Object(
						{ agents: Type.Array(ListedAgent) },
						{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
					),
					'4xx': AnyError,
				},
			},
		},
		() => ({ agents: agents.list().map(toListedAgent) }),
	);
};

/** An agent as list-agents shows it. */
export function toListedAgent(agent: Agent): ListedAgent {
	return {
		id: agent.id,
		name: agent.name,
		greeting: agent.greeting,
		system_prompt: agent.systemPrompt,
		voice_id: agent.voiceId,
		llm_model: agent.llmModel,
		language: agent.language,
		agent_type: agent.agentType,
		max_call_duration: agent.maxCallDuration,
		end_call_phrases: [...agent.endCallPhrases],
		transfer_number: agent.transferNumber,
		organization_name: agent.organizationName,
		owner_name: agent.ownerName,
		agent_role: agent.agentRole,
		is_active: agent.isActive,
		is_default: agent.isDefault,
		created_at: isoTime(agent.createdAt),
		updated_at: isoTime(agent.updatedAt),
	};
}
