import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError, quote } from './invalidParameterError';
import type { ParameterGroup } from './parameterGroup';
import { rowsField } from './fields';

/** The longest timeout of a custom function that the service takes, in milliseconds. */
export const MAX_FUNCTION_TIMEOUT = 300_000;

/** The most retries of a custom function that the service takes. */
export const MAX_FUNCTION_RETRIES = 5;

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. check_order_status',
	description: 'Name in snake_case, unique for the agent',
	hint: "Spaces become underscores: 'where is my order' becomes where_is_my_order",
};

export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Looks up the state of an order by its number',
	description: 'What the function does, so that the agent knows when to call it',
};

/** The types of a parameter, and how the panel calls them. */
const PARAMETER_TYPES = [
	{ name: 'Array', value: 'array' },
	{ name: 'Boolean', value: 'boolean' },
	{ name: 'Integer', value: 'integer' },
	{ name: 'Number', value: 'number' },
	{ name: 'Object', value: 'object' },
	{ name: 'String', value: 'string' },
] as const;

export type ParameterType = (typeof PARAMETER_TYPES)[number]['value'];

/** A value that the agent collects before it calls the function: an item of the service's `body_schema`. */
export interface FunctionParameter {
	name: string;
	type: ParameterType;
	description: string;
	required: boolean;
}

/** The fields of a row about a parameter of a function; {@link readFunctionParameters} reads the rows. */
export const functionParameterFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. order_number',
		description: 'Name of the parameter, in snake_case or camelCase',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		default: 'string',
		options: [...PARAMETER_TYPES],
		description: 'Type of the value',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. The order number',
		description: 'What the agent asks for',
	},
	{
		displayName: 'Required',
		name: 'required',
		type: 'boolean',
		default: true,
		description: 'Whether the agent needs a value before it calls the function',
	},
];

/**
 * @param name The list whose rows have {@link functionParameterFields}.
 * @throws InvalidParameterError for a row that cannot be read, or with the name of another one.
 */
export function readFunctionParameters(fields: ParameterGroup, name: string): FunctionParameter[] {
	const parameters = fields.rows(name).map((row) => ({
		name: readParameterName(row),
		type: row.choice('type', 'string') as ParameterType,
		description: row.text('description'),
		required: row.boolean('required', true),
	}));
	refuseRepeated(parameters, fields.label(name), 'Give each parameter a name of its own.');
	return parameters;
}

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** Matches words with spaces between them, each of which may begin with a capital letter. */
const NAME_IN_WORDS = /^([a-z][a-z0-9_]*|[A-Z][a-z0-9_]*)(\s+[A-Z]?[a-z0-9_]+)*$/;

/**
 * Reads the name of a function. Words become snake_case, e.g. `where_is_my_order` of `Where is my order`.
 * @throws InvalidParameterError for anything else that is not in snake_case.
 */
export function readFunctionName(fields: ParameterGroup): string {
	const name = fields.requireText('name');
	if (SNAKE_CASE.test(name)) return name;
	if (NAME_IN_WORDS.test(name)) return name.replace(/\s+/g, '_').toLowerCase();
	throw new InvalidParameterError(
		name === ''
			? `${fields.label('name')} is empty`
			: `${fields.label('name')} ${quote(name)} is not in snake_case`,
		'Use small letters, digits and underscores, starting with a letter, e.g. check_order_status.',
	);
}

/** The names that many endpoints have, such as `orderNumber`. */
const CAMEL_CASE = /^[a-z][a-zA-Z0-9_]*$/;

/** Reads the name of a parameter as {@link readFunctionName} does, but leaves camelCase as it is. */
function readParameterName(row: ParameterGroup): string {
	const name = row.requireText('name');
	return CAMEL_CASE.test(name) ? name : readFunctionName(row);
}

/** The values that the agent takes from the response; {@link readResponseVariables} reads them. */
export const responseVariablesField: INodeProperties = rowsField(
	'Response Variables',
	'responseVariables',
	'Variable',
	'Values that the agent takes from the response',
	[
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. order_state',
			description: 'Name by which the agent knows the value',
		},
		{
			displayName: 'JSON Path',
			name: 'json_path',
			type: 'string',
			default: '',
			placeholder: 'e.g. $.order.state',
			description: 'Path of the value in the response',
		},
	],
);

/**
 * Reads the rows of {@link responseVariablesField}.
 * @throws InvalidParameterError for a variable without a name, or with the name of another one, or whose path is not
 * a JSON path.
 */
export function readResponseVariables(fields: ParameterGroup): IDataObject[] {
	const variables = fields.rows('responseVariables').map((row) => ({
		name: row.requireNonEmptyText('name', 'Enter the name of each response variable, or remove the row.'),
		json_path: readJsonPath(row),
	}));
	refuseRepeated(
		variables,
		fields.label('responseVariables'),
		'Give each response variable a name of its own.',
	);
	return variables;
}

/** Matches names and indexes, such as `order.lines[0].state`. */
const PATH_WITHOUT_ROOT = /^[a-z_]\w*(\.[a-z_]\w*|\[\d+\])*$/i;

/** Reads a JSON path, which starts at the root, `$`. If a path has only names and indexes, the root is added. */
function readJsonPath(row: ParameterGroup): string {
	const advice = 'Enter where each variable is in the response, e.g. $.order.state.';
	const path = row.requireNonEmptyText('json_path', advice);
	if (path.startsWith('$')) return path;
	if (PATH_WITHOUT_ROOT.test(path)) return `$.${path}`;
	throw new InvalidParameterError(`${row.label('json_path')} ${quote(path)} does not start with $`, advice);
}

/**
 * @param label The list in which each name may occur once.
 * @throws InvalidParameterError for a name that occurs more than once.
 */
function refuseRepeated(named: Array<{ name: string }>, label: string, advice: string): void {
	const names = named.map(({ name }) => name);
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return;
	throw new InvalidParameterError(`${label} has '${repeated}' more than once`, advice);
}
