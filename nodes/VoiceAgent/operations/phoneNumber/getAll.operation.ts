import { PHONE_NUMBER_FILTERS } from '../../../shared/wire/undocumentedNames';
import { agentLocator } from '../../panel/locators';
import type { Operation } from '../../execution/operation';

/** list-phone-numbers (interface section 4). */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many phone numbers',
	description: 'List the numbers of the account with their capabilities and agents',
	properties: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Active',
					name: 'isActive',
					type: 'boolean',
					default: true,
					description: 'Whether to return only active numbers, or only inactive ones',
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
			],
		},
	],
	timeout: 'quick',
	repeatable: true,
	list: { fields: ['numbers'], size: 'paged' },
	request(input) {
		const { isActive, agentId, textAgentId } = input.collection('filters');
		const agent = input.textOf(agentId);
		const textAgent = input.textOf(textAgentId);
		return {
			method: 'POST',
			path: 'list-phone-numbers',
			body: {
				...(typeof isActive === 'boolean' && { [PHONE_NUMBER_FILTERS.active]: isActive }),
				...(agent && { [PHONE_NUMBER_FILTERS.agent]: agent }),
				...(textAgent && { [PHONE_NUMBER_FILTERS.textAgent]: textAgent }),
			},
		};
	},
};
