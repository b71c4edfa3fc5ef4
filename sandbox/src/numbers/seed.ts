import { DEMO_SERVICE_NUMBER, SEEDED_AGENTS } from '../demo.ts';
import type { App } from '../plugin.ts';
import type { PhoneNumber } from './numbers.ts';

const DAY_MS = 86_400_000;
const EVERYTHING = { voice: true, sms: true, mms: true };
const VOICE_AND_SMS = { voice: true, sms: true, mms: false };
const VOICE_ONLY = { voice: true, sms: false, mms: false };
const TEXT_ONLY = { voice: false, sms: true, mms: true };
const { reception, booking, texts, reminders, weekend } = SEEDED_AGENTS;

type SeededNumber = Omit<PhoneNumber, 'id' | 'createdAt'>;

/** Oldest first: for calls, for texts and for both, switched off too, with agents and without. */
const NUMBERS: readonly SeededNumber[] = [
	numberOf('+12125550142', 'Old office', VOICE_AND_SMS, { isActive: false }),
	numberOf('+12065550118', 'Weekend desk', VOICE_ONLY, { agentId: weekend, isActive: false }),
	numberOf('+15145550163', 'Montréal, not yet in use', VOICE_AND_SMS),
	numberOf('+18885550150', 'Toll-free orders', VOICE_AND_SMS, { agentId: reception }),
	numberOf('+13125550127', 'Reminders', VOICE_AND_SMS, { agentId: reminders, textAgentId: texts }),
	numberOf('+17785550134', 'Vancouver texts', TEXT_ONLY, { textAgentId: texts }),
	numberOf('+16475550171', 'Toronto bookings', VOICE_ONLY, { agentId: booking }),
	numberOf('+14155550101', 'Text line', TEXT_ONLY, { textAgentId: texts }),
	numberOf(DEMO_SERVICE_NUMBER, 'Main line', EVERYTHING, { agentId: reception, textAgentId: texts }),
];

function numberOf(
	phoneNumber: string,
	friendlyName: string,
	capabilities: PhoneNumber['capabilities'],
	assigned: Partial<SeededNumber> = {},
): SeededNumber {
	return {
		phoneNumber,
		friendlyName,
		capabilities,
		agentId: null,
		textAgentId: null,
		isActive: true,
		...assigned,
	};
}

/** The account's numbers. */
export function seedNumbers({ numbers, clock }: App): void {
	for (const [index, number] of NUMBERS.entries()) {
		numbers.add({ ...number, createdAt: clock.now() - (NUMBERS.length - index) * 30 * DAY_MS });
	}
}
