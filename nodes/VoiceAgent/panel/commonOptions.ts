import type { INodeProperties } from 'n8n-workflow';

import { TIMEOUTS, type TimeoutKind } from '../../shared/service/timeouts';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_RETRIES } from '../execution/plan';

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
				'How many requests may be under way at once. The node slows down by itself when the service asks for it. The value of the first item counts.',
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
			typeOptions: { minValue: 1, maxValue: 3_600_000 },
			default: milliseconds,
			description:
				'How long one try of a request may take in full, in milliseconds. Logging in and downloading a file count as well.',
		},
	];
}
