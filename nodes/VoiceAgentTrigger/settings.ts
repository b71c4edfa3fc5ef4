import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isFieldPath } from '../shared/text/fieldPath';
import { isRecord } from '../shared/text/json';
import { InvalidParameterError, quoted } from '../shared/parameters/invalidParameterError';
import { createGroup, ParameterGroup } from '../shared/parameters/parameterGroup';
import { hasNoValue } from '../shared/parameters/readers';
import type { VoiceAgentEvent } from '../shared/wire/events';
import type { FieldPaths } from '../shared/wire/fieldSearch';
import { DEFAULT_DEDUPLICATION_WINDOW, eventTriggerOptions, eventTriggerProperties } from './properties';

/** The trigger's parameters, read. */
export interface TriggerSettings {
	/** At least one. */
	events: VoiceAgentEvent[];
	/** True if the service is answered when the workflow has ended. */
	respondsAfterwards: boolean;
	/** True if an event that arrives again is to be dropped. */
	deduplicate: boolean;
	/** Path of the payload field that identifies an event; empty if the whole body does. */
	deduplicationField: string;
	/** The number of past events among which a repetition is found. */
	deduplicationWindow: number;
	/** The paths in the payload that the account has named for fields, by field, such as `call.summary`. */
	fieldPaths: FieldPaths;
	/** What becomes of a message that answers Send and Wait. */
	replies: 'resume' | 'resumeAndStart';
	/** True if each selected event has an output of its own. */
	separateOutputs: boolean;
	/** What becomes of signed events whose kind this version does not know. */
	unknownEvents: 'drop' | 'passOn';
}

/**
 * Reads what to do with an event that arrives.
 * @throws InvalidParameterError for a value that cannot work; the error of n8n for an expression that fails.
 */
export const readWebhookSettings = (context: IHookFunctions | IWebhookFunctions): TriggerSettings =>
	readTriggerSettings(context, (name) => context.getNodeParameter(name, null) as unknown);

/** Reads the same in an execution. @throws as {@link readWebhookSettings}. */
export const readExecutionSettings = (context: IExecuteFunctions): TriggerSettings =>
	readTriggerSettings(context, (name) => context.getNodeParameter(name, 0, null));

/**
 * An option that was added is never off because its value cannot be read: then the whole trigger is refused.
 * An option without a value has its default, but a switch that was added needs one.
 */
function readTriggerSettings(
	context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
	getValue: (name: string) => unknown,
): TriggerSettings {
	const timezone = context.getTimezone();
	const group = new ParameterGroup(getValue, eventTriggerProperties, timezone);
	const options = createGroup(readOptions(group), eventTriggerOptions, timezone);
	const events = group.severalChoices('events') as VoiceAgentEvent[];
	if (events.length === 0) {
		throw new InvalidParameterError('No event is selected', "Choose at least one under 'Trigger On'.");
	}
	const stored = createGroup(context.getNode().parameters, eventTriggerProperties, timezone);
	// As n8n reads it before it calls the node: an expression has no variables then, so it is refused.
	const respondsAfterwards = stored.has('acknowledge') && stored.choice('acknowledge') === 'lastNode';
	const readSwitch = (name: string, byDefault: boolean) =>
		options.isAdded(name) ? options.boolean(name) : byDefault;
	const readOption = <Value extends string>(name: string, byDefault: Value) =>
		options.has(name) ? (options.choice(name) as Value) : byDefault;
	return {
		events,
		respondsAfterwards,
		// A repeated event is a wanted retry if the answer tells how the workflow ended.
		deduplicate: readSwitch('deduplicate', !respondsAfterwards),
		deduplicationField: options.text('deduplicationField'),
		deduplicationWindow: options.has('deduplicationWindow')
			? options.integer('deduplicationWindow')
			: DEFAULT_DEDUPLICATION_WINDOW,
		fieldPaths: readFieldPaths(options),
		replies: readOption<TriggerSettings['replies']>('replies', 'resume'),
		separateOutputs: readSwitch('separateOutputs', false),
		unknownEvents: readOption<TriggerSettings['unknownEvents']>('unknownEvents', 'drop'),
	};
}

function readFieldPaths(options: ParameterGroup): FieldPaths {
	const paths = new Map<string, string>();
	for (const row of options.rows('fieldPaths')) {
		const field = row.choice('field');
		const path = row.requiredText(
			'path',
			'Enter the path of a field in the payload, e.g. data.caller.phone.',
		);
		if (!isFieldPath(path)) {
			throw new InvalidParameterError(
				`${row.label('path')} ${quoted(path)} is not a path`,
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

/** An expression can take the place of the whole collection. */
function readOptions(group: ParameterGroup): IDataObject {
	const options = group.value('options');
	if (hasNoValue(options)) return {};
	if (isRecord(options)) return options as IDataObject;
	throw new InvalidParameterError(
		`${group.label('options')} ${quoted(options)} does not have the form that the panel gives it`,
		'Set it in the panel.',
	);
}
