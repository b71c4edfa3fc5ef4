import type { INodeProperties } from 'n8n-workflow';

import { RETRY_LIMITS } from '../../service/retry';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import type { Item } from './item';
import { optionsField } from '../../parameters/fields';

export const DEFAULT_CONCURRENCY = 20;
const MAX_CONCURRENCY = 100;
export const DEFAULT_MAX_RETRIES = RETRY_LIMITS.maxRetries;

/** The fields that every operation gets besides its own. */
interface CommonFields {
	/** True if the panel gets Return All and Limit. */
	hasLimit: boolean;
	/** Simplify, and the fields for AI agents in its place. */
	simplifyProperties: INodeProperties[];
	/** The operation's own options. */
	options: INodeProperties[];
	/** The default of the option Timeout. */
	timeoutMs: number;
}

/** Returns all fields of an operation in the order of the panel: its own, then Return All and Limit, then collections. */
export function withCommonFields(
	properties: INodeProperties[],
	{ hasLimit, simplifyProperties, options, timeoutMs }: CommonFields,
): INodeProperties[] {
	const isCollection = ({ type }: INodeProperties) => type === 'collection';
	return [
		...properties.filter((property) => !isCollection(property)),
		...(hasLimit ? [returnAllField, limitField] : []),
		...properties.filter(isCollection),
		...simplifyProperties,
		optionsField(sortOptions([...options, ...commonOptions(timeoutMs)])),
	];
}

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

const ADDITIONAL_BODY_FIELDS = 'Additional Body Fields';

export const ADDITIONAL_BODY_FIELDS_LABEL = `'${ADDITIONAL_BODY_FIELDS}'`;

/** Builds the options that every operation has. */
const commonOptions = (timeoutMs: number): INodeProperties[] => [
	{
		displayName: ADDITIONAL_BODY_FIELDS,
		name: 'additionalBodyFields',
		type: 'json',
		default: '{}',
		hint: 'Example: { "field_name": "value" }',
		description:
			'A JSON object to merge into the request, for fields that this node does not have or that your account names differently. Fields that the node checks or counts cannot be replaced.',
	},
	{
		displayName: 'Parallel Requests',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
		default: DEFAULT_CONCURRENCY,
		description:
			'How many requests to send at the same time. The node slows down when the service asks it to. The value of the first item applies.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: DEFAULT_MAX_RETRIES,
		description:
			'How many times to retry a request. A request that must not be carried out twice is retried only if the service did not accept it.',
	},
	{
		displayName: 'Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600_000 },
		default: timeoutMs,
		description:
			'How long a single attempt may take, including the login. The download of a file may take ten times as long.',
	},
];

/** Sorts options by their labels, and puts those that depend on another option below it. */
function sortOptions(options: INodeProperties[]): INodeProperties[] {
	const sorted = [...options].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const findParent = ({ displayOptions }: INodeProperties) =>
		sorted.find(({ name }) => Object.hasOwn(displayOptions?.show ?? {}, name));
	return sorted
		.filter((option) => !findParent(option))
		.flatMap((parent) => [parent, ...sorted.filter((option) => findParent(option) === parent)]);
}

/** The names of a record's fields, by the kinds of output that have them. */
export interface OutputFieldNames {
	/** The fields that Simplify keeps, at most ten, the ID first; without them there is no Simplify. */
	simplified?: readonly string[];
	/** The other fields that the service documents, which an AI agent may be given as well. */
	otherFields?: readonly string[];
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

/** How labels spell some words of field names. */
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
export function simplifyProperties({ simplified, otherFields = [] }: OutputFieldNames): INodeProperties[] {
	if (!simplified) return [];
	return [
		{ ...simplifyField, displayOptions: { hide: { '@tool': [true] } } },
		{ ...outputField, displayOptions: { show: { '@tool': [true] } } },
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			options: [...simplified.slice(1), ...otherFields]
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
	// n8n lets a tool run whose node was saved without the parameter Output. Simplify decides then.
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
