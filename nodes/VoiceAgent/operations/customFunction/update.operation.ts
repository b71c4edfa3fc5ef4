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

/** PATCH custom-functions/{id} (interface section 4): only included fields change. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a custom function',
	description: 'Change a function that an agent can call during a conversation',
	properties: [
		{
			displayName: 'Function ID',
			name: 'functionId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4d2b6f80-3e1c-4a9d-8b7f-0c1d2e3f4a5b',
			description: 'ID of the function, as Agent > Get gives it in custom_functions',
		},
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [nameField, descriptionField, methodField, urlField, ...optionalFields].sort((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		},
	],
	timeout: 'quick',
	repeatable: true,
	whenNotFound: 'Check the Function ID: Agent > Get without Simplify lists the functions of an agent.',
	request(input) {
		const fields = input.collection('updateFields');
		const id = input.required('functionId', 'Function ID', 'Enter the ID of a custom function.');
		return {
			method: 'PATCH',
			path: `custom-functions/${encodeURIComponent(id)}`,
			body: {
				...('name' in fields && { name: functionName(input, fields.name) }),
				...('description' in fields && { description: input.textOf(fields.description) }),
				...('httpMethod' in fields && { http_method: input.textOf(fields.httpMethod) }),
				...('endpointUrl' in fields && { endpoint_url: endpointUrl(input, fields.endpointUrl) }),
				...optionalBody(input, fields),
			},
		};
	},
};
