import { DAY_MS } from '../clock/clock.ts';
import type { SeededAgent } from '../demo/demo-account.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { PhoneNumber } from './schema.ts';

const EVERYTHING = { voice: true, sms: true, mms: true };
const VOICE_AND_SMS = { voice: true, sms: true, mms: false };
const VOICE_ONLY = { voice: true, sms: false, mms: false };
const TEXT_ONLY = { voice: false, sms: true, mms: true };

type Seeded = readonly [
	phone_number: string,
	friendly_name: string,
	PhoneNumber['capabilities'],
	{ agent?: SeededAgent; textAgent?: SeededAgent; is_active?: false }?,
];

/**
 * The numbers of the first account, oldest first: for calls, for texts and for both, some switched off, with
 * and without agents.
 */
const NUMBERS: readonly Seeded[] = [
	['+12125550142', 'Old office', VOICE_AND_SMS, { is_active: false }],
	['+12065550118', 'Weekend desk', VOICE_ONLY, { agent: 'weekend', is_active: false }],
	['+15145550163', 'Montréal, not yet in use', VOICE_AND_SMS],
	['+18885550150', 'Toll-free orders', VOICE_AND_SMS, { agent: 'reception' }],
	['+13125550127', 'Reminders', VOICE_AND_SMS, { agent: 'reminders', textAgent: 'texts' }],
	['+17785550134', 'Vancouver texts', TEXT_ONLY, { textAgent: 'texts' }],
	['+16475550171', 'Toronto bookings', VOICE_ONLY, { agent: 'booking' }],
	['+14155550101', 'Text line', TEXT_ONLY, { textAgent: 'texts' }],
	['+14155550100', 'Main line', EVERYTHING, { agent: 'reception', textAgent: 'texts' }],
];

/** The account's numbers. */
export function seedNumbers({ clock, demo, ids, numbers }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const [index, [number, friendly_name, capabilities, more]] of NUMBERS.entries()) {
		const { agent, textAgent, is_active = true } = more ?? {};
		numbers.add({
			id: ids.uuid('phone-number'),
			phone_number: demo.numberFor(number),
			friendly_name,
			capabilities,
			agent_id: agent === undefined ? null : demo.agents[agent],
			text_agent_id: textAgent === undefined ? null : demo.agents[textAgent],
			is_active,
			created_at: clock.stamp((NUMBERS.length - index) * 30 * DAY_MS),
		});
	}
}
