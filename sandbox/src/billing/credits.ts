import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { Micros } from './money.ts';

/** What an entry is for: the balance at the start, a paid checkout, a dial, minutes of a call, a change by hand. */
export const ENTRY_KINDS = ['opening', 'purchase', 'dial', 'minutes', 'adjustment'] as const;

/** One change of the balance; `createdAt` in milliseconds. */
export interface CreditEntry {
	readonly id: string;
	readonly kind: (typeof ENTRY_KINDS)[number];
	/** Positive when credits are added. */
	readonly amount: Micros;
	readonly balance: Micros;
	readonly description: string;
	/** Id of the checkout, batch or call that it belongs to. */
	readonly reference: string | null;
	readonly createdAt: number;
}

/** What makes a new entry. */
export type NewCreditEntry = Pick<CreditEntry, 'kind' | 'amount' | 'description'> &
	Partial<Pick<CreditEntry, 'reference' | 'createdAt'>>;

/** The account's credits: a ledger whose last entry holds the balance. */
export class Credits {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #insert: Statement<never>;
	readonly #last: Statement<{ balance: Micros }>;
	readonly #page: Statement<CreditEntry>;
	readonly #count: Statement<{ total: number }>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#insert = database.prepare(
			`INSERT INTO credit_entries (id, kind, amount_micros, balance_micros, description, reference, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#last = database.prepare(
			'SELECT balance_micros AS balance FROM credit_entries ORDER BY seq DESC LIMIT 1',
		);
		this.#page = database.prepare(
			`SELECT id, kind, amount_micros AS amount, balance_micros AS balance, description, reference,
				created_at AS createdAt
			FROM credit_entries ORDER BY seq DESC LIMIT ? OFFSET ?`,
		);
		this.#count = database.prepare('SELECT count(*) AS total FROM credit_entries');
	}

	get balance(): Micros {
		return this.#last.get()?.balance ?? 0;
	}

	/** Changes the balance. To be called within the write that is the reason for it. */
	add(fresh: NewCreditEntry): CreditEntry {
		const entry: CreditEntry = {
			reference: null,
			createdAt: this.#clock.now(),
			...fresh,
			id: this.#ids.uuid('credit-entry'),
			balance: this.balance + fresh.amount,
		};
		const { id, kind, amount, balance, description, reference, createdAt } = entry;
		this.#insert.run(id, kind, amount, balance, description, reference, createdAt);
		return entry;
	}

	/** Newest first, and how many there are in all. */
	list(limit: number, offset: number): { entries: CreditEntry[]; total: number } {
		return { entries: this.#page.all(limit, offset), total: this.#count.get()?.total ?? 0 };
	}
}
