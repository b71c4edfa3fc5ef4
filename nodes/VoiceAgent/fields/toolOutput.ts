import type { INodeProperties } from 'n8n-workflow';

import type { ParameterGroup } from '../../parameters/parameterGroup';
import type { Item } from './item';

/**
 * The fields of a record: those that Simplify keeps, at most ten, the ID first,
 * and the others that the service documents.
 */
interface RecordFields {
	simplified: readonly string[];
	others: readonly string[];
}

const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'The ID and the fields you choose' },
		{ name: 'Simplified', value: 'simplified', description: 'The fields that are used most' },
	],
	default: 'simplified',
	description: 'What the AI agent gets of each record. Fewer fields leave it more room to think.',
};

/** The spelling in labels of some words of field names. */
const LABEL_WORDS: Readonly<Record<string, string>> = {
	ai: 'AI',
	http: 'HTTP',
	id: 'ID',
	llm: 'LLM',
	ms: '(Ms)',
	sid: 'SID',
	url: 'URL',
};

/** Returns a label such as `From Number` for `from_number`. */
const labelFor = (field: string): string =>
	field
		.split('_')
		.map((word) => LABEL_WORDS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
		.join(' ');

/** Builds Simplify, and Output in its place where an AI agent uses the node, as n8n's guidelines ask. */
export function outputFields({ simplified, others }: RecordFields): INodeProperties[] {
	return [
		{ ...simplifyField, displayOptions: { hide: { '@tool': [true] } } },
		{ ...outputField, displayOptions: { show: { '@tool': [true] } } },
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			options: [...simplified.slice(1), ...others]
				.map((field) => ({ name: labelFor(field), value: field }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'The fields that the AI agent gets besides the ID',
		},
	];
}

/** Reads which fields to return, in the order of the output; undefined for all fields that the service sent. */
export function readOutputFields(
	{ parameters, context, isToolCall }: Pick<Item, 'parameters' | 'context' | 'isToolCall'>,
	simplified: readonly string[],
): readonly string[] | undefined {
	// n8n reports some runs of a tool whose node has no Output.
	if (!isToolCall || !Object.hasOwn(context.getNode().parameters, 'output')) {
		return parameters.boolean('simplify') ? simplified : undefined;
	}
	const output = parameters.choice('output');
	if (output === 'selectedFields') return [...simplified.slice(0, 1), ...readSelectedFields(parameters)];
	return output === 'raw' ? undefined : simplified;
}

/** Reads the chosen fields. @throws InvalidParameterError for an expression without a value, or with another field. */
function readSelectedFields(parameters: ParameterGroup): string[] {
	parameters.requireValue('outputFields');
	return parameters.choices('outputFields');
}
