import type { INodeProperties } from 'n8n-workflow';

/** In a notice the editor shows lists and links, and drops all other tags. */
const SET_UP_STEPS = [
	'<ul>',
	'<li>Copy the production webhook URL above.</li>',
	"<li>In the service's dashboard, open API Keys, edit your key and set it as webhook URL.</li>",
	'<li>Copy the signing secret (whsec_...) that appears there into the credential.</li>',
	'<li>Publish the workflow.</li>',
	'</ul>',
	'A key has one webhook URL: use a second key for the test URL. When several keys have one, each receives the events of the phone numbers it is scoped to.',
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
		options: [
			{
				name: 'Call Completed',
				value: 'call.completed',
				description: 'A call has ended and its transcript, summary and extracted data are ready',
			},
			{
				name: 'Chat Session Completed',
				value: 'chat.session.completed',
				description: 'A website chat was closed, or nobody wrote for 30 minutes',
			},
			{
				name: 'Chat-App Message Received',
				value: 'chatapp.received',
				description:
					'A chat-app message came in. Needs a Chat App Token in the credential; the agent does not answer it.',
			},
			{
				name: 'SMS Received',
				value: 'sms.received',
				description: 'An SMS has arrived at one of your numbers',
			},
			{
				name: 'SMS Sent',
				value: 'sms.sent',
				description: 'An SMS has gone out: by a person, the agent or the API',
			},
		],
		description: 'The events that start the workflow',
	},
	{
		displayName:
			'Chat-app messages carry no signature. In the dashboard, set the webhook URL of the chat-app account to the URL above followed by ?token= and the Chat App Token of the credential. The agent no longer answers messages to that number by itself.',
		name: 'chatAppNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: [{ _cnd: { includes: 'chatapp.received' } }] } },
	},
	{
		displayName: 'Acknowledge',
		name: 'acknowledge',
		type: 'options',
		default: 'onReceived',
		options: [
			{
				name: 'When Received',
				value: 'onReceived',
				description: 'As soon as n8n has stored the event',
			},
			{
				name: 'When the Workflow Has Finished',
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
					'Whether an event that arrives again ends without output. On unless Acknowledge waits for the workflow, where a repeated event is wanted.',
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
