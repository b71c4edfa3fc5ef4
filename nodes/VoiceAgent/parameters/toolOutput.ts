import type { INodeProperties } from 'n8n-workflow';

import type { ParameterGroup } from '../../shared/parameters/parameterGroup';
import type { Item } from './item';

/**
 * The fields of a record: those that Simplify keeps, at most ten, the ID first,
 * and the others that the interface names.
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

/** The words of field names that are written otherwise in a label. */
const LABEL_WORDS: Readonly<Record<string, string>> = {
	ai: 'AI',
	http: 'HTTP',
	id: 'ID',
	llm: 'LLM',
	ms: '(Ms)',
	sid: 'SID',
	url: 'URL',
};

/** A label such as `From Number` for `from_number`. */
const labelFor = (field: string): string =>
	field
		.split('_')
		.map((word) => LABEL_WORDS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
		.join(' ');

/**
 * Simplify, and in its place Output where an AI agent uses the node, as n8n's guidelines ask. A tool that was
 * saved with Simplify off keeps it, hidden, and so its Output begins as Raw.
 */
export function outputFields({ simplified, others }: RecordFields): INodeProperties[] {
	return [
		{ ...simplifyField, displayOptions: { hide: { '@tool': [true] } } },
		{ ...simplifyField, type: 'hidden', displayOptions: { show: { '@tool': [true] } } },
		{ ...outputField, displayOptions: { show: { '@tool': [true], simplify: [true] } } },
		{ ...outputField, displayOptions: { show: { '@tool': [true], simplify: [false] } }, default: 'raw' },
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

/** The fields to return, in the order in which they are put out; undefined for all that the service sent. */
export function readOutputFields(
	{ parameters, context, isForAgent }: Pick<Item, 'parameters' | 'context' | 'isForAgent'>,
	simplified: readonly string[],
): readonly string[] | undefined {
	const { parameters: typed } = context.getNode();
	const hasOutput = isForAgent && Object.hasOwn(typed, 'output');
	const output = hasOutput ? parameters.choice('output') : 'simplified';
	if (output === 'selectedFields') return [...simplified.slice(0, 1), ...readSelectedFields(parameters)];
	// For a tool that was saved with an expression for Simplify, before there was Output, n8n fills in Raw.
	const isSimplifyTyped = typeof typed.simplify === 'string' && typed.simplify.startsWith('=');
	const readsSimplify = !hasOutput || (output === 'raw' && isSimplifyTyped);
	const isSimplified = readsSimplify ? parameters.boolean('simplify') : output === 'simplified';
	return isSimplified ? simplified : undefined;
}

/** @throws InvalidParameterError for an expression without a value, or one that names another field. */
function readSelectedFields(parameters: ParameterGroup): string[] {
	parameters.requireValue('outputFields');
	return parameters.severalChoices('outputFields');
}
