import { REPLAY_FIELDS } from '../../../shared/wire/undocumentedNames';
import type { Operation } from '../define';

/** replay-webhook-delivery, one delivery (interface sections 4 and 6). */
export const replay: Operation = {
	value: 'replay',
	name: 'Replay',
	action: 'Replay webhook delivery',
	participle: 'replayed',
	description: 'Send an event again, exactly as it was first sent. Works with an API key only.',
	properties: [
		{
			displayName: 'Delivery ID',
			name: 'deliveryId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 5a7e9c31-0d2b-4f86-b1a4-3c5d7e9f1b2a',
			description: 'ID of a delivery or of a dead-letter entry',
			hint: 'The dashboard shows the IDs in its lists of deliveries and dead letters',
		},
	],
	timeout: 'provider',
	retry: {
		safe: false,
		ifUnknown: 'The delivery log in the dashboard shows whether the event was sent again.',
	},
	ifNotFound: 'Check the Delivery ID; only deliveries of your own API keys can be replayed.',
	answer: { kind: 'record' },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'replay-webhook-delivery',
			body: {
				[REPLAY_FIELDS.delivery]: item.id(
					'deliveryId',
					'Enter the ID of a delivery or of a dead letter from the dashboard.',
				),
			},
		},
	}),
};
