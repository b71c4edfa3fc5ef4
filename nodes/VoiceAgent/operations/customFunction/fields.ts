import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { MAX_FUNCTION_RETRIES, MAX_FUNCTION_TIMEOUT } from '../../../shared/wire/limits';
import type { ItemInput } from '../../execution/itemInput';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. check_order_status',
	description: 'Name in snake_case, unique for the agent',
};

export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Looks up the state of an order by its number',
	description: 'What the function does; the agent uses it to decide when to call it',
};

export const methodField: INodeProperties = {
	displayName: 'HTTP Method',
	name: 'httpMethod',
	type: 'options',
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => ({ name: method, value: method })),
	default: 'POST',
	description: 'How the endpoint is called',
};

export const urlField: INodeProperties = {
	displayName: 'Endpoint URL',
	name: 'endpointUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/orders/status',
	description: 'Address that the agent calls. In production it has to begin with https://.',
};

const pair = (
	displayName: string,
	name: string,
	entry: string,
	description: string,
	values: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${entry}`,
	default: {},
	options: [{ displayName: entry, name: 'entry', values }],
	description,
});

/** The fields that are optional when a function is created (interface sections 2 and 4). */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Active',
		name: 'isActive',
		type: 'boolean',
		default: true,
		description: 'Whether the agent may call the function',
	},
	pair(
		'Body Parameters',
		'bodySchema',
		'Parameter',
		'What the agent asks the caller for before it calls the function',
		[
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				placeholder: 'e.g. The number of the order',
				description: 'What the agent asks for',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. order_number',
				description: 'Name of the parameter in the request',
			},
			{
				displayName: 'Required',
				name: 'required',
				type: 'boolean',
				default: true,
				description: 'Whether the function cannot be called without it',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'string',
				default: 'string',
				placeholder: 'e.g. string',
				description: 'Type of the value, such as string, number or boolean',
			},
		],
	),
	pair('Headers', 'headers', 'Header', 'Headers that are sent to the endpoint', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Shop',
			description: 'Name of the header',
		},
		{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'Value of the header' },
	]),
	{
		displayName: 'Max Function Retries',
		name: 'maxFunctionRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_FUNCTION_RETRIES },
		default: 2,
		description: 'How often the agent repeats a call of the endpoint that does not work, up to 5 times',
	},
	pair(
		'Response Variables',
		'responseVariables',
		'Variable',
		'Values that the agent takes from the response',
		[
			{
				displayName: 'JSON Path',
				name: 'json_path',
				type: 'string',
				default: '',
				placeholder: 'e.g. $.order.state',
				description: 'Where the value is in the response',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. order_state',
				description: 'Name by which the agent knows the value',
			},
		],
	),
	{
		displayName: 'Timeout (Ms)',
		name: 'timeoutMs',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_FUNCTION_TIMEOUT },
		default: 120000,
		description: 'How long the agent waits for the endpoint, in milliseconds, up to 300000',
	},
];

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

export function functionName(input: ItemInput, value: unknown): string {
	const name = input.textOf(value);
	if (SNAKE_CASE.test(name)) return name;
	throw input.refusal(
		`Name "${name}" is not in snake_case`,
		'Use small letters, digits and underscores, starting with a letter, e.g. check_order_status.',
	);
}

export function endpointUrl(input: ItemInput, value: unknown): string {
	const url = input.textOf(value);
	if (/^https?:\/\/[^\s/]+/i.test(url)) return url;
	throw input.refusal(
		`Endpoint URL "${url}" is not a web address`,
		'Enter a full address, e.g. https://example.com/orders/status.',
	);
}

/** The optional fields among `values` under their wire names. */
export function optionalBody(input: ItemInput, values: IDataObject): IDataObject {
	const entries = (name: string) => (values[name] as { entry?: IDataObject[] } | undefined)?.entry ?? [];
	const bounded = (name: string, label: string, low: number, high: number) => {
		const number = Number(values[name]);
		if (Number.isInteger(number) && number >= low && number <= high) return number;
		throw input.refusal(`${label} is out of range`, `Enter a whole number from ${low} to ${high}.`);
	};
	return {
		...('isActive' in values && { is_active: values.isActive === true }),
		...('headers' in values && { headers: entries('headers') }),
		...('bodySchema' in values && { body_schema: entries('bodySchema') }),
		...('responseVariables' in values && { response_variables: entries('responseVariables') }),
		...('timeoutMs' in values && {
			timeout_ms: bounded('timeoutMs', 'Timeout (Ms)', 1, MAX_FUNCTION_TIMEOUT),
		}),
		...('maxFunctionRetries' in values && {
			max_retries: bounded('maxFunctionRetries', 'Max Function Retries', 0, MAX_FUNCTION_RETRIES),
		}),
	};
}
