import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { withNativeResolvers } from '../n8n/webhook';
import { rowsField, optionsField } from '../parameters/fields';
import { EVENTS, MESSAGE_EVENTS, SIGNED_EVENTS, CHAT_APP_RECEIVED } from '../events/events';
import { RECORD_FIELDS } from '../events/recordFields';

/**
 * Numbers the steps of a notice. In a notice the editor shows lists and links, and drops all other tags: a list
 * without bullets is a line of its own.
 */
const numberSteps = (steps: string[]): string =>
	steps.map((step, index) => `<ul>${index + 1}. ${step}</ul>`).join('');

const DOCS_URL = 'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs';

const linkTo = (page: string, text: string): string =>
	`<a href="${DOCS_URL}/${page}" target="_blank">${text}</a>`;

const SIGNED_EVENT_STEPS = numberSteps([
	// n8n has the URLs in a section that is collapsed and opens on the Test URL.
	"In the dashboard, set the Test URL (under 'Webhook URLs') on your API key.",
	"Copy the 'Signing Secret' to the credential.",
	`${linkTo('trigger.md', 'Test')} with an event, or build with a ${linkTo('sample-events.md', 'sample event')}.`,
	'Publish, and set the Production URL in place of the Test URL.',
]);

const CHAT_APP_STEPS = numberSteps([
	`Enter a 'Chat App Token' in the credential. ${linkTo('trigger.md#chat-app-messages', 'Why a token?')}`,
	'Add ?token= and that token to the Test URL.',
	"Set it on the dashboard's chat-app account, and test.",
	'Publish, and set the Production URL in the same way.',
]);

/** The events of messages that a person has written. */
const RECEIVED_EVENTS = [...MESSAGE_EVENTS.keys()].filter(
	(event) => MESSAGE_EVENTS.get(event)?.direction === 'inbound',
);

const SIGNED_EVENT_VALUES = SIGNED_EVENTS.map(({ value }) => value);

const NOTHING_ARRIVES =
	"<b>Nothing arrives?</b> Open Deliveries in the service's dashboard: 401 means that the signing secret or the token is not the one in the credential, 404 that the workflow is not listening or not published.";

/** The texts that the editor shows beside the parameters until the first event arrives. */
export const eventTriggerPanel: TriggerPanelDefinition = {
	header: 'Receive an event from the voice-agent service',
	executionsHelp: {
		inactive: `<b>While you build the workflow</b>, set the Test URL as the webhook URL of an API key or of the chat-app account, start listening, and make an event happen. The execution shows up in this editor.<br /><br /><b>Once it works</b>, <a data-key="activate">publish</a> the workflow, and set the Production URL in place of the Test URL. A workflow whose URL was there before gets no more events. Executions then show up in the <a data-key="executions">executions list</a>, but not here.<br /><br />${NOTHING_ARRIVES}`,
		active: `<b>This workflow is published</b>: events that are sent to the Production URL run it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, set the Test URL as the webhook URL of a second API key, start listening, and make an event happen. The execution shows up in this editor.<br /><br />${NOTHING_ARRIVES}`,
	},
	activationHint: {
		inactive:
			'Once the workflow works, publish it and set the Production URL in place of the Test URL. It then runs on each event without this button.',
		active: 'Events that are sent to the Production URL run this workflow too, but do not show up here.',
	},
};

/** The number of past events among which a repetition is found, unless the option says otherwise. */
export const DEFAULT_DEDUPLICATION_WINDOW = 1_000;

const RECORD_LABELS = { call: 'Call', chat: 'Chat', message: 'Message' } as const;

/** The fields whose path an account can name, such as `call.contact`, in alphabetical order. */
const RECORD_FIELD_CHOICES = (['call', 'chat', 'message'] as const)
	.flatMap((record) =>
		Object.entries(RECORD_FIELDS[record]).map(([name, { label }]) => ({
			name: `${RECORD_LABELS[record]}: ${label}`,
			value: `${record}.${name}`,
		})),
	)
	.sort((one, other) => (one.name < other.name ? -1 : 1));

/** The trigger's options. */
const eventTriggerOptions: INodeProperties[] = [
	{
		displayName: 'Event ID Field',
		name: 'deduplicationField',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.message_id',
		description: 'Path of the payload field that identifies an event. Leave empty to compare the whole body.',
	},
	{
		displayName: 'Events to Remember',
		name: 'deduplicationWindow',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100000 },
		default: DEFAULT_DEDUPLICATION_WINDOW,
		description: 'How many past events an event is compared with',
	},
	{
		displayName: 'Ignore Repeated Events',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description:
			"Whether to ignore an event that arrives again. Off by default when 'Respond' is 'When Last Node Finishes', so that a retry runs the workflow.",
	},
	rowsField(
		'Field Paths',
		'fieldPaths',
		'Field Path',
		"Where your account has the fields of 'call', 'message' and 'chat' in the payload. Needed only for fields that do not come out by themselves.",
		[
			{
				displayName: 'Field',
				name: 'field',
				type: 'options',
				default: 'call.contact',
				options: RECORD_FIELD_CHOICES,
				description: 'The field of the output',
			},
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.caller.phone',
				description: "Path of the payload field that holds it, without 'payload' at its beginning",
			},
		],
	),
	{
		displayName: 'Replies to Send and Wait',
		name: 'replies',
		type: 'options',
		default: 'resume',
		options: [
			{
				name: 'Resume',
				value: 'resume',
				description: 'Resume the execution that asked, without starting this workflow',
			},
			{
				name: 'Resume and Start',
				value: 'resumeAndStart',
				description: 'Resume the execution that asked, and start this workflow as well',
			},
		],
		description:
			'What to do with a chat-app message that answers Send and Wait. If no execution is waiting for it, it starts this workflow like any other message.',
	},
	{
		displayName: 'Separate Outputs',
		name: 'separateOutputs',
		type: 'boolean',
		default: false,
		description: 'Whether to give each selected event its own output',
	},
	{
		displayName: 'Unknown Events',
		name: 'unknownEvents',
		type: 'options',
		default: 'drop',
		options: [
			{
				name: 'Drop',
				value: 'drop',
				description: 'Acknowledge them without starting the workflow',
			},
			{ name: 'Pass On', value: 'passOn', description: 'Start the workflow with the event "unknown"' },
		],
		description: 'What to do with signed events that this version of the node does not know',
	},
	{
		displayName: 'Wait for Pause (Seconds)',
		name: 'waitForPause',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 60, numberPrecision: 0 },
		default: 5,
		displayOptions: { show: { '/events': RECEIVED_EVENTS } },
		description:
			'For SMS and chat-app messages received: returns one item with all that the person has written, once they have not written for this long. Opt-outs are not held back.',
	},
];

/** The trigger's parameters. */
export const eventTriggerProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['sms.received'],
		options: EVENTS.map(({ value, name, action, description }) => ({ value, name, action, description })),
	},
	// n8n shows a notice if any of its events is selected, since its condition `includes` would require every selected
	// event to match. Both notices at once would be more than a person takes in at a glance, so only the first is shown
	// then: publishing says what is missing.
	{
		displayName: SIGNED_EVENT_STEPS,
		name: 'setUpNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: SIGNED_EVENT_VALUES } },
	},
	{
		displayName: CHAT_APP_STEPS,
		name: 'chatAppNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: [CHAT_APP_RECEIVED] }, hide: { events: SIGNED_EVENT_VALUES } },
	},
	{
		displayName: 'Respond',
		name: 'acknowledge',
		type: 'options',
		// n8n reads it before it calls the node, and gives an expression no variables then.
		noDataExpression: true,
		default: 'onReceived',
		options: [
			{
				name: 'Immediately',
				value: 'onReceived',
				description: 'As soon as n8n has stored the event',
			},
			{
				name: 'When Last Node Finishes',
				value: 'lastNode',
				description: 'After the workflow has finished. If it fails, the service sends the event again.',
			},
		],
		description: 'When to acknowledge the event',
	},
	optionsField(eventTriggerOptions),
];

/**
 * The answer of n8n to the service: at once, or empty once the workflow has ended. n8n reads it before it calls
 * the node, which then refuses any other value.
 */
export const WEBHOOK_RESPONSE = withNativeResolvers({
	responseMode: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "lastNode" : "onReceived" }}',
		resolve: ({ acknowledge }) => (String(acknowledge).trim() === 'lastNode' ? 'lastNode' : 'onReceived'),
	},
	// Empty: n8n then answers with what the trigger returns and not with text of its own.
	responseData: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "noData" : "" }}',
		resolve: ({ acknowledge }) => (String(acknowledge).trim() === 'lastNode' ? 'noData' : ''),
	},
});
