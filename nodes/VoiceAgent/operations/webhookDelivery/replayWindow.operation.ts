import { SIGNED_EVENTS, toWireEventName } from '../../../shared/wire/events';
import { REPLAY_FIELDS } from '../../../shared/wire/undocumentedNames';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

/** replay-webhook-delivery, a window of time (interface sections 4 and 6). */
export const replayDeliveries = defineOperation({
	value: 'replayWindow',
	name: 'Replay Window',
	action: 'Replay window of webhook deliveries',
	participle: 'replayed',
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
	ifOutcomeUnknown: 'The delivery log in the dashboard shows which events were sent again.',
	output: record(),
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
