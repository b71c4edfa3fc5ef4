import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { skillControl } from './control.ts';
import { skillFunctions } from './functions.ts';
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
	dependencies: ['agents', 'sms'],
	migrations: [recordTable('skills'), recordTable('skill_executions')],
	setUp: (app) => {
		app.decorate('skills', new Records<Skill>(app, 'skills', 'Skill'));
		app.decorate('skillExecutions', new Records<Execution>(app, 'skill_executions', 'Skill execution'));
		app.history.bound('skill_executions');
	},
	seed: seedSkills,
	functions: skillFunctions,
	control: skillControl,
});
