import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { EVENTS, UNSIGNED_EVENT } from '../shared/wire/events';

/** In a notice the editor shows lists and links, and drops all other tags: a list without bullets is a line of its own. */
const SET_UP_STEPS = [
	'<ul>1. Copy the Production URL above.</ul>',
	"<ul>2. In the service's dashboard, open API Keys, edit your key and set this URL as its webhook URL.</ul>",
	'<ul>3. Copy the signing secret (whsec_...) that the dashboard shows into the credential.</ul>',
	'<ul>4. Publish the workflow.</ul>',
	'A key has one webhook URL: use a second key for the Test URL. When several keys have one, each receives the events of the phone numbers it is scoped to.',
	' If the service cannot reach n8n, use the Voice Agent Message Trigger: it needs no webhook URL.',
].join('');

/** The second half of the set-up, which applies to chat-app messages only. */
const CHAT_APP_STEPS = [
	'Chat-app messages carry no signature and go to another URL:',
	'<ul>1. Enter a random text of at least 16 letters and digits as Chat App Token in the credential.</ul>',
	"<ul>2. In the service's dashboard, set the webhook URL of the chat-app account to the Production URL followed by ?token= and that text.</ul>",
	'The agent then no longer answers messages to that number by itself.',
].join('');

const NOTHING_ARRIVES =
	"<b>Nothing arrives?</b> Open Deliveries in the service's dashboard: 401 means that the signing secret in the credential is not that of the key, 404 that the workflow is not listening or not published.";

/** What the editor says beside the parameters until there is an event. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive an event from the voice-agent service',
	executionsHelp: {
		inactive: `<b>While you build the workflow</b>, set the Test URL as webhook URL of an API key, start listening, and make an event happen. The execution shows up in this editor.<br /><br /><b>Once it works</b>, set the Production URL and <a data-key="activate">publish</a> the workflow. Executions then show up in the <a data-key="executions">executions list</a>, but not here.<br /><br />${NOTHING_ARRIVES}`,
		active: `<b>This workflow is published</b>: events that are sent to the Production URL run it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, set the Test URL as webhook URL of a second API key, start listening, and make an event happen. The execution shows up in this editor.<br /><br />${NOTHING_ARRIVES}`,
	},
	activationHint: {
		inactive:
			'Once the workflow works, set the Production URL as webhook URL of the API key and publish the workflow. It then runs on each event without this button.',
		active: 'Events that are sent to the Production URL run this workflow too, but do not show up here.',
	},
};

/** The trigger's parameters. */
export const properties: INodeProperties[] = [
	{
		displayName: SET_UP_STEPS,
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['sms.received'],
		options: EVENTS.map(({ value, name, description }) => ({ value, name, description })),
		description: 'The events that start the workflow',
	},
	{
		displayName: CHAT_APP_STEPS,
		name: 'chatAppNotice',
		type: 'notice',
		default: '',
		// n8n shows it when the selection holds any of these; its condition `includes` wants all that is selected to match.
		displayOptions: { show: { events: [UNSIGNED_EVENT] } },
	},
	{
		displayName: 'Respond',
		name: 'acknowledge',
		type: 'options',
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
				description: 'After the workflow has finished. If it does not, the service sends the event again.',
			},
		],
		description: 'When to confirm the event to the service',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				default: true,
				description:
					'Whether to end without output when an event arrives again. On by default, unless Respond is When Last Node Finishes, where repeats are wanted.',
			},
			{
				displayName: 'Deduplication Field',
				name: 'deduplicationField',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.message_id',
				description:
					'Path of the payload field that identifies an event. If empty, events with the same body are the same.',
			},
			{
				displayName: 'Deduplication Window',
				name: 'deduplicationWindow',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100000 },
				default: 1000,
				description: 'How many past events to remember',
			},
			{
				displayName: 'Replies to Send and Wait',
				name: 'replies',
				type: 'options',
				default: 'resume',
				options: [
					{
						name: 'Resume',
						value: 'resume',
						description: 'The execution that asked goes on, and this workflow does not start',
					},
					{
						name: 'Resume and Start',
						value: 'resumeAndStart',
						description: 'The execution that asked goes on, and this workflow starts as well',
					},
				],
				description:
					'What to do with a chat-app message that answers Send and Wait for Reply. When no execution waits for it any more, it starts this workflow like any other message.',
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
						description: 'Confirm them to the service without starting the workflow',
					},
					{ name: 'Pass On', value: 'passOn', description: 'Start the workflow with the event "unknown"' },
				],
				description: 'What to do with signed events of a kind that this version does not know',
			},
		],
	},
];
