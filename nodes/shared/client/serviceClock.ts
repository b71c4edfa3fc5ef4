import { HTTP_DATE_PRECISION_MS } from '../wire/time';

/** An answer of the service, as far as it tells the time. All times are in milliseconds since 1970. */
interface TimedAnswer {
	/** By the clock of this machine, when the request was sent. */
	sentAt: number;
	/** By the clock of this machine, when the answer was there in full. */
	answeredAt: number;
	/** By the clock of the service (`Date`), at some moment in between. */
	serviceTime: number;
}

/** The limits of a time by the clock of the service, in milliseconds since 1970. */
export interface ServiceTimeRange {
	/** It certainly was not earlier. */
	earliest: number;
	/** It was not later, as far as the whole seconds of HTTP can tell. Never before `earliest`. */
	latest: number;
}

/**
 * How far the clock of the service is ahead of that of this machine, within limits that each answer narrows.
 * The `Date` of an answer may be from any moment between the request and the last byte: a slow answer
 * alone tells little, a quick one tells the second.
 */
export class ServiceClock {
	private minAheadMs = -Infinity;

	private maxAheadMs = Infinity;

	/** Narrows the limits by an answer; if one of the clocks was set meanwhile, they begin with it. */
	note({ sentAt, answeredAt, serviceTime }: TimedAnswer): void {
		const minAheadMs = serviceTime - answeredAt;
		const maxAheadMs = serviceTime + HTTP_DATE_PRECISION_MS - sentAt;
		const wasSet = minAheadMs > this.maxAheadMs || maxAheadMs < this.minAheadMs;
		this.minAheadMs = wasSet ? minAheadMs : Math.max(this.minAheadMs, minAheadMs);
		this.maxAheadMs = wasSet ? maxAheadMs : Math.min(this.maxAheadMs, maxAheadMs);
	}

	/**
	 * Converts a time by the clock of this machine into one by that of the service.
	 * @returns undefined if no answer has told the time yet.
	 */
	convert(localTime: number): ServiceTimeRange | undefined {
		if (this.minAheadMs === -Infinity) return undefined;
		const latestAheadMs = Math.max(this.minAheadMs, this.maxAheadMs - HTTP_DATE_PRECISION_MS);
		return { earliest: localTime + this.minAheadMs, latest: localTime + latestAheadMs };
	}
}
