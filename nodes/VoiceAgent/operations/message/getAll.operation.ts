import { CHANNEL_OPTIONS } from '../../../shared/panel/channel';
import { readChannel } from '../../../shared/wire/channel';
import { listedNumber } from '../../../shared/wire/listedNumber';
import { SIMPLIFIED_LISTED_MESSAGE, type ListedMessage } from '../../../shared/wire/records';
import { MESSAGE_DATE_FILTERS } from '../../../shared/wire/undocumentedNames';
import type { Operation } from '../define';
import type { ParameterGroup } from '../../parameters/parameters';
import { quoted, InvalidParameterError } from '../../parameters/invalidParameterError';

/** list-messages (interface section 4). */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'List SMS and chat-app messages, newest first',
	properties: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'After',
					name: 'afterDate',
					type: 'dateTime',
					default: '',
					description:
						'Only messages after this time, in the time zone of the workflow unless the value names another',
				},
				{
					displayName: 'Before',
					name: 'beforeDate',
					type: 'dateTime',
					default: '',
					description:
						'Only messages before this time, in the time zone of the workflow unless the value names another',
				},
				{
					displayName: 'Channel',
					name: 'channel',
					type: 'options',
					options: CHANNEL_OPTIONS,
					default: 'chatapp',
					description: 'Only messages of this channel. The format of your own number tells which it is.',
				},
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					options: [
						{ name: 'Inbound', value: 'inbound' },
						{ name: 'Outbound', value: 'outbound' },
					],
					default: 'inbound',
					description: 'Only messages you received (inbound) or sent (outbound)',
				},
				{
					displayName: 'Phone Number',
					name: 'phoneNumber',
					type: 'string',
					default: '',
					placeholder: 'e.g. +14155550123',
					description: 'Only messages from or to this number',
				},
			],
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	answer: {
		kind: 'list',
		fields: ['messages'],
		size: 'paged',
		simplified: SIMPLIFIED_LISTED_MESSAGE,
	},
	plan({ filters }) {
		const after = filters.text('afterDate') ? filters.dateTime('afterDate') : undefined;
		const before = filters.text('beforeDate') ? filters.dateTime('beforeDate') : undefined;
		if (after && before && after >= before) {
			throw new InvalidParameterError(
				'After is not before Before',
				'Enter a time in Before that is later than After.',
			);
		}
		const channel = filters.text('channel') && filters.choice('channel');
		return {
			// list-messages has no such filter.
			...(channel && { isWanted: (record) => readChannel(record as ListedMessage) === channel }),
			request: {
				method: 'POST',
				path: 'list-messages',
				body: {
					...(filters.text('direction') && { direction: filters.choice('direction') }),
					...(filters.text('phoneNumber') && { phone_number: numberOf(filters) }),
					...(after && { [MESSAGE_DATE_FILTERS.after]: after }),
					...(before && { [MESSAGE_DATE_FILTERS.before]: before }),
				},
			},
		};
	},
};

function numberOf(filters: ParameterGroup): string {
	const typed = filters.text('phoneNumber');
	const number = listedNumber(typed);
	if (number !== undefined) return number;
	throw new InvalidParameterError(
		`Phone Number ${quoted(typed)} is not a phone number`,
		'Enter a number like +14155550123, or digits alone for a number of the chat app.',
	);
}
