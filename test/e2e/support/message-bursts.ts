/** People who write several short messages in a row, the same ones on every run. */

/** A message of a person: when it is written, in milliseconds after the start, and by whom, from 0 on. */
export interface WrittenMessage {
	time: number;
	person: number;
}

/**
 * Lets each person begin within a period and write from 1 message on. Every tenth gap or so is none, so that the
 * messages are of the same second; the others take from 0.2 seconds on.
 * @returns the messages of all, the oldest first
 */
export function writeInBursts(
	people: number,
	{
		random,
		periodMs,
		most = 7,
		longestGapMs = 8_000,
	}: { random: () => number; periodMs: number; most?: number; longestGapMs?: number },
): WrittenMessage[] {
	const between = (least: number, limit: number) => least + random() * (limit - least);
	return Array.from({ length: people }, (_, person) => {
		let time = between(0, periodMs);
		return Array.from({ length: Math.floor(between(1, most + 1)) }, () => {
			const message = { time, person };
			time += random() < 0.1 ? 0 : between(200, longestGapMs);
			return message;
		});
	})
		.flat()
		.sort((one, other) => one.time - other.time);
}
