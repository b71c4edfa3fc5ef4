import type { IPollFunctions } from 'n8n-workflow';

import { durationInWords } from '../shared/client/messages';
import { RETRY_LIMITS } from '../shared/client/retry';
import { log } from './log';

/** Why a poll did not work out. */
export interface PollFailure {
	/** Says what happened and how to go on. */
	error: Error & { description?: string | null };
	/** `settings`: nothing was sent; `credential`: the service refuses it; `service`: anything else. */
	cause: 'settings' | 'credential' | 'service';
	/** When the service may be asked again, in milliseconds since 1970. */
	restUntil?: number;
}

/**
 * A time in which the polls of a trigger do not work out. It is told once, by a failed execution, and not with every poll; a credential
 * that is refused meanwhile is told as well, since it needs a person.
 */
export class Outage {
	private since?: number;

	private restUntil = 0;

	private readonly told = new Set<string>();

	/** Whether the service has asked for a pause that is not over. */
	get isResting(): boolean {
		return this.restUntil > Date.now();
	}

	/** Whether the last poll failed. */
	get isOn(): boolean {
		return this.since !== undefined;
	}

	/** Takes note of a poll that failed, and tells whether it has to be told by a failed execution. */
	begin({ cause, restUntil = 0 }: PollFailure): boolean {
		this.since ??= Date.now();
		this.restUntil = restUntil;
		// A short pause is only a limit of the service that is kept to.
		const isBrief = restUntil > 0 && restUntil - this.since <= RETRY_LIMITS.maxRetryAfterMs;
		return !isBrief && !this.told.has(cause);
	}

	/** Takes note of a failed execution. */
	tell({ cause }: PollFailure): void {
		this.told.add(cause);
	}

	/**
	 * Takes note of a poll that worked out.
	 * @param restUntil When the service may be asked again, if it has asked for a pause all the same.
	 */
	end(context: IPollFunctions, restUntil = 0): void {
		this.restUntil = restUntil;
		if (this.since === undefined) return;
		const length = durationInWords(Date.now() - this.since);
		log(context, 'info', `Polling works again after ${length}, and goes on from the same place.`);
		this.since = undefined;
		this.told.clear();
	}
}
