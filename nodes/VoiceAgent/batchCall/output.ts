import type { IDataObject } from 'n8n-workflow';

import { PREVIEW_HINT } from '../fields/humanOnly';
import type { PlannedRequest } from '../operation';
import type { Recipient, SkipReason } from './recipients';

/** The reasons for skipping recipients, in the order of the output. */
const SKIP_REASONS: readonly SkipReason[] = [
	'invalid',
	'doNotCall',
	'optedOut',
	'mayHaveOptedOut',
	'outsideLocalHours',
];

const countSkipped = (recipients: readonly Recipient[], reason: SkipReason | 'duplicate'): number =>
	recipients.filter(({ skipped }) => skipped?.reason === reason).length;

/** Returns the number of people to call. */
const countCalls = (recipients: readonly Recipient[]): number =>
	recipients.filter(({ skipped }) => !skipped).length;

/**
 * Returns the fields that tell what happens to the list. The people who can be called later are listed again, in the
 * form that a second batch call takes.
 */
const createListFields = (recipients: readonly Recipient[]): IDataObject => ({
	given_recipients: recipients.length,
	duplicates_removed: countSkipped(recipients, 'duplicate'),
	skipped_recipients: recipients.flatMap(({ position, person, skipped }) =>
		skipped && skipped.reason !== 'duplicate' ? { position, ...person, ...skipped } : [],
	),
	skipped_counts: Object.fromEntries(
		SKIP_REASONS.map((reason) => [reason, countSkipped(recipients, reason)]),
	),
	later_recipients: recipients.flatMap(({ person, skipped }) =>
		skipped?.callable_at === undefined ? [] : { ...person, callable_at: skipped.callable_at },
	),
});

/** Plans the output of a batch call. If there is nobody to call, no request is sent. */
export function planCreationOutput(
	recipients: readonly Recipient[],
): Pick<PlannedRequest, 'beforeRequest' | 'afterResponse'> {
	const listFields = createListFields(recipients);
	if (countCalls(recipients) > 0) {
		return { afterResponse: async (record) => ({ json: { ...record, ...listFields } }) };
	}
	return {
		beforeRequest: () => ({
			records: [{ created: false, total_recipients: 0, ...listFields }],
			hint: 'No batch call was created: there is nobody to call.',
		}),
	};
}

/** The price of one dial of a batch call, in USD, without the minutes. */
export const DIAL_COST_USD = 0.005;

/**
 * Plans the output of a preview, for which no request is sent.
 * @param refusal Why the batch call would not be created, and how to go on; undefined if it would be.
 */
export function planPreviewOutput(
	recipients: readonly Recipient[],
	refusal: string | undefined,
): Pick<PlannedRequest, 'beforeRequest'> {
	const callCount = countCalls(recipients);
	const unnamed = recipients.filter(({ person, skipped }) => !skipped && person.name === undefined);
	return {
		beforeRequest: ({ body: request }) => ({
			records: [
				{
					preview: true,
					would_be_created: refusal === undefined && callCount > 0,
					total_recipients: callCount,
					...createListFields(recipients),
					recipients_without_name: unnamed.length,
					// Rounded, since 0.005 has no exact binary form.
					dial_cost_estimate_usd: Math.round(callCount * DIAL_COST_USD * 1000) / 1000,
					request,
				},
			],
			hint: `${PREVIEW_HINT} ${adviseAfterPreview(callCount, refusal, request)}`,
		}),
	};
}

function adviseAfterPreview(callCount: number, refusal: string | undefined, request: IDataObject): string {
	if (refusal !== undefined) return `The batch call would not be created. ${refusal}`;
	if (callCount === 0) return 'The batch call would not be created: there is nobody to call.';
	const makesCalls = "Turn off 'Preview Only' to make the calls.";
	return request.goal === undefined && request.purpose === undefined
		? `${makesCalls} The agent is not told why it calls: set 'Goal' or 'Purpose'.`
		: makesCalls;
}
