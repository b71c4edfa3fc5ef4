import { Type } from 'typebox';
import agentsPart from '../agents/index.ts';
import callsPart from '../calls/index.ts';
import chatSessionsPart from '../chat-sessions/index.ts';
import type { SeedName } from '../config.ts';
import { Records, recordTable } from '../database/records.ts';
import { type SeededAgent, readDemo } from '../demo/index.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import { ControlPaging } from '../http/listing.ts';
import { Defaulted } from '../http/values.ts';
import { type App, definePart } from '../plugin.ts';
import smsPart from '../sms/index.ts';
import { dryRun, SkillExecutions } from './run.ts';
import { ScheduledRuns } from './schedule.ts';
import { Skill, Execution, ExecutionAnswer, SkillSettings, SkillRecord } from './schema.ts';

type SeededSkill = Omit<Skill, 'id' | 'agent_id' | 'skill_definition_id' | 'outcome'> & {
	readonly agent: SeededAgent;
};

/** Skills with both kinds of trigger, one of them disabled. */
const SKILLS = readDemo('skills') as readonly SeededSkill[];

/** The skills of the account's agents. */
function seedSkills({ demo, ids, skills }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { agent, ...skill } of SKILLS) {
		skills.add({
			...skill,
			id: ids.named(`seed skill ${skill.name}`),
			agent_id: demo.agents[agent],
			skill_definition_id: ids.named(`seed skill definition ${skill.name}`),
			outcome: 'completed',
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The skills of the account's agents. */
		skills: Records<Skill>;
		/** The real runs of skills. */
		skillExecutions: SkillExecutions;
		/** Runs the scheduled skills. */
		scheduledRuns: ScheduledRuns;
	}
}

/** The options that both endpoints of section 4, skills, share. */
const ofSkill = {
	config: { notFoundCode: 'not_found' },
	params: Type.Object({ id: Type.String({ description: 'Of the agent skill, not of its definition' }) }),
};

const executeSkill = endpoint('POST /manage-skills/:id/execute', {
	operationId: 'executeSkill',
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
	example: {
		dry_run: true,
		trigger_context: { caller_phone: '+14155550123', call_summary: 'Wants the blue lamp.' },
	},
	answer: ExecutionAnswer,
	handle: ({ params, body: { dry_run: dry, trigger_context: context = {} } }, app) => {
		const skill = app.skills.require(params.id);
		return dry ? dryRun(skill, context, app) : app.skillExecutions.run(skill, context);
	},
});

/** For the endpoints that add or change a skill: runs that are due are done first. */
const before = ({ scheduledRuns }: App) => scheduledRuns.catchUp();

/** Changes a skill, which may change the time of its next run. To be called within a transaction. */
function change(id: string, changes: Partial<Skill>, { scheduledRuns, skills }: App): Skill {
	scheduledRuns.wake();
	return skills.change(id, changes);
}

const changeSkill = endpoint('PATCH /manage-skills/:id', {
	operationId: 'updateSkill',
	...ofSkill,
	summary: 'Change a skill; only included fields change',
	body: Type.Partial(SkillSettings),
	example: {
		is_enabled: true,
		delivery_channels: [{ channel: 'email', channel_name: 'sales@example.com' }],
	},
	answer: Type.Object({ agent_skill: SkillRecord }),
	before,
	handle: ({ params, body }, app) => ({ agent_skill: change(params.id, body, app) }),
});

/** Adds a skill to an agent, which no endpoint of the interface does. */
const addSkill = endpoint('POST /skills', {
	operationId: 'addSkill',
	summary: 'Give an agent a skill',
	body: Type.Object({
		agent_id: Skill.properties.agent_id,
		name: Type.String({ pattern: '\\S' }),
		...Type.Partial(SkillSettings).properties,
	}),
	status: 201,
	answer: Skill,
	before,
	handle: ({ body }, { agents, ids, scheduledRuns, skills }) => {
		agents.require(body.agent_id);
		scheduledRuns.wake();
		return skills.add({
			is_enabled: true,
			config: {},
			trigger_type: 'event',
			schedule: null,
			delivery_channels: [],
			...body,
			id: ids.uuid('skill'),
			skill_definition_id: ids.uuid('skill-definition'),
			outcome: 'completed',
		});
	},
});

/** Sections 2 to 4, skills. */
export default definePart({
	tag: 'Skills',
	dependencies: [agentsPart, callsPart, chatSessionsPart, smsPart],
	tables: `${recordTable('skills')} ${recordTable('skill_executions')}`,
	provide: (app) => ({
		skills: new Records<Skill>(app, 'skills', 'Skill'),
		skillExecutions: new SkillExecutions(app),
		scheduledRuns: new ScheduledRuns(app),
	}),
	setUp: ({ history, outbox, skillExecutions }) => {
		history.bound('skill_executions');
		outbox.onPublished((event) => skillExecutions.runOnEvent(event));
	},
	reset: ({ scheduledRuns }) => scheduledRuns.reset(),
	seed: seedSkills,
	functions: [executeSkill, changeSkill],
	control: [
		listEndpoint('skills', Skill, ({ skills }) => skills.list()),
		addSkill,
		endpoint('PATCH /skills/:id', {
			operationId: 'changeSkill',
			command: 'skills change <id> [outcome]',
			summary: 'Switch a skill on or off, set how real runs end',
			body: Type.Partial(
				Type.Object({
					is_enabled: Type.Boolean(),
					outcome: Type.Enum(Skill.properties.outcome.enum, { description: 'How real runs end from now on' }),
				}),
			),
			answer: Skill,
			before,
			handle: ({ params, body }, app) => change(params.id, body, app),
		}),
		endpoint('GET /skill-executions', {
			operationId: 'listSkillExecutions',
			summary: 'List real runs of skills',
			query: Type.Pick(ControlPaging, ['limit']),
			answer: Type.Object({ executions: Type.Array(Execution) }),
			handle: ({ query }, { skillExecutions }) => ({ executions: skillExecutions.list(query.limit) }),
		}),
	],
});
