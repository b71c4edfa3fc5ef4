import { agentLocator } from '../../parameters/fields';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/serviceRequest';
import { descriptionField, nameField, readFunctionName } from '../../customFunctions/functionFields';
import {
	methodField,
	optionalFields,
	readOptionalFields,
	OTHER_FUNCTION_FIELDS,
	SIMPLIFIED_FUNCTION,
	urlField,
} from './fields';

/** Calls POST custom-functions. */
export const createCustomFunction = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create custom function',
	pastTense: 'created',
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
	adviceWhenUnknown: "Agent > Get without 'Simplify' lists the functions of an agent.",
	output: recordOutput({
		wrapper: 'custom_function',
		simplified: SIMPLIFIED_FUNCTION,
		otherFields: OTHER_FUNCTION_FIELDS,
	}),
	request: ({ parameters, options }) =>
		post('custom-functions', {
			agent_id: parameters.id('agentId'),
			name: readFunctionName(parameters),
			description: parameters.requireNonEmptyText('description', 'Enter what the function does.'),
			http_method: parameters.choice('httpMethod'),
			endpoint_url: parameters.url('endpointUrl'),
			...readOptionalFields(options),
		}),
});
