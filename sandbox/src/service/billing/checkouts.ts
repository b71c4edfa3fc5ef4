import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { fromUsd, Usd } from './money.ts';

/** A purchase of credits that a person completes on the hosted page (section 2, checkout session). */
export const Checkout = Type.Object({
	id: Type.String({ description: 'Anyone who knows it can pay or cancel; it cannot be guessed' }),
	amount: Usd,
	status: OneOf(['open', 'paid', 'cancelled']),
	success_url: Type.String(),
	cancel_url: Type.String(),
	created_at: Timestamp,
	settled_at: Nullable(Timestamp),
});
export type Checkout = Static<typeof Checkout>;

/** The checkouts of the account. Each is settled once, however often its buttons are clicked. */
export class Checkouts extends Records<Checkout, 'clock' | 'credits' | 'ids'> {
	/** To be called within a transaction. */
	open(fresh: Pick<Checkout, 'amount' | 'success_url' | 'cancel_url'>): Checkout {
		const { clock, ids } = this.app;
		const created_at = clock.stamp();
		return this.add({
			id: `cs_${ids.hex('checkout', 24)}`,
			...fresh,
			status: 'open',
			created_at,
			settled_at: null,
		});
	}

	/**
	 * Pays or cancels a checkout that is still open; a paid one adds its credits. To be called within a transaction.
	 * @returns the changed checkout; undefined if there is none with that id
	 */
	settle(id: string, status: 'paid' | 'cancelled'): Checkout | undefined {
		const { clock, credits } = this.app;
		const checkout = this.find(id);
		if (checkout?.status !== 'open') return checkout;
		if (status === 'paid') {
			credits.enter('purchase', fromUsd(checkout.amount), 'Credits bought by checkout', { reference: id });
		}
		return this.change(id, { status, settled_at: clock.stamp() });
	}
}
