import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import type { Routes } from '../plugin.ts';
import { Execution, Skill } from './schema.ts';
import { EXECUTION_STATUSES } from './statuses.ts';

/** Lists skills and their runs, which no endpoint of the interface does, and sets how runs end. */
export const skillControl: Routes = (app) => {
	const { database, skillExecutions, skills } = app;
	app.get('/skills', { schema: { response: { 200: Type.Object({ skills: Type.Array(Skill) }) } } }, () => ({
		skills: skills.list(),
	}));

	app.patch(
		'/skills/:id',
		{
			schema: {
				params: Type.Object({ id: Type.String() }),
				body: Type.Object({
					outcome: Type.Enum([...EXECUTION_STATUSES], { description: 'How real runs end from now on' }),
				}),
				response: { 200: Skill, '4xx': PlainError },
			},
		},
		async ({ params, body: { outcome } }) => {
			const changed = await database.write(() => skills.change(params.id, { outcome }));
			return changed;
		},
	);

	app.get(
		'/skill-executions',
		{
			schema: {
				querystring: Type.Pick(ControlPaging, ['limit']),
				response: {
					200: Type.Object({ executions: Type.Array(Execution) }),
					'4xx': PlainError,
				},
			},
		},
		({ query: { limit } }) => ({ executions: skillExecutions.list(limit) }),
	);
};
