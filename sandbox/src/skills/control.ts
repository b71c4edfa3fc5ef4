import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { toSkillRecord } from './record.ts';
import { ExecutionRecord, SkillRecord } from './schema.ts';
import type { Skill } from './skills.ts';
import { EXECUTION_STATUSES } from './statuses.ts';

const ListedSkill = Type.Object({
	...SkillRecord.properties,
	name: Type.String(),
	agent_id: Type.String(),
	skill_definition_id: Type.String({ description: 'No endpoint takes it in place of the id' }),
	outcome: OneOf(EXECUTION_STATUSES),
});

/** Lists skills and their runs, which no endpoint of the interface does, and sets how runs end. */
export const skillControl: Routes = (app) => {
	const { database, skillExecutions, skills } = app;
	app.get(
		'/skills',
		{ schema: { response: { 200: Type.Object({ skills: Type.Array(ListedSkill) }) } } },
		() => ({ skills: skills.list().map(toListed) }),
	);

	app.patch(
		'/skills/:id',
		{
			schema: {
				params: Type.Object({ id: Type.String() }),
				body: Type.Object({
					outcome: Type.Enum([...EXECUTION_STATUSES], { description: 'How real runs end from now on' }),
				}),
				response: { 200: ListedSkill, '4xx': PlainError },
			},
		},
		async ({ params, body: { outcome } }) => {
			const changed = await database.write(() => skills.change(params.id, { outcome }));
			if (changed === undefined) throw plainError(404, 'Skill not found');
			return toListed(changed);
		},
	);

	app.get(
		'/skill-executions',
		{
			schema: {
				querystring: Type.Object({
					limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
				}),
				response: {
					200: Type.Object({ executions: Type.Array(ExecutionRecord) }),
					'4xx': PlainError,
				},
			},
		},
		({ query: { limit = 100 } }) => ({
			executions: skillExecutions.list(limit).map((execution) => ({
				id: execution.id,
				agent_skill_id: execution.skillId,
				status: execution.status,
				result: execution.result,
				deliveries: execution.deliveries,
				created_at: isoTime(execution.createdAt),
			})),
		}),
	);
};

function toListed(skill: Skill): Static<typeof ListedSkill> {
	return {
		...toSkillRecord(skill),
		name: skill.name,
		agent_id: skill.agentId,
		skill_definition_id: skill.definitionId,
		outcome: skill.outcome,
	};
}
