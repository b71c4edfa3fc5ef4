/**
 * The fields that a person can drag before a node has run. They are written from the service's interface;
 * here they are held against what the sandbox, which is written from it as well, answers.
 */
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations';
import { jsonOf, outputOf, runFlow, voiceAgentFlow } from './support/engine';
import { mismatches, readSchema, schemaFolder } from './support/output-schema';
import { inMemory, silence } from './support/recording';
import { TestService } from './support/service';
import { WaitingN8n } from './support/waiting-n8n';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));

/** The ID of the first record in a list of the control API. */
async function idIn(list: string): Promise<string> {
	const body = await service.sandbox.control<Record<string, IDataObject[]>>('GET', `/${list}`);
	const [record] = Object.values(body).find(Array.isArray) ?? [];
	return String(record?.id);
}
const messageId = async (withMedia = false) => {
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 100 });
	return String(messages.find(({ media }) => !withMedia || (media as unknown[]).length > 0)?.id);
};
const newFunction = {
	name: 'check_order_status',
	description: 'Looks up an order',
	endpointUrl: 'https://shop.example/orders',
};
const campaign = {
	name: 'Reminders',
	callerId: { __rl: true, mode: 'id', value: '+14155550100' },
	recipientsFrom: 'json',
	recipientsJson: '[{ "phone_number": "+14155550111", "name": "Ada" }]',
};

const later = { previewOnly: false, sendNow: false, scheduledAt: '2099-01-01T00:00:00' };

/**
 * Parameters that lead to an answer, where there are several to all kinds of
 * answers; the rest stands at its default.
 */
const PARAMETERS: Record<string, () => Promise<IDataObject | IDataObject[]> | IDataObject | IDataObject[]> = {
	'agent:get': async () => ({ agentId: { __rl: true, mode: 'id', value: await idIn('agents') } }),
	'agent:getAll': () => ({}),
	'batchCall:cancel': async () => {
		const [batch] = await recordsOf('batchCall:create', { ...campaign, ...later });
		return { batchId: batch?.id };
	},
	'batchCall:create': () => [campaign, { ...campaign, ...later }],
	'credit:add': () => ({
		successUrl: 'https://shop.example/thanks',
		cancelUrl: 'https://shop.example/billing',
	}),
	'customFunction:create': async () => ({
		...newFunction,
		agentId: { __rl: true, mode: 'id', value: await idIn('agents') },
	}),
	'customFunction:update': async () => ({
		functionId: await idIn('custom-functions'),
		updateFields: { description: 'Changed' },
	}),
	'memory:update': async () => ({ memoryId: await idIn('memories'), updateFields: { summary: 'Moved' } }),
	'message:get': async () => ({ messageId: await messageId(true) }),
	'message:getAll': () => ({ returnAll: true }),
	'message:getConversation': async () => ({ messageId: await messageId(true) }),
	'message:send': async () => {
		await service.sandbox.control('PATCH', '/carrier', { report_after_seconds: 0 });
		const message = { phoneNumberId: '106540352242922', recipientWaId: '14155550123', message: 'Hi' };
		return [message, { ...message, options: { waitUntilDelivered: 10 } }];
	},
	'model:getAll': () => ({}),
	'phoneNumber:getAll': () => ({}),
	'phoneNumber:search': () => ({ searchBy: 'any' }),
	'skill:execute': async () => ({ skillId: await idIn('skills'), dryRun: false }),
	'skill:update': async () => ({ skillId: await idIn('skills'), updateFields: { isEnabled: true } }),
	'voice:clone': () => ({ name: 'Front desk' }),
	// Deletions last, since the others use what they delete.
	'knowledgeSource:delete': async () => ({ sourceId: await idIn('knowledge-sources') }),
	'memory:delete': async () => ({ memoryId: await idIn('memories') }),
};

async function recordsOf(id: string, parameters: IDataObject): Promise<IDataObject[]> {
	const [resource, operation] = id.split(':');
	const items: INodeExecutionData[] = [{ json: {}, binary: { data: inMemory(silence(31), 'one.wav') } }];
	const run = await runFlow(
		voiceAgentFlow({ resource, operation, ...parameters }),
		items,
		service.credentials,
	);
	expect(run.data.resultData.error?.message).toBeUndefined();
	return jsonOf(outputOf(run, 'Voice Agent'));
}

/** The fields of the sandbox that the interface does not show; an account may well have none of them. */
const NOT_SHOWN_IN_INTERFACE: Record<string, string[]> = {
	'skill:update': ['trigger_type', 'schedule'],
};

async function expectSchema(id: string, records: unknown[]): Promise<void> {
	const [resource = '', operation = ''] = id.split(':');
	const schema = await readSchema(resource, operation);
	const found = new Set(records.flatMap((record) => mismatches(schema, record)));
	expect([...found]).toEqual(
		(NOT_SHOWN_IN_INTERFACE[id] ?? []).map((field) => `${field}: not in the schema`),
	);
}

/** Their answers are not shown in the interface (section 4). */
const WITHOUT_SCHEMA = ['webhookDelivery:replay', 'webhookDelivery:replayWindow'];

const described = [...Object.keys(PARAMETERS), 'message:sendAndWait'];

it('covers every operation', () => {
	const all = resources.flatMap(({ value, operations }) => operations.map((one) => `${value}:${one.value}`));
	expect([...described, ...WITHOUT_SCHEMA].sort()).toEqual(all.sort());
});

it('has a schema for every operation whose answer the interface shows, and for no other', async () => {
	const files = await readdir(schemaFolder, { recursive: true });
	const schemas = files
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', '').replace(sep, ':'));
	expect(schemas.sort()).toEqual([...described].sort());
});

it.each(Object.keys(PARAMETERS))('%s puts out what its schema says', async (id) => {
	const records: IDataObject[] = [];
	for (const parameters of [(await PARAMETERS[id]?.()) ?? {}].flat()) {
		records.push(...(await recordsOf(id, parameters)));
	}
	await expectSchema(id, records);
});

it('message:sendAndWait puts out what its schema says', async () => {
	const n8n = await WaitingN8n.start();
	try {
		const records: IDataObject[] = [];
		for (const [text, more] of [
			['Yes', { responseType: 'approval' }],
			['Later', { responseType: 'approval', options: { unclearReply: 'passOn' } }],
			['1', { responseType: 'choice', choices: 'a\nb' }],
			['STOP', { responseType: 'approval' }],
		] as Array<[string, IDataObject]>) {
			await service.clear();
			const asking = { resource: 'message', operation: 'sendAndWait', ...more };
			const to = { phoneNumberId: '106540352242922', recipientWaId: '14155550123', message: 'Hi' };
			const { end } = await n8n.run(
				voiceAgentFlow({ ...asking, ...to }),
				[{ json: {} }],
				service.credentials,
			);
			const [sent] = await service.requests('send-chatapp-message');
			await n8n.reply(String((sent?.body.metadata as IDataObject).n8nReplyTo), { body: text });
			records.push(...jsonOf(outputOf(await end, 'Voice Agent')));
		}
		records.push({ data: { timedOut: true } });
		await expectSchema('message:sendAndWait', records);
	} finally {
		await n8n.stop();
	}
});
