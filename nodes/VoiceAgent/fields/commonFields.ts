import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { RETRY_LIMITS } from '../../service/retry';

export const DEFAULT_CONCURRENCY = 20;
const MAX_CONCURRENCY = 100;
export const DEFAULT_MAX_RETRIES = RETRY_LIMITS.maxRetries;

/** The fields that every operation gets beside its own. */
interface CommonFields {
	/** True if the panel gets Return All and Limit. */
	hasLimit: boolean;
	/** Simplify, and the fields for AI agents in its place. */
	fieldsOfOutput: INodeProperties[];
	/** The operation's own options. */
	options: INodeProperties[];
	/** The default of the option Timeout. */
	timeoutMs: number;
}

/** Returns all fields of an operation in the order of the panel: its own come first. */
export function withCommonFields(
	own: INodeProperties[],
	{ hasLimit, fieldsOfOutput, options, timeoutMs }: CommonFields,
): INodeProperties[] {
	const isCollection = ({ type }: INodeProperties) => type === 'collection';
	return [
		...own.filter((property) => !isCollection(property)),
		...(hasLimit ? [returnAllField, limitField] : []),
		...own.filter(isCollection),
		...fieldsOfOutput,
		optionsField([...options, ...commonOptions(timeoutMs)]),
	].map(withExample);
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

/** Builds the options that every operation has. */
const commonOptions = (timeoutMs: number): INodeProperties[] => [
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

/** Puts the example of a JSON field below it: such a field is never empty, and so shows no placeholder. */
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
