import { getAgent, getAgents } from './agent/agent.operations';
import { cancelBatchCall } from './batchCall/cancel.operation';
import { createBatchCall } from './batchCall/create.operation';
import { createTopUpLink } from './credit/add.operation';
import { createCustomFunction, updateCustomFunction } from './customFunction/customFunction.operations';
import { deleteKnowledgeSource } from './knowledgeSource/delete.operation';
import { deleteMemory, updateMemory } from './memory/memory.operations';
import { getMessage } from './message/get.operation';
import { getMessages } from './message/getAll.operation';
import { getConversation } from './message/getConversation.operation';
import { replyToMessage } from './message/reply.operation';
import { sendMessage } from './message/send.operation';
import { getModels } from './model/getAll.operation';
import type { Operation, Resource } from './operation';
import { getPhoneNumbers, searchAvailableNumbers } from './phoneNumber/phoneNumber.operations';
import { sendAndWait } from './sendAndWait/sendAndWait.operation';
import { executeSkill, updateSkill } from './skill/skill.operations';
import { cloneVoice } from './voice/clone.operation';
import { replayDelivery, replayDeliveryWindow } from './webhookDelivery/webhookDelivery.operations';

/** Every resource of the node, in the order of the menu. */
export const resources: Resource[] = [
	{ value: 'agent', name: 'Agent', operations: [getAgent, getAgents] },
	{ value: 'batchCall', name: 'Batch Call', operations: [createBatchCall, cancelBatchCall] },
	{ value: 'credit', name: 'Credit', operations: [createTopUpLink] },
	{
		value: 'customFunction',
		name: 'Custom Function',
		operations: [createCustomFunction, updateCustomFunction],
	},
	{ value: 'knowledgeSource', name: 'Knowledge Source', operations: [deleteKnowledgeSource] },
	{ value: 'memory', name: 'Memory', operations: [updateMemory, deleteMemory] },
	{
		value: 'message',
		name: 'Message',
		operations: [getMessage, getConversation, getMessages, replyToMessage, sendMessage, sendAndWait],
	},
	{ value: 'model', name: 'Model', operations: [getModels] },
	{ value: 'phoneNumber', name: 'Phone Number', operations: [getPhoneNumbers, searchAvailableNumbers] },
	{ value: 'skill', name: 'Skill', operations: [executeSkill, updateSkill] },
	{ value: 'voice', name: 'Voice', operations: [cloneVoice] },
	{
		value: 'webhookDelivery',
		name: 'Webhook Delivery',
		operations: [replayDelivery, replayDeliveryWindow],
	},
];

const operationsByName = new Map<string, Operation>(
	resources.flatMap((resource) =>
		resource.operations.map((operation) => [`${resource.value}:${operation.value}`, operation] as const),
	),
);

/** Returns an operation. @throws Error for a name that no menu offers, as a hand-edited workflow may hold. */
export function findOperation(resource: string, operation: string): Operation {
	const found = operationsByName.get(`${resource}:${operation}`);
	if (!found) throw new Error(`This version of the node has no operation "${operation}" of "${resource}"`);
	return found;
}
