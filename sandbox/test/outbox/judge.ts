/**
 * Says what is wrong with the history of a trial by section 6 of the interface: every event ends delivered or
 * in the dead-letter store, nothing is lost and nothing is attempted after its end, whenever the sandbox dies.
 * That an attempt is repeated whose outcome the sandbox did not live to record is no fault: receivers must
 * tolerate duplicates.
 */
import { sign } from '../../src/webhooks/signature.ts';
import { destinationOf, type Asked, type History, type Logged } from './history.ts';

/** Judges a history whose sandbox has nothing left to do; returns its faults in words. */
export function findFaults(history: History): string[] {
	const { asked, deliveries } = history;
	return [
		...asked.flatMap((one) => judgeEvent(one, history)),
		...deliveries.flatMap((one) => [...judgeEnd(one, history), ...judgeAttempts(one, history)]),
		...judgeReplays(history),
		...judgeArrivals(history),
	];
}

const textOf = ({ body }: Pick<Logged, 'body'>): string =>
	(JSON.parse(body) as { data: { body: string } }).data.body;

/** An event is stored with all of its deliveries or not at all, and if it was answered, it is stored. */
function judgeEvent({ text, receivers, deliveries: answered }: Asked, { deliveries }: History): string[] {
	const own = deliveries.filter((one) => one.replay_of === null && textOf(one) === text);
	if (own.length === 0 && answered === undefined) return [];
	const faults: string[] = [];
	const got = own.map(destinationOf).sort().join();
	const due = [...receivers.keys()].sort().join();
	if (got !== due) faults.push(`${text} is for ${due}, and has deliveries to ${got}`);
	for (const id of answered ?? []) {
		if (!own.some((one) => one.id === id)) faults.push(`${text} was answered with ${id}, which is lost`);
	}
	for (const one of own) {
		const secret = receivers.get(destinationOf(one)) ?? null;
		const signature = secret === null ? null : sign(one.body, secret);
		if (one.signature !== signature) faults.push(`${one.id} is not signed with the receiver's secret`);
	}
	return faults;
}

/** What the delivery rules say of an attempt. */
function verdictOn(status: number | null): 'success' | 'retry' | 'gone' | 'client_error' {
	if (status === null || status === 408 || status === 429 || status >= 500) return 'retry';
	if (status < 400) return 'success';
	return status === 410 ? 'gone' : 'client_error';
}

/** A delivery has ended, once, as its last attempt or the end of its receiver's URL demands. */
function judgeEnd(delivery: Logged, { deadLetters, givenUp, tries }: History): string[] {
	const { id, status, attempts, next_attempt_at: next, finished_at: finished } = delivery;
	const reasons = deadLetters.filter((letter) => letter.delivery.id === id).map(({ reason }) => reason);
	if (status === 'pending') return [`${id} has not ended`];
	const faults: string[] = [];
	if (next !== null || finished === null) faults.push(`${id} has ended, but is to be attempted again`);
	const last = attempts.at(-1);
	const verdict = last && verdictOn(last.http_status);
	if (status === 'succeeded') {
		if (verdict !== 'success') faults.push(`${id} has succeeded without a success`);
		if (reasons.length > 0) faults.push(`${id} has succeeded and is a dead letter`);
		return faults;
	}
	const [reason] = reasons;
	if (reason === undefined || reasons.length > 1)
		return [...faults, `${id} has ${reasons.length} dead letters`];
	const isGivenUp = givenUp.some(
		(one) => one.destination === destinationOf(delivery) && one.reason === reason,
	);
	const isExhausted = verdict === 'retry' && attempts.length === tries && reason === 'retries_exhausted';
	if (!isGivenUp && !isExhausted && (verdict !== reason || verdict === 'retry')) {
		faults.push(`${id} is a dead letter for ${reason} after ${last?.http_status}`);
	}
	return faults;
}

/** Attempts count from 1, and only the last one may have ended the delivery. */
function judgeAttempts({ id, attempts, attempt_count: count }: Logged, { tries }: History): string[] {
	const faults: string[] = [];
	if (count !== attempts.length || attempts.some(({ number }, index) => number !== index + 1)) {
		faults.push(`${id} has the attempts ${attempts.map(({ number }) => number).join()} of ${count}`);
	}
	if (attempts.length > tries) faults.push(`${id} was attempted ${attempts.length} times`);
	const ends = attempts.slice(0, -1).filter((attempt) => verdictOn(attempt.http_status) !== 'retry');
	for (const { number } of ends) faults.push(`${id} was attempted after number ${number} had ended it`);
	return faults;
}

/** A replay is a delivery of its own, with the same bytes under the same signature. */
function judgeReplays({ deliveries, replayed }: History): string[] {
	const lost = replayed.filter(({ replay }) => !deliveries.some(({ id }) => id === replay));
	const repeating = deliveries.filter((one) => one.replay_of !== null);
	const wrong = repeating.filter(({ replay_of, ...replay }) => {
		const original = deliveries.find(({ id }) => id === replay_of);
		return (
			original?.replay_of !== null ||
			original.body !== replay.body ||
			original.signature !== replay.signature ||
			destinationOf(original) !== destinationOf({ ...replay, replay_of })
		);
	});
	const other = replayed.filter(({ original, replay }) => {
		const find = (id: string) => deliveries.find((one) => one.id === id);
		return find(replay)?.replay_of !== (find(original)?.replay_of ?? original);
	});
	return [
		...lost.map(({ replay }) => `The replay ${replay} is lost`),
		...wrong.map(({ id }) => `${id} is not the same as what it replays`),
		...other.map(({ replay, original }) => `${replay} does not replay ${original}`),
	];
}

/** Receivers get what is logged, and nothing else, but for what the sandbox did not live to record. */
function judgeArrivals({ arrivals, deliveries }: History): string[] {
	const faults: string[] = [];
	const pairs = Map.groupBy(deliveries, (one) => `${one.event_id} to ${destinationOf(one)}`);
	for (const [pair, own] of pairs) {
		const attempts = own.flatMap((one) => one.attempts);
		const recorded = attempts.filter(({ error }) => !error?.includes('timeout')).length;
		const arrived = arrivals.filter((one) => `${one.eventId} to ${one.destination}` === pair);
		const answered = arrived.filter(({ fate }) => fate === 'answered').length;
		if (answered !== recorded) faults.push(`${pair}: ${answered} answered, ${recorded} recorded`);
		for (const { body, signature } of arrived) {
			if (!own.some((one) => one.body === body && one.signature === (signature ?? null))) {
				faults.push(`${pair}: other bytes or another signature than logged`);
			}
		}
	}
	for (const { eventId, destination } of arrivals) {
		const pair = `${eventId} to ${destination}`;
		if (!pairs.has(pair)) faults.push(`${pair} arrived, but is not logged`);
	}
	return faults;
}
