import { REPLAY_FIELDS } from '../../service/undocumentedNames';
import { idField } from '../../parameters/fields';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';

/** Calls replay-webhook-delivery for one delivery. */
export const replayDelivery = defineOperation({
	value: 'replay',
	name: 'Replay',
	action: 'Replay webhook delivery',
	pastTense: 'replayed',
	description: 'Send an event again, exactly as it was first sent. Works with an API key only.',
	properties: [
		idField('deliveryId', 'Delivery ID', {
			description: 'ID of a delivery or of a dead-letter entry',
			example: '5a7e9c31-0d2b-4f86-b1a4-3c5d7e9f1b2a',
			whereToFind:
				'The dashboard lists the deliveries and dead letters with their IDs. Only those of your own API keys can be replayed.',
		}),
	],
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'The delivery log in the dashboard shows whether the event was sent again.',
	output: recordOutput(),
	request: ({ parameters }) =>
		post('replay-webhook-delivery', { [REPLAY_FIELDS.delivery]: parameters.id('deliveryId') }),
});
