import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { isoTime } from '../time.ts';
import { fromUsd, toUsd, Usd, type Micros } from './money.ts';

/** One change of the balance. */
export const CreditEntry = Type.Object({
	id: Type.String(),
	// `opening` is the balance at the start, `purchase` a paid checkout, `adjustment` a change by a control call.
	kind: OneOf(['opening', 'purchase', 'dial', 'minutes', 'adjustment']),
	amount: Usd,
	balance: Usd,
	description: Type.String(),
	reference: Nullable(Type.String({ description: 'Id of the checkout, batch or call' })),
	created_at: Timestamp,
});
type CreditEntry = Static<typeof CreditEntry>;

/** The account's credits: a ledger whose last entry holds the balance. */
export class Credits extends Records<CreditEntry, 'clock' | 'ids'> {
	get balance(): Micros {
		const [last] = this.list(1);
		return last === undefined ? 0 : fromUsd(last.balance);
	}

	/**
	 * Changes the balance. To be called within the transaction that is the reason for it.
	 * @param amount positive when credits are added
	 * @param about `at` in milliseconds; now when absent
	 */
	enter(
		kind: CreditEntry['kind'],
		amount: Micros,
		description: string,
		{ reference = null, at = this.app.clock.now() }: { reference?: string | null; at?: number } = {},
	): CreditEntry {
		return this.add({
			id: this.app.ids.uuid('credit-entry'),
			kind,
			amount: toUsd(amount),
			balance: toUsd(this.balance + amount),
			description,
			reference,
			created_at: isoTime(at),
		});
	}
}
