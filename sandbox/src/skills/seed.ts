import { SEEDED_AGENTS } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './skills.ts';

type SeededSkill = Pick<
	Skill,
	'name' | 'agentId' | 'triggerType' | 'schedule' | 'isEnabled' | 'config' | 'deliveryChannels'
>;

const SKILLS: readonly SeededSkill[] = [
	{
		name: 'Missed-call alert',
		agentId: SEEDED_AGENTS.booking,
		triggerType: 'event',
		schedule: null,
		isEnabled: false,
		config: { only_outside_hours: true },
		deliveryChannels: [{ channel: 'sms', channel_name: '+14155550111' }],
	},
	{
		name: 'Daily report',
		agentId: SEEDED_AGENTS.texts,
		triggerType: 'schedule',
		schedule: { cron: '0 8 * * 1-5', timezone: 'America/Los_Angeles' },
		isEnabled: true,
		config: { include: ['messages'], greeting: 'Good morning' },
		deliveryChannels: [
			{ channel: 'email', channel_name: 'robin@lamps.example.com' },
			{ channel: 'team_chat', channel_name: '#front-desk' },
		],
	},
	{
		name: 'Call follow-up',
		agentId: SEEDED_AGENTS.reception,
		triggerType: 'event',
		schedule: null,
		isEnabled: true,
		config: { tone: 'friendly', assign_to: 'Robin' },
		deliveryChannels: [
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
			definitionId: namedUuid(`seed skill definition ${skill.name}`),
			outcome: 'completed',
		});
	}
}
