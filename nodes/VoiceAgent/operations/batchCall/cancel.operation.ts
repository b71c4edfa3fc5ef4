import type { Operation } from '../define';

/** batch-calls, action cancel (interface sections 3 and 4). */
export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel batch call',
	participle: 'cancelled',
	description: 'Stop a call campaign. Calls in progress continue. This cannot be undone.',
	properties: [
		{
			displayName: 'Batch ID',
			name: 'batchId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 2b4d6f80-1a3c-4e5f-9b7d-0c2e4a6b8d1f',
			description: 'ID of the campaign',
			hint: 'The service has no list of campaigns. Batch Call > Create returns the ID as id.',
		},
	],
	timeout: 'quick',
	retry: {
		safe: false,
		ifUnknown: 'Cancel it once more: a campaign that is cancelled already stays so, and the service says it.',
	},
	ifNotFound: 'Check the Batch ID: it is the id that Batch Call > Create gives.',
	answer: { kind: 'record' },
	guardedFields: { action: 'Operation' },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'batch-calls',
			body: {
				action: 'cancel',
				batch_id: item.id('batchId', 'Enter the ID of a campaign, as Batch Call > Create gives it.'),
			},
		},
	}),
};
