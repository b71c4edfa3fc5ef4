import type { IPollFunctions, INodeProperties } from 'n8n-workflow';

import type { CredentialType } from '../service/credentials';
import {
	readAuthentication,
	authenticationField,
	phoneNumberLocator,
	optionsField,
} from '../parameters/fields';
import { ParameterGroup } from '../parameters/parameterGroup';
import { CHANNEL_OPTIONS } from '../messages/conversation';
import type { Message } from '../messages/message';
import { comparableNumber } from '../numbers/spellings';

const NEW_MESSAGES_NOTICE =
	"Starts the workflow with the messages that are new at the 'Poll Times' above. To start at once, and when a call or a website chat ends, use the Voice Agent Trigger. Build the workflow with <b>Fetch Test Event</b>.";

const FAILED_DELIVERIES_NOTICE =
	"Starts the workflow with each message of yours that turns out not to have arrived. Its delivery is looked up at the 'Poll Times' above. Build the workflow with <b>Fetch Test Event</b>.";

/** The option for failed deliveries: its default, as in the panel, and its bounds. */
const SENT_WITHIN_HOURS = { default: 24, min: 1, max: 72 } as const;

/** The panel. n8n puts the Poll Times above. */
export const pollingTriggerProperties: INodeProperties[] = [
	{
		displayName: NEW_MESSAGES_NOTICE,
		name: 'whichTriggerNotice',
		type: 'notice',
		default: '',
		displayOptions: { hide: { triggerOn: ['failedDeliveries'] } },
	},
	{
		displayName: FAILED_DELIVERIES_NOTICE,
		name: 'failedDeliveriesNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { triggerOn: ['failedDeliveries'] } },
	},
	authenticationField,
	{
		// With the label 'Trigger On' or 'Event', n8n's node panel would drop 'Trigger' from the node's name, and the sign of a trigger.
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
	optionsField([
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
	]),
];

/** The messages that start the workflow. */
export interface Filters {
	/** `inbound`, `outbound` or `any`. */
	direction: string;
	/** The number in the form that list-messages takes; empty for all numbers. */
	phoneNumber: string;
	/** `sms`, `chatapp` or `any`. */
	channel: string;
}

/** The values of the panel. */
export interface Settings {
	authentication: CredentialType;
	/** True for Failed Deliveries, false for New Messages. */
	triggersOnFailedDeliveries: boolean;
	filters: Filters;
	/** The time for which messages are watched for failed deliveries; 1 to 72. */
	sentWithinHours: number;
	simplify: boolean;
	/**
	 * How long a person must not have written before their messages are handed over, in
	 * milliseconds; 1,000 to 600,000. Undefined if messages are handed over one by one at once.
	 */
	pauseMs?: number;
}

/**
 * Reads the panel.
 * @throws InvalidParameterError for a value that cannot work; the error of n8n for an expression that fails.
 */
export function readPollingSettings(context: IPollFunctions): Settings {
	const group = new ParameterGroup(
		(name) => context.getNodeParameter(name, null, { extractValue: true }),
		pollingTriggerProperties,
		context.getTimezone(),
	);
	const triggersOnFailedDeliveries = group.choice('triggerOn') === 'failedDeliveries';
	const direction = triggersOnFailedDeliveries ? 'outbound' : group.choice('direction');
	const pauseMs = direction === 'outbound' ? undefined : readPauseMs(group);
	return {
		authentication: readAuthentication(group.value('authentication')),
		triggersOnFailedDeliveries,
		filters: { direction, phoneNumber: readNumberFilter(group), channel: group.choice('channel') },
		sentWithinHours: triggersOnFailedDeliveries ? readSentWithinHours(group) : SENT_WITHIN_HOURS.default,
		simplify: pauseMs === undefined && group.boolean('simplify'),
		...(pauseMs !== undefined && { pauseMs }),
	};
}

/** Reads the number. An empty field means all numbers; an expression that gives nothing does not. */
function readNumberFilter(group: ParameterGroup): string {
	const advice =
		'Choose a number from the list, or enter one like +14155550123. Leave empty for all numbers.';
	return group.requireText('phoneNumber') === '' ? '' : group.phoneNumberOrId('phoneNumber', advice);
}

function readSentWithinHours(group: ParameterGroup): number {
	const options = group.collection('options');
	return options.number('sentWithinHours', SENT_WITHIN_HOURS.default);
}

function readPauseMs(group: ParameterGroup): number | undefined {
	const options = group.collection('options');
	return options.isAdded('waitForPause') ? options.integer('waitForPause') * 1_000 : undefined;
}

export const areSameFilters = (a: Filters, b: Filters): boolean =>
	a.direction === b.direction && a.phoneNumber === b.phoneNumber && a.channel === b.channel;

const OPPOSITE: Record<string, string> = { inbound: 'outbound', outbound: 'inbound' };

/**
 * Checks the direction and the channel of a message that was listed with these filters: the service does not filter by
 * channel, and may ignore the direction. It knows best which spellings are one number, so that is not checked.
 */
export const matchesFilters = ({ direction, channel }: Filters, message: Message): boolean =>
	message.direction !== OPPOSITE[direction] && (channel === 'any' || message.channel === channel);

/** Checks a message that was listed with other filters by these, which the trigger had before; so the number, too. */
export const matchesPreviousFilters = (filters: Filters, message: Message): boolean =>
	matchesFilters(filters, message) &&
	(filters.phoneNumber === '' ||
		[message.contact, message.ourNumber].some(
			(party) => party?.comparable === comparableNumber(filters.phoneNumber),
		));
