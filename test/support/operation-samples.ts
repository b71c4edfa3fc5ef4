/** A call of each operation that works against the sandbox, written once for all tests of every operation. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { wav } from './audio-files.ts';
import { inMemory } from './n8n-engine';
import type { TestService } from './test-service';
import { untypedControl } from './untyped-control.ts';

/** The input item of every sample. Voice > Clone sends the recording; the other operations leave it alone. */
export const SAMPLE_ITEM: INodeExecutionData = {
	json: {},
	binary: { data: inMemory(wav(31), 'one.wav') },
};

/**
 * Returns the parameters of a call, and first makes what the call needs.
 * @param index Calls with other indexes are about other records, as long as the account has any.
 */
type Sample = (service: TestService, index: number) => IDataObject | Promise<IDataObject>;

/** A locator as the editor stores it when something was chosen from the list. */
const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

/** The ID of a record from a list of the control API. */
async function idFrom(
	list: string,
	service: TestService,
	index: number,
	isWanted: (record: IDataObject) => boolean = () => true,
): Promise<string> {
	const body = await untypedControl<Record<string, IDataObject[]>>(service.sandbox, 'GET', `/${list}`);
	return idAt(index, (Object.values(body).find(Array.isArray) ?? []).filter(isWanted));
}

/** @throws Error for a list without records, since nothing would work with the ID of none. */
function idAt(index: number, records: IDataObject[]): string {
	const record = records[index % records.length];
	if (!record) throw new Error('The sandbox has no record for the sample');
	return String(record.id);
}

/** A message with media, which has all the fields that a message can have. */
const message: Sample = async (service, index) => {
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 100 });
	const withMedia = messages.filter(({ media }) => (media as unknown[]).length > 0);
	return { messageId: idAt(index, withMedia) };
};

const memory: Sample = async (service, index) => ({ memoryId: await idFrom('memories', service, index) });

/** An enabled skill, since a disabled one takes only dry runs. */
const skill: Sample = async (service, index) => ({
	skillId: await idFrom('skills', service, index, ({ is_enabled: isEnabled }) => isEnabled === true),
});

const chatAppMessage = { phoneNumberId: '106540352242922', recipientWaId: '14155550123', message: 'Hi' };

const SAMPLES: Record<string, Sample> = {
	'agent:get': async (service, index) => ({ agentId: chosen(await idFrom('agents', service, index)) }),
	'agent:getAll': () => ({ returnAll: true }),
	'batchCall:cancel': async (service) => {
		const { batch } = await service.call<{ batch: IDataObject }>('batch-calls', {
			action: 'create',
			name: 'To be cancelled',
			caller_id: '+14155550100',
			recipients: [{ phone_number: '+14155550111' }],
			send_now: false,
			scheduled_at: '2099-01-01T00:00:00Z',
		});
		return { batchId: batch.id };
	},
	'batchCall:create': () => ({
		previewOnly: false,
		callerId: chosen('+14155550100'),
		recipientsFrom: 'json',
		recipientsJson: '[{ "phone_number": "+14155550111", "name": "Ada" }]',
		options: { name: 'Reminders', scheduledAt: '2099-01-01T00:00:00' },
	}),
	'credit:add': () => ({
		amount: 'custom',
		customAmount: 25.5,
		successUrl: 'https://shop.example/thanks',
		cancelUrl: 'https://shop.example/billing',
	}),
	'customFunction:create': async (service, index) => ({
		agentId: chosen(await idFrom('agents', service, index)),
		name: 'check_order_status',
		description: 'Looks up an order',
		httpMethod: 'GET',
		endpointUrl: 'https://shop.example/orders',
		options: {
			headers: { entry: [{ name: 'X-Shop', value: 'a' }] },
			bodySchema: { entry: [{ name: 'order', type: 'string', description: 'Its number', required: true }] },
			responseVariables: { entry: [{ name: 'state', json_path: '$.state' }] },
			timeoutMs: 5000,
			maxFunctionRetries: 0,
			isActive: false,
		},
	}),
	'customFunction:update': async (service, index) => ({
		functionId: await idFrom('custom-functions', service, index),
		updateFields: { description: 'Changed', timeoutMs: 7000 },
	}),
	'knowledgeSource:delete': async (service, index) => ({
		sourceId: await idFrom('knowledge-sources', service, index),
	}),
	'memory:delete': memory,
	'memory:update': async (service, index) => ({
		...(await memory(service, index)),
		updateFields: {
			summary: 'Moved to Oakland',
			keyTopics: 'moving, billing , ',
			preferences: { object: { fields: { entry: [{ name: 'language', value: 'es' }] } } },
			relationshipNotes: 'Mornings',
		},
	}),
	'message:get': message,
	'message:getAll': () => ({ returnAll: true }),
	'message:getConversation': message,
	'message:reply': async (service, index) => {
		const from_number = String(14155553000 + index);
		await untypedControl(service.sandbox, 'POST', '/events/chatapp.received', { from_number, body: 'Open?' });
		const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', {
			phone_number: from_number,
			limit: 1,
		});
		return { messageId: idAt(0, messages), message: 'Until 8 pm.' };
	},
	'message:send': () => chatAppMessage,
	'message:sendAndWait': () => chatAppMessage,
	'model:getAll': () => ({ returnAll: true }),
	'phoneNumber:getAll': () => ({ returnAll: true }),
	'phoneNumber:search': () => ({
		searchBy: 'areaCode',
		areaCode: '415',
		limit: 3,
		options: { country: 'us' },
	}),
	'skill:execute': async (service, index) => ({
		...(await skill(service, index)),
		callSummary: 'Asks for a quote',
		dryRun: false,
		options: { triggerContext: { object: { callerPhone: '+14155550123' } } },
	}),
	'skill:update': async (service, index) => ({
		...(await skill(service, index)),
		updateFields: {
			isEnabled: true,
			config: { object: { fields: { entry: [{ name: 'tone', value: 'warm' }] } } },
			deliveryChannels: { channel: [{ channel: 'email', channel_name: 'sales@example.com' }] },
			triggerType: 'schedule',
			schedule: { object: { specify: 'json', json: '{ "cron": "0 9 * * 1" }' } },
		},
	}),
	'voice:clone': () => ({ name: 'Front desk' }),
	'webhookDelivery:replay': async (service, index) => {
		const { control, apiKeyId, url } = service.sandbox;
		// A delivery that the receiver refuses can be replayed as well: the sandbox itself is one.
		await control('PATCH', `/api-keys/${apiKeyId}`, { webhook_url: url });
		await control('POST', '/events/sms.received', { body: `Event ${index}` });
		// The newest is listed first.
		return { deliveryId: await idFrom('deliveries', service, 0) };
	},
	'webhookDelivery:replayWindow': () => ({
		eventType: 'sms.received',
		startTime: '2026-01-01',
		endTime: '2026-01-02',
	}),
};

/** The operations that have a sample, each as `resource:operation`. */
export const sampledOperations = Object.keys(SAMPLES);

/**
 * Returns the parameters of a call that works, with `resource` and `operation`. What the call needs is made
 * first, with requests of its own.
 * @param id The operation, as `resource:operation`.
 * @param index Calls with other indexes are about other records, as long as the account has any.
 * @throws Error for an operation without a sample.
 */
export async function sampleOf(id: string, service: TestService, index = 0): Promise<IDataObject> {
	const sample = SAMPLES[id];
	if (!sample) throw new Error(`${id} has no sample in test/support/operation-samples.ts`);
	const [resource, operation] = id.split(':');
	return { resource, operation, ...(await sample(service, index)) };
}
