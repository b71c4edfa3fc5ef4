import { MESSAGE_DATE_FILTERS } from '../../../shared/wire/undocumentedNames';
import type { ItemInput } from '../../execution/itemInput';
import type { Operation } from '../../execution/operation';
import { withoutFormatting } from '../../execution/phoneNumber';
import { instantOf } from '../../execution/dateTime';

/** list-messages (interface section 4). */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'List SMS and chat-app messages, the newest first',
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
						'Only messages from after this time, in the time zone of the workflow unless it names one',
				},
				{
					displayName: 'Before',
					name: 'beforeDate',
					type: 'dateTime',
					default: '',
					description:
						'Only messages from before this time, in the time zone of the workflow unless it names one',
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
					description: 'Only messages that came in, or only those that went out',
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
	repeatable: true,
	list: { fields: ['messages'], size: 'paged' },
	request(input) {
		const { direction, phoneNumber } = input.collection('filters');
		const number = withoutFormatting(
			typeof phoneNumber === 'string' ? phoneNumber : String(phoneNumber ?? ''),
		);
		return {
			method: 'POST',
			path: 'list-messages',
			body: {
				...(typeof direction === 'string' && direction !== '' && { direction }),
				...(number !== '' && { phone_number: number }),
				...dateFilter(input, 'afterDate', 'After', MESSAGE_DATE_FILTERS.after),
				...dateFilter(input, 'beforeDate', 'Before', MESSAGE_DATE_FILTERS.before),
			},
		};
	},
};

function dateFilter(input: ItemInput, name: string, label: string, field: string): Record<string, string> {
	const value = input.collection('filters')[name];
	return value === undefined || value === '' ? {} : { [field]: instantOf(input, value, label) };
}
