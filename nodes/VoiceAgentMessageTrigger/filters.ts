import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { readChannel } from '../shared/wire/channel';
import { isSameNumber } from '../shared/wire/comparableNumber';
import { listedNumber } from '../shared/wire/listedNumber';
import type { ListedMessage } from '../shared/wire/records';

/** The settings for the messages that start the workflow. */
export interface Filters {
	/** `inbound`, `outbound` or `any`. */
	direction: string;
	/** As list-messages takes it; empty for all numbers. */
	phoneNumber: string;
	/** `sms`, `chatapp` or `any`. */
	channel: string;
}

/**
 * Reads the filters from the parameters.
 * @param direction Overrules the parameter, which is hidden where only one direction makes sense.
 * @throws NodeOperationError if 'Phone Number' is not a phone number.
 */
export function readFilters(context: IPollFunctions, direction?: string): Filters {
	const read = (name: string) =>
		String(context.getNodeParameter(name, '', { extractValue: true }) ?? '').trim();
	const typed = read('phoneNumber');
	const phoneNumber = typed === '' ? '' : listedNumber(typed);
	if (phoneNumber === undefined) {
		throw new NodeOperationError(context.getNode(), `'Phone Number' "${typed}" is not a phone number`, {
			description:
				'Choose a number from the list, or enter one like +14155550123. Leave empty for all numbers.',
		});
	}
	return {
		direction: direction ?? (read('direction') || 'any'),
		phoneNumber,
		channel: read('channel') || 'any',
	};
}

/** The filters that the service applies (interface section 4, list-messages). */
export const requestFilters = ({ direction, phoneNumber }: Filters): Record<string, string> => ({
	...(direction !== 'any' && { direction }),
	...(phoneNumber !== '' && { phone_number: phoneNumber }),
});

export const areSameFilters = (a: Filters, b: Filters): boolean =>
	a.direction === b.direction && a.phoneNumber === b.phoneNumber && a.channel === b.channel;

const OPPOSITE: Record<string, string> = { inbound: 'outbound', outbound: 'inbound' };

/**
 * Tells if a message that was listed with these filters passes them. The service does not have all of them,
 * and may ignore one; it knows best which numbers are the same.
 */
export const matchesFilters = ({ direction, channel }: Filters, message: ListedMessage): boolean =>
	message.direction !== OPPOSITE[direction] && (channel === 'any' || readChannel(message) === channel);

/** Tells if a message that was listed with other filters passes these. */
export const matchesNewFilters = (filters: Filters, message: ListedMessage): boolean =>
	matchesFilters(filters, message) &&
	(filters.phoneNumber === '' ||
		[message.from_number, message.to_number].some((number) => isSameNumber(number, filters.phoneNumber)));
