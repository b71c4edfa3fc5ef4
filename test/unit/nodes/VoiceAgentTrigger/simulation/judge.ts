/**
 * Says of each event how often it ran, and if that was not once, by which of the exceptions that `queueMode/seenKeys.ts`
 * describes. The bounds are those that are promised there, whatever the code does. It judges the trials of the simulation, and
 * what a real n8n has run (`test/e2e/support/trigger-history.ts`).
 */
import { buildEntries } from '../../../../../nodes/VoiceAgentTrigger/keyRow';
import type { Lookup } from './sharedRow.ts';
import type { Arrival, Trial } from './simulate.ts';

/** Why an event may have run not at all, or once more. */
export type Exception =
	/** A process died before it had decided about a copy, or had run it to the end; n8n shows that execution as crashed. */
	| 'died'
	/** n8n could not tell for one of its copies, which therefore ran. */
	| 'unsure'
	/** The process that ran it died, and so does not record again what others overwrite. */
	| 'diedAfterwards'
	/** A process held the row that it had read for longer than others wait, or check. */
	| 'heldLong'
	/** Another process looked for its entries between their being overwritten and being recorded again. */
	| 'overwritten'
	/** Its entries were overwritten when its process did not record them again any more. */
	| 'forgotten'
	/** A look-up failed that would have told one of both processes of the other, or the other of it. */
	| 'failed'
	/** The process that ran it could not record its last claim before the other's, since look-ups took long. */
	| 'busy';

/**
 * What is known of copies that reached a process, and of n8n's look-ups for them. Without its look-ups an event is granted no
 * exception for running twice.
 */
export type History = Pick<Trial, 'arrivals' | 'lookups'>;

export interface Verdict {
	event: string;
	/** How often it ran. */
	runs: number;
	/** Empty if it ran once. For each other time the exception, or none if there is a fault. */
	exceptions: Array<Exception | 'none'>;
}

/** The waits before a claim and before a last claim: the least, and in look-ups as slow as the slowest of the process. */
const WAIT = { leastMs: 40, lookups: 3, mostMs: 5_000 };
const LEAST_WAIT_BEFORE_LAST_CLAIM_MS = 50;

/** The time for which the slowest look-up of a process counts. */
const SLOWEST_PERIOD_MS = 10_000;

/** The least time after which a process checks what it has recorded: one look-up in the last half counts as well. */
const CHECK_DELAY_MS = 500;

/** The time for which a process records again what others overwrite. */
const REPAIR_PERIOD_MS = 10_000;

/** The longest time between two checks while others overwrite, with the look-ups that this takes. */
const REPAIR_MS = 4_000;

/** Judges each event. */
export function judge({ arrivals, lookups }: History): Verdict[] {
	const byEvent = new Map<string, Arrival[]>();
	for (const arrival of arrivals) {
		byEvent.set(arrival.event, [...(byEvent.get(arrival.event) ?? []), arrival]);
	}
	return [...byEvent].map(([event, copies]) => {
		const runs = copies
			.filter(({ outcome }) => outcome === 'ran' || outcome === 'unsure')
			.sort((one, other) => one.decidedAt - other.decidedAt);
		return { event, runs: runs.length, exceptions: findExceptions(lookups, copies, runs) };
	});
}

/** The events that ran too often or not at all, by no exception. */
export const findFaults = (history: History): Verdict[] =>
	judge(history).filter(({ exceptions }) => exceptions.includes('none'));

function findExceptions(lookups: Lookup[], copies: Arrival[], runs: Arrival[]): Verdict['exceptions'] {
	if (runs.length === 0) return [copies.some(({ outcome }) => outcome === undefined) ? 'died' : 'none'];
	const isUnsure = runs.some(({ outcome }) => outcome === 'unsure');
	return runs.slice(1).map((again, index) => {
		const before = runs[index];
		if (before === undefined) return 'none';
		return isUnsure ? 'unsure' : findException(lookups, before, again);
	});
}

/** Tells why a copy ran although another did before. */
function findException(lookups: Lookup[], before: Arrival, again: Arrival): Exception | 'none' {
	if (before.owner.isDead && before.decidedAt < again.decidedAt) return 'diedAfterwards';

	const { key, claim, lastClaim } = buildEntries(before.event, '');
	const find = (entry: string, { owner, at, decidedAt }: Arrival): Lookup | undefined =>
		lookups.find(
			(lookup) =>
				lookup.owner === owner &&
				lookup.entries.includes(entry) &&
				lookup.writtenAt < Infinity &&
				lookup.askedAt >= at &&
				lookup.askedAt <= decidedAt,
		);
	const announced = find(key, before);
	const claimed = find(claim, before);
	const claimedAgain = find(claim, again);
	if (!announced || !claimed || !claimedAgain) return 'none';

	const waitMs = Math.min(...[claimed, claimedAgain].map((lookup) => promisedWait(lookups, lookup)));
	const isOverwriting = ({ erased, writtenAt }: Lookup) =>
		writtenAt <= again.decidedAt && erased.some((entry) => entry.split(' ', 1)[0] === key);
	const about = [claimed, claimedAgain, ...lookups.filter(isOverwriting)];
	if (about.some((lookup) => heldMs(lookup) > waitMs)) return 'heldLong';
	const last = find(lastClaim, again);
	const decisive = last ?? claimedAgain;
	const entry = last ? lastClaim : claim;
	const overwriting = lookups
		.filter(({ erased, writtenAt }) => erased.includes(entry) && writtenAt <= decisive.readAt)
		.sort((one, other) => one.writtenAt - other.writtenAt)
		.at(-1);
	const delayMs = Math.max(before.owner.frozenMs, slowestMs(lookups, decisive, before.owner));
	const hasFailedLately = lookups.some(
		({ owner, hasFailed, endedAt }) =>
			hasFailed &&
			(owner === before.owner || owner === again.owner) &&
			endedAt >= Math.min(before.at, again.at) &&
			endedAt > decisive.readAt - REPAIR_MS - 2 * delayMs &&
			endedAt < again.decidedAt,
	);
	if (overwriting) {
		// Only the wait can help against one that had read the row before the event was announced there.
		if (overwriting.readAt < announced.writtenAt) return 'none';
		const isCheck = ({ owner, entries }: Lookup) => owner === before.owner && entries.includes(entry);
		const checks = [overwriting, ...lookups.filter(isCheck)];
		if (checks.some((lookup) => heldMs(lookup) > CHECK_DELAY_MS)) return 'heldLong';
		const repairMs = REPAIR_MS + 2 * delayMs;
		if (overwriting.writtenAt - before.decidedAt > REPAIR_PERIOD_MS - repairMs) return 'forgotten';
		if (decisive.readAt - overwriting.writtenAt < repairMs) return 'overwritten';
		return hasFailedLately ? 'failed' : 'none';
	}
	if (hasFailedLately) return 'failed';
	if (!last || last.askedAt - claimedAgain.endedAt < LEAST_WAIT_BEFORE_LAST_CLAIM_MS) return 'none';
	return last.readAt - before.decidedAt < 2 * delayMs ? 'busy' : 'none';
}

/** The time for which a look-up held the row that it had read, in milliseconds. */
const heldMs = ({ readAt, endedAt }: Lookup): number => endedAt - readAt;

/** The wait that is promised before a claim, in milliseconds. */
function promisedWait(lookups: Lookup[], claim: Lookup): number {
	const slowest = slowestMs(
		lookups.filter(({ endedAt }) => endedAt <= claim.askedAt),
		claim,
		claim.owner,
	);
	return Math.min(Math.max(WAIT.leastMs, WAIT.lookups * slowest), WAIT.mostMs);
}

/** The longest that a process took for one of its look-ups that it had begun before another read the row, in milliseconds. */
function slowestMs(lookups: Lookup[], { readAt }: Lookup, process: Lookup['owner']): number {
	const took = lookups
		.filter(({ owner, askedAt }) => owner === process && askedAt <= readAt)
		.filter(({ endedAt }) => endedAt > readAt - SLOWEST_PERIOD_MS)
		.map(({ askedAt, endedAt }) => endedAt - askedAt);
	return Math.max(0, ...took);
}
