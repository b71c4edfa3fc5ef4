import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { channelOf } from '../shared/wire/channel';
import { listedNumber } from '../shared/wire/listedNumber';
import type { ListedMessage } from '../shared/wire/records';

/** Which messages start the workflow. */
export interface Filters {
	/** `inbound`, `outbound` or `any`. */
	direction: string;
	/** As list-messages takes it; empty for all numbers. */
	phoneNumber: string;
	/** `sms`, `chatapp` or `any`. */
	channel: string;
}

/** @throws NodeOperationError for a Phone Number that is none. */
export function filtersOf(context: IPollFunctions): Filters {
	const read = (name: string) =>
		String(context.getNodeParameter(name, '', { extractValue: true }) ?? '').trim();
	const typed = read('phoneNumber');
	const phoneNumber = typed === '' ? '' : listedNumber(typed);
	if (phoneNumber === undefined) {
		throw new NodeOperationError(context.getNode(), `Phone Number "${typed}" is not a phone number`, {
			description: 'Choose a number from the list, or enter one like +14155550123. Empty it for all numbers.',
		});
	}
	return { direction: read('direction') || 'any', phoneNumber, channel: read('channel') || 'any' };
}

/** The filters that the service applies (interface section 4, list-messages). */
export const requestFilters = ({ direction, phoneNumber }: Filters): Record<string, string> => ({
	...(direction !== 'any' && { direction }),
	...(phoneNumber !== '' && { phone_number: phoneNumber }),
});

/** Whether a listed message passes the filter that the service does not have. */
export const isWanted = ({ channel }: Filters, message: ListedMessage): boolean =>
	channel === 'any' || channelOf(message) === channel;
