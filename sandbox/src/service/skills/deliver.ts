import { E164_PATTERN } from '../http/values.ts';
import { isoTime } from '../iso-time.ts';
import type { App } from '../plugin.ts';
import { recordSms } from '../sms/record-sms.ts';
import type { Skill, SkillDelivery } from './schema.ts';

/** The longest text of a multi-part SMS; longer texts are cut. */
const LONGEST_SMS = 1600;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Delivers the result of a skill to each of its channels. An SMS is stored as a message, with its event
 * (section 6, `sms.sent`: notification SMS); messages to team chat and e-mail are not sent anywhere. To be
 * called within a transaction.
 * @param text null if there is nothing to deliver, so that every channel is skipped
 * @param time the time of the delivery, in milliseconds
 */
export function deliver(skill: Skill, text: string | null, time: number, app: App): SkillDelivery[] {
	return skill.delivery_channels.map(({ channel, channel_name: to }) => {
		if (text === null) return { channel, status: 'skipped', to };
		const error = SENDERS[channel](to, skill, { text, created_at: isoTime(time) }, app);
		return error === null ? { channel, status: 'sent', to } : { channel, status: 'failed', to, error };
	});
}

/** Delivers over one kind of channel; returns the reason if it cannot, otherwise null. */
type Sender = (to: string, skill: Skill, told: Told, app: App) => string | null;

interface Told {
	readonly text: string;
	/** In ISO 8601. */
	readonly created_at: string;
}

const SENDERS: Readonly<Record<SkillDelivery['channel'], Sender>> = {
	team_chat: () => null,
	email: (to) => (EMAIL.test(to) ? null : `${to} is not an e-mail address`),
	sms: (to, { agent_id }, { text, created_at }, app) => {
		if (!E164_PATTERN.test(to)) return `${to} is not a phone number in E.164 format`;
		// The numbers of the skill's agent come first, then all numbers of the account.
		const candidates = [...app.numbers.listOfAgent(agent_id), ...app.numbers.list()];
		const sender = candidates.find((number) => number.is_active && number.capabilities.sms)?.phone_number;
		if (sender === undefined) return 'The account has no active number that can send SMS';
		const body = text.slice(0, LONGEST_SMS);
		const sms = { from_number: sender, to_number: to, body, is_ai_generated: true, agent_id, created_at };
		recordSms(app, 'sms.sent', sms);
		return null;
	},
};
