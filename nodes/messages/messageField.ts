import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { findTriggerItem, type RunContext } from '../n8n/triggerItem';
import { type Locator, recordLocator } from '../parameters/fields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import type { ParameterGroup } from '../parameters/parameterGroup';
import { isRecord } from '../text/json';

/** The mode of the field Message in which it is the message that started the run. */
const RUN_MODE = 'run';

/** Builds the field Message, which begins with the message that started the run; {@link readMessageId} reads it. */
export function messageLocator(
	settings: Pick<Locator, 'description'> & Partial<Pick<Locator, 'hint' | 'displayOptions'>>,
): INodeProperties {
	const field = recordLocator({
		displayName: 'Message',
		name: 'messageId',
		search: 'searchMessages',
		required: false,
		...settings,
	});
	return {
		...field,
		default: { mode: RUN_MODE, value: '' },
		modes: [
			{
				displayName: 'This Run',
				name: RUN_MODE,
				type: 'string',
				placeholder: 'The message that started this run',
				hint: 'Behind a Voice Agent Trigger or Voice Agent Polling Trigger',
				validation: [
					{
						type: 'regex',
						properties: { regex: '\\s*', errorMessage: "To enter an ID, choose 'By ID'" },
					},
				],
			},
			...(field.modes ?? []),
		],
	};
}

/**
 * Reads the field Message for an item.
 * @param position Which message is meant if the run started with several, after a pause: the newest, or the first.
 * @throws InvalidParameterError for no ID, and if it is not known which message started the run.
 */
export function readMessageId(
	parameters: ParameterGroup,
	context: RunContext,
	itemIndex: number,
	position: 'newest' | 'first' = 'newest',
): string {
	const typed: unknown = context.getNode().parameters.messageId;
	if (!isRecord(typed) || typed.mode !== RUN_MODE) return parameters.id('messageId');
	const json = findTriggerItem(context, itemIndex, MESSAGE_TRIGGER);
	if (!json) {
		throw new InvalidParameterError(
			'It is not known which message started this run',
			"A Voice Agent Trigger or Voice Agent Polling Trigger has to come before this node, and the nodes between have to keep their items linked. Otherwise, choose 'By ID' in 'Message' and enter the ID of the message.",
		);
	}
	const id = findMessageId(json, position);
	if (typeof id === 'string' && id !== '') return id;
	throw isRecord(json.message)
		? new InvalidParameterError(
				'The event that started this run does not say the ID of its message',
				"Add 'Field Paths' to the options of the trigger, with the path of 'Message: ID'.",
			)
		: new InvalidParameterError(
				'This run was not started by a message',
				"Choose 'By ID' in 'Message' and enter the ID of a message.",
			);
}

/** Matches the types of the triggers that start with messages. */
const MESSAGE_TRIGGER = /\.voiceAgent(?:Polling)?Trigger$/;

/** Finds the ID in an item: that of a pause has the message's, and a list of all; others have the message itself. */
function findMessageId({ messageId, messages, message }: IDataObject, position: 'newest' | 'first'): unknown {
	const [first] = Array.isArray(messages) ? messages : [];
	if (isRecord(first)) return position === 'first' ? first.id : messageId;
	return isRecord(message) ? message.id : undefined;
}
