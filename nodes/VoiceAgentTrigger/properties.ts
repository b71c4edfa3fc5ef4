import type { INodeProperties } from 'n8n-workflow';

import { EVENTS, UNSIGNED_EVENT } from '../shared/wire/events';

/** In a notice the editor shows lists and links, and drops all other tags. */
const SET_UP_STEPS = [
	'<ul>',
	'<li>Copy the production webhook URL above.</li>',
	"<li>In the service's dashboard, open API Keys, edit your key and set it as webhook URL.</li>",
	'<li>Copy the signing secret (whsec_...) that appears there into the credential.</li>',
	'<li>Publish the workflow.</li>',
	'</ul>',
	'A key has one webhook URL: use a second key for the test URL. When several keys have one, each receives the events of the phone numbers it is scoped to.',
	' If the service cannot reach n8n, use the Voice Agent Message Trigger: it needs no webhook URL.',
].join('');

/** The trigger's panel. */
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
		displayName:
			'Chat-app messages carry no signature. In the dashboard, set the webhook URL of the chat-app account to the URL above followed by ?token= and the Chat App Token of the credential. The agent no longer answers messages to that number by itself.',
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
				description: 'The service sends the event again when the workflow does not get to its end',
			},
		],
		description: 'When to tell the service that the event has been taken',
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
					'Whether an event that arrives again ends without output. On unless Respond is When Last Node Finishes, where a repeated event is wanted.',
			},
			{
				displayName: 'Deduplication Field',
				name: 'deduplicationField',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.message_id',
				description:
					'Path of the payload field that names an event. When empty, events are the same when their bodies are.',
			},
			{
				displayName: 'Deduplication Window',
				name: 'deduplicationWindow',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100000 },
				default: 1000,
				description: 'How many events back a repeated one is recognized',
			},
			{
				displayName: 'Separate Outputs',
				name: 'separateOutputs',
				type: 'boolean',
				default: false,
				description: 'Whether each selected event has an output of its own',
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
						description: 'Take them from the service, but do not start the workflow',
					},
					{ name: 'Pass On', value: 'passOn', description: 'Start the workflow with the event "unknown"' },
				],
				description: 'What to do with signed events of a kind that this version does not know',
			},
		],
	},
];
