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

/**
 * How long after the execution of the newest message that of another one takes what is left, in milliseconds, and how much
 * longer each older one waits. Two processes that take at the same moment could both get a message.
 */
const SECOND_TAKES_AFTER_MS = 2_000;
const NEXT_TAKES_AFTER_MS = 500;

/** The most steps of {@link NEXT_TAKES_AFTER_MS}: what is left by then was not taken because of a fault. */
const MAX_STEPS = 10;

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
 * message takes first, the others a moment later.
 * @param id The message that this execution is about.
 * @param isOptOut True for a message that waits for nothing, and is alone.
 * @param isRetry True if a person runs an execution again. It has what it has taken then.
 * @returns the messages for the item, the oldest first; empty if all are taken; undefined if the service does not list the message.
 */
export async function takeBurst<Message extends BurstMessage>(
	{ id, pauseMs, isRetry }: { id: string; pauseMs: number; isRetry: boolean },
	{ sleep, read, record }: BurstContext<Message>,
): Promise<Message[] | undefined> {
	await sleep(pauseMs);
	let burst: Message[] = [];
	for (let round = 0; round < MAX_PAUSES; round++) {
		const { messages, now } = await read();
		burst = findBurst(messages, id, pauseMs);
		const [oldest, ...others] = burst;
		// The pause after this message is over.
		if (burst.at(-1)?.id === id) break;
		const leftMs = oldest ? computeBurstEnd([oldest, ...others], pauseMs) - now : pauseMs;
		if (leftMs <= 0) break;
		await sleep(Math.min(leftMs, pauseMs));
	}
	if (burst.length === 0) return undefined;
	const newerCount = burst.length - 1 - burst.findIndex((message) => message.id === id);
	if (newerCount > 0) {
		await sleep(SECOND_TAKES_AFTER_MS + NEXT_TAKES_AFTER_MS * Math.min(newerCount - 1, MAX_STEPS));
	}
	return await takeMessages(burst, { id, isRetry }, record);
}

/** The key of a message that was taken. */
export const toTakenKey = (id: string): string => `m:${id}`;

/** Takes those of the messages that no other execution has taken. */
export async function takeMessages<Message extends Pick<BurstMessage, 'id'>>(
	messages: readonly Message[],
	{ id, isRetry }: { id: string; isRetry: boolean },
	record: BurstContext<BurstMessage>['record'],
): Promise<Message[]> {
	/** Says that the execution of this message has taken. */
	const takerKey = `t:${id}`;
	const fresh = new Set(await record([...messages.map((message) => toTakenKey(message.id)), takerKey]));
	if (isRetry && !fresh.has(takerKey)) return [...messages];
	return messages.filter((message) => fresh.has(toTakenKey(message.id)));
}
