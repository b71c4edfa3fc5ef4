import { Type, type Static } from 'typebox';
import { plainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';

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
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that requests run into. */
export const Fault = Type.Object({
	id: Type.String(),
	kind: OneOf(FAULT_KINDS),
	endpoint: Type.String({ description: 'The name of the endpoint, e.g. list-messages; * for all' }),
	remaining: Nullable(Type.Integer({ description: 'How many more requests it hits; null: until removed' })),
	latency_ms: Type.Integer({ description: 'Extra waiting before anything else' }),
	status: Nullable(Type.Integer({ description: 'Of the answer, where the kind has one' })),
	retry_after: Nullable(Type.Integer({ description: 'Seconds' })),
	body: Nullable(Type.String({ description: 'Text of the answer, where the kind has one' })),
	requests_per_second: Nullable(
		Type.Number({ description: 'Of a token bucket, only for rate_limit; null: every request is refused' }),
	),
});
export type Fault = Static<typeof Fault>;

/** A fault as one request runs into it. */
export interface Hit {
	readonly fault: Fault;
	/** Seconds until a rate limit lets the next request in; 0 for other kinds. */
	readonly waitSeconds: number;
}

interface Armed {
	fault: Fault;
	bucket: { tokens: number; filledAt: number } | null;
}

/** The faults that the control API has set; the first one that fits a request hits it. */
export class Faults {
	readonly #addresses: () => string[];
	#armed: Armed[] = [];
	#lastId = 0;

	/** @param addresses those of the service's endpoints, e.g. `/functions/v1/list-messages`; asked for when needed */
	constructor(addresses: () => string[]) {
		this.#addresses = addresses;
	}

	/** The endpoints that a fault can be set for, by name. */
	get endpoints(): string[] {
		return [...new Set(this.#addresses().map(endpointOf))].sort();
	}

	list(): Fault[] {
		return this.#armed.map(({ fault }) => fault);
	}

	/** @throws {ServiceError} 400 for an endpoint that there is not: its fault would wait for ever */
	add(fresh: Omit<Fault, 'id'>): Fault {
		if (fresh.endpoint !== '*' && !this.endpoints.includes(fresh.endpoint)) {
			throw plainError(400, `endpoint must be one of *, ${this.endpoints.join(', ')}`);
		}
		const fault = { ...fresh, id: `fault_${(this.#lastId += 1)}` };
		const { requests_per_second: requestsPerSecond } = fault;
		const bucket =
			requestsPerSecond === null
				? null
				: { tokens: Math.max(requestsPerSecond, 1), filledAt: performance.now() };
		this.#armed.push({ fault, bucket });
		return fault;
	}

	/** Removes one, or all when no id is given. Answers how many. */
	remove(id?: string): number {
		const before = this.#armed.length;
		this.#armed = this.#armed.filter(({ fault }) => id !== undefined && fault.id !== id);
		return before - this.#armed.length;
	}

	/** What a request to an address runs into, now. */
	hit(url: string): Hit | null {
		const endpoint = this.#armed.length === 0 ? '' : endpointOf(url);
		for (const armed of this.#armed) {
			if (armed.fault.endpoint !== '*' && armed.fault.endpoint !== endpoint) continue;
			const waitSeconds = wait(armed);
			// A rate limit with a token to give is no fault for this request.
			if (waitSeconds === null) continue;
			this.#spend(armed);
			return { fault: armed.fault, waitSeconds };
		}
		return null;
	}

	#spend(armed: Armed): void {
		if (armed.fault.remaining === null) return;
		armed.fault = { ...armed.fault, remaining: armed.fault.remaining - 1 };
		if (armed.fault.remaining === 0) this.remove(armed.fault.id);
	}
}

/** The name under which a fault is set: the first segment after the version, e.g. `manage-skills`. */
function endpointOf(url: string): string {
	return /\/v1\/([^/?]*)/.exec(url)?.[1] ?? '';
}

/** Takes a token. Answers null when there was one, otherwise the seconds until there is. */
function wait({ fault, bucket }: Armed): number | null {
	if (bucket === null || fault.requests_per_second === null) return 0;
	const now = performance.now();
	const rate = fault.requests_per_second;
	bucket.tokens = Math.min(Math.max(rate, 1), bucket.tokens + ((now - bucket.filledAt) / 1000) * rate);
	bucket.filledAt = now;
	if (bucket.tokens < 1) return (1 - bucket.tokens) / rate;
	bucket.tokens -= 1;
	return null;
}
