import type { IPollFunctions } from 'n8n-workflow';

import { durationInWords } from '../shared/client/messages';
import { RETRY_LIMITS } from '../shared/client/retry';
import { writeLog } from '../shared/n8n/log';

/** The failure of a poll. */
export interface PollFailure {
	/** Says what happened and how to go on. */
	error: Error & { description?: string | null };
	/** `settings`: nothing was sent; `credential`: the service refuses it; `service`: anything else. */
	cause: 'settings' | 'credential' | 'service';
	/** The time at which the service may be asked again, in milliseconds since 1970. */
	restUntil?: number;
}

/**
 * A time in which the polls of a trigger fail. It is reported once, by a failed execution, and not with every
 * poll; a credential that is refused meanwhile is reported as well, since a person has to replace it.
 */
export class Outage {
	private since?: number;

	private restUntil = 0;

	private readonly reported = new Set<string>();

	/** True if the service has asked for a pause that is not over. */
	get isResting(): boolean {
		return this.restUntil > Date.now();
	}

	/** True if the last poll failed. */
	get isOn(): boolean {
		return this.since !== undefined;
	}

	/** Records a failed poll. @returns true if a failed execution has to report it. */
	begin({ cause, restUntil = 0 }: PollFailure): boolean {
		this.since ??= Date.now();
		this.restUntil = restUntil;
		// A short pause is only a limit of the service, which the polls observe.
		const isBrief = restUntil > 0 && restUntil - this.since <= RETRY_LIMITS.maxRetryAfterMs;
		return !isBrief && !this.reported.has(cause);
	}

	/** Records that a failed execution reports the failure. */
	markReported({ cause }: PollFailure): void {
		this.reported.add(cause);
	}

	/**
	 * Records a poll that succeeded.
	 * @param restUntil The time at which the service may be asked again,
	 * if it has asked for a pause all the same.
	 */
	end(context: IPollFunctions, restUntil = 0): void {
		this.restUntil = restUntil;
		if (this.since === undefined) return;
		const length = durationInWords(Date.now() - this.since);
		writeLog(context, 'info', `Polling works again after ${length}, and goes on from the same place.`);
		this.since = undefined;
		this.reported.clear();
	}
}
