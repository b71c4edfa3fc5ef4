/**
 * Says what is wrong with the history of a trial by section 6 of the interface: every event ends delivered or
 * in the dead-letter store, nothing is lost and nothing is attempted after its end, whenever the sandbox dies.
 * That an attempt is repeated whose outcome the sandbox did not live to record is no fault: receivers must
 * tolerate duplicates.
 */
import { sign } from '../../src/service/webhooks/rules.ts';
import type { Delivery } from '../../../test/support/service-records.ts';

/** A delivery as the log shows it. */
export interface Logged extends Delivery {
	readonly event_id: string;
}

/** The receiver of a line's events, with the secret that signs them; null is not signed. */
export interface Receiver {
	readonly name: string;
	readonly secret: string | null;
}

/** An event that was asked for. */
export interface Asked {
	/** The text of its message, which no other event has. */
	readonly text: string;
	readonly receiver: Receiver;
	/** The deliveries of the answer; undefined if the sandbox died before it answered. */
	readonly deliveries: readonly string[] | undefined;
}

/** A webhook that was sent. */
export interface Arrival {
	readonly eventId: string;
	readonly receiver: string;
	readonly body: string;
	readonly signature: string | null;
}

/** All that is needed to judge a trial that has nothing left to do. */
export interface History {
	/** The attempts that a delivery has at most. */
	readonly tries: number;
	readonly asked: readonly Asked[];
	readonly arrivals: readonly Arrival[];
	/** The number of arrivals that the sandbox did not live to record, by event. */
	readonly lost: ReadonlyMap<string, number>;
	readonly deliveries: readonly Logged[];
	readonly deadLetters: ReadonlyArray<{
		readonly reason: string;
		readonly delivery: { readonly id: string };
	}>;
}

/** Returns the faults of a history in words. */
export function findFaults(history: History): string[] {
	const { asked, deliveries, arrivals } = history;
	const logged = new Set(deliveries.map((one) => one.event_id));
	return [
		...asked.flatMap((one) => judgeEvent(one, history)),
		...deliveries.flatMap((one) => [...judgeEnd(one, history), ...judgeAttempts(one, history)]),
		...arrivals
			.filter(({ eventId }) => !logged.has(eventId))
			.map(({ eventId }) => `${eventId} is not logged`),
	];
}

const textOf = ({ body }: Logged): string => (JSON.parse(body) as { data: { body: string } }).data.body;

/** An event is stored with its delivery or not at all; if it was answered, it is stored. The delivery is signed. */
function judgeEvent({ text, receiver, deliveries: answered }: Asked, history: History): string[] {
	const [own, ...others] = history.deliveries.filter((one) => textOf(one) === text);
	if (own === undefined) return answered === undefined ? [] : [`${text} is lost`];
	const faults: string[] = [];
	if (others.length > 0) faults.push(`${text} is delivered by ${1 + others.length} deliveries`);
	if (answered !== undefined && answered.join() !== own.id)
		faults.push(`${text} is answered with ${answered.join()}`);
	const signature = receiver.secret === null ? null : sign(own.body, receiver.secret);
	if (own.signature !== signature) faults.push(`${text} is not signed with the receiver's secret`);
	const arrived = history.arrivals.filter(({ eventId }) => eventId === own.event_id);
	const isSame = ({ receiver: name, ...sent }: Arrival) =>
		name === receiver.name && sent.body === own.body && sent.signature === signature;
	if (!arrived.every(isSame)) faults.push(`${text} arrives elsewhere, or otherwise than logged`);
	const recorded = arrived.length - (history.lost.get(own.event_id) ?? 0);
	if (recorded !== own.attempts.length)
		faults.push(`${text} arrives ${recorded} times and is logged otherwise`);
	return faults;
}

/** What the delivery rules say of an attempt. */
function verdictOn(status: number | null): 'success' | 'retry' | 'gone' | 'client_error' {
	if (status === null || status === 408 || status === 429 || status >= 500) return 'retry';
	if (status < 400) return 'success';
	return status === 410 ? 'gone' : 'client_error';
}

/** A delivery has ended, once, as its last attempt demands. */
function judgeEnd({ id, status, attempts }: Logged, { deadLetters, tries }: History): string[] {
	const reasons = deadLetters.filter((letter) => letter.delivery.id === id).map(({ reason }) => reason);
	const last = attempts.at(-1);
	const verdict = last && verdictOn(last.http_status);
	const end = verdict === 'retry' && attempts.length === tries ? 'retries_exhausted' : verdict;
	const isRight =
		end === 'success'
			? status === 'succeeded' && reasons.length === 0
			: status === 'dead_lettered' && end !== 'retry' && reasons.join() === end;
	return isRight ? [] : [`${id} is ${status} (${reasons.join()}) after ${last?.http_status}`];
}

/** Attempts count from 1, and only the last one may have ended the delivery. */
function judgeAttempts({ id, attempts, attempt_count: count }: Logged, { tries }: History): string[] {
	const numbers = attempts.map(({ number }) => number);
	const isCounted = count === numbers.length && numbers.every((number, index) => number === index + 1);
	const ends = attempts.slice(0, -1).filter((attempt) => verdictOn(attempt.http_status) !== 'retry');
	return [
		...(isCounted && count <= tries ? [] : [`${id} has the attempts ${numbers.join()} of ${count}`]),
		...ends.map(({ number }) => `${id} was attempted after number ${number} had ended it`),
	];
}
