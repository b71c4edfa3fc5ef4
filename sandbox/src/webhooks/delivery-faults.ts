import { randomBytes } from 'node:crypto';

/** What can be wrong with a delivery, on request: what a receiver must be able to bear. */
export const DELIVERY_FAULTS = ['wrong_signature', 'duplicate', 'reordered'] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** What the control API has asked for, each for the next so many deliveries. */
export class DeliveryFaults {
	readonly #remaining = new Map<DeliveryFault, number>();
	/** The deliveries that wait for the last one of their group. */
	#held: number[] = [];

	/** How many deliveries each kind is still for. */
	list(): Array<{ kind: DeliveryFault; remaining: number }> {
		return DELIVERY_FAULTS.map((kind) => ({ kind, remaining: this.#remaining.get(kind) ?? 0 }));
	}

	/** Asks for a kind in the next `count` deliveries, instead of what was asked for before. */
	set(kind: DeliveryFault, count: number): void {
		this.#remaining.set(kind, count);
	}

	clear(): void {
		this.#remaining.clear();
		this.#held = [];
	}

	/** Whether the delivery that is being made has this fault; each answer of true uses one up. */
	applies(kind: DeliveryFault): boolean {
		const remaining = this.#remaining.get(kind) ?? 0;
		if (remaining === 0) return false;
		this.#remaining.set(kind, remaining - 1);
		return true;
	}

	/**
	 * Holds a delivery back until its group is complete.
	 * @param seq the delivery's
	 * @returns the group in the order in which it is to be sent; undefined while it is not complete
	 */
	hold(seq: number): number[] | undefined {
		this.#held.push(seq);
		if ((this.#remaining.get('reordered') ?? 0) > 0) return undefined;
		const group = this.#held.reverse();
		this.#held = [];
		return group;
	}
}

/** A signing secret that no key has. */
export function foreignSecret(): string {
	return `whsec_${randomBytes(24).toString('hex')}`;
}
