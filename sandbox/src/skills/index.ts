import { Type } from 'typebox';
import { Records, recordTable } from '../database/records.ts';
import { endpoint, list } from '../http/endpoint.ts';
import { ControlPaging } from '../http/paging.ts';
import { Defaulted } from '../http/values.ts';
import { definePart } from '../plugin.ts';
import { dryRun, run } from './execute.ts';
import { Execution, ExecutionAnswer, Settings, Skill, SkillRecord } from './schema.ts';
import { seedSkills } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The skills of the account's agents. */
		skills: Records<Skill>;
		/** Their real runs. */
		skillExecutions: Records<Execution>;
	}
}

/** Of both endpoints of section 4, skills. */
const ofSkill = {
	config: { notFoundCode: 'not_found' },
	params: Type.Object({ id: Type.String({ description: 'Of the agent skill, not of its definition' }) }),
};

const executeSkill = endpoint('POST /manage-skills/:id/execute', {
	...ofSkill,
	summary: 'Run a skill, or preview a run',
	body: Type.Object({
		dry_run: Defaulted(Type.Boolean({ default: false })),
		trigger_context: Type.Optional(
			Type.Record(Type.String(), Type.Unknown(), {
				description: 'For event skills: caller_phone, call_summary, extracted_data and more',
			}),
		),
	}),
	answer: ExecutionAnswer,
	write: ({ params, body: { dry_run: dry, trigger_context: context = {} } }, app) =>
		(dry ? dryRun : run)(app.skills.require(params.id), context, app),
});

const changeSkill = endpoint('PATCH /manage-skills/:id', {
	...ofSkill,
	summary: 'Change a skill; only included fields change',
	body: Type.Partial(Settings),
	answer: Type.Object({ agent_skill: SkillRecord }),
	write: ({ params, body }, { skills }) => ({ agent_skill: skills.change(params.id, body) }),
});

/** Sections 2 to 4, skills. */
export default definePart({
	name: 'skills',
	tag: 'Skills',
	dependencies: ['agents', 'sms'],
	tables: `${recordTable('skills')} ${recordTable('skill_executions')}`,
	provide: (app) => ({
		skills: new Records<Skill>(app, 'skills', 'Skill'),
		skillExecutions: new Records<Execution>(app, 'skill_executions', 'Skill execution'),
	}),
	setUp: ({ history }) => history.bound('skill_executions'),
	seed: seedSkills,
	functions: [executeSkill, changeSkill],
	control: [
		list('skills', Skill, ({ skills }) => skills.list()),
		endpoint('PATCH /skills/:id', {
			command: 'skills change <id> [outcome]',
			summary: 'Switch a skill on or off, set how real runs end',
			body: Type.Partial(
				Type.Object({
					is_enabled: Type.Boolean(),
					outcome: Type.Enum(Skill.properties.outcome.enum, { description: 'How real runs end from now on' }),
				}),
			),
			answer: Skill,
			write: ({ params, body }, { skills }) => skills.change(params.id, body),
		}),
		endpoint('GET /skill-executions', {
			summary: 'List real runs of skills',
			query: Type.Pick(ControlPaging, ['limit']),
			answer: Type.Object({ executions: Type.Array(Execution) }),
			handle: ({ query }, { skillExecutions }) => ({ executions: skillExecutions.list(query.limit) }),
		}),
	],
});
