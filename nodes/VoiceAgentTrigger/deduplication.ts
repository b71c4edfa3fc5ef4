import { createHash } from 'crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { valueAt } from '../shared/fieldPath';
import { isNewKey } from './memory';

/** How long after recording a key it is looked up again, in milliseconds: by then other processes have written. */
const CONFIRM_AFTER = 100;

/** Up to so much longer, so that processes that have met do not meet again. */
const JITTER = 50;

/** Rounds of recording again before the event is let through all the same. */
const CONFIRM_ROUNDS = 5;

/** How many events back a repetition is recognised unless the option says otherwise, and at most. */
const DEFAULT_WINDOW = 1_000;
const LARGEST_WINDOW = 100_000;

/** A retry and a replay repeat the body verbatim (interface section 6), so its hash names the event. */
export const hashOf = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('hex');

/**
 * What an event is known by: the value of the field that the user has chosen, or the hash of the body where there is none.
 * @param field A path such as `data.id`.
 */
export function deliveryKeyOf(rawBody: Buffer, payload: unknown, field: unknown): string {
	const value = typeof field === 'string' ? valueAt(payload, field.trim()) : undefined;
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : hashOf(rawBody);
}

/**
 * Under what an event is remembered: apart from other kinds of event, which may hold the same value in the same field, and
 * signed ones apart from those that only a token vouches for, so that whoever has the token cannot make a signed event look repeated.
 */
export function memoryKeyOf(json: IDataObject): string {
	return hashOf(Buffer.from(JSON.stringify([json.verified, json.event, json.deliveryKey])));
}

/** The window of the option; n8n would take zero and what is no number for "without end". */
export function windowOf(option: unknown): number {
	const wanted = Math.floor(Number(option ?? DEFAULT_WINDOW));
	return wanted >= 1 ? Math.min(wanted, LARGEST_WINDOW) : DEFAULT_WINDOW;
}

/**
 * Whether this event comes for the first time; records it. Another process may overwrite n8n's memory, so that a second copy seems
 * new as well: a little later, each that has found the event new looks it up again and claims it, and the first claim counts.
 * When n8n cannot look it up, the event counts as new: a lost event is worse than a repeated one.
 * @param remembered How many events back a repetition is recognised.
 */
export async function isFirstTime(
	context: IExecuteFunctions,
	key: string,
	remembered: number,
): Promise<boolean> {
	const claim = `claim of ${key}`;
	// Key and claim of each event.
	const isNew = async (one: string): Promise<boolean> => await isNewKey(context, one, 2 * remembered);

	try {
		// Of two processes that make the row at the same time, one fails, and finds it there afterwards.
		if (!(await isNew(key).catch(async () => await sleep(CONFIRM_AFTER).then(async () => await isNew(key)))))
			return false;
		for (let round = 0; round < CONFIRM_ROUNDS; round++) {
			await sleep(CONFIRM_AFTER + Math.random() * JITTER);
			const [isMissing, isUnclaimed] = await Promise.all([isNew(key), isNew(claim)]);
			if (round === 0 && !isUnclaimed) return false;
			if (!isMissing) break;
		}
	} catch {
		context.logger.warn('Voice Agent Trigger: n8n could not look an event up; it runs without deduplication');
	}
	return true;
}
