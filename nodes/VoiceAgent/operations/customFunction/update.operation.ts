import type { Operation } from '../../execution/operation';
import { changesOf } from '../changes';
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
	retry: { safe: true },
	ifNotFound: 'Check the Function ID: Agent > Get without Simplify lists the functions of an agent.',
	answer: { kind: 'record', simplified: SIMPLIFIED_FUNCTION },
	plan(item) {
		const fields = item.updateFields;
		const id = item.id('functionId', 'Agent > Get without Simplify lists the functions of an agent.');
		return {
			request: {
				method: 'PATCH',
				path: `custom-functions/${id}`,
				body: changesOf(item, {
					...(fields.has('name') && { name: functionName(fields) }),
					...(fields.has('description') && { description: fields.text('description') }),
					...(fields.has('httpMethod') && { http_method: fields.choice('httpMethod') }),
					...(fields.has('endpointUrl') && { endpoint_url: fields.url('endpointUrl') }),
					...optionalBody(fields),
				}),
			},
		};
	},
};
