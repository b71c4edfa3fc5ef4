import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { Credits } from './credits.ts';
import type { Micros } from './money.ts';

export const CHECKOUT_STATUSES = ['open', 'paid', 'cancelled'] as const;

/** A purchase of credits that a person completes on the hosted page (section 2, checkout session). */
export interface Checkout {
	/** Whoever knows it may pay or cancel; it cannot be guessed. */
	readonly id: string;
	readonly amount: Micros;
	readonly successUrl: string;
	readonly cancelUrl: string;
	readonly status: (typeof CHECKOUT_STATUSES)[number];
	readonly createdAt: number;
	readonly settledAt: number | null;
}

const COLUMNS = `id, amount_micros AS amount, success_url AS successUrl, cancel_url AS cancelUrl, status,
	created_at AS createdAt, settled_at AS settledAt`;

/** The checkouts of the account. Each is settled once, whatever is clicked how often. */
export class Checkouts {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #credits: Credits;
	readonly #insert: Statement<never>;
	readonly #byId: Statement<Checkout>;
	readonly #latest: Statement<Checkout>;
	readonly #settle: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids, credits: Credits) {
		this.#clock = clock;
		this.#ids = ids;
		this.#credits = credits;
		this.#insert = database.prepare(
			`INSERT INTO checkouts (id, amount_micros, success_url, cancel_url, status, created_at)
			VALUES (?, ?, ?, ?, 'open', ?)`,
		);
		this.#byId = database.prepare(`SELECT ${COLUMNS} FROM checkouts WHERE id = ?`);
		this.#latest = database.prepare(`SELECT ${COLUMNS} FROM checkouts ORDER BY seq DESC LIMIT ?`);
		this.#settle = database.prepare(
			"UPDATE checkouts SET status = ?, settled_at = ? WHERE id = ? AND status = 'open'",
		);
	}

	/** Opens a checkout; answers its id. To be called within a write. */
	open(fresh: Pick<Checkout, 'amount' | 'successUrl' | 'cancelUrl'>): string {
		const id = `cs_${this.#ids.hex('checkout', 24)}`;
		this.#insert.run(id, fresh.amount, fresh.successUrl, fresh.cancelUrl, this.#clock.now());
		return id;
	}

	find(id: string): Checkout | undefined {
		return this.#byId.get(id);
	}

	/** Newest first. */
	list(limit: number): Checkout[] {
		return this.#latest.all(limit);
	}

	/**
	 * Pays or cancels a checkout that is still open; a paid one adds its credits. To be called within a write.
	 * @returns the checkout as it is then; undefined when there is none with that id
	 */
	settle(id: string, status: 'paid' | 'cancelled'): Checkout | undefined {
		const changed = Number(this.#settle.run(status, this.#clock.now(), id).changes) > 0;
		const checkout = this.find(id);
		if (changed && checkout?.status === 'paid') {
			this.#credits.add({
				kind: 'purchase',
				amount: checkout.amount,
				description: 'Credits bought by checkout',
				reference: id,
			});
		}
		return checkout;
	}
}
