import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Records } from '../database/records.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { fromUsd, Usd } from './money.ts';

/** A purchase of credits that a person completes on the hosted page (section 2, checkout session). */
export const Checkout = Type.Object({
	id: Type.String({ description: 'Whoever knows it may pay or cancel; it cannot be guessed' }),
	amount: Usd,
	status: OneOf(['open', 'paid', 'cancelled']),
	success_url: Type.String(),
	cancel_url: Type.String(),
	created_at: Timestamp,
	settled_at: Nullable(Timestamp),
});
export type Checkout = Static<typeof Checkout>;

/** The checkouts of the account. Each is settled once, whatever is clicked how often. */
export class Checkouts extends Records<Checkout> {
	constructor(app: App) {
		super(app, 'checkouts', 'Checkout');
	}

	/** Opens a checkout. To be called within a write. */
	open(fresh: Pick<Checkout, 'amount' | 'success_url' | 'cancel_url'>): Checkout {
		return this.add({
			id: `cs_${this.app.ids.hex('checkout', 24)}`,
			...fresh,
			status: 'open',
			created_at: isoTime(this.app.clock.now()),
			settled_at: null,
		});
	}

	/**
	 * Pays or cancels a checkout that is still open; a paid one adds its credits. To be called within a write.
	 * @returns the checkout as it is then; undefined when there is none with that id
	 */
	settle(id: string, status: 'paid' | 'cancelled'): Checkout | undefined {
		const checkout = this.find(id);
		if (checkout?.status !== 'open') return checkout;
		if (status === 'paid') {
			this.app.credits.enter({
				kind: 'purchase',
				amount: fromUsd(checkout.amount),
				description: 'Credits bought by checkout',
				reference: id,
			});
		}
		return this.change(id, { status, settled_at: isoTime(this.app.clock.now()) });
	}
}
