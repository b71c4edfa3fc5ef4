import type { INodeProperties } from 'n8n-workflow';

import { TIMEOUTS, type TimeoutKind } from '../../shared/client/timeouts';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_RETRIES } from '../run/plan';

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
				'A JSON object to merge into the request, for fields that this node does not have or that your account names differently. Fields that the node checks or counts cannot be replaced.',
		},
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
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
				'How many times to retry a request. What must not happen twice is retried only if the service did not accept it.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3_600_000 },
			default: milliseconds,
			description:
				'How long a single attempt may take, in milliseconds, including the log-in and the download of a file',
		},
	];
}
