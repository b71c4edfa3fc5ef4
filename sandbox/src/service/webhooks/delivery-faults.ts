import { Type, type Static } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';

/** The faults that a delivery can be given, which a receiver must tolerate (section 6). */
export const DELIVERY_FAULTS = ['wrong_signature', 'duplicate', 'reordered'] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** The number of deliveries that a fault will still affect. */
export const DeliveryFaultCount = Type.Object({
	kind: OneOf(DELIVERY_FAULTS),
	remaining: Type.Integer({ minimum: 0, description: 'How many of the next deliveries' }),
});
type DeliveryFaultCount = Static<typeof DeliveryFaultCount>;

/** The faults that the control API has requested, each for a number of the next deliveries. */
export class DeliveryFaults {
	readonly #remaining = new Map<DeliveryFault, number>();
	/** The deliveries that are waiting for the last one of their group. */
	#held: number[] = [];

	/** Lists the number of deliveries that each kind will still affect. */
	list(): DeliveryFaultCount[] {
		return DELIVERY_FAULTS.map((kind) => ({ kind, remaining: this.#remaining.get(kind) ?? 0 }));
	}

	/** Requests a kind for the next `count` deliveries, replacing the number set before. */
	set(kind: DeliveryFault, count: number) {
		this.#remaining.set(kind, count);
		return this.list();
	}

	/** Requests what {@link list} has returned before, and nothing else. */
	restore(counts: readonly DeliveryFaultCount[]): void {
		this.clear();
		for (const { kind, remaining } of counts) this.set(kind, remaining);
	}

	clear() {
		this.#remaining.clear();
		this.#held = [];
		return this.list();
	}

	/** Tells if the delivery that is being made has this fault; each `true` uses one up. */
	applies(kind: DeliveryFault): boolean {
		const remaining = this.#remaining.get(kind) ?? 0;
		if (remaining > 0) this.#remaining.set(kind, remaining - 1);
		return remaining > 0;
	}

	/**
	 * Holds a delivery back until its group is complete.
	 * @param seq the `seq` of the delivery
	 * @returns the complete group in the order in which it is to be sent; empty while it is incomplete
	 */
	holdBack(seq: number): number[] {
		this.#held.unshift(seq);
		if ((this.#remaining.get('reordered') ?? 0) > 0) return [];
		return this.#held.splice(0);
	}
}

const answer = Type.Object({ delivery_faults: Type.Array(DeliveryFaultCount) });

export const deliveryFaultControl = [
	endpoint('GET /delivery-faults', {
		operationId: 'listDeliveryFaults',
		summary: 'List the faults of the next deliveries',
		answer,
		handle: (_request, { outbox }) => ({ delivery_faults: outbox.deliveryFaults.list() }),
	}),
	endpoint('POST /delivery-faults', {
		operationId: 'addDeliveryFault',
		summary: 'Sign the next deliveries wrongly, send them twice, or in reverse order',
		body: Type.Object({
			kind: OneOf(DELIVERY_FAULTS),
			count: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: 10_000,
					description: 'Of the next deliveries; 1, or 2 to reorder',
				}),
			),
		}),
		status: 201,
		answer,
		handle: ({ body: { kind, count = kind === 'reordered' ? 2 : 1 } }, { outbox: { deliveryFaults } }) => {
			if (kind === 'reordered' && count < 2) throw plainError(400, 'It takes two deliveries to reorder');
			return { delivery_faults: deliveryFaults.set(kind, count) };
		},
	}),
	endpoint('DELETE /delivery-faults', {
		operationId: 'clearDeliveryFaults',
		summary: 'Have deliveries go right again',
		answer,
		handle: (_request, { outbox }) => ({ delivery_faults: outbox.deliveryFaults.clear() }),
	}),
];
