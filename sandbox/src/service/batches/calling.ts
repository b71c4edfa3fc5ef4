import { Type, type Static } from 'typebox';
import { fromUsd } from '../billing/money.ts';
import type { CallOutcome, NewCall } from '../calls/calls.ts';
import { readDemo } from '../demo/index.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import type { Batch, Recipient } from './schema.ts';

/** The behavior of the simulated telephone network; the interface specifies only the cost of a dial. */
export const CallingSettings = Type.Object({
	concurrent_calls: Type.Integer({
		minimum: 1,
		maximum: 10_000,
		description: 'How many calls the account can have at once',
	}),
	call_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'How long an answered call lasts' }),
	ring_seconds: Type.Integer({ minimum: 0, maximum: 3600, description: 'How long it rings in vain' }),
	price_per_minute: Type.Number({
		minimum: 0,
		maximum: 1000,
		description: 'US dollars for every begun minute of an answered call',
	}),
});
export type CallingSettings = Static<typeof CallingSettings>;

/** Section 8: the cost of a dial, answered or not. */
export const DIAL_PRICE = fromUsd(0.005);

/** The settings at the start. */
export const DEFAULT_CALLING: CallingSettings = {
	concurrent_calls: 20,
	call_seconds: 60,
	ring_seconds: 20,
	price_per_minute: 0.05,
};

/** Why calls to numbers with these endings fail. Tests and demos use such numbers. */
const FAILURES: Readonly<Record<string, string>> = { '0198': 'no_answer', '0199': 'busy' };

/** Returns the reason for which a call to `phoneNumber` fails; null if it is answered. */
export function findFailure(phoneNumber: string): string | null {
	return FAILURES[phoneNumber.slice(-4)] ?? null;
}

/**
 * Returns the earliest time from `time` on at which a campaign may dial (section 4, batch calls), in
 * milliseconds; undefined if its window opens on no day. The last minute belongs to the window; an end before
 * its start is on the next day. The interface names no time zone; here it is UTC.
 */
export function nextOpening(
	{ window_start_time: startTime, window_end_time: endTime, window_days: days }: Batch,
	time: number,
): number | undefined {
	const start = toMinutes(startTime) * MINUTE_MS;
	const end = (toMinutes(endTime) + 1) * MINUTE_MS;
	const length = end > start ? end - start : end - start + DAY_MS;
	const today = Math.floor(time / DAY_MS) * DAY_MS;
	// From yesterday, whose window may extend into today, to the same day of the next week.
	for (let offset = -1; offset <= 7; offset += 1) {
		const midnight = today + offset * DAY_MS;
		const opening = midnight + start;
		if (days.includes(new Date(midnight).getUTCDay()) && opening + length > time)
			return Math.max(opening, time);
	}
	return undefined;
}

function toMinutes(text: string): number {
	const [hours = 0, minutes = 0] = text.split(':').map(Number);
	return hours * 60 + minutes;
}

/**
 * A subject of campaigns and the outcomes of its calls, the most common one first. Texts may hold
 * `{contact}`, `{goal}` and `{purpose}`.
 */
interface Subject {
	/**
	 * A campaign has this subject if its goal, purpose or name contains one of these words; without words the
	 * subject fits every campaign.
	 */
	readonly words: readonly string[];
	readonly outcomes: readonly [CallOutcome, ...CallOutcome[]];
}

const [ANYTHING, ...SUBJECTS] = readDemo('campaign-outcomes') as [Subject, ...Subject[]];

/** The order of the outcomes: each of the three once, then mostly the most common one. */
const ORDER = [0, 1, 2, 0, 0];

/**
 * Returns the outcome of an answered call of a campaign, chosen by the goal, the purpose and the name
 * (section 4, batch calls), in this order.
 * @param contact the name or number of the person who was called
 * @param position the number of calls of the campaign that were answered before it
 */
function outcomeOfCall(
	{ goal, purpose, name }: Pick<Batch, 'goal' | 'purpose' | 'name'>,
	contact: string,
	position: number,
): CallOutcome {
	const texts = [goal, purpose, name].map((text) => (text ?? '').toLowerCase());
	const subject = texts.map(findSubject).find((found) => found !== undefined) ?? ANYTHING;
	const outcome = subject.outcomes[ORDER[position % ORDER.length] ?? 0] ?? subject.outcomes[0];
	const fill = (text: string) =>
		text
			.replaceAll(
				/\{(contact|goal|purpose)\}/g,
				(_, field) => ({ contact, goal, purpose })[field as 'goal'] ?? '',
			)
			.trim();
	return {
		summary: fill(outcome.summary),
		transcript: outcome.transcript.map((line) => ({ ...line, text: fill(line.text) })),
		extracted_data: outcome.extracted_data,
	};
}

/**
 * Builds the call of a campaign that a recipient has answered.
 * @param batch the campaign with this call counted
 */
export function campaignCall(
	batch: Batch,
	{ name, phone_number: number }: Pick<Recipient, 'name' | 'phone_number'>,
	call: Required<Pick<NewCall, 'id' | 'startedAt' | 'endedAt'>>,
): NewCall {
	return {
		...call,
		...outcomeOfCall(batch, name ?? number, batch.completed_count - 1),
		direction: 'outbound',
		from_number: batch.caller_id,
		to_number: number,
		agent_id: batch.agent_id,
		batch_id: batch.id,
		contact_name: name,
	};
}

function findSubject(text: string): Subject | undefined {
	return SUBJECTS.find(({ words }) => new RegExp(`\\b(${words.join('|')})`).test(text));
}
