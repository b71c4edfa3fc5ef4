import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { TIMEOUT_MS, type TimeoutKind } from '../../shared/client/timing';
import { describeWhereToFind, isIdField } from '../../shared/panel/idFields';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_MAX_RETRIES,
	MAX_CONCURRENCY,
	type Operation,
	type OperationDefinition,
} from '../operation';
import { outputFields } from '../parameters/toolOutput';

/**
 * Completes an operation with the fields that its output brings, the common
 * options and a message for an unknown ID.
 */
export function defineOperation({
	properties,
	options = [],
	timeout = 'quick',
	...parts
}: OperationDefinition): Operation {
	const { output } = parts;
	const id = properties.find(isIdField);
	const collections = properties.filter(({ type }) => type === 'collection');
	return {
		...(id && { ifNotFound: `Check '${id.displayName}'. ${describeWhereToFind(id)}` }),
		...parts,
		timeout,
		properties: [
			...properties.filter((property) => !collections.includes(property)),
			...(output.kind === 'list' && output.limitedBy !== 'request' ? [returnAllField, limitField] : []),
			...collections,
			...(output.kind !== 'deleted' && output.simplified
				? outputFields({ simplified: output.simplified, others: output.otherFields ?? [] })
				: []),
			optionsField([...options, ...commonOptions(timeout)]),
		].map(withExample),
	};
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

const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: sortOptions(options),
});

/** The options that every operation has. */
function commonOptions(timeout: TimeoutKind): INodeProperties[] {
	const timeoutMs = TIMEOUT_MS[timeout];
	return [
		{
			displayName: 'Additional Body Fields',
			name: 'additionalBodyFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "field_name": "value" }',
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
			description: 'How long a single attempt may take, including the login and the download of a file',
		},
	];
}

/** Sorts options by their labels, and puts those that depend on another option below it. */
function sortOptions(options: INodeProperties[]): INodeProperties[] {
	const sorted = [...options].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const findParent = ({ displayOptions }: INodeProperties) =>
		sorted.find(({ name }) => Object.hasOwn(displayOptions?.show ?? {}, name));
	return sorted
		.filter((option) => !findParent(option))
		.flatMap((parent) => [parent, ...sorted.filter((option) => findParent(option) === parent)]);
}

/** A JSON field is never empty, so that its placeholder would not be seen: the example goes below it. */
function withExample(property: INodeProperties): INodeProperties {
	if (property.type === 'collection') {
		return { ...property, options: (property.options as INodeProperties[]).map(withExample) };
	}
	if (property.type === 'fixedCollection') {
		const groups = property.options as INodePropertyCollection[];
		return {
			...property,
			options: groups.map((group) => ({ ...group, values: group.values.map(withExample) })),
		};
	}
	if (property.type !== 'json' || property.hint) return property;
	return { ...property, hint: `Example: ${(property.placeholder ?? '').replace(/^e\.g\. /, '')}` };
}
