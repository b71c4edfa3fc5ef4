import type { CallOutcome, NewCall } from '../calls/calls.ts';
import { readDemo } from '../demo/read.ts';
import type { Batch, Recipient } from './batch.ts';

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
	return SUBJECTS.find(({ words }) => words.some((word) => new RegExp(`\\b${word}`).test(text)));
}
