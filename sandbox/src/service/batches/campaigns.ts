import { fromUsd } from '../billing/money.ts';
import { Scheduler } from '../clock/scheduler.ts';
import type { App } from '../plugin.ts';
import { MINUTE_MS } from '../time.ts';
import { nextOpening, campaignCall, DIAL_PRICE, findFailure } from './calling.ts';
import type { Batch, Recipient } from './schema.ts';
import { toStartTime } from './store.ts';

/**
 * The number of moments that are simulated in one transaction, so that a clock set far ahead does not block
 * requests.
 */
const MOMENTS_PER_TURN = 50;
/** The setting with the time up to which everything has been simulated, in milliseconds. */
const PLAYED_UNTIL_SETTING = 'campaigns_played_until';

type Used = Pick<App, 'batches' | 'calling' | 'calls' | 'clock' | 'credits' | 'database' | 'settings'>;

/**
 * Simulates the campaigns on the sandbox's clock (section 3, batch campaign status): scheduled ones start,
 * running ones dial within their window as long as slots are free, calls end, and credits go down. It goes
 * from one moment at which something happens to the next, so that a clock which jumps ahead leads to the same
 * calls at the same times as one that does not.
 */
export class Campaigns extends Scheduler {
	readonly #app: Used;

	constructor(app: Used) {
		super(app, (now) => this.#play(now));
		this.#app = app;
	}

	/**
	 * Forgets the time up to which it has simulated, since everything was reset. To be called within a transaction.
	 */
	reset(): void {
		this.#app.settings.remove(PLAYED_UNTIL_SETTING);
		this.wake();
	}

	#play(now: number): number | undefined {
		const { settings } = this.#app;
		// If the clock was set back, the simulation goes on from the time it was set to.
		let moment = Math.min(Number(settings.get(PLAYED_UNTIL_SETTING) ?? now), now);
		let nextAt = this.#nextMoment(moment);
		let played = 0;
		while (nextAt !== undefined && nextAt <= now && played < MOMENTS_PER_TURN) {
			moment = Math.max(moment, nextAt);
			this.#playMoment(moment);
			played += 1;
			nextAt = this.#nextMoment(moment);
		}
		const more = nextAt !== undefined && nextAt <= now;
		settings.set(PLAYED_UNTIL_SETTING, String(more ? moment : now));
		return nextAt;
	}

	/** Returns the time of the next thing to happen, from `moment` on. */
	#nextMoment(moment: number): number | undefined {
		const { batches } = this.#app;
		const dials = batches
			.listDialling()
			.filter((batch) => this.#freeSlots(batch) > 0)
			.map((batch) => nextDial(batch, moment));
		const times = [
			batches.findNextCallEnd(),
			...batches.listScheduled().slice(0, 1).map(toStartTime),
			...dials,
		];
		const next = Math.min(...times.filter((time) => time !== undefined));
		return next === Infinity ? undefined : next;
	}

	#playMoment(moment: number): void {
		const { batches } = this.#app;
		for (const recipient of batches.listEndingCalls(moment)) this.#endCall(recipient, moment);
		for (const batch of batches.listScheduled()) {
			if (toStartTime(batch) <= moment) batches.setStatus(batch, 'running', moment);
		}
		for (const batch of batches.listDialling()) {
			if (nextDial(batch, moment) === moment) this.#dial(batch, moment);
		}
	}

	/**
	 * Returns the number of calls that a campaign may begin, with its reserved slots kept free for other calls
	 * (section 4).
	 */
	#freeSlots(batch: Batch): number {
		const { batches, calling } = this.#app;
		return calling.get().concurrent_calls - batch.reserved_concurrency - batches.countCalling();
	}

	#dial(batch: Batch, moment: number): void {
		const { batches, credits, calling } = this.#app;
		const { call_seconds: callSeconds, ring_seconds: ringSeconds } = calling.get();
		for (const recipient of batches.listPending(batch, Math.max(this.#freeSlots(batch), 0))) {
			// Without credits no other recipient can be dialled.
			if (credits.balance < DIAL_PRICE) return batches.end(batch, 'failed', moment);
			const about = { reference: batch.id, at: moment };
			credits.enter('dial', -DIAL_PRICE, `Dial to ${recipient.phone_number}`, about);
			const failureReason = findFailure(recipient.phone_number);
			const seconds = failureReason === null ? callSeconds : ringSeconds;
			batches.beginCall(recipient, failureReason, moment, moment + seconds * 1000);
		}
	}

	#endCall(recipient: Recipient, moment: number): void {
		const { batches, calls, credits, calling } = this.#app;
		const { call_id: callId, call_started_at: startedAt, call_ends_at: endedAt } = recipient;
		const batch = batches.endCall(recipient);
		if (recipient.failure_reason === null && callId !== null && startedAt !== null && endedAt !== null) {
			const minutes = Math.ceil((endedAt - startedAt) / MINUTE_MS);
			const price = fromUsd(calling.get().price_per_minute);
			if (minutes > 0 && price > 0) {
				const description = `${minutes} min to ${recipient.phone_number}`;
				credits.enter('minutes', -minutes * price, description, { reference: callId, at: endedAt });
			}
			calls.complete(campaignCall(batch, recipient, { id: callId, startedAt, endedAt }));
		}
		if (batch.status === 'running' && !batches.hasOpenRecipients(batch)) {
			batches.setStatus(batch, 'completed', moment);
		}
	}
}

/** Returns the earliest time from `moment` on at which a running campaign may dial. */
function nextDial(batch: Batch, moment: number): number | undefined {
	const startedAt = batch.started_at === null ? moment : Date.parse(batch.started_at);
	return nextOpening(batch, Math.max(moment, startedAt));
}
