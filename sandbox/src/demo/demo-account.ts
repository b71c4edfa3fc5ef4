import type { Ids } from '../ids/ids.ts';

const AGENTS = ['reception', 'booking', 'texts', 'reminders', 'weekend'] as const;

/** A seeded agent, as the made-up data names it. */
export type SeededAgent = (typeof AGENTS)[number];

/**
 * What the demo data of this account is known by: no two accounts have
 * an ID or a number of their own in common.
 */
export class DemoAccount {
	readonly #account: number;
	/** The IDs of the seeded agents; numbers, messages and what belongs to an agent refer to them. */
	readonly agents: Readonly<Record<SeededAgent, string>>;

	/** @param account which of the accounts, from 1 */
	constructor(account: number, ids: Ids) {
		this.#account = account;
		const agents = AGENTS.map((key) => [key, ids.named(`seed agent ${key}`)]);
		this.agents = Object.fromEntries(agents) as Record<SeededAgent, string>;
	}

	/** The number on which demo SMS arrive. */
	get serviceNumber(): string {
		return this.numberFor('+14155550100');
	}

	/** The seeded business number on the chat-app channel that is connected. */
	get phoneNumberId(): string {
		return this.phoneNumberIdFor('106540352242922');
	}

	/**
	 * The service number of this account that stands for one of the first: in the same area, on another line,
	 * which no person of the demo data has.
	 * @param number a fictional one, E.164
	 */
	numberFor(number: string): string {
		if (this.#account === 1) return number;
		const line = (Number(number.slice(-2)) + 78 + 2 * this.#account) % 100;
		return number.slice(0, -2) + String(line).padStart(2, '0');
	}

	/** The `phone_number_id` of this account that stands for one of the first. */
	phoneNumberIdFor(id: string): string {
		return String(Number(id) + 1000 * (this.#account - 1));
	}
}
