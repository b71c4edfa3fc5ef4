import { jsonOf, outputOf } from '../support/n8n-engine';
import { requestValidator, type RequestValidator } from '../support/request-validator';
import { TestService, type JournalEntry } from '../support/test-service';
import { serveText, type WebPage } from '../support/web-server';

let service: TestService;
let receiver: WebPage;
let validate: RequestValidator;
beforeAll(async () => {
	service = await TestService.start();
	receiver = await serveText('thanks');
	validate = await requestValidator(service.sandbox.url);
	const key = `/api-keys/${service.sandbox.apiKeyId}` as const;
	await service.sandbox.control('PATCH', key, { webhook_url: receiver.url });
	await service.sandbox.control('POST', '/events/sms.received', { body: 'First' });
	await service.sandbox.control('POST', '/events/sms.received', { body: 'Second' });
	await delivered(2);
});
beforeEach(async () => await service.clear());
afterAll(async () => await receiver?.close());

/** Waits until the receiver has been called so often. */
async function delivered(count: number): Promise<void> {
	for (let tries = 0; tries < 200 && receiver.received.length < count; tries++) {
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	expect(receiver.received).toHaveLength(count);
}

describe('Webhook Delivery', () => {
	it('replays one delivery, exactly as it was signed first', async () => {
		const { deliveries } = await service.sandbox.control('GET', '/deliveries');
		const deliveryId = String(deliveries[0]?.id);
		const result = await service.run({ resource: 'webhookDelivery', operation: 'replay', deliveryId });
		expect(outputOf(result, 'Voice Agent')).toMatchObject([
			{ json: { success: true }, pairedItem: { item: 0 } },
		]);
		const [request] = await service.requests('replay-webhook-delivery');
		expect(request?.body).toEqual({ delivery_id: deliveryId });
		expect(validate(request as JournalEntry)).toEqual([]);
		await delivered(3);
		const signatures = receiver.received.map((headers) => headers['x-service-signature']);
		expect(signatures.slice(0, 2)).toContain(signatures[2]);
	});

	it('replays a window of one kind of event', async () => {
		const parameters = {
			resource: 'webhookDelivery',
			operation: 'replayWindow',
			eventType: 'sms.received',
			startTime: '={{ $now.minus({ hours: 1 }).toISO() }}',
			endTime: '={{ $now.plus({ hours: 1 }).toISO() }}',
		};
		const result = await service.run(parameters);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ success: true, replayed: 2, has_more: false },
		]);
		const [request] = await service.requests('replay-webhook-delivery');
		expect(Object.keys(request?.body ?? {})).toEqual(['event_type', 'start_time', 'end_time']);
		expect(validate(request as JournalEntry)).toEqual([]);
		await delivered(5);
	});
});
