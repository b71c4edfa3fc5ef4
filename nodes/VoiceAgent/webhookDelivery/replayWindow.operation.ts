import { SIGNED_EVENTS, toWireEventName } from '../../events/events';
import { REPLAY_FIELDS } from '../../service/undocumentedNames';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';
import { InvalidParameterError } from '../../parameters/invalidParameterError';

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
