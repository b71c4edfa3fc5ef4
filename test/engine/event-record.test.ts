import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { parseEventRecord } from '../../nodes/VoiceAgentTrigger/run';
import { RECORD_FIELDS } from '../../nodes/events/recordFields';
import { startReceiver, type Receiver } from '../support/http-server';
import { eventually } from '../support/eventually';
import { mismatches, type OutputSchema } from '../support/output-schema';
import { TestService } from '../support/test-service';
import { untypedControl } from '../support/untyped-control.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
	service = await TestService.start();
	receiver = await startReceiver();
	await service.sandbox.setWebhookUrl(receiver.url);
	const { chatapp_accounts: accounts } = await service.sandbox.control('GET', '/chatapp-accounts');
	await service.sandbox.control('PATCH', `/chatapp-accounts/${accounts[0]?.id ?? ''}`, {
		webhook_url: receiver.url,
	});
});
afterAll(async () => {
	await receiver?.close();
});
beforeEach(() => {
	receiver.received.length = 0;
});

/** Makes an event happen, and reads it as it arrives. */
async function readHappening(event: string, more: IDataObject = {}) {
	await untypedControl(service.sandbox, 'POST', `/events/${event}`, more);
	return await readArrived(event);
}

async function readArrived(event: string) {
	const payload = await eventually(() =>
		receiver.received
			.map(({ body }) => JSON.parse(body) as { event: string; data: IDataObject })
			.find((arrived) => arrived.event === event),
	);
	const read = parseEventRecord(event, payload);
	expect(mismatches(triggerSchema, { event, [String(read?.recordType)]: read?.record, payload })).toEqual([]);
	return { data: payload.data, ...read };
}

/** What n8n is told of the trigger's output. */
const triggerSchema = JSON.parse(
	readFileSync(join(__dirname, '../../nodes/VoiceAgentTrigger/__schema__/v1.0.0.json'), 'utf8'),
) as OutputSchema;

it('has a schema that names exactly the fields that can come out', () => {
	const { call, message, chat } = triggerSchema.properties ?? {};
	const namesIn = (schema?: OutputSchema) => Object.keys(schema?.properties ?? {});
	const fields = (kind: keyof typeof RECORD_FIELDS) => Object.keys(RECORD_FIELDS[kind]);
	expect(namesIn(call)).toEqual(fields('call'));
	expect(namesIn(chat)).toEqual(fields('chat'));
	expect(namesIn(message).filter((name) => !['channel', 'optOut'].includes(name))).toEqual(fields('message'));
});

const NUMBERS = { contact: '+14155550123', ourNumber: '+14155550100' };

describe('the events of the sandbox give every field', () => {
	it('of a call', async () => {
		const { data, record, unclearFields } = await readHappening('call.completed', {
			extracted_data: { outcome: 'moved' },
		});
		expect(record).toEqual({
			id: data.id,
			direction: 'inbound',
			...NUMBERS,
			agentId: data.agent_id,
			startedAt: data.started_at,
			endedAt: data.ended_at,
			seconds: 95,
			outcome: 'moved',
			summary: data.summary,
			transcript:
				'Agent: Hello, how can I help you?\nCaller: When do you open on Saturday?\nAgent: From ten to four.',
			extracted: { outcome: 'moved' },
			recordingUrl: data.recording_url,
		});
		expect(unclearFields).toEqual([]);
	});

	it('of a call of a campaign', async () => {
		const { batch } = await service.call<{ batch: { id: string } }>('batch-calls', {
			action: 'create',
			name: 'Reminders',
			caller_id: NUMBERS.ourNumber,
			recipients: [{ phone_number: NUMBERS.contact }],
		});
		await service.sandbox.control('POST', '/clock', { advance_seconds: 600 });
		const { record, unclearFields } = await readArrived('call.completed');
		expect(record).toMatchObject({ direction: 'outbound', ...NUMBERS, batchId: batch.id });
		expect(unclearFields).toEqual([]);
	});

	it.each([
		['sms.received', 'inbound', { optOut: 'out' }],
		['sms.sent', 'outbound', {}],
	])('of %s', async (event, direction, more) => {
		const { data, record, unclearFields } = await readHappening(event, { body: 'STOP' });
		expect(record).toEqual({
			id: data.id,
			channel: 'sms',
			direction,
			...NUMBERS,
			text: 'STOP',
			media: [],
			at: data.created_at,
			threadId: data.thread_id,
			...more,
		});
		expect(unclearFields).toEqual([]);
	});

	it('of a chat-app message with a photo, in reply to one with metadata', async () => {
		const send = { phone_number_id: '106540352242922', recipient_wa_id: '14155550123' };
		await service.sandbox.receiveChatAppMessage({ body: 'Hi' });
		await service.sandbox.waitForDelivery({ event: 'chatapp.received', status: 'succeeded' });
		await service.call('send-chatapp-message', { ...send, message: 'Hello', metadata: { order: 17 } });
		receiver.received.length = 0;
		const media = [{ kind: 'image', caption: 'My lamp' }];
		const { data, record, unclearFields } = await readHappening('chatapp.received', {
			body: 'My lamp',
			media,
		});
		expect(record).toEqual({
			id: data.id,
			channel: 'chatapp',
			direction: 'inbound',
			contact: '14155550123',
			ourNumber: '106540352242922',
			text: 'My lamp',
			media: data.media,
			metadata: { order: 17 },
			at: data.created_at,
			threadId: data.thread_id,
		});
		expect(unclearFields).toEqual([]);
	});

	it('of a website chat', async () => {
		const { data, record, unclearFields } = await readHappening('chat.session.completed', {
			visitor_name: 'Ada',
		});
		expect(record).toEqual({
			id: data.id,
			startedAt: data.opened_at,
			endedAt: data.ended_at,
			transcript: 'Visitor: Do you deliver on Saturdays?\nAgent: Yes, from ten to four.',
			visitor: 'Ada',
		});
		expect(unclearFields).toEqual([]);
	});
});
