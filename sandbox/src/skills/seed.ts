import { readDemo, SEEDED_AGENTS, type SeededAgent } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './schema.ts';

type SeededSkill = Omit<Skill, 'id' | 'agent_id' | 'skill_definition_id' | 'outcome'> & {
	readonly agent: SeededAgent;
};

/** Skills of both kinds of trigger, one of them disabled. */
const SKILLS = readDemo('skills') as readonly SeededSkill[];

/** The skills of the account's agents. */
export function seedSkills({ skills }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { agent, ...skill } of SKILLS) {
		skills.add({
			...skill,
			id: namedUuid(`seed skill ${skill.name}`),
			agent_id: SEEDED_AGENTS[agent],
			skill_definition_id: namedUuid(`seed skill definition ${skill.name}`),
			outcome: 'completed',
		});
	}
}
