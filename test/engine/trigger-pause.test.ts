/** The Voice Agent Trigger with `Wait for Pause`, against the sandbox. */
import type { IDataObject, INode, WorkflowExecuteMode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { useFastClock } from '../support/fast-clock';
import { KeyStore } from '../support/key-store';
import { jsonOf, node, outputOf, runFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { untypedControl } from '../support/untyped-control.ts';

useFastClock();

const PAUSE_MS = 1_000;

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
	await KeyStore.start();
});
beforeEach(async () => await service.clear());
afterEach(() => jest.restoreAllMocks());

let events = 0;

/** Runs the trigger with an event. */
async function runWith(
	event: string,
	message: IDataObject,
	more: Partial<INode> = {},
	options = {},
	mode: WorkflowExecuteMode = 'webhook',
) {
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
	const run = await runFlow(flow, [{ json }], service.credentials, { mode });
	return { run, items: jsonOf(outputOf(run, 'Trigger')) };
}

async function write(event: string, body: string, more: IDataObject = {}): Promise<IDataObject> {
	const happened = await untypedControl(service.sandbox, 'POST', `/events/${event}`, { body, ...more });
	return (happened as { message: IDataObject }).message;
}

it('puts out one item for several quick messages', async () => {
	const event = 'sms.received';
	const hello = await write(event, 'Hello');
	// It waits while the others are written.
	const first = runWith(event, hello);
	const messages = [hello, await write(event, 'Is it open'), await write(event, 'today?')];
	const others = messages.slice(1).map(async (message) => await runWith(event, message));
	const runs = await Promise.all([first, ...others]);
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
		chatInput: 'Hello\nIs it open\ntoday?',
		messages: messages.map(({ id, created_at: at, body: text }) => ({
			role: 'contact',
			text,
			at,
			id,
			media: [],
		})),
	});
	expect(runs[0]?.run.data.resultData.runData.Trigger?.[0]?.hints).toEqual([
		expect.objectContaining({ message: expect.stringMatching(/in the item of another execution/) }),
	]);
});

it('puts the whole burst out where its newest messages have no execution', async () => {
	const event = 'sms.received';
	const from = { from_number: '+14155550137' };
	const first = await write(event, 'I need an appointment', from);
	const second = await write(event, 'hello?', from);
	await write(event, 'hello?', from);
	const third = await write(event, 'hello?', from);
	const runs = await Promise.all([first, second].map(async (message) => await runWith(event, message)));
	const items = runs.flatMap((run) => run.items);
	expect(items).toMatchObject([
		{ text: 'I need an appointment\nhello?\nhello?\nhello?', messageId: third.id },
	]);
});

it('puts out nothing twice, and what was not taken after a pause that is new', async () => {
	const event = 'sms.received';
	const one = await write(event, 'One', { from_number: '+14155550135' });
	expect((await runWith(event, one)).items).toMatchObject([{ text: 'One' }]);
	const two = await write(event, 'Two', { from_number: '+14155550135' });
	// Of the same burst by the times of the service, which does not know that the pause was a tenth of what it should be.
	expect((await runWith(event, two)).items).toMatchObject([{ text: 'Two', messageId: two.id }]);
	expect((await runWith(event, one)).items).toEqual([]);
});

it('has in a retried execution what it had taken, or what nobody has', async () => {
	const event = 'sms.received';
	const cutOff = await write(event, 'Cut off', { from_number: '+14155550136' });
	const retry = async (message: IDataObject) => (await runWith(event, message, {}, {}, 'retry')).items;
	expect((await runWith(event, cutOff)).items).toHaveLength(1);
	expect(await retry(cutOff)).toMatchObject([{ text: 'Cut off' }]);
	const unread = await write(event, 'Not read', { from_number: '+14155550133' });
	await service.fault('list-messages', { kind: 'status', status: 500, count: 4 });
	expect((await runWith(event, unread)).run.data.resultData.error).toBeDefined();
	expect(await retry(unread)).toMatchObject([{ text: 'Not read' }]);
});

it('takes nothing from other executions in a test in the editor', async () => {
	const event = 'sms.received';
	const message = await write(event, 'Try', { from_number: '+14155550134' });
	expect((await runWith(event, message, {}, {}, 'manual')).items).toMatchObject([{ text: 'Try' }]);
	expect((await runWith(event, message)).items).toMatchObject([{ text: 'Try' }]);
});

it('gives each of two triggers of one account all messages', async () => {
	const event = 'sms.received';
	const message = await write(event, 'Both', { from_number: '+14155550138' });
	for (const id of ['one', 'other']) {
		expect((await runWith(event, message, { id })).items).toMatchObject([{ text: 'Both' }]);
	}
});

it('is refused where its expression gives nothing', async () => {
	const message = await write('sms.received', 'Hello');
	const { run } = await runWith('sms.received', message, {}, { waitForPause: '={{ $json.seconds }}' });
	expect(run.data.resultData.error?.message).toMatch(
		/The expression in 'Wait for Pause \(Seconds\)' gave no value/,
	);
});

it('lets opt-outs and other events pass at once', async () => {
	const slow = { waitForPause: 60 };
	const pausing = write('sms.received', 'Hello', { from_number: '+14155550139' }).then(
		async (message) => await runWith('sms.received', message, {}, slow),
	);
	const optOut = await runWith('sms.received', await write('sms.received', 'STOP'), {}, slow);
	expect(optOut.items).toEqual([
		expect.objectContaining({
			optOut: 'out',
			text: 'STOP',
			messages: [expect.anything()],
		}),
	]);
	const sent = await runWith('sms.sent', await write('sms.sent', 'Hello'), {}, slow);
	expect(sent.items).toEqual([expect.objectContaining({ event: 'sms.sent' })]);
	expect(await service.requests('list-messages')).not.toEqual([]);
	expect(await Promise.race([pausing, Promise.resolve('through')])).toBe('through');
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
