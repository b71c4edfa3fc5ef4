import { Type, type Static } from 'typebox';
import { fromUsd } from '../billing/money.ts';
import type { Settings } from '../database/settings.ts';

/** How the simulated telephone network behaves; the interface leaves all of it open but the cost of a dial. */
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
type CallingSettings = Static<typeof CallingSettings>;

/** Section 8: what a dial costs, answered or not. */
export const DIAL_PRICE = fromUsd(0.005);

const DEFAULTS: CallingSettings = {
	concurrent_calls: 20,
	call_seconds: 60,
	ring_seconds: 20,
	price_per_minute: 0.05,
};
const SETTING = 'calling';

/** Keeps the {@link CallingSettings}, over restarts but not over a reset. What writes is to be called within a write. */
export class Calling {
	readonly #settings: Settings;

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	get(): CallingSettings {
		const stored = this.#settings.get(SETTING);
		return stored === undefined ? DEFAULTS : (JSON.parse(stored) as CallingSettings);
	}

	/** Changes what is given; calls that are going on keep their length. */
	change(changes: Partial<CallingSettings>): CallingSettings {
		const changed = { ...this.get(), ...changes };
		this.#settings.set(SETTING, JSON.stringify(changed));
		return changed;
	}

	/** Back to how it began. */
	reset(): void {
		this.#settings.remove(SETTING);
	}
}

/** How calls to numbers with these endings fail, so that failures can be produced on purpose. */
const FAILURES: Readonly<Record<string, string>> = { '0198': 'no_answer', '0199': 'busy' };

/** Why a call to `phoneNumber` fails; null when it is answered. */
export function failureOf(phoneNumber: string): string | null {
	return FAILURES[phoneNumber.slice(-4)] ?? null;
}
