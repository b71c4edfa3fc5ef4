/**
 * The fields that a person can drag before a node has run, held against what the sandbox answers. `npm run schemas` writes them anew.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations';
import { jsonOf, outputOf, runFlow, voiceAgentFlow } from './support/engine';
import { readSchema, schemaFile, schemaOf, type OutputSchema } from './support/output-schema';
import { inMemory, silence } from './support/recording';
import { TestService } from './support/service';
import { WaitingN8n } from './support/waiting-n8n';
import { receive, sign } from './support/webhook';
import { serveText, type WebPage } from './support/web-page';

let service: TestService;
let receiver: WebPage;
beforeAll(async () => {
	service = await TestService.start();
	receiver = await serveText('thanks');
	await service.sandbox.control('PATCH', `/api-keys/${service.sandbox.apiKeyId}`, {
		webhook_url: receiver.url,
	});
	await service.sandbox.control('POST', '/events/sms.received', { body: 'First' });
});
afterAll(async () => await receiver.close());

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

/** Parameters that lead to an answer, where there are several to all kinds of answers; the rest stands at its default. */
const PARAMETERS: Record<string, () => Promise<IDataObject> | IDataObject | IDataObject[]> = {
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
	'message:send': () => ({ phoneNumberId: '106540352242922', recipientWaId: '14155550123', message: 'Hi' }),
	'model:getAll': () => ({}),
	'phoneNumber:getAll': () => ({}),
	'phoneNumber:search': () => ({ searchBy: 'any' }),
	'skill:execute': async () => ({ skillId: await idIn('skills') }),
	'skill:update': async () => ({ skillId: await idIn('skills'), updateFields: { isEnabled: true } }),
	'voice:clone': () => ({ name: 'Front desk' }),
	'webhookDelivery:replay': async () => ({ deliveryId: await idIn('deliveries') }),
	'webhookDelivery:replayWindow': () => ({
		startTime: '={{ $now.minus({ hours: 1 }).toISO() }}',
		endTime: '={{ $now.plus({ hours: 1 }).toISO() }}',
	}),
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

async function expectSchema(file: string, records: unknown[]): Promise<void> {
	const actual: OutputSchema = { ...schemaOf(records), version: 1 };
	if (process.env.UPDATE_SCHEMAS) {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `${JSON.stringify(actual, undefined, 2)}\n`);
	}
	expect(actual).toEqual(await readSchema(file));
}

it('covers every operation', () => {
	const all = resources.flatMap(({ value, operations }) => operations.map((one) => `${value}:${one.value}`));
	expect([...Object.keys(PARAMETERS), 'message:sendAndWait'].sort()).toEqual(all.sort());
});

it.each(Object.keys(PARAMETERS))('%s puts out what its schema says', async (id) => {
	const records: IDataObject[] = [];
	for (const parameters of [(await PARAMETERS[id]?.()) ?? {}].flat()) {
		records.push(...(await recordsOf(id, parameters)));
	}
	await expectSchema(schemaFile('VoiceAgent', ...id.split(':')), records);
});

it('message:sendAndWait puts out what its schema says', async () => {
	const n8n = await WaitingN8n.start();
	try {
		const records: IDataObject[] = [];
		for (const [text, more] of [
			['Later', { responseType: 'approval' }],
			['1', { responseType: 'choice', choices: 'a\nb' }],
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
		// What a payload holds depends on the account.
		const answers = records.map((record) => ({ ...record, message: {} }));
		await expectSchema(schemaFile('VoiceAgent', 'message', 'sendAndWait'), answers);
	} finally {
		await n8n.stop();
	}
});

it('the trigger puts out what its schema says', async () => {
	const rawBody = JSON.stringify({ event: 'sms.received', id: 'e1' });
	const { started = [] } = await receive({ rawBody, headers: sign(rawBody) });
	// What a payload holds depends on the event and the account.
	await expectSchema(
		schemaFile('VoiceAgentTrigger'),
		started.map((item) => ({ ...item, payload: {} })),
	);
});
