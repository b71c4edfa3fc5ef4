import type { IDataObject } from 'n8n-workflow';

import { DIAL_COST } from '../../../shared/wire/limits';
import type { RecipientList } from './recipientList';
import { describeSkipped, listSkipped, summarizeSkipped } from './skipped';

/** Returns the price of dialling so many people, in USD, rounded to a tenth of a cent: 0.005 has no exact binary form. */
export const dialCost = (count: number): number => Math.round(count * DIAL_COST * 1000) / 1000;

/** Says what a batch call that is not a preview costs, and who is left out. */
export function describeBatchCall(list: RecipientList, exclusionHint: string | undefined): string {
	const { length } = list.recipients;
	const sentences = [
		length === 0
			? 'No batch call was created, since everybody is left out.'
			: `The batch call calls ${length === 1 ? 'one person' : `${length} people`}. The dials cost ${dialCost(length)} USD, plus the minutes.`,
		summarizeSkipped(listSkipped(list)),
		exclusionHint,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Returns the output in place of a batch call that would call nobody. */
export const buildEmptyBatchCall = (list: RecipientList): IDataObject => ({
	created: false,
	total_recipients: 0,
	...describeLeftOut(list),
});

/** Returns what the output says beside the record of the service. */
export const describeLeftOut = (list: RecipientList): IDataObject => ({
	duplicates_removed: list.duplicates,
	...describeSkipped(listSkipped(list)),
});
