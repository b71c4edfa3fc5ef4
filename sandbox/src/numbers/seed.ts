import { namedUuid } from '../ids/ids.ts';
import type { Services } from '../services.ts';

/** The seeded agents; numbers and messages refer to them. */
export const SEEDED_AGENTS = {
	reception: namedUuid('seed agent reception'),
	booking: namedUuid('seed agent booking'),
	texts: namedUuid('seed agent texts'),
} as const;

/** The number on which demo SMS arrive. */
export const DEMO_SERVICE_NUMBER = '+14155550100';

const DAY_MS = 86_400_000;
const everything = { voice: true, sms: true, mms: true };

/** The account's numbers: for texts and calls, for one of them, and one that is switched off. */
export function seedNumbers({ numbers, clock }: Services): void {
	const { reception, booking, texts } = SEEDED_AGENTS;
	const rows = [
		{
			phoneNumber: '+12125550142',
			friendlyName: 'Old office',
			agentId: null,
			textAgentId: null,
			capabilities: { voice: true, sms: true, mms: false },
			isActive: false,
		},
		{
			phoneNumber: '+16475550171',
			friendlyName: 'Toronto bookings',
			agentId: booking,
			textAgentId: null,
			capabilities: { voice: true, sms: false, mms: false },
			isActive: true,
		},
		{
			phoneNumber: '+14155550101',
			friendlyName: 'Text line',
			agentId: null,
			textAgentId: texts,
			capabilities: { voice: false, sms: true, mms: true },
			isActive: true,
		},
		{
			phoneNumber: DEMO_SERVICE_NUMBER,
			friendlyName: 'Main line',
			agentId: reception,
			textAgentId: texts,
			capabilities: everything,
			isActive: true,
		},
	];
	for (const [index, row] of rows.entries()) {
		numbers.add({ ...row, createdAt: clock.now() - (rows.length - index) * 30 * DAY_MS });
	}
}
