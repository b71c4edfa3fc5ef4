/** A message of a person, as far as a burst is found by it. */
export interface BurstMessage {
	id: string;
	/** When it was written, in milliseconds since 1970. */
	at: number;
	/** The latest time that its timestamp can mean. */
	latestAt: number;
}

/** The world in which a burst is taken. */
export interface BurstContext<Message extends BurstMessage> {
	/** True if no other process runs executions of the trigger. */
	isOnlyProcess: boolean;
	/** Returns the time of this machine, in milliseconds since 1970. */
	clock(): number;
	/** Waits; ends at once when the execution is cancelled. */
	sleep(milliseconds: number): Promise<void>;
	/**
	 * Reads what the person has written, without opt-outs and opt-ins, the oldest first, and the time of the service.
	 * @throws ServiceError if the service does not answer.
	 */
	read(): Promise<{ messages: Message[]; now: number }>;
	/** Records keys that all executions of the trigger share, and returns those that were new. */
	record(keys: string[]): Promise<string[]>;
}

/** The multiple of the pause after which messages are taken although the person has not paused. */
const MAX_PAUSES = 10;

/** The time within which the execution of the newest message takes the others, before any other may, in milliseconds. */
const FIRST_TAKES_WITHIN_MS = 1_500;

/** How long after the end of a burst the executions of its other messages take what is left, in milliseconds. */
const OTHERS_TAKE_AFTER_MS = 2_000;

/**
 * The time that each message has for its execution, in turn, in milliseconds: two processes that take at the same moment could
 * both get a message. A look-up of n8n takes less.
 */
const TURN_MS = 2_000;

/** How long an execution waits before it tries again to take what n8n could not tell, in milliseconds. */
const SECOND_TRY_AFTER_MS = 1_000;

/** Returns the time at which a burst is over, in milliseconds since 1970. @param burst The oldest first. */
export const computeBurstEnd = (burst: readonly [BurstMessage, ...BurstMessage[]], pauseMs: number): number =>
	Math.min((burst.at(-1) ?? burst[0]).latestAt + pauseMs, burst[0].at + MAX_PAUSES * pauseMs);

/** Returns the messages that follow each other without a pause, one of them this one; empty if it is not there. */
function findBurst<Message extends BurstMessage>(
	messages: readonly Message[],
	id: string,
	pauseMs: number,
): Message[] {
	const own = messages.findIndex((message) => message.id === id);
	const isAfterPause = (message: Message, index: number) =>
		index === 0 || message.at - (messages[index - 1]?.at ?? 0) >= pauseMs;
	const start = messages.findLastIndex((message, index) => index <= own && isAfterPause(message, index));
	const end = messages.findIndex((message, index) => index > own && isAfterPause(message, index));
	return own < 0 ? [] : messages.slice(start, end < 0 ? undefined : end);
}

/**
 * Waits until the person has paused, and takes the messages of the burst that no other execution has taken. Each
 * message may have an execution of its own or none: the service fires no event for the third copy of a text, n8n may be
 * down for one, a question may have taken it. So whichever executions are there share the messages: that of the newest
 * message takes first, the others two seconds later.
 * @param id The message that this execution is about.
 * @param isOptOut True for a message that waits for nothing, and is alone.
 * @param isRetry True if a person runs an execution again. It has what it has taken then.
 * @returns the messages for the item, the oldest first; empty if all are taken; undefined if the service does not list the message.
 */
export async function takeBurst<Message extends BurstMessage>(
	{ id, pauseMs, isRetry }: { id: string; pauseMs: number; isRetry: boolean },
	{ isOnlyProcess, clock, sleep, read, record }: BurstContext<Message>,
): Promise<Message[] | undefined> {
	await sleep(pauseMs);
	let burst: Message[] = [];
	let isFirst = false;
	for (let round = 0; round < MAX_PAUSES; round++) {
		const { messages, now } = await read();
		burst = findBurst(messages, id, pauseMs);
		const [oldest, ...others] = burst;
		const leftMs = oldest ? computeBurstEnd([oldest, ...others], pauseMs) - now : pauseMs;
		isFirst = burst.at(-1)?.id === id && leftMs > -FIRST_TAKES_WITHIN_MS;
		if (isFirst || leftMs <= -OTHERS_TAKE_AFTER_MS) break;
		await sleep(Math.min(leftMs + OTHERS_TAKE_AFTER_MS, pauseMs));
	}
	if (burst.length === 0) return undefined;
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
function computeTimeToTurn(burst: readonly BurstMessage[], id: string, now: number): number {
	const own = burst.findIndex((message) => message.id === id);
	const turn = Math.floor(now / TURN_MS);
	const turnsLeft = (((own - turn - 1) % burst.length) + burst.length) % burst.length;
	return (turn + 1 + turnsLeft) * TURN_MS - now;
}

/** The key of a message that was taken. */
export const toTakenKey = (id: string): string => `m:${id}`;

/** Takes those of the messages that no other execution has taken. */
async function takeMessages<Message extends BurstMessage>(
	messages: readonly Message[],
	{ id, isRetry, isFirst }: { id: string; isRetry: boolean; isFirst: boolean },
	record: BurstContext<Message>['record'],
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
