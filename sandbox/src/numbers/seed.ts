import { DAY_MS } from '../clock/clock.ts';
import { DEMO_SERVICE_NUMBER, SEEDED_AGENTS } from '../demo.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { PhoneNumber } from './schema.ts';

const EVERYTHING = { voice: true, sms: true, mms: true };
const VOICE_AND_SMS = { voice: true, sms: true, mms: false };
const VOICE_ONLY = { voice: true, sms: false, mms: false };
const TEXT_ONLY = { voice: false, sms: true, mms: true };
const { reception, booking, texts, reminders, weekend } = SEEDED_AGENTS;

type Seeded = readonly [
	phone_number: string,
	friendly_name: string,
	PhoneNumber['capabilities'],
	Partial<PhoneNumber>?,
];

/** Oldest first: for calls, for texts and for both, switched off too, with agents and without. */
const NUMBERS: readonly Seeded[] = [
	['+12125550142', 'Old office', VOICE_AND_SMS, { is_active: false }],
	['+12065550118', 'Weekend desk', VOICE_ONLY, { agent_id: weekend, is_active: false }],
	['+15145550163', 'Montréal, not yet in use', VOICE_AND_SMS],
	['+18885550150', 'Toll-free orders', VOICE_AND_SMS, { agent_id: reception }],
	['+13125550127', 'Reminders', VOICE_AND_SMS, { agent_id: reminders, text_agent_id: texts }],
	['+17785550134', 'Vancouver texts', TEXT_ONLY, { text_agent_id: texts }],
	['+16475550171', 'Toronto bookings', VOICE_ONLY, { agent_id: booking }],
	['+14155550101', 'Text line', TEXT_ONLY, { text_agent_id: texts }],
	[DEMO_SERVICE_NUMBER, 'Main line', EVERYTHING, { agent_id: reception, text_agent_id: texts }],
];

/** The account's numbers. */
export function seedNumbers({ clock, ids, numbers }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const [index, [phone_number, friendly_name, capabilities, assigned]] of NUMBERS.entries()) {
		numbers.add({
			id: ids.uuid('phone-number'),
			phone_number,
			friendly_name,
			capabilities,
			agent_id: null,
			text_agent_id: null,
			is_active: true,
			...assigned,
			created_at: clock.stamp((NUMBERS.length - index) * 30 * DAY_MS),
		});
	}
}
