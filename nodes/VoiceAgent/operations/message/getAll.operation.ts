import { CHANNEL_OPTIONS } from '../../../shared/panel/channel';
import { readChannel } from '../../../shared/wire/channel';
import { SIMPLIFIED_LISTED_MESSAGE, type ListedMessage } from '../../../shared/wire/records';
import { MESSAGE_DATE_FILTERS } from '../../../shared/wire/undocumentedNames';
import { defineOperation } from '../define';
import { list } from '../output';
import { post } from '../../../shared/client/serviceRequest';
import { filtersCollection } from '../../parameters/collections';
import { InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

/** list-messages (interface section 4). */
export const getMessages = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'List SMS and chat-app messages, newest first',
	properties: [
		filtersCollection([
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
		]),
	],
	idempotent: true,
	output: list({
		fields: ['messages'],
		limitedBy: 'pages',
		simplified: SIMPLIFIED_LISTED_MESSAGE,
		otherFields: ['is_ai_generated'],
	}),
	request({ filters }) {
		const after = filters.has('afterDate') ? filters.dateTime('afterDate') : undefined;
		const before = filters.has('beforeDate') ? filters.dateTime('beforeDate') : undefined;
		if (after && before && after >= before) {
			throw new InvalidParameterError(
				"'After' must be earlier than 'Before'",
				"Enter a time in 'Before' that is later than 'After'.",
			);
		}
		const channel = filters.has('channel') ? filters.choice('channel') : undefined;
		return {
			...post('list-messages', {
				...(filters.has('direction') && { direction: filters.choice('direction') }),
				...(filters.has('phoneNumber') && { phone_number: filters.listedNumber('phoneNumber') }),
				...(after && { [MESSAGE_DATE_FILTERS.after]: after }),
				...(before && { [MESSAGE_DATE_FILTERS.before]: before }),
			}),
			// list-messages has no such filter.
			...(channel && { matchesFilter: (message) => readChannel(message as ListedMessage) === channel }),
		};
	},
});
