import { readAsset } from '../../package-files.ts';
import idsPart, { type Ids } from '../ids/index.ts';
import { definePart } from '../plugin.ts';

/** Reads the made-up data of one kind, `assets/demo/KIND.json`. The caller asserts its type. */
export function readDemo(kind: string): unknown {
	return JSON.parse(readAsset(`demo/${kind}.json`));
}

/** A made-up person: a fictional number (E.164), a name, and what their seeded conversations are about. */
interface DemoContact {
	readonly phone_number: string;
	readonly name: string;
	readonly conversations: readonly string[];
}

/** The people of the demo account; the first is {@link DEMO_CONTACT}. */
export const CONTACTS = readDemo('contacts') as readonly DemoContact[];

/** The person in the demo data that the control API uses by default. The number is fictional. */
export const DEMO_CONTACT = { smsNumber: '+14155550123', chatAppId: '14155550123' } as const;

const AGENTS = ['reception', 'booking', 'texts', 'reminders', 'weekend'] as const;

/** The key of an agent in the demo data. */
export type SeededAgent = (typeof AGENTS)[number];

/** The IDs and numbers in the demo data of this account. No two accounts share any of them. */
export class DemoAccount {
	readonly #account: number;
	/** The IDs of the seeded agents, to which numbers, messages and the records of agents refer. */
	readonly agents: Readonly<Record<SeededAgent, string>>;

	/** @param account the number of the account, from 1 */
	constructor(account: number, ids: Ids) {
		this.#account = account;
		const agents = AGENTS.map((key) => [key, ids.named(`seed agent ${key}`)]);
		this.agents = Object.fromEntries(agents) as Record<SeededAgent, string>;
	}

	/** The number that receives the demo SMS. */
	get serviceNumber(): string {
		return this.numberFor('+14155550100');
	}

	/** The numbers that a phone call of the demo contact goes from and to. */
	numbersOf(direction: 'inbound' | 'outbound'): [from: string, to: string] {
		const { serviceNumber } = this;
		const { smsNumber } = DEMO_CONTACT;
		return direction === 'inbound' ? [smsNumber, serviceNumber] : [serviceNumber, smsNumber];
	}

	/** The seeded business number on the chat-app channel that is connected. */
	get phoneNumberId(): string {
		return this.phoneNumberIdFor('106540352242922');
	}

	/**
	 * Returns the service number of this account that corresponds to one of the first account: in the same
	 * area, with a line that no person of the demo data has.
	 * @param number a fictional number in E.164
	 */
	numberFor(number: string): string {
		if (this.#account === 1) return number;
		const line = (Number(number.slice(-2)) + 78 + 2 * this.#account) % 100;
		return number.slice(0, -2) + String(line).padStart(2, '0');
	}

	/** Returns the `phone_number_id` of this account that corresponds to one of the first account. */
	phoneNumberIdFor(id: string): string {
		return String(Number(id) + 1000 * (this.#account - 1));
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		demo: DemoAccount;
	}
}

/** The made-up lamp shop that every new account stands for. */
export default definePart({
	dependencies: [idsPart],
	provide: ({ config, ids }) => ({ demo: new DemoAccount(config.account, ids) }),
});
