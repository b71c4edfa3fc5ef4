import { Type, type Static } from 'typebox';
import type { Clock } from '../../service/clock/clock.ts';
import { Nullable, Timestamp } from '../../service/http/values.ts';

/** The number of requests that are kept. */
const CAPACITY = 10_000;
/** The total length of the bodies that are kept, in characters. */
const TEXT_CAPACITY = 16 * 1024 * 1024;
/** The longest body that is kept, in characters; only the size is kept of a longer one. */
const MAX_BODY_LENGTH = 65_536;

/** A request that the service received, without secrets. */
export const RequestRecord = Type.Object({
	id: Type.Integer(),
	method: Type.String(),
	path: Type.String(),
	query: Type.String(),
	principal: Nullable(Type.String({ description: 'Id of the API key or the user it speaks for' })),
	headers: Type.Record(Type.String(), Type.Unknown()),
	body: Type.Unknown({ description: 'null: there was none, it was not read, or it is no longer kept' }),
	received_at: Timestamp,
	status: Nullable(Type.Integer({ description: 'None while unanswered, or when the connection was cut' })),
	response_body: Type.Unknown({ description: 'The answer: JSON, or text' }),
	duration_ms: Nullable(Type.Integer()),
	fault: Nullable(Type.String({ description: 'The kind of fault of the sandbox that it met' })),
	in_flight: Type.Integer({ description: 'Requests to this path in flight on its arrival, itself included' }),
});

/** A request as stored, with the texts of its bodies; null where there is none. */
export interface ReceivedRequest extends Static<typeof RequestRecord> {
	body: string | null;
	response_body: string | null;
}

/** The requests to one path or to all: how many are kept, how many are in flight, and the most at once. */
interface Tally {
	kept: number;
	inFlight: number;
	peak: number;
}

/**
 * The requests to the service and its answers, for people and tests to inspect. Kept in memory, within
 * bounds.
 */
export class Requests {
	readonly #clock: Clock;
	readonly #followers = new Set<(request: ReceivedRequest) => void>();
	readonly #begun = new WeakMap<ReceivedRequest, number>();
	#requests: ReceivedRequest[] = [];
	#tallies = new Map<string | undefined, Tally>();
	#textLength = 0;
	#lastId = 0;
	#version = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** A number that rises with every request, every body and every answer. */
	get version(): number {
		return this.#version;
	}

	/** Records the beginning of a request. */
	begin(fresh: Pick<ReceivedRequest, 'method' | 'path' | 'query' | 'headers'>): ReceivedRequest {
		for (const tally of this.#talliesOf(fresh.path)) {
			tally.kept += 1;
			tally.inFlight += 1;
			tally.peak = Math.max(tally.peak, tally.inFlight);
		}
		const request: ReceivedRequest = {
			...fresh,
			id: (this.#lastId += 1),
			principal: null,
			body: null,
			received_at: this.#clock.stamp(),
			status: null,
			response_body: null,
			duration_ms: null,
			fault: null,
			in_flight: this.tally(fresh.path).inFlight,
		};
		this.#begun.set(request, performance.now());
		this.#requests.push(request);
		this.#version += 1;
		this.#forget();
		return request;
	}

	/** Records the body of a request or of its answer, if the request is still kept. */
	recordBody(request: ReceivedRequest, part: 'body' | 'response_body', text: string): void {
		const [oldest] = this.#requests;
		if (oldest === undefined || request.id < oldest.id) return;
		const kept = text.length > MAX_BODY_LENGTH ? JSON.stringify({ characters: text.length }) : text;
		this.#textLength += kept.length - (request[part]?.length ?? 0);
		request[part] = kept;
		this.#version += 1;
		this.#forget();
	}

	/** Records the end of a request; the status is null if the connection was cut. */
	end(request: ReceivedRequest, status: number | null): void {
		request.status = status;
		request.duration_ms = Math.round(performance.now() - (this.#begun.get(request) ?? 0));
		for (const tally of this.#talliesOf(request.path)) tally.inFlight = Math.max(tally.inFlight - 1, 0);
		this.#dropIdleTally(request.path);
		this.#version += 1;
		for (const tell of this.#followers) tell(request);
	}

	/**
	 * Collects the requests that are answered from now on, up to a limit, for a reader that takes them from
	 * time to time.
	 */
	follow(): { take(): ReceivedRequest[]; end(): void } {
		let answered: ReceivedRequest[] = [];
		const follower = (request: ReceivedRequest) => {
			if (answered.length < CAPACITY) answered.push(request);
		};
		this.#followers.add(follower);
		return {
			take: () => {
				const taken = answered;
				answered = [];
				return taken;
			},
			end: () => this.#followers.delete(follower),
		};
	}

	/** Lists the requests, oldest first. */
	list(): readonly ReceivedRequest[] {
		return this.#requests;
	}

	/** Counts the requests to one path when it is given, else all. */
	tally(path?: string): Readonly<Tally> {
		return this.#tallies.get(path) ?? { kept: 0, inFlight: 0, peak: 0 };
	}

	/** Forgets all requests; those in flight still count as such. */
	clear(): void {
		this.#requests = [];
		this.#textLength = 0;
		for (const [path, { inFlight }] of this.#tallies) {
			if (inFlight > 0) this.#tallies.set(path, { kept: 0, inFlight, peak: inFlight });
			else this.#tallies.delete(path);
		}
	}

	#talliesOf(path: string): Tally[] {
		return [undefined, path].map((name) => {
			const tally = this.tally(name);
			this.#tallies.set(name, tally);
			return tally;
		});
	}

	#forget(): void {
		while (this.#requests.length > CAPACITY || this.#textLength > TEXT_CAPACITY) {
			const oldest = this.#requests.shift();
			if (oldest === undefined) return;
			this.#textLength -= (oldest.body?.length ?? 0) + (oldest.response_body?.length ?? 0);
			for (const tally of this.#talliesOf(oldest.path)) tally.kept -= 1;
			this.#dropIdleTally(oldest.path);
		}
	}

	/** Deletes the tally of a path without requests: clients may ask for any path, and the tallies would pile up. */
	#dropIdleTally(path: string): void {
		const { kept, inFlight } = this.tally(path);
		if (kept === 0 && inFlight === 0) this.#tallies.delete(path);
	}
}
