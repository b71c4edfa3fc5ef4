import { Type, type Static } from 'typebox';
import { fromUsd } from '../billing/money.ts';

/**
 * How the simulated telephone network behaves; the interface leaves all of it open but the cost of a dial.
 */
export const CallingSettings = Type.Object({
	concurrent_calls: Type.Integer({
		minimum: 1,
		maximum: 10_000,
		description: 'How many calls the account can have at once',
	}),
	call_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'How long an answered call lasts' }),
	ring_seconds: Type.Integer({ minimum: 0, maximum: 3600, description: 'How long it rings in vain' }),
	price_per_minute: Type.Number({
		minimum: 0,
		maximum: 1000,
		description: 'US dollars for every begun minute of an answered call',
	}),
});
export type CallingSettings = Static<typeof CallingSettings>;

/** Section 8: what a dial costs, answered or not. */
export const DIAL_PRICE = fromUsd(0.005);

/** How it behaves until it is told otherwise. */
export const DEFAULT_CALLING: CallingSettings = {
	concurrent_calls: 20,
	call_seconds: 60,
	ring_seconds: 20,
	price_per_minute: 0.05,
};

/** How calls to numbers with these endings fail, so that failures can be produced on purpose. */
const FAILURES: Readonly<Record<string, string>> = { '0198': 'no_answer', '0199': 'busy' };

/** Says why a call to `phoneNumber` fails; null when it is answered. */
export function failureOf(phoneNumber: string): string | null {
	return FAILURES[phoneNumber.slice(-4)] ?? null;
}
