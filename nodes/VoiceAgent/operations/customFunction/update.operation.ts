import type { Operation } from '../define';
import { recordLocator } from '../../parameters/locators';
import { readChanges } from '../../parameters/updateFields';
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
	action: 'Update custom function',
	participle: 'updated',
	description: 'Change a function that an agent can call during a conversation',
	properties: [
		recordLocator({
			displayName: 'Function',
			name: 'functionId',
			description: 'The function, chosen from those of all agents or by its ID',
			search: 'searchFunctions',
		}),
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
	ifNotFound: 'Choose the function from the list, or check its ID.',
	answer: { kind: 'record', wrapper: 'custom_function', simplified: SIMPLIFIED_FUNCTION },
	plan(item) {
		const fields = item.updateFields;
		const id = item.id('functionId', 'Choose a function from the list or enter its ID.');
		return {
			request: {
				method: 'PATCH',
				path: `custom-functions/${id}`,
				body: readChanges(item, {
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
