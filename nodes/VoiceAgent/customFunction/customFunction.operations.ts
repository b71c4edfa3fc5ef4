import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { agentLocator, recordLocator, rowsField } from '../../parameters/fields';
import {
	descriptionField,
	functionParameterFields,
	MAX_FUNCTION_RETRIES,
	MAX_FUNCTION_TIMEOUT,
	nameField,
	readFunctionName,
	readFunctionParameters,
	readResponseVariables,
	responseVariablesField,
} from '../../parameters/functionFields';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { patch, post } from '../../service/request';
import { requireChanges, updateFieldsCollection } from '../fields/item';
import { defineOperation, recordOutput } from '../operation';

const methodField: INodeProperties = {
	displayName: 'HTTP Method',
	name: 'httpMethod',
	type: 'options',
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => ({ name: method, value: method })),
	default: 'POST',
	description: 'How the endpoint is called',
};

const urlField: INodeProperties = {
	displayName: 'Endpoint URL',
	name: 'endpointUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/orders/status',
	description: 'URL that the agent calls. In production it must start with https://.',
};

/** The fields that are optional when a function is created. */
const optionalFields: INodeProperties[] = [
	{
		displayName: 'Active',
		name: 'isActive',
		type: 'boolean',
		default: true,
		description: 'Whether the agent may call the function',
	},
	rowsField(
		'Body Parameters',
		'bodySchema',
		'Parameter',
		'Values that the agent asks the caller for before it calls the function',
		functionParameterFields,
	),
	rowsField('Headers', 'headers', 'Header', 'Headers that are sent to the endpoint', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Shop',
			description: 'Name of the header',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Value of the header',
		},
	]),
	{
		displayName: 'Endpoint Retries',
		name: 'maxFunctionRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_FUNCTION_RETRIES },
		default: 2,
		description: 'How many times the agent retries a call to the endpoint',
	},
	responseVariablesField,
	{
		displayName: 'Endpoint Timeout (Ms)',
		name: 'timeoutMs',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_FUNCTION_TIMEOUT },
		default: 120000,
		description: 'How long the agent waits for the endpoint, in milliseconds',
	},
];

/** The fields of a function that Simplify keeps. */
const SIMPLIFIED_FUNCTION_FIELDS = [
	'id',
	'agent_id',
	'name',
	'description',
	'http_method',
	'endpoint_url',
	'is_active',
	'updated_at',
] as const;

/** The other fields of a custom function. */
const OTHER_FUNCTION_FIELDS = [
	'user_id',
	'headers',
	'query_params',
	'body_schema',
	'response_variables',
	'timeout_ms',
	'max_retries',
	'created_at',
] as const;

/** Reads the optional fields that have a value; the result has their wire names. */
function readOptionalFields(fields: ParameterGroup): IDataObject {
	return {
		...(fields.isAdded('isActive') && { is_active: fields.boolean('isActive') }),
		...(fields.has('headers') && { headers: fields.rows('headers').map(readHeader) }),
		...(fields.has('bodySchema') && {
			body_schema: readFunctionParameters(fields, 'bodySchema'),
		}),
		...(fields.has('responseVariables') && { response_variables: readResponseVariables(fields) }),
		...(fields.has('timeoutMs') && { timeout_ms: fields.integer('timeoutMs') }),
		...(fields.has('maxFunctionRetries') && { max_retries: fields.integer('maxFunctionRetries') }),
	};
}

function readHeader(row: ParameterGroup): IDataObject {
	const name = row.requireNonEmptyText('name', 'Enter the name of each header, or remove the row.');
	return { name, value: row.requireText('value') };
}

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
		simplified: SIMPLIFIED_FUNCTION_FIELDS,
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
