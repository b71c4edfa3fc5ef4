import { Type } from 'typebox';
import { AnyError, structuredError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { dryRun, run } from './execute.ts';
import { ExecutionAnswer, settings, SkillRecord } from './schema.ts';

const Id = Type.Object({ id: Type.String({ description: 'Of the agent skill, not of its definition' }) });
const ChangeRequest = Type.Partial(Type.Object(settings));
const ExecuteRequest = Type.Object({
	dry_run: Type.Optional(Type.Boolean({ default: false })),
	trigger_context: Type.Optional(
		Type.Record(Type.String(), Type.Unknown(), {
			description: 'For event skills: caller_phone, call_summary, extracted_data and more',
		}),
	),
});

const notFound = () => structuredError(404, 'not_found', 'Skill not found');

/** Section 4, skills. */
export const skillFunctions: Routes = (app) => {
	const { database, skills } = app;

	app.post(
		'/manage-skills/:id/execute',
		{
			schema: {
				tags: ['Skills'],
				summary: 'Run a skill, or preview a run',
				params: Id,
				body: ExecuteRequest,
				response: { 200: ExecutionAnswer, '4xx': AnyError },
			},
		},
		({ params, body: { dry_run: dry = false, trigger_context: context = {} } }) => {
			if (dry) {
				const skill = skills.find(params.id);
				if (skill === undefined) throw notFound();
				return dryRun(skill, context, app);
			}
			return database.write(() => {
				const skill = skills.find(params.id);
				if (skill === undefined) throw notFound();
				return run(skill, context, app);
			});
		},
	);

	app.patch(
		'/manage-skills/:id',
		{
			config: { notFoundCode: 'not_found' },
			schema: {
				tags: ['Skills'],
				summary: 'Change a skill; only included fields change',
				params: Id,
				body: ChangeRequest,
				response: { 200: Type.Object({ agent_skill: SkillRecord }), '4xx': AnyError },
			},
		},
		async ({ params, body }) => {
			const changed = await database.write(() => skills.change(params.id, body));
			return { agent_skill: changed };
		},
	);
};
