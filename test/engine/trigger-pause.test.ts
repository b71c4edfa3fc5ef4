/** The Voice Agent Trigger with `Wait for Pause`, against the sandbox. */
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { jsonOf, node, outputOf, runFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { untypedControl } from '../support/untyped-control.ts';

const PAUSE_MS = 1_000;

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());
afterEach(() => jest.restoreAllMocks());

let events = 0;

/** Runs the trigger with an event. */
async function runWith(event: string, message: IDataObject, more: Partial<INode> = {}, options = {}) {
	const parameters = {
		events: ['sms.received', 'sms.sent', 'chatapp.received'],
		acknowledge: 'onReceived',
		options: { waitForPause: PAUSE_MS / 1_000, deduplicate: false, ...options },
	};
	const trigger = node('Trigger', 'n8n-nodes-voice-agent.voiceAgentTrigger', parameters, {
		id: 'pausing',
		credentials: { voiceAgentApi: { id: '1', name: 'test' } },
		...more,
	});
	const flow = {
		nodes: [node('Start', 'test.passThrough'), trigger],
		connections: { Start: { main: [[{ node: 'Trigger', type: NodeConnectionTypes.Main, index: 0 }]] } },
	};
	const json = {
		event,
		payload: { event, data: message },
		receivedAt: 'now',
		deliveryKey: `${++events}`,
		verified: 'signature',
	};
	const begun = Date.now();
	const run = await runFlow(flow, [{ json }], service.credentials, { mode: 'webhook' });
	return { run, items: jsonOf(outputOf(run, 'Trigger')), tookMs: Date.now() - begun };
}

async function write(event: string, body: string, more: IDataObject = {}): Promise<IDataObject> {
	const happened = await untypedControl(service.sandbox, 'POST', `/events/${event}`, { body, ...more });
	return (happened as { message: IDataObject }).message;
}

it('puts out one item for several quick messages', async () => {
	const event = 'sms.received';
	const messages = [
		await write(event, 'Hello'),
		await write(event, 'Is it open'),
		await write(event, 'today?'),
	];
	const runs = await Promise.all(messages.map(async (message) => await runWith(event, message)));
	expect(runs.map(({ items }) => items.length)).toEqual([0, 0, 1]);
	const [item] = runs[2]?.items ?? [];
	expect(item).toEqual({
		threadId: messages[0]?.thread_id,
		channel: 'sms',
		contact: messages[0]?.from_number,
		ourNumber: messages[0]?.to_number,
		text: 'Hello\nIs it open\ntoday?',
		transcript: expect.stringMatching(/Hello\n.*Is it open\n.*today\?$/),
		messageId: messages[2]?.id,
		messages: messages.map(({ id, created_at: at, body: text }) => ({
			role: 'contact',
			text,
			at,
			id,
			media: [],
		})),
	});
	expect(Math.min(...runs.map(({ tookMs }) => tookMs))).toBeGreaterThanOrEqual(PAUSE_MS);
	expect(runs[0]?.run.data.resultData.runData.Trigger?.[0]?.hints).toEqual([
		expect.objectContaining({ message: expect.stringMatching(/written again within 1 seconds/) }),
	]);
});

it('lets opt-outs and other events pass at once', async () => {
	const optOut = await runWith('sms.received', await write('sms.received', 'STOP'));
	expect(optOut.items).toEqual([
		expect.objectContaining({
			optOut: 'out',
			text: 'STOP',
			messages: [expect.anything()],
		}),
	]);
	const sent = await runWith('sms.sent', await write('sms.sent', 'Hello'));
	expect(sent.items).toEqual([expect.objectContaining({ event: 'sms.sent' })]);
	expect(Math.max(optOut.tookMs, sent.tookMs)).toBeLessThan(PAUSE_MS);
	expect(await service.requests('list-messages')).not.toEqual([]);
});

it('goes to the output of its event', async () => {
	const message = await write('sms.received', 'Good day', { from_number: '+14155550177' });
	const { run } = await runWith('sms.received', message, {}, { separateOutputs: true });
	expect([0, 1].map((output) => outputOf(run, 'Trigger', output).length)).toEqual([1, 0]);
});

it('fails visibly, and after retries, where the service does not tell', async () => {
	// Repeats requests at once.
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const message = await write('sms.received', 'Anyone there?');
	await service.fault('list-messages', { kind: 'status', status: 500 });
	const { run, items } = await runWith('sms.received', message);
	expect(items).toEqual([]);
	expect(run.data.resultData.error?.name).toBe('NodeApiError');
	expect((await service.requests('list-messages')).length).toBe(4);
	const other = await runWith('sms.received', message, { onError: 'continueErrorOutput' });
	expect(jsonOf(outputOf(other.run, 'Trigger', 1))).toMatchObject([{ error: expect.stringMatching(/./) }]);
});

it('fails visibly where the event does not say which message it is', async () => {
	const { run } = await runWith('sms.received', { body: 'Hello' });
	expect(run.data.resultData.error?.message).toBe('The event does not say which message it is about');
});
