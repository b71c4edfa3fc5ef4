import type { Settings } from '../database/settings.ts';
import { fromUsd, type Micros } from '../billing/money.ts';

/** How the simulated telephone network behaves; the interface leaves all of it open but the cost of a dial. */
export interface Pace {
	/** How many calls the account can have at once. */
	readonly concurrentCalls: number;
	/** How long an answered call lasts. */
	readonly callSeconds: number;
	/** How long it rings where nobody answers. */
	readonly ringSeconds: number;
	/** Price of every begun minute of an answered call. */
	readonly pricePerMinute: Micros;
}

/** Section 8: what a dial costs, answered or not. */
export const DIAL_PRICE = fromUsd(0.005);

const DEFAULT_PACE: Pace = {
	concurrentCalls: 20,
	callSeconds: 60,
	ringSeconds: 20,
	pricePerMinute: fromUsd(0.05),
};
const SETTING = 'calling_pace';

/** Keeps the {@link Pace}, over restarts but not over a reset. */
export class CallingPace {
	readonly #settings: Settings;
	#pace: Pace;

	constructor(settings: Settings) {
		this.#settings = settings;
		const stored = settings.get(SETTING);
		this.#pace = stored === undefined ? DEFAULT_PACE : (JSON.parse(stored) as Pace);
	}

	get(): Pace {
		return this.#pace;
	}

	/** Changes what is given; calls that are going on keep their length. To be called within a write. */
	change(changes: Partial<Pace>): Pace {
		this.#pace = { ...this.#pace, ...changes };
		this.#settings.set(SETTING, JSON.stringify(this.#pace));
		return this.#pace;
	}

	/** Back to how it began. */
	reset(): void {
		this.#pace = DEFAULT_PACE;
		this.#settings.remove(SETTING);
	}
}

/** Numbers that behave in a set way, so that failures can be had when they are wanted. */
const FAILING_ENDINGS: ReadonlyMap<string, string> = new Map([
	['0198', 'no_answer'],
	['0199', 'busy'],
]);

/** Why a call to `phoneNumber` fails; null when it is answered. */
export function failureOf(phoneNumber: string): string | null {
	return FAILING_ENDINGS.get(phoneNumber.slice(-4)) ?? null;
}
