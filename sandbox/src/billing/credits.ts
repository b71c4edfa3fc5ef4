import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Records } from '../database/records.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { fromUsd, toUsd, Usd, type Micros } from './money.ts';

/** One change of the balance. */
export const CreditEntry = Type.Object({
	id: Type.String(),
	// The balance at the start, a paid checkout, a dial, minutes of a call, a change by hand.
	kind: OneOf(['opening', 'purchase', 'dial', 'minutes', 'adjustment']),
	amount: Usd,
	balance: Usd,
	description: Type.String(),
	reference: Nullable(Type.String({ description: 'Id of the checkout, batch or call' })),
	created_at: Timestamp,
});
type CreditEntry = Static<typeof CreditEntry>;

/** What makes a new entry; the amount is positive when credits are added. Times in milliseconds. */
interface NewCreditEntry extends Pick<CreditEntry, 'kind' | 'description'> {
	readonly amount: Micros;
	readonly reference?: string | null;
	readonly createdAt?: number;
}

/** The account's credits: a ledger whose last entry holds the balance. */
export class Credits extends Records<CreditEntry> {
	get balance(): Micros {
		const [last] = this.list(1);
		return last === undefined ? 0 : fromUsd(last.balance);
	}

	/** Changes the balance. To be called within the write that is the reason for it. */
	enter({ amount, reference = null, createdAt, ...entry }: NewCreditEntry): CreditEntry {
		return this.add({
			...entry,
			id: this.app.ids.uuid('credit-entry'),
			amount: toUsd(amount),
			balance: toUsd(this.balance + amount),
			reference,
			created_at: isoTime(createdAt ?? this.app.clock.now()),
		});
	}
}
