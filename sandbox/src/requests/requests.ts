import type { Clock } from '../clock/clock.ts';

/** How many requests are remembered. */
const CAPACITY = 10_000;
/** How much text of their bodies is remembered in all, in characters. */
const TEXT_CAPACITY = 16 * 1024 * 1024;
/** A longer body is kept as its size alone. */
const LONGEST_BODY = 65_536;

/** A request that the service received. */
export interface ReceivedRequest {
	readonly id: number;
	readonly method: string;
	readonly path: string;
	/** Without the question mark. */
	readonly query: string;
	/** Without secrets. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** Id of the API key or the user that it speaks for; null before that is known. */
	principal: string | null;
	/** JSON text without secrets; a summary for other bodies; null when there was none or it was not read. */
	body: string | null;
	/** Milliseconds. */
	readonly receivedAt: number;
	/** How many requests to this path were in flight, this one included. */
	readonly inFlight: number;
	/** Status of the answer; null while there is none, or when the connection was cut. */
	status: number | null;
	/** The answer's text, as far as it is known. */
	responseBody: string | null;
	durationMs: number | null;
}

/** Counts of one path, or of all. */
interface Tally {
	total: number;
	inFlight: number;
	peak: number;
}

/** What the service was asked and answered, for people and tests to look at. Kept in memory, within bounds. */
export class Requests {
	readonly #clock: Clock;
	readonly #followers = new Set<(request: ReceivedRequest) => void>();
	readonly #begun = new WeakMap<ReceivedRequest, number>();
	#requests: ReceivedRequest[] = [];
	#tallies = new Map<string | undefined, Tally>();
	#textLength = 0;
	#forgotten = 0;
	#lastId = 0;
	#version = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Rises with every request and every answer. */
	get version(): number {
		return this.#version;
	}

	/** Notes the beginning of a request. */
	begin(fresh: Pick<ReceivedRequest, 'method' | 'path' | 'query' | 'headers'>): ReceivedRequest {
		for (const tally of this.#talliesOf(fresh.path)) {
			tally.total += 1;
			tally.inFlight += 1;
			tally.peak = Math.max(tally.peak, tally.inFlight);
		}
		const request: ReceivedRequest = {
			...fresh,
			id: (this.#lastId += 1),
			principal: null,
			body: null,
			receivedAt: this.#clock.now(),
			inFlight: this.#tallies.get(fresh.path)?.inFlight ?? 1,
			status: null,
			responseBody: null,
			durationMs: null,
		};
		this.#begun.set(request, performance.now());
		this.#requests.push(request);
		this.#version += 1;
		this.#forget();
		return request;
	}

	/** Notes a text of it: its body, or its answer's. */
	note(request: ReceivedRequest, part: 'body' | 'responseBody', text: string): void {
		const kept = text.length > LONGEST_BODY ? JSON.stringify({ characters: text.length }) : text;
		this.#textLength += kept.length - (request[part]?.length ?? 0);
		request[part] = kept;
		this.#forget();
	}

	/** Notes its end; null when it was cut off. */
	end(request: ReceivedRequest, status: number | null): void {
		request.status = status;
		request.durationMs = Math.round(performance.now() - (this.#begun.get(request) ?? 0));
		for (const tally of this.#talliesOf(request.path)) tally.inFlight = Math.max(tally.inFlight - 1, 0);
		this.#version += 1;
		for (const tell of this.#followers) tell(request);
	}

	/** Collects what is answered from now on, for a reader that takes it in turns; a bounded part of it. */
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

	/** Oldest first; to one path when given. */
	list(path?: string): readonly ReceivedRequest[] {
		const kept = this.#requests.slice(this.#forgotten);
		return path === undefined ? kept : kept.filter((request) => request.path === path);
	}

	/** How many requests came since they were cleared, and the most at once; to one path when given. */
	tally(path?: string): Readonly<Tally> {
		return this.#tallies.get(path) ?? { total: 0, inFlight: 0, peak: 0 };
	}

	/** Forgets all; what is in flight goes on being counted as that. */
	clear(): void {
		this.#requests = [];
		this.#forgotten = 0;
		this.#textLength = 0;
		const inFlight = [...this.#tallies].filter(([, tally]) => tally.inFlight > 0);
		this.#tallies = new Map(
			inFlight.map(([path, tally]) => [path, { total: 0, inFlight: tally.inFlight, peak: tally.inFlight }]),
		);
	}

	#talliesOf(path: string): Tally[] {
		return [undefined, path].map((name) => {
			const tally = this.#tallies.get(name) ?? { total: 0, inFlight: 0, peak: 0 };
			this.#tallies.set(name, tally);
			return tally;
		});
	}

	/** Forgets the oldest; in lumps, since removing from the front moves everything else. */
	#forget(): void {
		while (
			this.#requests.length - this.#forgotten > CAPACITY ||
			(this.#textLength > TEXT_CAPACITY && this.#forgotten < this.#requests.length)
		) {
			const oldest = this.#requests[this.#forgotten];
			this.#textLength -= (oldest?.body?.length ?? 0) + (oldest?.responseBody?.length ?? 0);
			if (oldest !== undefined) Object.assign(oldest, { body: null, responseBody: null });
			this.#forgotten += 1;
		}
		if (this.#forgotten < CAPACITY / 5) return;
		this.#requests = this.#requests.slice(this.#forgotten);
		this.#forgotten = 0;
	}
}
