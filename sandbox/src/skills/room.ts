import type { Room } from '../room.ts';
import { skillControl } from './control.ts';
import { EXECUTION_TABLES } from './executions.ts';
import { skillFunctions } from './functions.ts';
import { seedSkills } from './seed.ts';
import { SKILL_TABLES } from './skills.ts';

/** Sections 2 to 4, skills. */
export const skillsRoom: Room = {
	name: 'skills',
	migrations: [SKILL_TABLES, EXECUTION_TABLES],
	seed: seedSkills,
	functions: skillFunctions,
	control: skillControl,
};
