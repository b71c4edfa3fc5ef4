import { SIGNED_EVENTS, toWireEventName } from '../../events/events';
import { idField } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { post } from '../../service/request';
import { REPLAY_FIELDS } from '../../service/undocumentedNames';
import { defineOperation, recordOutput } from '../operation';

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

/** Calls replay-webhook-delivery for a window of time. */
export const replayDeliveryWindow = defineOperation({
	value: 'replayWindow',
	name: 'Replay Window',
	action: 'Replay window of webhook deliveries',
	pastTense: 'replayed',
	description:
		'Send the events of one kind from a time window again, at most 500. Works with an API key only.',
	properties: [
		{
			displayName: 'Event',
			name: 'eventType',
			type: 'options',
			options: SIGNED_EVENTS.map(({ value, name }) => ({ name, value })),
			default: 'sms.received',
			description:
				'The kind of event to send again. Chat-app messages are not sent to API keys and cannot be replayed.',
		},
		{
			displayName: 'From',
			name: 'startTime',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'Start of the window, in the time zone of the workflow unless the value names another',
		},
		{
			displayName: 'To',
			name: 'endTime',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'End of the window, in the time zone of the workflow unless the value names another',
		},
	],
	timeout: 'long',
	idempotent: false,
	adviceWhenUnknown: 'The delivery log in the dashboard shows which events were sent again.',
	output: recordOutput(),
	request({ parameters, connection }) {
		const from = parameters.dateTime('startTime');
		const to = parameters.dateTime('endTime');
		if (from >= to) {
			throw new InvalidParameterError(
				"'From' must be earlier than 'To'",
				"Enter a time in 'To' that is after 'From'.",
			);
		}
		return post('replay-webhook-delivery', {
			[REPLAY_FIELDS.event]: toWireEventName(parameters.choice('eventType'), connection.chatAppName),
			[REPLAY_FIELDS.from]: from,
			[REPLAY_FIELDS.to]: to,
		});
	},
});
