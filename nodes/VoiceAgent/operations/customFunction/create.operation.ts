import { AGENT_ADVICE, agentLocator } from '../../parameters/locators';
import type { Operation } from '../define';
import {
	descriptionField,
	functionName,
	methodField,
	nameField,
	optionalBody,
	optionalFields,
	SIMPLIFIED_FUNCTION,
	urlField,
} from './fields';

/** POST custom-functions (interface section 4). */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create custom function',
	participle: 'created',
	description: 'Give an agent an endpoint that it can call during a conversation',
	properties: [
		agentLocator(),
		{ ...nameField, required: true },
		{ ...descriptionField, required: true },
		methodField,
		{ ...urlField, required: true },
	],
	options: optionalFields,
	timeout: 'quick',
	retry: {
		safe: false,
		ifUnknown: 'Agent > Get without Simplify lists the functions of an agent.',
	},
	ifNotFound: 'Choose the agent from the list, or check its ID in the dashboard.',
	answer: { kind: 'record', wrapper: 'custom_function', simplified: SIMPLIFIED_FUNCTION },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'custom-functions',
			body: {
				agent_id: item.id('agentId', AGENT_ADVICE),
				name: functionName(item),
				description: item.requiredText('description', 'Enter what the function does.'),
				http_method: item.choice('httpMethod'),
				endpoint_url: item.url('endpointUrl'),
				...optionalBody(item.options),
			},
		},
	}),
};
