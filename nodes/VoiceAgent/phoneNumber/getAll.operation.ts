import { PHONE_NUMBER_FILTERS } from '../../service/undocumentedNames';
import { filtersCollection } from '../fields/item';
import { agentLocator } from '../../parameters/fields';
import { defineOperation, listOutput } from '../operation';
import { post } from '../../service/request';

/** Calls list-phone-numbers. */
export const getPhoneNumbers = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many phone numbers',
	description: 'List the numbers of the account with their capabilities and agents',
	properties: [
		filtersCollection([
			{
				displayName: 'Active',
				name: 'isActive',
				type: 'boolean',
				default: true,
				description: 'Whether to return only active numbers. Turn off to return only inactive ones.',
			},
			agentLocator({
				displayName: 'Text Agent',
				name: 'textAgentId',
				description: 'Only numbers whose SMS and chats this agent answers',
				required: false,
			}),
			agentLocator({
				displayName: 'Voice Agent',
				description: 'Only numbers whose calls this agent answers',
				required: false,
			}),
		]),
	],
	idempotent: true,
	output: listOutput({ fields: ['numbers'], limitIn: 'paging' }),
	request: ({ filters }) =>
		post('list-phone-numbers', {
			...(filters.isAdded('isActive') && { [PHONE_NUMBER_FILTERS.active]: filters.boolean('isActive') }),
			...(filters.has('agentId') && { [PHONE_NUMBER_FILTERS.agent]: filters.id('agentId') }),
			...(filters.has('textAgentId') && { [PHONE_NUMBER_FILTERS.textAgent]: filters.id('textAgentId') }),
		}),
});
