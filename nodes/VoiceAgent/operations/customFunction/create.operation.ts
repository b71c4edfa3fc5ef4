import { agentLocator } from '../../panel/locators';
import type { Operation } from '../../execution/operation';
import {
	descriptionField,
	endpointUrl,
	functionName,
	methodField,
	nameField,
	optionalBody,
	optionalFields,
	urlField,
} from './fields';

/** POST custom-functions (interface section 4). */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a custom function',
	description: 'Give an agent a web address that it can call during a conversation',
	properties: [
		agentLocator(),
		{ ...nameField, required: true },
		{ ...descriptionField, required: true },
		methodField,
		{ ...urlField, required: true },
	],
	options: optionalFields,
	timeout: 'quick',
	repeatable: false,
	howToFindOut: 'Agent > Get without Simplify lists the functions of an agent.',
	whenNotFound: 'Choose the agent from the list, or check its ID in the dashboard.',
	request: (input) => ({
		method: 'POST',
		path: 'custom-functions',
		body: {
			agent_id: input.required('agentId', 'Agent', 'Choose an agent from the list or enter its ID.'),
			name: functionName(input, input.value('name')),
			description: input.required('description', 'Description', 'Enter what the function does.'),
			http_method: input.text('httpMethod'),
			endpoint_url: endpointUrl(input, input.value('endpointUrl')),
			...optionalBody(input, input.collection('options')),
		},
	}),
};
