import { PHONE_NUMBER_FILTERS } from '../../../shared/wire/undocumentedNames';
import { AGENT_ADVICE, agentLocator } from '../../parameters/locators';
import type { Operation } from '../define';

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
			],
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	answer: { kind: 'list', fields: ['numbers'], size: 'paged' },
	plan: ({ filters }) => ({
		request: {
			method: 'POST',
			path: 'list-phone-numbers',
			body: {
				...(filters.isSet('isActive') && { [PHONE_NUMBER_FILTERS.active]: filters.boolean('isActive') }),
				...(filters.text('agentId') && {
					[PHONE_NUMBER_FILTERS.agent]: filters.id('agentId', AGENT_ADVICE),
				}),
				...(filters.text('textAgentId') && {
					[PHONE_NUMBER_FILTERS.textAgent]: filters.id('textAgentId', AGENT_ADVICE),
				}),
			},
		},
	}),
};
