import { defineOperation, recordOutput } from '../operation';
import { patch } from '../../service/request';
import { recordLocator } from '../../parameters/fields';
import { requireChanges, updateFieldsCollection } from '../fields/item';
import { descriptionField, nameField, readFunctionName } from '../../parameters/functionFields';
import {
	methodField,
	optionalFields,
	readOptionalFields,
	OTHER_FUNCTION_FIELDS,
	SIMPLIFIED_FUNCTION_FIELDS,
	urlField,
} from './create.operation';

/** Calls PATCH custom-functions/{id}, which changes only the fields that are included. */
export const updateCustomFunction = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update custom function',
	pastTense: 'updated',
	description: 'Change a function that an agent can call during a conversation',
	properties: [
		recordLocator({
			displayName: 'Function',
			name: 'functionId',
			description: 'The function, chosen from those of all agents or by its ID',
			search: 'searchFunctions',
		}),
		updateFieldsCollection(
			[nameField, descriptionField, methodField, urlField, ...optionalFields].sort((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		),
	],
	idempotent: true,
	output: recordOutput({
		wrapper: 'custom_function',
		simplified: SIMPLIFIED_FUNCTION_FIELDS,
		otherFields: OTHER_FUNCTION_FIELDS,
	}),
	request({ parameters, updateFields: fields, additionalBodyFields }) {
		const changes = {
			...(fields.isAdded('name') && { name: readFunctionName(fields) }),
			...(fields.isAdded('description') && { description: fields.text('description') }),
			...(fields.isAdded('httpMethod') && { http_method: fields.choice('httpMethod') }),
			...(fields.isAdded('endpointUrl') && { endpoint_url: fields.url('endpointUrl') }),
			...readOptionalFields(fields),
		};
		return patch(
			`custom-functions/${parameters.id('functionId')}`,
			requireChanges(changes, additionalBodyFields),
		);
	},
});
