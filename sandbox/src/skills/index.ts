import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { changeSkill, executeSkill, skillControl } from './endpoints.ts';
import type { Execution, Skill } from './schema.ts';
import { seedSkills } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The skills of the account's agents. */
		skills: Records<Skill>;
		/** Their real runs. */
		skillExecutions: Records<Execution>;
	}
}

/** Sections 2 to 4, skills. */
export default definePart({
	name: 'skills',
	tag: 'Skills',
	dependencies: ['agents', 'sms'],
	migrations: [recordTable('skills'), recordTable('skill_executions')],
	provide: (app) => ({
		skills: new Records<Skill>(app, 'skills', 'Skill'),
		skillExecutions: new Records<Execution>(app, 'skill_executions', 'Skill execution'),
	}),
	setUp: ({ history }) => history.bound('skill_executions'),
	seed: seedSkills,
	functions: [executeSkill, changeSkill],
	control: skillControl,
});
