import { SEEDED_AGENTS } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './schema.ts';

type SeededSkill = Omit<Skill, 'id' | 'skill_definition_id' | 'outcome'>;

const SKILLS: readonly SeededSkill[] = [
	{
		name: 'Missed-call alert',
		agent_id: SEEDED_AGENTS.booking,
		trigger_type: 'event',
		schedule: null,
		is_enabled: false,
		config: { only_outside_hours: true },
		delivery_channels: [{ channel: 'sms', channel_name: '+14155550111' }],
	},
	{
		name: 'Daily report',
		agent_id: SEEDED_AGENTS.texts,
		trigger_type: 'schedule',
		schedule: { cron: '0 8 * * 1-5', timezone: 'America/Los_Angeles' },
		is_enabled: true,
		config: { include: ['messages'], greeting: 'Good morning' },
		delivery_channels: [
			{ channel: 'email', channel_name: 'robin@lamps.example.com' },
			{ channel: 'team_chat', channel_name: '#front-desk' },
		],
	},
	{
		name: 'Call follow-up',
		agent_id: SEEDED_AGENTS.reception,
		trigger_type: 'event',
		schedule: null,
		is_enabled: true,
		config: { tone: 'friendly', assign_to: 'Robin' },
		delivery_channels: [
			{ channel: 'team_chat', channel_name: '#front-desk' },
			{ channel: 'email', channel_name: 'robin@lamps.example.com' },
			{ channel: 'sms', channel_name: '+14155550110' },
		],
	},
];

/** Skills of both kinds of trigger, one of them disabled. */
export function seedSkills({ skills }: App): void {
	for (const skill of SKILLS) {
		skills.add({
			...skill,
			id: namedUuid(`seed skill ${skill.name}`),
			skill_definition_id: namedUuid(`seed skill definition ${skill.name}`),
			outcome: 'completed',
		});
	}
}
