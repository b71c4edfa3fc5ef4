import { defineOperation } from '../define';
import { patch } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { recordLocator } from '../../../shared/panel/idFields';
import { requireChanges, updateFieldsCollection } from '../../parameters/collections';
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

/** PATCH custom-functions/{id} (interface section 4): only included fields change. */
export const updateCustomFunction = defineOperation({
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
		updateFieldsCollection(
			[nameField, descriptionField, methodField, urlField, ...optionalFields].sort((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		),
	],
	idempotent: true,
	output: record({
		wrapper: 'custom_function',
		simplified: SIMPLIFIED_FUNCTION,
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
		return {
			...patch(
				`custom-functions/${parameters.id('functionId')}`,
				requireChanges(changes, additionalBodyFields),
			),
			...(fields.isAdded('name') && describeFunctionName(fields)),
		};
	},
});
