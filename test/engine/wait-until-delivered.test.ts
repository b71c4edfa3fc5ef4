/** Message > Send with Wait for Delivery. */
import type { IDataObject, INode } from 'n8n-workflow';

import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { TestService } from '../support/test-service';
import { serveJson } from '../support/http-server';

useFastClock();

const CONTACT = '14155550123';
/** The carrier reports 0198 as undelivered and 0199 as failed. */
const UNREACHABLE = '14155550198';
const REJECTED = '14155550199';

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
	for (const number of [UNREACHABLE, REJECTED]) {
		await service.sandbox.control('POST', '/events/chatapp.received', { from_number: number, body: 'Hi' });
	}
});
beforeEach(async () => {
	await service.clear();
	await reportAfter(0.1);
});

/** Sets when the carrier reports what became of a message, in seconds; null: never. */
const reportAfter = async (seconds: number | null) =>
	await service.sandbox.control('PATCH', '/carrier', { report_after_seconds: seconds });

const sending = (options: IDataObject) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '={{ $json.to }}',
	message: '={{ $json.text || "Hi" }}',
	options,
});

async function send(items: IDataObject[], options: IDataObject, more: Partial<INode> = {}) {
	const result = await service.run(sending(options), items, more);
	const { hints = [] } = result.data.resultData.runData['Voice Agent']?.[0] ?? {};
	return {
		error: result.data.resultData.error,
		output: jsonOf(outputOf(result, 'Voice Agent')),
		failed: jsonOf(outputOf(result, 'Voice Agent', 1)),
		hints: hints.map(({ message }) => message),
	};
}

it('adds when the message was delivered', async () => {
	const { output, hints } = await send([{ to: CONTACT }], { waitUntilDelivered: 20 });
	expect(output).toEqual([
		{
			success: true,
			message_id: expect.any(String),
			stored: expect.objectContaining({ status: 'sent' }),
			delivery: { status: 'delivered', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
		},
	]);
	expect(hints).toEqual([]);
});

it.each([[{ waitUntilDelivered: 0 }], [{ waitUntilDelivered: '={{ $json.nothing }}' }]])(
	'does not wait with the options %j',
	async (options) => {
		const { output } = await send([{ to: CONTACT }], options);
		expect(output[0]).not.toHaveProperty('delivery');
		expect(await service.requests('get-message')).toEqual([]);
	},
);

it('refuses to wait for more than five minutes', async () => {
	const { error } = await send([{ to: CONTACT }], { waitUntilDelivered: 301 });
	expect(error?.message).toMatch(
		/^'Wait for Delivery \(Seconds\)' ".+" is not a whole number from 0 to 300$/,
	);
	expect(await service.requests('send-chatapp-message')).toEqual([]);
});

it.each([
	[UNREACHABLE, 'undelivered', 'The handset could not be reached', 'unreachable'],
	[REJECTED, 'failed', 'The provider rejected the message', 'rejected'],
])('fails the item of a message to %s, which ends %s', async (to, status, reason, code) => {
	const options = { waitUntilDelivered: 20 };
	const { output, failed } = await send([{ to, row: 1 }, { to: CONTACT }], options, {
		onError: 'continueErrorOutput',
	});
	expect(output).toMatchObject([{ delivery: { status: 'delivered' } }]);
	expect(failed).toEqual([
		{
			to,
			row: 1,
			error: `The service accepted the message, but did not deliver it: ${reason}`,
			details: {
				code,
				description: expect.stringMatching(
					new RegExp(`^The message \\S+ has the status ${status}\\. Before you send it again, find out why`),
				),
				stored: expect.objectContaining({ status: 'sent' }),
				delivery: { status, reason: `${reason}.`, at: expect.any(String) },
			},
		},
	]);
});

it('stops the node with the words of the service, and says what was sent', async () => {
	const items = [{ to: UNREACHABLE }, { to: CONTACT }];
	const { error } = await send(items, { waitUntilDelivered: 20 });
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The service accepted the message, but did not deliver it: The handset could not be reached',
		context: { itemIndex: 0 },
		description: expect.stringMatching(/ Items that were sent: 0 to 1\.$/),
	});
});

it.each([
	[
		'the carrier reports nothing',
		async () => await reportAfter(null),
		"The service reported no final status in time. Set a longer 'Wait for Delivery (Seconds)', or look at the message later with Message > Get.",
	],
	[
		'the service does not answer',
		async () => await service.fault('get-message', { kind: 'status', status: 503 }),
		'Service unavailable.',
	],
])('gives the last known status when the time is up, and says so: %s', async (_, arrange, reason) => {
	await arrange();
	const { output, hints } = await send([{ to: CONTACT }], { waitUntilDelivered: 2 });
	expect(output).toMatchObject([{ success: true, delivery: { status: 'sent' } }]);
	expect(hints).toEqual([
		`Some messages were sent, but whether they have arrived is not known, and 'delivery' has the last known status. ${reason}`,
	]);
	// At 0.5, 1.25 and 2 seconds; fewer on a machine that is so busy that it skips one.
	const { length } = await service.requests('get-message');
	expect(length).toBeGreaterThanOrEqual(2);
	expect(length).toBeLessThanOrEqual(4);
});

it('waits for all messages at once, also for those to one person, and holds up no send', async () => {
	await reportAfter(3_600);
	const items = Array.from({ length: 30 }, (_, index) => ({ to: CONTACT, text: `Message ${index}` }));
	const sending = send(items, { waitUntilDelivered: 300, concurrency: 2 });
	// None is delivered before all are sent: a send that waited for an earlier message would never come.
	await service.requested('send-chatapp-message', items.length);
	await service.sandbox.control('POST', '/clock', { advance_seconds: 3_600 });
	const { output } = await sending;
	expect(output.map(({ delivery }) => (delivery as IDataObject).status)).toEqual(Array(30).fill('delivered'));
	expect(output.map(({ stored }) => (stored as IDataObject).content)).toEqual(items.map(({ text }) => text));
});

it('asks again after a question that was not answered', async () => {
	await service.fault('get-message', { kind: 'reset', count: 1 });
	const { output, hints } = await send([{ to: CONTACT }], { waitUntilDelivered: 20 });
	expect(output).toMatchObject([{ delivery: { status: 'delivered' } }]);
	expect(hints).toEqual([]);
});

it('says so if the answer has no ID to ask for', async () => {
	const page = await serveJson({ success: true, message_id: 'm' });
	const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
	const result = await service.run(sending({ waitUntilDelivered: 20 }), [{ to: CONTACT }], {}, credentials);
	await page.close();
	expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ success: true, message_id: 'm' }]);
	expect(page.received).toHaveLength(1);
	const { hints = [] } = result.data.resultData.runData['Voice Agent']?.[0] ?? {};
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/no 'stored\.id'/)]);
});

/** Far fewer than in the whole of the longest wait, in which it looks more than thirty times. */
const FEW_LOOKS = 8;

it('ends at once when the execution is canceled', async () => {
	await reportAfter(null);
	const flow = voiceAgentFlow(sending({ waitUntilDelivered: 300 }));
	const result = await runFlow(flow, [{ json: { to: CONTACT } }], service.credentials, {
		onStart: (cancel) => void service.requested('get-message', 2).then(cancel),
	});
	expect((await service.requests('get-message')).length).toBeLessThan(FEW_LOOKS);
	expect(outputOf(result, 'Success')).toEqual([]);
});

it('ends at once when the node stops on another item', async () => {
	await reportAfter(null);
	const items = [{ to: CONTACT }, { to: '19995550000' }];
	const { error } = await send(items, { waitUntilDelivered: 300 });
	expect(error?.message).toMatch(/More than 24 hours/);
	expect(error?.description).toMatch(/ Items that were sent: 0\. Items that were not: 1\. /);
	expect((await service.requests('get-message')).length).toBeLessThan(FEW_LOOKS);
});
