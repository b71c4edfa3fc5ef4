import type { ISupplyDataFunctions, INodeProperties } from 'n8n-workflow';

import type { CredentialType } from '../service/credentials';
import type { ConversationQuery } from '../messages/conversationReader';
import { readConversationQuery, conversationFields, readMessageId } from '../messages/fields';
import { readAuthentication, authenticationField, optionsField } from '../parameters/fields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { ParameterGroup } from '../parameters/parameterGroup';

/** The number of past messages that the agent gets at most, unless the option says otherwise. */
export const DEFAULT_CONTEXT_WINDOW_LENGTH = 20;

/**
 * The fields of a conversation that differ here from other nodes. A message chosen from a list would give every person
 * who talks to the agent the history of the one who wrote it, so the memory offers no list.
 */
const FIELD_OVERRIDES: Readonly<Record<string, (field: INodeProperties) => Partial<INodeProperties>>> = {
	messageId: ({ modes }) => ({
		modes: modes?.filter(({ name }) => name !== 'list'),
		hint: 'An ID should come from an expression: with a fixed one, everybody gets the history of one person',
	}),
	contactNumber: () => ({
		hint: 'Usually an expression: with a fixed number, everybody would get the history of this person',
	}),
};

export const memoryProperties: INodeProperties[] = [
	{
		displayName:
			'Connect this node to the Memory input of an AI Agent. The agent then knows what you and the person have written before, as the service keeps it; n8n stores nothing.',
		name: 'connectNotice',
		type: 'notice',
		default: '',
	},
	authenticationField,
	...conversationFields(
		'The message that the agent answers: the one that started this run, or one by its ID. The memory holds what was written before it.',
	).map((field) => ({ ...field, ...FIELD_OVERRIDES[field.name]?.(field) })),
	optionsField([
		{
			displayName: 'Context Window Length',
			name: 'contextWindowLength',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_CONTEXT_WINDOW_LENGTH,
			description: 'How many past messages of the conversation the agent gets, at most',
		},
	]),
];

/** The parameters of the memory, as read for an item. */
interface MemorySettings {
	authentication: CredentialType;
	query: ConversationQuery;
	/** The most messages to read; at least 1. */
	contextWindowLength: number;
}

/**
 * Reads the parameters for an item of the node that uses the memory.
 * @throws InvalidParameterError for a value that cannot work, and if the items of an AI Agent belong to different
 * conversations; the error of n8n for an expression that fails.
 */
export function readMemorySettings(context: ISupplyDataFunctions, itemIndex: number): MemorySettings {
	const parameters = parametersFor(context, itemIndex);
	const query = readQuery(context, itemIndex, parameters);
	refuseOtherConversations(context, query);
	const options = parameters.collection('options');
	return {
		authentication: readAuthentication(parameters.value('authentication')),
		query,
		contextWindowLength: options.integer('contextWindowLength', DEFAULT_CONTEXT_WINDOW_LENGTH),
	};
}

/** Reads which conversation the memory holds. A pause ends with several messages, of which none is history yet. */
const readQuery = (
	context: ISupplyDataFunctions,
	itemIndex: number,
	parameters = parametersFor(context, itemIndex),
): ConversationQuery =>
	readConversationQuery(parameters, () => readMessageId(parameters, context, itemIndex, 'first'));

const parametersFor = (context: ISupplyDataFunctions, itemIndex: number): ParameterGroup =>
	new ParameterGroup(
		(name) => context.getNodeParameter(name, itemIndex, null, { extractValue: true }),
		memoryProperties,
		context.getTimezone(),
	);

/**
 * Refuses items of several conversations. n8n's AI Agent asks for the memory of its first item and uses it for all,
 * but the memory of one person must not get into the answer to another.
 */
function refuseOtherConversations(context: ISupplyDataFunctions, query: ConversationQuery): void {
	const { length } = context.getInputData(0, 'main');
	const isSame = (_: unknown, index: number) =>
		JSON.stringify(readQuery(context, index)) === JSON.stringify(query);
	if (length < 2 || Array.from({ length }).every(isSame)) return;
	throw new InvalidParameterError(
		`The ${length} items are of different conversations, but an AI Agent uses the memory of the first one for all`,
		"Put the agent into a Loop Over Items with a 'Batch Size' of 1.",
	);
}
