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

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** @throws InvalidParameterError for a name that is not in snake_case. */
export function readFunctionName(fields: ParameterGroup): string {
	const name = fields.text('name');
	if (SNAKE_CASE.test(name)) return name;
	throw new InvalidParameterError(
		name === ''
			? `${fields.label('name')} is empty`
			: `${fields.label('name')} ${quoted(name)} is not in snake_case`,
		'Use small letters, digits and underscores, starting with a letter, e.g. check_order_status.',
	);
}

/** The values that the agent takes from the response; {@link readResponseVariable} reads a row. */
export const responseVariablesField: INodeProperties = rows(
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
			description: 'Path of the value in the response',
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
);

/** @throws InvalidParameterError for a variable without a name or a path. */
export const readResponseVariable = (row: ParameterGroup): IDataObject => ({
	name: row.requiredText('name', 'Enter the name of each response variable, or remove the row.'),
	json_path: row.requiredText(
		'json_path',
		'Enter where each variable is in the response, e.g. $.order.state.',
	),
});
