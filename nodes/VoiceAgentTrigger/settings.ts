import type { IExecuteFunctions, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { optionsField, rowsField } from '../parameters/fields';
import {
	CHAT_APP_RECEIVED,
	EVENTS,
	MESSAGE_EVENTS,
	SIGNED_EVENTS,
	type VoiceAgentEvent,
} from '../events/events';
import { InvalidParameterError, quote } from '../parameters/invalidParameterError';
import { createGroup, ParameterGroup } from '../parameters/parameterGroup';
import type { FieldPaths } from '../events/fieldFinder';
import { RECORD_FIELDS } from '../events/recordFields';
import { isFieldPath } from '../text/fieldPath';
import { CHAT_APP_STEPS, SIGNED_EVENT_STEPS } from './setUpGuide';

/** The events of messages that a person has written. */
const RECEIVED_EVENTS = [...MESSAGE_EVENTS.keys()].filter(
	(event) => MESSAGE_EVENTS.get(event)?.direction === 'inbound',
);

const SIGNED_EVENT_VALUES = SIGNED_EVENTS.map(({ value }) => value);

/** The number of past events among which a repetition is found, unless the option says otherwise. */
const DEFAULT_DEDUPLICATION_WINDOW = 1_000;

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

/** The option Field Paths; {@link readFieldPaths} reads it. */
const fieldPathsField: INodeProperties = rowsField(
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
);

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
	fieldPathsField,
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

/** The trigger's parameters, read. */
export interface TriggerSettings {
	/** At least one. */
	events: VoiceAgentEvent[];
	/** True if an event that arrives again is to be dropped. */
	deduplicate: boolean;
	/** Path of the payload field that identifies an event; empty if the whole body does. */
	deduplicationField: string;
	/** The number of past events among which a repetition is found. */
	deduplicationWindow: number;
	/** The paths in the payload that the account has named for fields, by field, such as `call.summary`. */
	fieldPaths: FieldPaths;
	/** The time that a person must not have written for, in milliseconds; undefined if each message passes at once. */
	pauseMs: number | undefined;
	/** `resume`: a message that answers Send and Wait starts no workflow; `resumeAndStart`: it also does that. */
	replies: 'resume' | 'resumeAndStart';
	/** True if each selected event has an output of its own. */
	separateOutputs: boolean;
	/** `passOn`: signed events whose kind this version does not know start the workflow. */
	unknownEvents: 'drop' | 'passOn';
}

/**
 * Reads what to do with an event that arrives.
 * @throws InvalidParameterError for a value that cannot work; the error of n8n for an expression that fails.
 */
export const readWebhookSettings = (context: IHookFunctions | IWebhookFunctions): TriggerSettings =>
	readTriggerSettings(context, (name) => context.getNodeParameter(name, null));

/** Reads the same in an execution. @throws as {@link readWebhookSettings}. */
export const readExecutionSettings = (context: IExecuteFunctions): TriggerSettings =>
	readTriggerSettings(context, (name) => context.getNodeParameter(name, 0, null));

/**
 * Reads the parameters. If the value of an added option cannot be read, the whole trigger is refused, and the option
 * is never taken to be off. An option without a value has its default, but a switch that was added needs one.
 */
function readTriggerSettings(
	context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
	getValue: (name: string) => unknown,
): TriggerSettings {
	const timezone = context.getTimezone();
	const group = new ParameterGroup(getValue, eventTriggerProperties, timezone);
	const options = group.collection('options');
	const events = group.choices('events') as VoiceAgentEvent[];
	if (events.length === 0) {
		throw new InvalidParameterError('No event is selected', "Choose at least one under 'Trigger On'.");
	}
	const stored = createGroup(context.getNode().parameters, eventTriggerProperties, timezone);
	// This is read as n8n reads it before it calls the node. An expression has no variables then, so it is refused.
	const respondsAfterwards = stored.has('acknowledge') && stored.choice('acknowledge') === 'lastNode';
	return {
		events,
		// A repeated event is a wanted retry if the answer tells how the workflow ended.
		deduplicate: options.boolean('deduplicate', !respondsAfterwards),
		deduplicationField: options.text('deduplicationField'),
		deduplicationWindow: options.integer('deduplicationWindow', DEFAULT_DEDUPLICATION_WINDOW),
		fieldPaths: readFieldPaths(options),
		pauseMs: options.isAdded('waitForPause') ? 1_000 * options.integer('waitForPause') : undefined,
		replies: options.choice('replies', 'resume') as TriggerSettings['replies'],
		separateOutputs: options.boolean('separateOutputs', false),
		unknownEvents: options.choice('unknownEvents', 'drop') as TriggerSettings['unknownEvents'],
	};
}

/** @throws InvalidParameterError for a value that is not a path, and for two paths of a field. */
function readFieldPaths(options: ParameterGroup): FieldPaths {
	const paths = new Map<string, string>();
	for (const row of options.rows('fieldPaths')) {
		const field = row.choice('field');
		const path = row.requireNonEmptyText(
			'path',
			'Enter the path of a field in the payload, e.g. data.caller.phone.',
		);
		if (!isFieldPath(path)) {
			throw new InvalidParameterError(
				`${row.label('path')} ${quote(path)} is not a path`,
				'Enter names with dots between them, e.g. data.caller.phone.',
			);
		}
		if (paths.has(field)) {
			throw new InvalidParameterError(
				`${options.label('fieldPaths')} has two paths for ${field}`,
				'Remove one of them.',
			);
		}
		paths.set(field, path);
	}
	return Object.fromEntries(paths);
}
