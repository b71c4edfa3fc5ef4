import { definePart } from '../plugin.ts';
import { skillControl } from './control.ts';
import { EXECUTION_TABLES, SkillExecutions } from './executions.ts';
import { skillFunctions } from './functions.ts';
import { seedSkills } from './seed.ts';
import { SKILL_TABLES, Skills } from './skills.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The skills of the account's agents. */
		skills: Skills;
		/** Their real runs. */
		skillExecutions: SkillExecutions;
	}
}

/** Sections 2 to 4, skills. */
export default definePart({
	name: 'skills',
	dependencies: ['agents', 'sms'],
	migrations: [SKILL_TABLES, EXECUTION_TABLES],
	setUp: (app) => {
		app.decorate('skills', new Skills(app.database));
		app.decorate('skillExecutions', new SkillExecutions(app.database, app.clock, app.ids));
		app.history.bound('skill_executions');
	},
	seed: seedSkills,
	functions: skillFunctions,
	control: skillControl,
});
