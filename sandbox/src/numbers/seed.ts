import { isoTime } from '../clock/clock.ts';
import { DEMO_SERVICE_NUMBER, SEEDED_AGENTS } from '../demo.ts';
import type { App } from '../plugin.ts';
import type { PhoneNumber } from './schema.ts';

const DAY_MS = 86_400_000;
const EVERYTHING = { voice: true, sms: true, mms: true };
const VOICE_AND_SMS = { voice: true, sms: true, mms: false };
const VOICE_ONLY = { voice: true, sms: false, mms: false };
const TEXT_ONLY = { voice: false, sms: true, mms: true };
const { reception, booking, texts, reminders, weekend } = SEEDED_AGENTS;

type SeededNumber = Omit<PhoneNumber, 'id' | 'created_at'>;

/** Oldest first: for calls, for texts and for both, switched off too, with agents and without. */
const NUMBERS: readonly SeededNumber[] = [
	numberOf('+12125550142', 'Old office', VOICE_AND_SMS, { is_active: false }),
	numberOf('+12065550118', 'Weekend desk', VOICE_ONLY, { agent_id: weekend, is_active: false }),
	numberOf('+15145550163', 'Montréal, not yet in use', VOICE_AND_SMS),
	numberOf('+18885550150', 'Toll-free orders', VOICE_AND_SMS, { agent_id: reception }),
	numberOf('+13125550127', 'Reminders', VOICE_AND_SMS, { agent_id: reminders, text_agent_id: texts }),
	numberOf('+17785550134', 'Vancouver texts', TEXT_ONLY, { text_agent_id: texts }),
	numberOf('+16475550171', 'Toronto bookings', VOICE_ONLY, { agent_id: booking }),
	numberOf('+14155550101', 'Text line', TEXT_ONLY, { text_agent_id: texts }),
	numberOf(DEMO_SERVICE_NUMBER, 'Main line', EVERYTHING, { agent_id: reception, text_agent_id: texts }),
];

function numberOf(
	phone_number: string,
	friendly_name: string,
	capabilities: PhoneNumber['capabilities'],
	assigned: Partial<SeededNumber> = {},
): SeededNumber {
	return {
		phone_number,
		friendly_name,
		capabilities,
		agent_id: null,
		text_agent_id: null,
		is_active: true,
		...assigned,
	};
}

/** The account's numbers. */
export function seedNumbers({ clock, ids, numbers }: App): void {
	for (const [index, number] of NUMBERS.entries()) {
		const createdAt = clock.now() - (NUMBERS.length - index) * 30 * DAY_MS;
		numbers.add({ ...number, id: ids.uuid('phone-number'), created_at: isoTime(createdAt) });
	}
}
