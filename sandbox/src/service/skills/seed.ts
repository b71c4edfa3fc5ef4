import type { SeededAgent } from '../demo/demo-account.ts';
import { readDemo } from '../demo/read.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './schema.ts';

type SeededSkill = Omit<Skill, 'id' | 'agent_id' | 'skill_definition_id' | 'outcome'> & {
	readonly agent: SeededAgent;
};

/** Skills with both kinds of trigger, one of them disabled. */
const SKILLS = readDemo('skills') as readonly SeededSkill[];

/** The skills of the account's agents. */
export function seedSkills({ demo, ids, skills }: App, seed: SeedName): void {
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
