import type { App } from '../plugin.ts';
import { recordSms } from '../sms/record-sms.ts';
import type { DeliveryChannel, SkillDelivery, Skill } from './schema.ts';

type DeliveryServices = Parameters<typeof recordSms>[3] & Pick<App, 'numbers'>;

/** Longer texts are cut: what fits into one SMS in parts. */
const LONGEST_SMS = 1600;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Delivers what a skill has to tell to each of its channels. An SMS is a message like any other, with its event
 * (section 6, `sms.sent`: notification SMS); team chat and e-mail end here. To be called within a write.
 */
export function deliver(skill: Skill, text: string, services: DeliveryServices): SkillDelivery[] {
	return skill.delivery_channels.map(({ channel, channel_name: to }) => {
		const error = SENDERS[channel](to, skill, text, services);
		return error === null
			? { channel, status: 'sent' as const, to }
			: { channel, status: 'failed' as const, to, error };
	});
}

/** Delivers over one kind of channel; answers why it cannot, or null. */
type Sender = (to: string, skill: Skill, text: string, services: DeliveryServices) => string | null;

const SENDERS: Readonly<Record<DeliveryChannel['channel'], Sender>> = {
	team_chat: () => null,
	email: (to) => (EMAIL.test(to) ? null : `${to} is not an e-mail address`),
	sms: (to, skill, text, services) => {
		if (!E164.test(to)) return `${to} is not a phone number in E.164 format`;
		const sender = senderFor(skill, services);
		if (sender === undefined) return 'The account has no active number that can send SMS';
		recordSms(
			'sms.sent',
			sender,
			{
				channel: 'sms',
				direction: 'outbound',
				status: 'sent',
				from_number: sender,
				to_number: to,
				body: text.slice(0, LONGEST_SMS),
				is_ai_generated: true,
				agent_id: skill.agent_id,
			},
			services,
		);
		return null;
	},
};

/** A number of the skill's agent where there is one, else any of the account. */
function senderFor({ agent_id: agentId }: Skill, { numbers }: DeliveryServices): string | undefined {
	const candidates = [...numbers.listOfAgent(agentId), ...numbers.list()];
	return candidates.find((number) => number.is_active && number.capabilities.sms)?.phone_number;
}
