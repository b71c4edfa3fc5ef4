import type { IDataObject } from 'n8n-workflow';

import { PREVIEW_HINT } from '../fields/humanOnly';
import { formatLocalTime, parseTime } from '../../text/time';
import type { PlannedRequest } from '../operation';
import type { Recipients, SkipReason } from './recipients';

/** The facts about a batch call from which its output and the hint beside it are made. */
interface BatchCall {
	recipients: Recipients;
	isPreview: boolean;
	/** True if it would not be created, because of recipients that cannot be called. */
	isRefused: boolean;
	/** True if the agent is told a goal or a purpose. */
	hasGoalOrPurpose: boolean;
	/** When the calls begin, in milliseconds since 1970; undefined for at once. */
	scheduledAt: number | undefined;
	/** The time zone of the workflow, which the hint uses for times. */
	timeZone: string;
}

/** The reasons for skipping recipients, in the order of the output, with the words that follow a count. */
const REASONS: Readonly<Record<SkipReason, string>> = {
	invalid: 'without a number that can be called',
	doNotCall: "skipped by 'Do Not Call'",
	optedOut: 'skipped after an opt-out',
	mayHaveOptedOut: "skipped after what may be an opt-out: read the words in 'skipped_recipients'",
	outsideLocalHours: "skipped by 'Call Hours'",
};

/**
 * Plans the output. For a preview, or if there is nobody to call, no request is sent and the output is made here. The
 * record of any other batch call gets further fields.
 */
export function planOutput(
	batchCall: BatchCall,
): Pick<PlannedRequest, 'hint' | 'beforeRequest' | 'afterResponse'> {
	const { recipients, isPreview, isRefused } = batchCall;
	const total = recipients.toCall.length;
	const counts = countReasons(recipients);
	const listFields = createListFields(recipients, counts);
	const hint = describeBatchCall(batchCall, counts);
	if (isPreview) {
		return {
			hint,
			beforeRequest: ({ body }) => ({
				records: [
					{
						preview: true,
						would_be_created: !isRefused && total > 0,
						total_recipients: total,
						...listFields,
						recipients_without_name: countUnnamed(recipients),
						dial_cost_estimate_usd: dialCost(total),
						request: body,
					},
				],
			}),
		};
	}
	if (total > 0) return { hint, afterResponse: async (record) => ({ json: { ...record, ...listFields } }) };
	const record = { created: false, total_recipients: 0, ...listFields };
	return { hint, beforeRequest: () => ({ records: [record] }) };
}

type ReasonCounts = Record<SkipReason, number>;

function countReasons({ skipped }: Recipients): ReasonCounts {
	const counts = { invalid: 0, doNotCall: 0, optedOut: 0, mayHaveOptedOut: 0, outsideLocalHours: 0 };
	for (const { reason } of skipped) counts[reason]++;
	return counts;
}

/**
 * Returns the fields that tell what happens to the list. The people who can be called later are listed again, in the
 * form that a second batch call takes.
 */
const createListFields = (
	{ entryCount, duplicateCount, skipped }: Recipients,
	counts: ReasonCounts,
): IDataObject => ({
	given_recipients: entryCount,
	duplicates_removed: duplicateCount,
	skipped_recipients: skipped,
	skipped_counts: counts,
	later_recipients: skipped
		.filter(({ callable_at: callableAt }) => callableAt !== undefined)
		.map(({ phone_number, name, callable_at }) => ({
			phone_number,
			...(name !== undefined && { name }),
			callable_at,
		})),
});

/** Describes the batch call in words, and says what a person can do next. */
function describeBatchCall(batchCall: BatchCall, counts: ReasonCounts): string {
	const { recipients, isPreview, hasGoalOrPurpose } = batchCall;
	const unnamed = countUnnamed(recipients);
	const sentences = [
		isPreview ? `${PREVIEW_HINT} ${describeCreation(batchCall, counts)}` : describeCalls(batchCall),
		describeCounts(recipients, counts),
		describeLater(batchCall),
		!hasGoalOrPurpose && "The agent is not told why it calls: set 'Goal' or 'Purpose'.",
		isPreview &&
			unnamed > 0 &&
			`${pluralize(unnamed, 'recipient')} ${unnamed === 1 ? 'has' : 'have'} no name.`,
	];
	return sentences.filter(Boolean).join(' ');
}

function describeCreation(batchCall: BatchCall, { invalid }: ReasonCounts): string {
	const { recipients, isRefused } = batchCall;
	if (isRefused) {
		return `The batch call would not be created: ${pluralize(invalid, 'recipient')} cannot be called, see 'skipped_recipients'. Correct them, set 'Default Country Code', or set 'Invalid Numbers' in the options to skip them.`;
	}
	if (recipients.toCall.length === 0) return 'The batch call would not be created: there is nobody to call.';
	const start = describeStart(batchCall);
	return `Turn off 'Preview Only' to ${start === undefined ? 'start calling' : `schedule the calls for ${start}`}.`;
}

function describeCalls(batchCall: BatchCall): string {
	const { length } = batchCall.recipients.toCall;
	if (length === 0) return 'No batch call was created: there is nobody to call.';
	const people = length === 1 ? 'one person' : `${length} people`;
	const start = describeStart(batchCall);
	const when = start === undefined ? '' : `, from ${start} on`;
	return `The batch call calls ${people}${when}. The dials cost ${dialCost(length)} USD, plus the minutes.`;
}

/** Says when scheduled calls begin; undefined if they begin at once. */
const describeStart = ({ scheduledAt, timeZone }: BatchCall): string | undefined =>
	scheduledAt === undefined ? undefined : `${formatLocalTime(scheduledAt, timeZone)} (${timeZone})`;

/** Says when the first of the people outside their hours can be called. Returns undefined if none of them can be called later. */
function describeLater({ recipients, timeZone }: BatchCall): string | undefined {
	const times = recipients.skipped.flatMap(({ callable_at: time }) => parseTime(time) ?? []);
	if (times.length === 0) return undefined;
	const first = times.reduce((earliest, time) => Math.min(earliest, time));
	return `From ${formatLocalTime(first, timeZone)} (${timeZone}) on, 'Call Hours' lets people be called who were skipped: see 'later_recipients'.`;
}

/** Says how many of the recipients are called, and why the others are not; undefined if all of them are called. */
function describeCounts(
	{ entryCount, toCall, duplicateCount }: Recipients,
	counts: ReasonCounts,
): string | undefined {
	if (toCall.length === entryCount) return undefined;
	const parts = [
		`${toCall.length} to call`,
		duplicateCount > 0 && `${duplicateCount} ${duplicateCount === 1 ? 'duplicate' : 'duplicates'}`,
		...Object.entries(REASONS).map(
			([reason, words]) => counts[reason as SkipReason] > 0 && `${counts[reason as SkipReason]} ${words}`,
		),
	];
	return `${pluralize(entryCount, 'recipient')} given: ${parts.filter(Boolean).join(', ')}.`;
}

/** The price of one dial of a batch call, in USD, without the minutes. */
export const DIAL_COST = 0.005;

/**
 * Returns the price of dialing this many people, in USD, rounded to a tenth of a cent: 0.005 has no exact binary
 * form.
 */
const dialCost = (count: number): number => Math.round(count * DIAL_COST * 1000) / 1000;

const countUnnamed = ({ toCall }: Recipients): number =>
	toCall.filter(({ name }) => name === undefined).length;

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
