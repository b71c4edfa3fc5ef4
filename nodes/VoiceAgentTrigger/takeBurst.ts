import { type BurstMessage, computeBurstEnd, findBurst, MAX_WAIT_IN_PAUSES } from '../messages/burst';

/** The time, the list of messages and the store of keys, as the taking of a burst uses them; tests replace them. */
export interface BurstContext<Message extends BurstMessage> {
	/** True if no other process runs executions of the trigger. */
	isOnlyProcess: boolean;
	/** Returns the time of this machine, in milliseconds since 1970. */
	clock: () => number;
	/** Waits. @throws Error as soon as the execution is canceled: what it took then would be in no item. */
	sleep: (milliseconds: number) => Promise<void>;
	/**
	 * Fetches the messages of the conversation, and the time of the service in milliseconds since 1970.
	 * @throws ServiceError if the service does not answer.
	 */
	fetch: () => Promise<{ messages: Message[]; now: number }>;
	/** Records keys that all executions of the trigger share, and returns those that were new. */
	record: (keys: string[]) => Promise<string[]>;
}

/** The execution that takes a burst. */
interface BurstTaking {
	/** The message that it is about. */
	id: string;
	/** True for a message that opts out or in: it waits for nothing, and is alone. */
	isOptOut: boolean;
	pauseMs: number;
	/** True if a person runs an execution again: it has what it has taken then. */
	isRetry: boolean;
}

/** The time within which the execution of the newest message takes the others, before any other may, in milliseconds. */
const FIRST_TAKES_WITHIN_MS = 1_500;

/** How long after the end of a burst the executions of its other messages take what is left, in milliseconds. */
const OTHERS_TAKE_AFTER_MS = 2_000;

/**
 * The length of a turn, in milliseconds. The executions of a burst take turns, since two processes that take at the same
 * moment could both get a message. A turn is long enough for a process to record again what another one has overwritten.
 */
const TURN_MS = 2_000;

/** How long an execution waits before it records its messages again after n8n has failed to, in milliseconds. */
const SECOND_TRY_AFTER_MS = 1_000;

/**
 * Waits until the person has paused, and takes the messages of the burst that no other execution has taken. Each
 * message may have an execution of its own or none: the service fires no event for the third copy of a text, n8n may be
 * down for one, a question may have taken it. So whichever executions are there share the messages: that of the newest
 * message takes first, the others two seconds later.
 * @returns the messages for the item, the oldest first; empty if all are taken; undefined if the service does not list
 * the message.
 */
export async function takeBurst<Message extends BurstMessage>(
	{ id, isOptOut, pauseMs, isRetry }: BurstTaking,
	{ isOnlyProcess, clock, sleep, fetch, record }: BurstContext<Message>,
): Promise<Message[] | undefined> {
	if (!isOptOut) await sleep(pauseMs);
	let burst: Array<Message & { id: string }> = [];
	let isFirst = false;
	for (let round = 0; round < MAX_WAIT_IN_PAUSES; round++) {
		const { messages, now } = await fetch();
		burst = findBurst(messages, id, pauseMs);
		const [oldest, ...others] = burst;
		// The list may be a little behind.
		if (!oldest && round > 0) return undefined;
		const leftMs = oldest ? computeBurstEnd([oldest, ...others], pauseMs) - now : 0;
		const isInTime = others.length === 0 || leftMs > -FIRST_TAKES_WITHIN_MS;
		isFirst = burst.at(-1)?.id === id && isInTime;
		if (isFirst || (oldest && leftMs <= -OTHERS_TAKE_AFTER_MS)) break;
		// A clock that differs from that of the service makes nothing wait for longer than a pause.
		await sleep(Math.min(leftMs, pauseMs) + OTHERS_TAKE_AFTER_MS);
	}
	if (!isFirst && !isOnlyProcess) await sleep(computeTimeToTurn(burst, id, clock()));
	const taking = takeMessages(burst, { id, isRetry, isFirst }, record);
	if (!isFirst) return await taking;
	return await taking.catch(async () => {
		await sleep(SECOND_TRY_AFTER_MS);
		await record(burst.map((message) => toTakenKey(message.id)));
		// Nobody else has taken them by now, whether or not n8n had recorded what it could not tell.
		return burst;
	});
}

/** Returns how long an execution waits for its turn among those of a burst, which follow each other all the time. */
function computeTimeToTurn(burst: ReadonlyArray<{ id: string }>, id: string, now: number): number {
	const own = burst.findIndex((message) => message.id === id);
	const turn = Math.floor(now / TURN_MS);
	const turnsLeft = (((own - turn - 1) % burst.length) + burst.length) % burst.length;
	return (turn + 1 + turnsLeft) * TURN_MS - now;
}

/** The key of a message that was taken. */
export const toTakenKey = (id: string): string => `m:${id}`;

/** Takes those of the messages that no other execution has taken. */
async function takeMessages<Message extends { id: string }>(
	messages: readonly Message[],
	{ id, isRetry, isFirst }: { id: string; isRetry: boolean; isFirst: boolean },
	record: BurstContext<BurstMessage>['record'],
): Promise<Message[]> {
	/** Says that the execution of this message has taken some. That of the newest one does, as a rule. */
	const takerKey = `t:${id}`;
	if (isRetry && (await record([takerKey])).length === 0) return [...messages];
	const keys = messages.map((message) => toTakenKey(message.id));
	const fresh = new Set(await record(isFirst ? [...keys, takerKey] : keys));
	const taken = messages.filter((message) => fresh.has(toTakenKey(message.id)));
	if (taken.length > 0 && !isFirst) await record([takerKey]);
	return taken;
}
