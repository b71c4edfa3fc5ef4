import { agentLocator } from '../../../shared/panel/idFields';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import {
	describeFunctionName,
	descriptionField,
	nameField,
	readFunctionName,
} from '../../../shared/parameters/customFunctionFields';
import {
	methodField,
	optionalFields,
	readOptionalFields,
	OTHER_FUNCTION_FIELDS,
	SIMPLIFIED_FUNCTION,
	urlField,
} from './fields';

/** POST custom-functions (interface section 4). */
export const createCustomFunction = defineOperation({
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
	idempotent: false,
	ifOutcomeUnknown: "Agent > Get without 'Simplify' lists the functions of an agent.",
	output: record({
		wrapper: 'custom_function',
		simplified: SIMPLIFIED_FUNCTION,
		otherFields: OTHER_FUNCTION_FIELDS,
	}),
	request: ({ parameters, options }) => ({
		...post('custom-functions', {
			agent_id: parameters.id('agentId'),
			name: readFunctionName(parameters),
			description: parameters.requiredText('description', 'Enter what the function does.'),
			http_method: parameters.choice('httpMethod'),
			endpoint_url: parameters.url('endpointUrl'),
			...readOptionalFields(options),
		}),
		...describeFunctionName(parameters),
	}),
});
