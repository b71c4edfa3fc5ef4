import type { INodeProperties } from 'n8n-workflow';

import { authenticationField } from '../parameters/authenticationFields';
import { CHANNEL_OPTIONS } from '../conversation/conversation';
import { phoneNumberLocator } from '../parameters/fields';

const WHICH_TRIGGER =
	"Starts the workflow with the messages that are new at the 'Poll Times' above. To start at once, and when a call or a website chat ends, use the Voice Agent Trigger. Build the workflow with <b>Fetch Test Event</b>.";

/** The option for failed deliveries: its default, as in the panel, and its bounds. */
export const SENT_WITHIN_HOURS = { default: 24, min: 1, max: 72 } as const;

/** The panel. n8n puts the Poll Times above. */
export const pollingTriggerProperties: INodeProperties[] = [
	{
		displayName: WHICH_TRIGGER,
		name: 'whichTriggerNotice',
		type: 'notice',
		default: '',
	},
	authenticationField,
	{
		// Not 'Trigger On' or 'Event': n8n's node panel would drop 'Trigger' from the node's name, and its sign.
		displayName: 'Watch For',
		name: 'triggerOn',
		type: 'options',
		default: 'newMessages',
		options: [
			{
				name: 'Failed Deliveries',
				value: 'failedDeliveries',
				description: 'Messages you send that turn out not to arrive (status failed or undelivered)',
			},
			{
				name: 'New Messages',
				value: 'newMessages',
				description: 'Messages when they come in or go out',
			},
		],
		description: 'What starts the workflow, once for each message',
	},
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		default: 'inbound',
		displayOptions: { show: { triggerOn: ['newMessages'] } },
		options: [
			{ name: 'Any', value: 'any', description: 'Messages in both directions' },
			{ name: 'Inbound', value: 'inbound', description: 'Messages you receive' },
			{ name: 'Outbound', value: 'outbound', description: 'Messages you send' },
		],
		description: 'Messages you receive, messages you send, or both',
	},
	phoneNumberLocator({
		description:
			'Only messages from or to this number. For a business number of the chat app, enter its ID, which is digits only.',
		listPlaceholder: 'All numbers',
		required: false,
	}),
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
		default: 'any',
		options: [{ name: 'Any', value: 'any', description: 'SMS and chat-app messages' }, ...CHANNEL_OPTIONS],
		description: 'Channel of the messages. The format of your own number tells which it is.',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		displayOptions: { hide: { '/options.waitForPause': [{ _cnd: { exists: true } }] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Sent Within (Hours)',
				name: 'sentWithinHours',
				type: 'number',
				typeOptions: { minValue: SENT_WITHIN_HOURS.min, maxValue: SENT_WITHIN_HOURS.max },
				default: 24,
				displayOptions: { show: { '/triggerOn': ['failedDeliveries'] } },
				description:
					'How long after it was sent a message is watched. A delivery that fails later does not start the workflow.',
			},
			{
				displayName: 'Wait for Pause (Seconds)',
				name: 'waitForPause',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 600, numberPrecision: 0 },
				default: 10,
				displayOptions: { show: { '/triggerOn': ['newMessages'], '/direction': ['any', 'inbound'] } },
				description:
					'Returns one item for each conversation, with all its new messages, once the person has not written for this long. Checked at each poll. A person who never pauses is waited for ten times as long at most.',
			},
		],
	},
];
