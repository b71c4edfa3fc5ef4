import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError, quoted } from './invalidParameterError';
import type { ParameterGroup } from './parameterGroup';
import { rows } from '../panel/rows';

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

/** The field, in a row about a parameter of a function, with what the agent asks the caller for. */
export const parameterDescriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. The order number',
	description: 'What the agent asks for',
};

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** Words with blanks between them, each of which may begin with a capital letter. */
const NAME_IN_WORDS = /^([a-z][a-z0-9_]*|[A-Z][a-z0-9_]*)(\s+[A-Z]?[a-z0-9_]+)*$/;

/**
 * Reads the name of a function or of one of its parameters. Words become snake_case, e.g.
 * `where_is_my_order` of `Where is my order`.
 * @throws InvalidParameterError for anything else that is not in snake_case.
 */
export function readFunctionName(fields: ParameterGroup): string {
	const name = fields.givenText('name');
	if (SNAKE_CASE.test(name)) return name;
	if (NAME_IN_WORDS.test(name)) return name.replace(/\s+/g, '_').toLowerCase();
	throw new InvalidParameterError(
		name === ''
			? `${fields.label('name')} is empty`
			: `${fields.label('name')} ${quoted(name)} is not in snake_case`,
		'Use small letters, digits and underscores, starting with a letter, e.g. check_order_status.',
	);
}

/** Says under which name the service knows a function, if it was entered in words. */
export function describeFunctionName(fields: ParameterGroup): { hint?: string } {
	const name = readFunctionName(fields);
	return name === fields.text('name')
		? {}
		: { hint: `The name of the function is '${name}', in snake_case.` };
}

/** The values that the agent takes from the response; {@link readResponseVariables} reads them. */
export const responseVariablesField: INodeProperties = rows(
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
 * @throws InvalidParameterError for a variable without a name, or with the name of another one, or whose path is
 * no JSON path.
 */
export function readResponseVariables(fields: ParameterGroup): IDataObject[] {
	const variables = fields.rows('responseVariables').map((row) => ({
		name: row.requiredText('name', 'Enter the name of each response variable, or remove the row.'),
		json_path: readJsonPath(row),
	}));
	refuseRepeated(
		variables.map(({ name }) => name),
		fields.label('responseVariables'),
		'Give each response variable a name of its own.',
	);
	return variables;
}

/** Names and indexes, such as `order.lines[0].state`. */
const PATH_WITHOUT_ROOT = /^[a-z_]\w*(\.[a-z_]\w*|\[\d+\])*$/i;

/** A JSON path starts at the root, `$`, which is added where a path has only names and indexes. */
function readJsonPath(row: ParameterGroup): string {
	const advice = 'Enter where each variable is in the response, e.g. $.order.state.';
	const path = row.requiredText('json_path', advice);
	if (path.startsWith('$')) return path;
	if (PATH_WITHOUT_ROOT.test(path)) return `$.${path}`;
	throw new InvalidParameterError(`${row.label('json_path')} ${quoted(path)} does not start with $`, advice);
}

/**
 * @param label The list in which each name may stand once.
 * @throws InvalidParameterError for a name that stands there more than once.
 */
export function refuseRepeated(names: string[], label: string, advice: string): void {
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return;
	throw new InvalidParameterError(`${label} has '${repeated}' more than once`, advice);
}
