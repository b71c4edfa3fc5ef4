import type { IDataObject } from 'n8n-workflow';

/** The parameters by which an operation gets as far as the service; the sandbox does not know their ids. */
export const PARAMETERS: Record<string, IDataObject> = {
	'agent:get': { agentId: { __rl: true, mode: 'id', value: 'x' } },
	'batchCall:cancel': { batchId: 'x' },
	'batchCall:create': {
		previewOnly: false,
		name: 'x',
		callerId: { __rl: true, mode: 'id', value: '+14155550100' },
		recipientsFrom: 'json',
		recipientsJson: '[{ "phone_number": "+14155550123" }]',
	},
	'credit:add': { successUrl: 'https://a.example', cancelUrl: 'https://a.example' },
	'customFunction:create': {
		agentId: { __rl: true, mode: 'id', value: 'x' },
		name: 'x',
		description: 'x',
		endpointUrl: 'https://a.example',
	},
	'customFunction:update': { functionId: 'x', updateFields: { description: 'x' } },
	'knowledgeSource:delete': { sourceId: 'x' },
	'memory:delete': { memoryId: 'x' },
	'memory:update': { memoryId: 'x', updateFields: { summary: 'x' } },
	'message:get': { messageId: 'x' },
	'message:getConversation': { messageId: 'x' },
	'message:send': { phoneNumberId: '1', recipientWaId: '14155550123', message: 'x' },
	'message:sendAndWait': { phoneNumberId: '1', recipientWaId: '14155550123', message: 'x' },
	'phoneNumber:search': { searchBy: 'any' },
	'skill:execute': { skillId: 'x', dryRun: true },
	'webhookDelivery:replay': { deliveryId: 'x' },
	'webhookDelivery:replayWindow': { startTime: '2026-01-01', endTime: '2026-01-02' },
	'skill:update': { skillId: 'x', updateFields: { isEnabled: true } },
};
