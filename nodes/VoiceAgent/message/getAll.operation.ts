import type { IDataObject } from 'n8n-workflow';

import { CHANNEL_OPTIONS } from '../../messages/conversation';
import { MessageList } from '../../messages/messageList';
import { OTHER_LISTED_MESSAGE_FIELDS, SIMPLIFIED_LISTED_MESSAGE } from '../../messages/messageRecord';
import { MESSAGE_DATE_FILTERS } from '../../service/undocumentedNames';
import { type BeforeRequest, defineOperation, listOutput } from '../operation';
import { post } from '../../service/request';
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
		otherFields: OTHER_LISTED_MESSAGE_FIELDS,
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
		return {
			...post('list-messages', { ...body, ...(number !== undefined && { phone_number: number }) }),
			beforeRequest: createMessageFetch({ number, channel, fields: { ...body, ...additionalBodyFields } }),
		};
	},
});

/** The most messages that are searched for those of a channel when there is a limit. */
const MAX_CHANNEL_SEARCH = 10_000;

/** Creates the function that reads the messages. list-messages has no filter for the channel. */
const createMessageFetch =
	({ number, channel, fields }: { number?: string; channel?: string; fields: IDataObject }): BeforeRequest =>
	async (_, send, { maxRecords, maxInFlight }) => {
		const isAll = maxRecords === Infinity;
		const isUnfiltered = channel === undefined && number === undefined;
		const list = new MessageList(
			{
				number,
				fields,
				...((isAll || isUnfiltered) && { maxInFlight }),
				...(isUnfiltered && { wanted: maxRecords }),
			},
			(message) => (channel === undefined || message.channel === channel ? message : undefined),
		);
		const isLimited = channel !== undefined && !isAll;
		await list.fetchUntil(
			send,
			({ kept, count }) => kept.length >= maxRecords || (isLimited && count >= MAX_CHANNEL_SEARCH),
		);
		const records = list.messages.slice(0, maxRecords).map(({ record }) => record);
		const isCutOff = isLimited && records.length < maxRecords && !list.isComplete;
		return {
			records,
			...(isCutOff && {
				hint: `Only the newest ${list.count.toLocaleString('en-US')} messages were searched for those of this channel. Set 'After' and 'Before' to search others.`,
			}),
		};
	};
