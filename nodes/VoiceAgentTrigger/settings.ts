import {
	type IExecuteFunctions,
	type IHookFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { isFieldPath } from '../text/fieldPath';
import { InvalidParameterError, quote } from '../parameters/invalidParameterError';
import { createGroup, ParameterGroup } from '../parameters/parameterGroup';
import type { VoiceAgentEvent } from '../events/events';
import type { FieldPaths } from '../events/fieldFinder';
import { DEFAULT_DEDUPLICATION_WINDOW, eventTriggerProperties } from './properties';

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
	readTriggerSettings(context, (name) => context.getNodeParameter(name, null) as unknown);

/** Reads the same in an execution. @throws as {@link readWebhookSettings}. */
export const readExecutionSettings = (context: IExecuteFunctions): TriggerSettings =>
	readTriggerSettings(context, (name) => context.getNodeParameter(name, 0, null));

/** @throws NodeOperationError that names the parameter that cannot be read, and says what to enter. */
export function requireSettings<Context extends IHookFunctions | IExecuteFunctions>(
	context: Context,
	read: (context: Context) => TriggerSettings,
): TriggerSettings {
	try {
		return read(context);
	} catch (error) {
		const reason = error instanceof InvalidParameterError ? error.fullText : (error as Error);
		throw new NodeOperationError(context.getNode(), reason);
	}
}

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
	const readOption = <Value extends string>(name: string, byDefault: Value) =>
		options.has(name) ? (options.choice(name) as Value) : byDefault;
	return {
		events,
		respondsAfterwards,
		// A repeated event is a wanted retry if the answer tells how the workflow ended.
		deduplicate: options.booleanOr('deduplicate', !respondsAfterwards),
		deduplicationField: options.text('deduplicationField'),
		deduplicationWindow: options.integerOr('deduplicationWindow', DEFAULT_DEDUPLICATION_WINDOW),
		fieldPaths: readFieldPaths(options),
		pauseMs: options.isAdded('waitForPause') ? 1_000 * options.integer('waitForPause') : undefined,
		replies: readOption<TriggerSettings['replies']>('replies', 'resume'),
		separateOutputs: options.booleanOr('separateOutputs', false),
		unknownEvents: readOption<TriggerSettings['unknownEvents']>('unknownEvents', 'drop'),
	};
}

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
