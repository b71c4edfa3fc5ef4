/**
 * An entry for each operation of the Voice Agent node: a call that works against the sandbox, what it asks the service
 * for, and what comes of it. `operations.test.ts` tries them all.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { wav } from '../../support/audio-files.ts';
import { inMemory } from '../../support/n8n-engine';
import type { TestService } from '../../support/test-service';
import { untypedControl } from '../../support/untyped-control.ts';

export interface Entry {
	/** Without `resource` and `operation`. */
	parameters: IDataObject;
	/** All requests: method and path below `/functions/v1/`, and the body to the letter. */
	requests: Array<[call: string, body: unknown]>;
	/** What the first item holds at least; left out if the execution waits. */
	output?: IDataObject;
	/** Changes of the parameters by which the output has other fields, which are in the schema as well. */
	variants?: IDataObject[];
	/** What the service refuses. An operation that takes an ID has a refusal of an unknown one here. */
	refusals?: Refusal[];
}

type Refusal = [changes: IDataObject, status: number, message: RegExp, advice: RegExp];

/** Makes what the call needs, and then the entry. */
type MakeEntry = (service: TestService) => Promise<Entry>;

/** The input item of every call. Voice > Clone sends the recording; the others leave it alone. */
export const INPUT_ITEM: INodeExecutionData = {
	json: {},
	binary: { data: inMemory(wav(31), 'one.wav') },
};

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const CALLER = '+14155550100';
const BUSINESS_NUMBER = '106540352242922';

/** A locator as the editor stores it when something was chosen from the list. */
const chosen = (value: unknown) => ({ __rl: true, mode: 'list', value }) as IDataObject;

/** The first record of a list of the control API that fits. */
async function firstOf(
	service: TestService,
	list: string,
	isWanted: (record: IDataObject) => boolean = () => true,
): Promise<IDataObject> {
	const body = await untypedControl<Record<string, IDataObject[]>>(service.sandbox, 'GET', `/${list}`);
	const record = (Object.values(body).find(Array.isArray) ?? []).find(isWanted);
	if (!record) throw new Error(`The sandbox has no such record among its ${list}`);
	return record;
}

/** A message with media, which has all the fields that a message can have. */
async function findMessage(service: TestService): Promise<IDataObject> {
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 100 });
	const message = messages.find(({ media }) => (media as unknown[]).length > 0);
	if (!message) throw new Error('The sandbox has no message with media');
	return message;
}

const UNKNOWN_MESSAGE: Refusal = [
	{ messageId: UNKNOWN },
	404,
	/^Message not found$/,
	/^Check 'Message'\. Choose it from the list/,
];

const UNKNOWN_BUSINESS_NUMBER: Refusal = [
	{ phoneNumberId: '999' },
	404,
	/^Chat-app account not found$/,
	/^Connect the business number 999 in the dashboard/,
];

/** A message to a person, and how it goes to the service. */
const CHAT_APP_MESSAGE = { phoneNumberId: BUSINESS_NUMBER, recipientWaId: '14155550123', message: 'Hi' };
const SENT_MESSAGE = { phone_number_id: BUSINESS_NUMBER, recipient_wa_id: '14155550123', message: 'Hi' };

/** Each as `resource:operation`. */
export const ENTRIES: Record<string, MakeEntry> = {
	'agent:get': async (service) => {
		const { id } = await firstOf(service, 'agents');
		return {
			parameters: { agentId: chosen(id) },
			requests: [['POST get-agent', { agent_id: id }]],
			output: { id, name: expect.any(String) },
			refusals: [
				[{ agentId: chosen(UNKNOWN) }, 404, /not found/i, /^Check 'Agent'\. Choose it from the list/],
			],
		};
	},

	'agent:getAll': async () => ({
		parameters: { returnAll: true },
		requests: [['POST list-agents', {}]],
		output: { id: expect.any(String), name: expect.any(String), agent_type: expect.any(String) },
	}),

	'batchCall:cancel': async (service) => {
		const completed = await firstOf(service, 'batches', ({ status }) => status === 'completed');
		const { batch } = await service.call<{ batch: IDataObject }>('batch-calls', {
			action: 'create',
			name: 'To be cancelled',
			caller_id: CALLER,
			recipients: [{ phone_number: '+14155550111' }],
			send_now: false,
			scheduled_at: '2099-01-01T00:00:00Z',
		});
		return {
			parameters: { batchId: batch.id },
			requests: [['POST batch-calls', { action: 'cancel', batch_id: batch.id }]],
			output: { success: true, message: expect.any(String) },
			refusals: [
				[{ batchId: UNKNOWN }, 404, /not found/i, /^Check 'Batch ID'\. Batch Call > Create/],
				[{ batchId: completed.id }, 409, /completed/, /./],
			],
		};
	},

	'batchCall:create': async (service) => {
		const { id } = await firstOf(service, 'agents');
		return {
			parameters: {
				previewOnly: false,
				callerId: chosen(CALLER),
				recipientsFrom: 'json',
				recipientsJson: '[{ "phone_number": "+14155550111", "name": "Ada" }]',
				purpose: 'Remind',
				goal: 'Confirm',
				options: {
					name: 'Reminders',
					agentId: chosen(id),
					scheduledAt: '2099-01-01T00:00:00',
					windowStartTime: '09:00',
					windowEndTime: '17:30',
					windowDays: [5, 1, 1],
					reservedConcurrency: 2,
				},
			},
			requests: [
				[
					'POST batch-calls',
					{
						action: 'create',
						name: 'Reminders',
						caller_id: CALLER,
						recipients: [{ phone_number: '+14155550111', name: 'Ada' }],
						agent_id: id,
						purpose: 'Remind',
						goal: 'Confirm',
						send_now: false,
						// In the time zone of the workflow.
						scheduled_at: '2098-12-31T23:00:00.000Z',
						window_start_time: '09:00',
						window_end_time: '17:30',
						window_days: [1, 5],
						reserved_concurrency: 2,
					},
				],
			],
			output: { id: expect.any(String), status: 'scheduled', total_recipients: 1, skipped_recipients: [] },
			variants: [{ previewOnly: true }],
		};
	},

	'credit:add': async () => ({
		parameters: {
			amount: 'custom',
			customAmount: 25.5,
			successUrl: 'https://shop.example/thanks',
			cancelUrl: 'https://shop.example/billing',
		},
		requests: [
			[
				'POST billing-add-credits',
				{
					amount: '25.5',
					success_url: 'https://shop.example/thanks',
					cancel_url: 'https://shop.example/billing',
				},
			],
		],
		output: { sessionId: expect.any(String), url: expect.stringMatching(/^http/) },
	}),

	'customFunction:create': async (service) => {
		const { id } = await firstOf(service, 'agents');
		const existing = await firstOf(service, 'custom-functions');
		return {
			parameters: {
				agentId: chosen(id),
				name: 'check_order_status',
				description: 'Looks up an order',
				httpMethod: 'GET',
				endpointUrl: 'https://shop.example/orders',
				simplify: false,
				options: {
					headers: { entry: [{ name: 'X-Shop', value: 'a' }] },
					bodySchema: {
						entry: [{ name: 'order', type: 'string', description: 'Its number', required: true }],
					},
					responseVariables: { entry: [{ name: 'state', json_path: '$.state' }] },
					timeoutMs: 5000,
					maxFunctionRetries: 0,
					isActive: false,
				},
			},
			requests: [
				[
					'POST custom-functions',
					{
						agent_id: id,
						name: 'check_order_status',
						description: 'Looks up an order',
						http_method: 'GET',
						endpoint_url: 'https://shop.example/orders',
						// The sandbox does not show the values of headers, which may be keys.
						headers: [{ name: 'X-Shop', value: '[redacted]' }],
						body_schema: [{ name: 'order', type: 'string', description: 'Its number', required: true }],
						response_variables: [{ name: 'state', json_path: '$.state' }],
						timeout_ms: 5000,
						max_retries: 0,
						is_active: false,
					},
				],
			],
			output: {
				id: expect.any(String),
				name: 'check_order_status',
				headers: [{ name: 'X-Shop', value: 'a' }],
				is_active: false,
			},
			variants: [{ name: 'check_again', simplify: true }],
			refusals: [
				[{ agentId: chosen(UNKNOWN) }, 404, /^Agent not found$/, /^Check 'Agent'\. Choose it from the list/],
				[
					{ agentId: chosen(existing.agent_id), name: existing.name },
					409,
					/already exists for this agent/,
					/Change the value/,
				],
			],
		};
	},

	'customFunction:update': async (service) => {
		const { id } = await firstOf(service, 'custom-functions');
		return {
			parameters: { functionId: id, updateFields: { description: 'Changed', timeoutMs: 7000 } },
			requests: [[`PATCH custom-functions/${String(id)}`, { description: 'Changed', timeout_ms: 7000 }]],
			output: { id, description: 'Changed' },
			refusals: [
				[
					{ functionId: UNKNOWN },
					404,
					/^Custom function not found$/,
					/^Check 'Function'\. Choose it from the list/,
				],
			],
		};
	},

	'knowledgeSource:delete': async (service) => {
		const { id } = await firstOf(service, 'knowledge-sources');
		return {
			parameters: { sourceId: id },
			requests: [['POST delete-knowledge-source', { source_id: id }]],
			output: { deleted: true, chunks_deleted: expect.any(Number) },
			refusals: [
				[
					{ sourceId: UNKNOWN },
					404,
					/^Knowledge source not found$/,
					/^Check 'Source'\. Choose it from the list/,
				],
			],
		};
	},

	'memory:delete': async (service) => {
		const { id } = await firstOf(service, 'memories');
		return {
			parameters: { memoryId: id },
			requests: [['POST delete-memory', { memory_id: id }]],
			output: { deleted: true },
			refusals: [
				[
					{ memoryId: UNKNOWN },
					404,
					/^Memory not found$/,
					/^Check 'Memory ID'\. The service cannot find a memory by number: keep a table/,
				],
			],
		};
	},

	'memory:update': async (service) => {
		const { id } = await firstOf(service, 'memories');
		return {
			parameters: {
				memoryId: id,
				updateFields: {
					summary: 'Moved to Oakland',
					keyTopics: 'moving, billing , ',
					preferences: { object: { fields: { entry: [{ name: 'language', value: 'es' }] } } },
					relationshipNotes: 'Mornings',
				},
			},
			requests: [
				[
					'POST update-memory',
					{
						memory_id: id,
						summary: 'Moved to Oakland',
						key_topics: ['moving', 'billing'],
						preferences: { language: 'es' },
						relationship_notes: 'Mornings',
					},
				],
			],
			output: { id, summary: 'Moved to Oakland', key_topics: ['moving', 'billing'] },
			refusals: [[{ memoryId: UNKNOWN }, 404, /^Memory not found$/, /^Check 'Memory ID'\. The service/]],
		};
	},

	'message:get': async (service) => {
		const { id, body } = await findMessage(service);
		return {
			parameters: { messageId: id },
			requests: [['POST get-message', { message_id: id }]],
			output: { id, body },
			refusals: [UNKNOWN_MESSAGE],
		};
	},

	'message:getAll': async (service) => {
		const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 1 });
		return {
			parameters: { returnAll: false, limit: 1, filters: { direction: messages[0]?.direction } },
			requests: [['POST list-messages', { direction: messages[0]?.direction, limit: 1, offset: 0 }]],
			output: { id: messages[0]?.id, body: messages[0]?.body },
			variants: [{ returnAll: true, filters: {} }],
		};
	},

	'message:getConversation': async (service) => {
		const { id, thread_id: threadId, from_number: contact } = await findMessage(service);
		return {
			parameters: { findBy: 'message', messageId: id },
			requests: [
				['POST get-message', { message_id: id }],
				['POST list-messages', { phone_number: contact, limit: 100, offset: 0 }],
				['POST list-messages', { phone_number: `+${String(contact)}`, limit: 100, offset: 0 }],
			],
			output: { threadId, messages: expect.any(Array), text: expect.any(String) },
			refusals: [UNKNOWN_MESSAGE],
		};
	},

	'message:reply': async (service) => {
		const contact = '14155553000';
		const { message } = await service.sandbox.control('POST', '/events/chatapp.received', {
			from_number: contact,
			body: 'Open?',
		});
		return {
			parameters: { messageId: message.id, message: 'Until 8 pm.' },
			requests: [
				['POST get-message', { message_id: message.id }],
				['POST list-messages', { phone_number: `+${contact}`, limit: 100, offset: 0 }],
				['POST list-messages', { phone_number: contact, limit: 100, offset: 0 }],
				[
					'POST send-chatapp-message',
					{ phone_number_id: BUSINESS_NUMBER, recipient_wa_id: contact, message: 'Until 8 pm.' },
				],
			],
			output: { success: true, stored: expect.objectContaining({ content: 'Until 8 pm.', status: 'sent' }) },
			variants: [{ options: { waitUntilDelivered: 10, skipIf: [] } }],
			refusals: [UNKNOWN_MESSAGE],
		};
	},

	'message:send': async () => ({
		parameters: CHAT_APP_MESSAGE,
		requests: [['POST send-chatapp-message', SENT_MESSAGE]],
		output: { success: true, stored: expect.objectContaining({ content: 'Hi', status: 'sent' }) },
		variants: [{ options: { waitUntilDelivered: 10 } }],
		refusals: [UNKNOWN_BUSINESS_NUMBER],
	}),

	'message:sendAndWait': async () => ({
		parameters: { ...CHAT_APP_MESSAGE, responseType: 'freeText' },
		requests: [
			['POST send-chatapp-message', { ...SENT_MESSAGE, metadata: { n8nReplyTo: expect.any(String) } }],
		],
		refusals: [UNKNOWN_BUSINESS_NUMBER],
	}),

	'model:getAll': async () => ({
		parameters: { returnAll: false, limit: 2 },
		requests: [['POST list-models', {}]],
		output: { id: expect.any(String), is_default: expect.any(Boolean) },
	}),

	'phoneNumber:getAll': async (service) => {
		const { id } = await firstOf(service, 'agents');
		return {
			parameters: { returnAll: false, limit: 2, filters: { isActive: true, agentId: chosen(id) } },
			requests: [['POST list-phone-numbers', { limit: 2, offset: 0, is_active: true, agent_id: id }]],
			output: { is_active: true, agent_id: id, capabilities: expect.any(Object) },
			variants: [{ returnAll: true, filters: {} }],
		};
	},

	'phoneNumber:search': async () => ({
		parameters: { searchBy: 'areaCode', areaCode: '415', limit: 3, options: { country: 'us' } },
		requests: [
			['POST search-phone-numbers', { area_code: '415', numberType: 'local', country: 'US', limit: 3 }],
		],
		output: { phone_number: expect.stringMatching(/^\+1415/), monthly_cost: expect.any(Number) },
		variants: [{ searchBy: 'any', limit: 20, options: {} }],
	}),

	'skill:execute': async (service) => {
		// A disabled one takes only dry runs.
		const { id } = await firstOf(service, 'skills', ({ is_enabled: isEnabled }) => isEnabled === true);
		return {
			parameters: {
				skillId: id,
				dryRun: true,
				callSummary: 'Asks for a quote',
				options: { triggerContext: { object: { callerPhone: '+14155550123' } } },
			},
			requests: [
				[
					`POST manage-skills/${String(id)}/execute`,
					{
						dry_run: true,
						trigger_context: { caller_phone: '+14155550123', call_summary: 'Asks for a quote' },
					},
				],
			],
			output: { success: true, status: 'completed', dry_run: true },
			variants: [{ dryRun: false }],
			refusals: [[{ skillId: UNKNOWN }, 404, /not found/i, /^Check 'Skill ID'\. The dashboard/]],
		};
	},

	'skill:update': async (service) => {
		const { id } = await firstOf(service, 'skills');
		return {
			parameters: {
				skillId: id,
				updateFields: {
					isEnabled: true,
					config: { object: { fields: { entry: [{ name: 'tone', value: 'warm' }] } } },
					deliveryChannels: { channel: [{ channel: 'email', channel_name: 'sales@example.com' }] },
					triggerType: 'schedule',
					schedule: { object: { specify: 'json', json: '{ "cron": "0 9 * * 1" }' } },
				},
			},
			requests: [
				[
					`PATCH manage-skills/${String(id)}`,
					{
						is_enabled: true,
						config: { tone: 'warm' },
						delivery_channels: [{ channel: 'email', channel_name: 'sales@example.com' }],
						trigger_type: 'schedule',
						schedule: { cron: '0 9 * * 1' },
					},
				],
			],
			output: { id, is_enabled: true, config: { tone: 'warm' } },
			refusals: [[{ skillId: UNKNOWN }, 404, /not found/i, /^Check 'Skill ID'\. The dashboard/]],
		};
	},

	'voice:clone': async () => ({
		parameters: { name: 'Front desk' },
		requests: [
			[
				'POST clone-voice',
				{
					name: 'Front desk',
					description: null,
					files: [{ filename: 'one.wav', format: 'wav', seconds: 31, bytes: expect.any(Number) }],
				},
			],
		],
		output: { id: expect.any(String), name: 'Front desk' },
	}),

	'webhookDelivery:replay': async (service) => {
		const { control, apiKeyId, url } = service.sandbox;
		// A delivery that the receiver refuses can be replayed as well: the sandbox itself is one.
		await control('PATCH', `/api-keys/${apiKeyId}`, { webhook_url: url });
		await control('POST', '/events/sms.received', { body: 'Hello' });
		const { id } = await firstOf(service, 'deliveries');
		return {
			parameters: { deliveryId: id },
			requests: [['POST replay-webhook-delivery', { delivery_id: id }]],
			output: { success: true },
			refusals: [[{ deliveryId: 'del_unknown' }, 404, /not found/i, /^Check 'Delivery ID'\. The dashboard/]],
		};
	},

	'webhookDelivery:replayWindow': async () => ({
		parameters: { eventType: 'sms.received', startTime: '2026-01-01', endTime: '2026-01-02' },
		requests: [
			[
				'POST replay-webhook-delivery',
				{
					event_type: 'sms.received',
					// In the time zone of the workflow.
					start_time: '2025-12-31T23:00:00.000Z',
					end_time: '2026-01-01T23:00:00.000Z',
				},
			],
		],
		output: { success: true, replayed: 0, has_more: false },
	}),
};
