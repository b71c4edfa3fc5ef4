import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { TIMEOUTS, type TimeoutKind } from '../../shared/service/timeouts';
import type { ItemInput } from '../execution/itemInput';

export const DEFAULT_CONCURRENCY = 20;
export const DEFAULT_MAX_RETRIES = 3;

/** The options that every operation has, below its own. */
export function commonOptions(timeout: TimeoutKind): INodeProperties[] {
	const milliseconds = TIMEOUTS[timeout];
	return [
		{
			displayName: 'Additional Body Fields',
			name: 'additionalBodyFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "field_name": "value" }',
			description:
				'A JSON object that is merged into the request last, for fields that this node does not know or that your account names differently',
		},
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
			default: DEFAULT_CONCURRENCY,
			description:
				'How many requests may be under way at once. The node slows down by itself when the service asks for it.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 10 },
			default: DEFAULT_MAX_RETRIES,
			description:
				'How often to repeat a request that could not be carried out. What must not happen twice is repeated only when the service did not take it.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: milliseconds,
			description: 'How long to wait for an answer, in milliseconds',
		},
	];
}

/** Whole number within bounds, or the default when it was not set. */
function wholeNumber(
	input: ItemInput,
	name: string,
	label: string,
	low: number,
	high: number,
	otherwise: number,
) {
	const value = input.collection('options')[name] ?? otherwise;
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high)
		return number;
	throw input.refusal(`${label} is out of range`, `Enter a whole number from ${low} to ${high}.`);
}

export const concurrencyOf = (input: ItemInput): number =>
	wholeNumber(input, 'concurrency', 'Concurrency', 1, 100, DEFAULT_CONCURRENCY);

export const maxRetriesOf = (input: ItemInput): number =>
	wholeNumber(input, 'maxRetries', 'Max Retries', 0, 10, DEFAULT_MAX_RETRIES);

/** In milliseconds. */
export const timeoutOf = (input: ItemInput, kind: TimeoutKind): number =>
	wholeNumber(input, 'timeout', 'Timeout', 1, 3_600_000, TIMEOUTS[kind]);

export const additionalBodyFieldsOf = (input: ItemInput): IDataObject =>
	input.plainObject(input.collection('options').additionalBodyFields, 'Additional Body Fields') ?? {};
