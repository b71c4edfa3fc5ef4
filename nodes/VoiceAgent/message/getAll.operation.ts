import type { IDataObject } from 'n8n-workflow';

import { CHANNEL_OPTIONS, readChannel } from '../../conversation/conversation';
import { ContactMessages } from '../../conversation/contactMessages';
import { SIMPLIFIED_LISTED_MESSAGE, type ListedMessage } from '../../service/records';
import { MESSAGE_DATE_FILTERS } from '../../service/undocumentedNames';
import { defineOperation, listOutput } from '../operation';
import { post } from '../../service/serviceRequest';
import { filtersCollection } from '../fields/item';
import { InvalidParameterError } from '../../parameters/invalidParameterError';

/** Calls list-messages. */
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
				description: 'Only messages from or to this number, however it is written',
			},
		]),
	],
	idempotent: true,
	output: listOutput({
		fields: ['messages'],
		limitIn: 'paging',
		simplified: SIMPLIFIED_LISTED_MESSAGE,
		otherFields: ['is_ai_generated'],
	}),
	request({ filters, additionalBodyFields }) {
		const after = filters.has('afterDate') ? filters.dateTime('afterDate') : undefined;
		const before = filters.has('beforeDate') ? filters.dateTime('beforeDate') : undefined;
		if (after && before && after >= before) {
			throw new InvalidParameterError(
				"'After' must be earlier than 'Before'",
				"Enter a time in 'Before' that is later than 'After'.",
			);
		}
		const channel = filters.has('channel') ? filters.choice('channel') : undefined;
		const number = filters.has('phoneNumber') ? filters.phoneNumberOrId('phoneNumber') : undefined;
		const body = {
			...(filters.has('direction') && { direction: filters.choice('direction') }),
			...(after && { [MESSAGE_DATE_FILTERS.after]: after }),
			...(before && { [MESSAGE_DATE_FILTERS.before]: before }),
		};
		// list-messages has no such filter.
		const isOfChannel = (message: ListedMessage) => channel === undefined || readChannel(message) === channel;
		if (number === undefined) {
			const matchesFilter = (message: IDataObject) => isOfChannel(message as ListedMessage);
			return { ...post('list-messages', body), ...(channel !== undefined && { matchesFilter }) };
		}
		return {
			...post('list-messages', { ...body, phone_number: number }),
			async fetchRecords(send, { maxRecords, maxInFlight }) {
				const reading = { additionalBodyFields: { ...body, ...additionalBodyFields }, maxInFlight };
				const messages = new ContactMessages(send, number, reading);
				return { records: await messages.readNewest(maxRecords, isOfChannel) };
			},
		};
	},
});
