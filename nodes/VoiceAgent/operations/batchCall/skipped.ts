import type { IDataObject } from 'n8n-workflow';

import type { RecipientList, SkippedRecipient, SkipReason } from './recipientList';

/** The reasons in the order of the output, with the words that follow a count. */
const REASONS: Readonly<Record<SkipReason, string>> = {
	invalid: 'without a number that can be called',
	doNotCall: "by 'Do Not Call'",
	optedOut: 'after an opt-out',
	outsideLocalHours: "by 'Only Between'",
};

/**
 * Returns the fields of the output that tell who is not called, and why. Those outside the local hours are listed once
 * more, as the recipients of a second batch call, where it is known when they can be called.
 * @param skipped All of them.
 */
export function describeSkipped(skipped: SkippedRecipient[]): IDataObject {
	const later = skipped.filter(({ callable_at: callableAt }) => callableAt !== undefined);
	return {
		skipped_recipients: skipped,
		skipped_counts: countByReason(skipped),
		later_recipients: later.map(({ phone_number, name, callable_at }) => ({
			phone_number,
			...(name !== undefined && { name }),
			callable_at,
		})),
	};
}

/** Returns all recipients who are left out, in the order in which they were given. */
export const listSkipped = ({ rejected, leftOut }: RecipientList): SkippedRecipient[] =>
	[...rejected, ...leftOut].sort((one, other) => one.position - other.position);

/** Says how many recipients are left out, and why; undefined if none is. */
export function summarizeSkipped(skipped: SkippedRecipient[]): string | undefined {
	if (skipped.length === 0) return undefined;
	const counts = Object.entries(countByReason(skipped)).filter(([, count]) => count > 0);
	const reasons = counts.map(([reason, count]) => `${count} ${REASONS[reason as SkipReason]}`);
	return `${skipped.length === 1 ? '1 recipient is' : `${skipped.length} recipients are`} left out: ${reasons.join(', ')}.`;
}

function countByReason(skipped: SkippedRecipient[]): Record<SkipReason, number> {
	const counts = { invalid: 0, doNotCall: 0, optedOut: 0, outsideLocalHours: 0 };
	for (const { reason } of skipped) counts[reason]++;
	return counts;
}
