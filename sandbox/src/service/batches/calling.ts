import { Type, type Static } from 'typebox';
import { fromUsd } from '../billing/money.ts';

/** The behavior of the simulated telephone network; the interface specifies only the cost of a dial. */
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

/** Section 8: the cost of a dial, answered or not. */
export const DIAL_PRICE = fromUsd(0.005);

/** The settings at the start. */
export const DEFAULT_CALLING: CallingSettings = {
	concurrent_calls: 20,
	call_seconds: 60,
	ring_seconds: 20,
	price_per_minute: 0.05,
};

/** The failures of calls to numbers with these endings, so that failures can be produced on purpose. */
const FAILURES: Readonly<Record<string, string>> = { '0198': 'no_answer', '0199': 'busy' };

/** Returns the reason for which a call to `phoneNumber` fails; null if it is answered. */
export function findFailure(phoneNumber: string): string | null {
	return FAILURES[phoneNumber.slice(-4)] ?? null;
}
