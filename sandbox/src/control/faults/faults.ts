import { Type, type Static } from 'typebox';
import { plainError } from '../../service/http/errors.ts';
import { readEndpointName } from '../../service/http/urls.ts';
import { Nullable, OneOf } from '../../service/http/values.ts';
import { contains } from '../../service/matching.ts';

export const FAULT_KINDS = [
	'latency',
	'status',
	'rate_limit',
	'reset',
	'reset_after',
	'truncate',
	'html',
	'empty',
	'malformed',
] as const;

/** A fault that the sandbox applies to requests. */
export const Fault = Type.Object({
	id: Type.String(),
	kind: OneOf(FAULT_KINDS),
	endpoint: Type.String({ description: 'The name of the endpoint, e.g. list-messages; * for all' }),
	remaining: Nullable(Type.Integer({ description: 'How many more requests it hits; null: until removed' })),
	share: Nullable(
		Type.Number({ description: 'Of the requests, e.g. 0.1 for one of ten; null: all of them' }),
	),
	matching: Nullable(
		Type.Record(Type.String(), Type.Unknown(), {
			description: "A part of the request's JSON body; null: any request. It is looked at after the token",
		}),
	),
	latency_ms: Type.Integer({ description: 'Extra waiting before anything else' }),
	latency_max_ms: Nullable(
		Type.Integer({
			description: 'Each waiting is drawn between latency_ms and this; null: always latency_ms',
		}),
	),
	status: Nullable(Type.Integer({ description: 'Of the answer, where the kind has one' })),
	retry_after: Nullable(Type.Integer({ description: 'Seconds' })),
	body: Nullable(Type.String({ description: 'The body to answer with, where the kind has one' })),
	requests_per_second: Nullable(
		Type.Number({ description: 'Of a token bucket, only for rate_limit; null: every request is refused' }),
	),
});
export type Fault = Static<typeof Fault>;

/** A fault that is set, and the state of its rate limit. */
interface Armed {
	fault: Fault;
	/** The number of requests that a rate limit still allows, and the time at which they were counted. */
	tokens: number;
	filledAt: number;
}

/** The faults that the control API has set; the first one that matches a request applies to it. */
export class Faults {
	readonly #addresses: () => string[];
	readonly #chance: (kind: string) => number;
	#armed: Armed[] = [];
	#lastId = 0;

	/**
	 * @param addresses lists the addresses of the service's endpoints, e.g. `/functions/v1/list-messages`;
	 * called when needed
	 * @param chance draws numbers from 0 to 1, exclusive, a sequence for each kind
	 */
	constructor(addresses: () => string[], chance: (kind: string) => number) {
		this.#addresses = addresses;
		this.#chance = chance;
	}

	/** The endpoints that a fault can be set for, by name. */
	get endpoints(): string[] {
		return [...new Set(this.#addresses().map(readEndpointName))].sort();
	}

	list(): Fault[] {
		return this.#armed.map(({ fault }) => fault);
	}

	/** @throws {ServiceError} 400 for an unknown endpoint, since its fault would never apply */
	add(fresh: Omit<Fault, 'id'>): Fault {
		this.requireEndpoint(fresh.endpoint);
		const fault = { ...fresh, id: this.#nextId() };
		this.#arm(fault);
		return fault;
	}

	/** @throws {ServiceError} 400 for an endpoint that no fault can be set for */
	requireEndpoint(endpoint: string): void {
		if (endpoint === '*' || this.endpoints.includes(endpoint)) return;
		throw plainError(400, `endpoint must be one of *, ${this.endpoints.join(', ')}`);
	}

	/** Arms the faults that {@link list} has returned before, under their ids, and no others. */
	restore(faults: readonly Fault[]): void {
		this.#armed = [];
		for (const fault of faults) this.#arm(fault);
	}

	/**
	 * Removes one fault, or all when no id is given; returns their number.
	 * @throws {ServiceError} 404 for an unknown id
	 */
	remove(id?: string): number {
		const before = this.#armed.length;
		this.#armed = this.#armed.filter(({ fault }) => id !== undefined && fault.id !== id);
		const removed = before - this.#armed.length;
		if (id !== undefined && removed === 0) throw plainError(404, 'Fault not found');
		return removed;
	}

	/** Returns the fault that applies to a request before its body is read: the first for any body. */
	hit(url: string): Fault | null {
		return this.#hit(url, ({ matching }) => matching === null);
	}

	/** Returns the fault that applies to a request for its body: the first whose `matching` is a part of it. */
	hitBody(url: string, body: unknown): Fault | null {
		return this.#hit(url, ({ matching }) => matching !== null && contains(body, matching));
	}

	/**
	 * Returns the fault that applies. Its `latency_ms` is the delay that was chosen, and the `retry_after` of a rate
	 * limit says when it allows the next request.
	 */
	#hit(url: string, isFor: (fault: Fault) => boolean): Fault | null {
		const endpoint = this.#armed.length === 0 ? '' : readEndpointName(url);
		for (const armed of this.#armed) {
			const { fault } = armed;
			if (fault.endpoint !== '*' && fault.endpoint !== endpoint) continue;
			if (!isFor(fault)) continue;
			if (fault.share !== null && this.#chance('fault-share') >= fault.share) continue;
			const waitSeconds = takeToken(armed);
			// A rate limit that has a token left does not affect this request.
			if (waitSeconds === null) continue;
			this.#spend(armed);
			const retry_after = fault.retry_after ?? (waitSeconds || null);
			return { ...armed.fault, latency_ms: this.#chooseLatency(fault), retry_after };
		}
		return null;
	}

	#chooseLatency({ latency_ms: least, latency_max_ms: most }: Fault): number {
		if (most === null) return least;
		return least + Math.floor(this.#chance('fault-latency') * (most - least + 1));
	}

	/** Returns an id that no fault has. Those of a restored snapshot may have any. */
	#nextId(): string {
		for (;;) {
			const id = `fault_${(this.#lastId += 1)}`;
			if (this.#armed.every(({ fault }) => fault.id !== id)) return id;
		}
	}

	#arm(fault: Fault): void {
		this.#armed.push({ fault, tokens: Infinity, filledAt: performance.now() });
	}

	#spend(armed: Armed): void {
		if (armed.fault.remaining === null) return;
		armed.fault = { ...armed.fault, remaining: armed.fault.remaining - 1 };
		if (armed.fault.remaining === 0) this.remove(armed.fault.id);
	}
}

/**
 * Takes a token of a rate limit. Returns null if there was one, otherwise the seconds until there is; 0 for
 * other kinds of fault.
 */
function takeToken(armed: Armed): number | null {
	const { requests_per_second: rate } = armed.fault;
	if (rate === null) return 0;
	const now = performance.now();
	armed.tokens = Math.min(Math.max(rate, 1), armed.tokens + ((now - armed.filledAt) / 1000) * rate);
	armed.filledAt = now;
	if (armed.tokens < 1) return Math.ceil((1 - armed.tokens) / rate);
	armed.tokens -= 1;
	return null;
}
